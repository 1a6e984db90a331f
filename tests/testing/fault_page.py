"""Writes docs/testing/faults.md from a run of every planted fault: python tests/testing/fault_page.py"""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from pathlib import Path
from typing import Any

from advsearch.testing import LawBroken

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "testing" / "faults.md"

CLASSES = {
    "F1": "max and min swapped, or the wrong side's flag",
    "F2": "a finished game credited to the wrong player",
    "F3": "depth counted the wrong way",
    "F4": "the cutoff off by one, or too strict",
    "F5": "a bound not passed on by the root",
    "F6": "all best actions read off pruned siblings",
    "F7": "best action and best value out of step",
    "F8": "fail-hard and fail-soft mixed up",
    "F9": "values beyond the search's infinity",
    "F10": "no action where everything loses, a crash where the game is over",
    "F11": "a table value stored without its kind of bound",
    "F12": "the kind of bound told from the wrong limit",
    "F13": "a lower bound above the upper one",
    "F14": "an entry of another depth reused",
    "F15": "depths compared in the wrong unit",
    "F16": "a key that misses part of the state",
    "F17": "a collision of hashes taken for the truth",
    "F18": "an entry replaced that was needed",
    "F19": "distances stored that are not relative to the node",
    "F20": "a table kept across games",
    "F21": "a value that depends on the path stored without it",
    "F22": "a symmetry that is none, or an action not mapped back",
    "F23": "aspiration that loops",
    "F24": "a second search whose window leaves the value out",
    "F25": "null-window probes handled wrongly",
    "F26": "a driver that does not converge",
    "F27": "unsound selectivity, such as a null move",
    "F28": "unsound quiet search",
    "F29": "killers and other orderings that change the list of actions",
    "F30": "ties broken by the order of a set or by shared chance",
    "F31": "the value of an aborted position used",
    "F32": "no action before depth 1 is finished",
    "F33": "a stopped probe promoted to the answer",
    "F34": "something left as it was when a search was ended",
    "F35": "undo that does not invert the action",
    "F36": "undo of another state",
    "F37": "a player who moves again, the sign flipped",
    "F38": "legal actions, end and result that disagree",
    "F39": "a state written or copied without a field",
    "F40": "overflow on larger boards",
    "F41": "slower wins or faster losses preferred",
    "F45": "rewards of the wrong sign or player in sampling",
    "F46": "virtual losses that are not undone",
    "F47": "rollouts from the wrong state, or a stale tree",
    "F48": "a draw counted as a win",
    "F49": "values called proven too early",
    "F50": "races between parallel searches",
    "F51": "a line of play that is broken, endless or worth something else",
    "F52": "false proofs",
    "F53": "tables of all positions misused",
    "F54": "the caller's evaluation ignored",
    "F55": "recursion that ends with the stack",
}
NOT_HERE = {
    "F42": "expectations mis-weighted: games of the protocol have no chance, so that there is nothing to expect",
    "F43": "values of chance or of a third player credited to the root: there is neither; what two players can get "
    "wrong of it is caught under F1, F2 and F37",
    "F44": "two-player cutoffs used for more players: games of the protocol have two",
}
HEADER = """# Faults and what catches them

Every class of fault known from public projects, with small searchers and games that have it
(`tests/testing/planted_*.py`) and the law that caught each in the default profile. *Examples* is how many trees or
positions were tried until the first failure, *case* how large the smallest one found is: positions of the tree, or
plies played.

This page is written by `python tests/testing/fault_page.py`, which runs them all; a test holds it to be true.

| class | fault planted | caught by | examples | case |
|---|---|---|---|---|
"""


def planted() -> list[Any]:
    """What the files beside this one plant, by class."""
    found: list[Any] = []
    for file in sorted(HERE.glob("planted_*.py")):
        name = file.stem  # the plain name, so that they may import one another
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(name, file)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module
            spec.loader.exec_module(module)
        found.extend(sys.modules[name].PLANTED)
    return sorted(found, key=lambda each: (int(each.fault[1:]), each.what))


def caught(fault: Any) -> LawBroken | None:
    """What the kit, in its default profile, says of a planted fault."""
    try:
        fault.check(fault.subject, **fault.settings)
    except LawBroken as broken:
        return broken
    return None


def row(fault: Any, broken: LawBroken | None) -> str:
    if broken is None:
        return f"| {fault.fault} | {fault.what} | **not caught** | | |"
    case = str(broken.size) if broken.size else "-"
    return f"| {fault.fault} | {fault.what} | {broken.law} | {broken.examples:,} | {case} |"


def recorded() -> dict[tuple[str, str], str]:
    """The law that the page says catches each planted fault."""
    rows = re.findall(r"^\| (F\d+) \| (.+?) \| (.+?) \| [\d,]+ \| ", PAGE.read_text(encoding="utf-8"), flags=re.M)
    return {(fault, what): law for fault, what, law in rows}


def page() -> str:
    rows = [row(fault, caught(fault)) for fault in planted()]
    classes = [f"- **{name}** {text}" for name, text in CLASSES.items()]
    absent = [f"- **{name}** {text}." for name, text in NOT_HERE.items()]
    parts = [
        HEADER + "\n".join(rows),
        "## The classes\n\n" + "\n".join(classes),
        "## Classes that cannot apply\n\n" + "\n".join(absent),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # which decides on how many trees the order of a set shows
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
