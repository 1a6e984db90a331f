"""Writes docs/testing/faults.md from a run of every planted fault: python tests/testing/faults/fault_page.py"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from catalogue import PLANTED  # noqa: E402

from advsearch.testing import LawBroken  # noqa: E402

PAGE = HERE.parents[2] / "docs" / "testing" / "faults.md"

CLASSES = {
    "F1": "max and min are exchanged, or the flag for the side to move is wrong",
    "F2": "the result of a finished game is credited to the wrong player",
    "F3": "the remaining depth is counted wrongly",
    "F4": "a cutoff uses a wrong comparison, or a bound that is off by one",
    "F5": "the root does not pass its bound to the search of its next action",
    "F6": "the list of best actions contains actions whose values are only bounds",
    "F7": "the returned action does not have the returned value",
    "F8": "fail-hard values are used as fail-soft values, or the reverse",
    "F9": "the number that the search uses as infinity is less than some values",
    "F10": "the search returns no action if every action loses, or crashes in a finished game",
    "F11": "a table stores a value, but not whether it is exact or a bound",
    "F12": "a table entry has the wrong mark (lower bound, upper bound or exact)",
    "F13": "the lower bound of a table entry is above its upper bound",
    "F14": "a table entry that was stored for one depth is used for another depth",
    "F15": "depths are compared in different units, such as plies and moves",
    "F16": "a table's key leaves out part of the state",
    "F17": "two states with the same hash are taken for the same state",
    "F18": "a table entry is replaced while it is still needed",
    "F19": "a table stores how many plies the game's end is from the root, not from the stored position",
    "F20": "the search uses a table of one game for another game",
    "F21": "a table stores a value that depends on the path to the position",
    "F22": "a symmetry changes the rules, or an action in the image of a position is not mapped back to the position",
    "F23": "an aspiration search never ends",
    "F24": "a search is repeated with a window that does not contain the value",
    "F25": "the result of a null-window search is used wrongly",
    "F26": "a driver such as MTD(f) does not converge",
    "F27": "selective search, such as null-move pruning, changes the value",
    "F28": "quiescence search changes the value",
    "F29": "move ordering (for example by killer moves) changes which actions are searched",
    "F30": "ties are broken by the order of a set, or by a random generator that other code uses too",
    "F31": "the search uses the value of a position whose search was stopped",
    "F32": "the search returns no action if it is stopped before depth 1 is finished",
    "F33": "the result of a stopped search is returned as if the search had finished",
    "F34": "a stopped search leaves the game or the searcher in a changed state",
    "F35": "`undo` does not return to the position before the action",
    "F36": "`undo` is called with a wrong state (not the state after the action)",
    "F37": "the search negates a value although the same player moves again",
    "F38": "the game's `actions`, `terminal` and `result` contradict each other",
    "F39": "a state loses a field when it is written or copied",
    "F40": "numbers overflow on larger boards",
    "F41": "the search prefers slower wins or quicker losses",
    "F45": "a sampling search adds rewards with the wrong sign or for the wrong player",
    "F46": "virtual losses of a parallel tree search are not removed",
    "F47": "rollouts start from the wrong state, or from the tree of an earlier position",
    "F48": "a draw is counted as a win",
    "F49": "values are marked as proven too early",
    "F50": "parallel searches change the same data (race conditions)",
    "F51": "a line of play is illegal, endless, or does not lead to the value",
    "F52": "a solver proves something that is false",
    "F53": "a table of all positions of a game is read wrongly",
    "F54": "the search ignores the evaluator that it was given",
    "F55": "a recursion is deeper than Python's stack allows",
}
NOT_HERE = {
    "F42": "expected values are weighted wrongly. Games with the `Game` protocol have no chance events",
    "F43": "the values of chance events or of a third player are credited to the player at the root. Games with the "
    "`Game` protocol have no chance events and no third player. "
    "With two players, a value credited to the wrong player is an error of class F1, F2 or F37",
    "F44": "cutoffs for two players are used with more players. Games with the `Game` protocol have two players",
}
HEADER = """# Faults and what catches them

This page lists the classes of faults that are known from public projects. For each class, a fault was planted
in some small searchers or games (`tests/testing/faults/planted_*.py`). The table shows which law caught each
planted fault in the default profile. *Examples* is the number of trees or positions tried until the first
failure. *Case* is the size of the smallest failing case: a number of positions in a tree, or of plies played.

This page is written by `python tests/testing/faults/fault_page.py`, which runs every planted fault. A test
checks that the page is up to date.

| class | fault planted | caught by | examples | case |
|---|---|---|---|---|
"""


def caught(fault: Any) -> LawBroken | None:
    """The law by which the kit, in its default profile, catches a planted fault."""
    try:
        fault.check(fault.made, **fault.settings)
    except LawBroken as broken:
        return broken
    return None


def row(fault: Any, broken: LawBroken | None) -> str:
    if broken is None:
        return f"| {fault.kind} | {fault.wrong} | **not caught** | | |"
    case = str(broken.size) if broken.size else "-"
    return f"| {fault.kind} | {fault.wrong} | law *{broken.law}* | {broken.examples:,} | {case} |"


def recorded() -> dict[tuple[str, str], str]:
    """The law that the page says catches each planted fault."""
    rows = re.findall(
        r"^\| (F\d+) \| (.+?) \| law \*(.+?)\* \| [\d,]+ \| ", PAGE.read_text(encoding="utf-8"), flags=re.M
    )
    return {(fault, what): law for fault, what, law in rows}


def page() -> str:
    rows = [row(fault, caught(fault)) for fault in PLANTED]
    classes = [f"- **{name}** {text}" for name, text in CLASSES.items()]
    absent = [f"- **{name}** {text}." for name, text in NOT_HERE.items()]
    parts = [
        HEADER + "\n".join(rows),
        "## The classes\n\n" + "\n".join(classes),
        "## Classes that cannot apply\n\n" + "\n".join(absent),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # which decides on how many trees the order of a set matters
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
