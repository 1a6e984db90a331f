"""Mutation testing of the lowering: small errors, one at a time, that a test of the lowering has to notice.

    python tests/lowering/mutants.py --out mutants.jsonl
    python tests/lowering/mutants.py --out mutants.jsonl --table

Half of the mutants were chosen by hand as errors that an author of the lowering might make (`mutants.toml`); the
others are drawn by a seed from all that operators over the syntax tree can change. Each is written into a copy of
`advsearch`, and the tests run in a forked process until one of them fails, the quick ones first. No machine code is
built. docs/testing/nightly.md has the results.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import importlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "testing"))
changes: Any = importlib.import_module("mutation_run")

BY_HAND: Final = Path(__file__).with_name("mutants.toml")
CPU_S: Final = 180
"""Processor time after which a mutant counts as noticed, because it does not end."""
MEMORY: Final = 6 << 30
ROWS: Final = (
    "lowering/rows/test_constructs.py", "lowering/rows/test_semantics.py", "lowering/rows/test_refusals.py",
    "lowering/rows/test_evaluators_over_rows.py", "lowering/rows/test_generated_programs.py",
    "lowering/test_every_refusal.py", "lowering/rows/test_tries_and_counters.py",
    "lowering/rows/test_chosen_at_run_time.py", "lowering/rows/test_objects.py",
    "lowering/rows/test_ranges_and_calls.py", "lowering/rows/test_results_in_place.py",
    "lowering/rows/test_order_of_sets.py", "lowering/rows/test_narrow_samples.py",
)  # fmt: skip
WORDS: Final = (
    "lowering/words/test_words_refusals.py", "lowering/words/test_words_optional.py",
    "lowering/words/test_words_law.py", "lowering/words/test_words_expressions.py", "lowering/test_every_refusal.py",
)  # fmt: skip
BOTH: Final = (
    "lowering/test_searched_alike.py", "lowering/test_front_door.py", "lowering/test_gallery_law.py",
    "compiled/test_rows.py", "lowering/test_kept.py", "lowering/test_reached.py",
)  # fmt: skip
BUILDS: Final = (
    "machine_code or solver or kernels_by_hand or -compiled] or infinity or searched_again or given_more_room"
    " or perft_counts or wrongly_is_caught or little_time or to_the_end"
)
"""Tests that build machine code, which are left out."""
LOADED: Final = (
    "advsearch.search", "advsearch.binding", "advsearch.testing.pytest_plugin", "hypothesis", "pytest", "xdist",
    "advsearch_isolation.evaluators", "advsearch_pentago.evaluators",
)  # fmt: skip
"""Modules that the processes of all mutants share. None of them imports the lowering."""
SIGNS: Final = (
    (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
    (" and ", " or "), (" or ", " and "), (" + 1", " + 2"), (" - 1", ""), (" + ", " - "), (" - ", " + "),
    (" | ", " & "), (" & ", " | "), ("min(", "max("), ("max(", "min("), (" >> ", " << "), (" << ", " >> "),
    ("not ", ""), ("True", "False"), ("False", "True"), (" // ", " % "), (" % ", " // "), ("break", "continue"),
)  # fmt: skip


@attrs.frozen
class Mutant:
    """One change of a file of advsearch."""

    file: str
    line: int
    what: str
    text: str = attrs.field(repr=False)
    """The text of the file after the change."""


class Operators(changes.Changes):  # type: ignore[misc]
    """The operators of the other mutation runs, and changes of code that is written as text."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:  # noqa: N802
        for part in node.values:
            written = part.value if isinstance(part, ast.Constant) else None
            if not isinstance(part, ast.Constant) or not isinstance(written, str):
                continue
            for old, new in SIGNS:
                if old in written and self.offer(node, f"in the text, {old.strip()} to {new.strip()}"):
                    part.value = written.replace(old, new, 1)
        return node

    def visit_Raise(self, node: ast.Raise) -> Any:  # noqa: N802
        return ast.Pass() if self.offer(node, f"left out: {ast.unparse(node)[:60]}") else node

    def visit_Call(self, node: ast.Call) -> Any:  # noqa: N802
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("refuse", "refusal"):
            return node  # the wording of messages
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> Any:  # noqa: N802
        return node  # for the type checker


def files() -> list[str]:
    """The files of the lowering, relative to the package."""
    package = ROOT / "advsearch"
    found = sorted(str(path.relative_to(package)) for path in (package / "lowering").rglob("*.py"))
    return [*found, "compiled/moves.py", "compiled/row_moves.py"]


def by_hand() -> Iterator[Mutant]:
    """The mutants chosen by hand, if the place in the file still exists; the others are reported."""
    for one in tomllib.loads(BY_HAND.read_text(encoding="utf-8"))["mutant"]:
        text = (ROOT / "advsearch" / one["file"]).read_text(encoding="utf-8")
        if text.count(one["old"]) != 1:
            print(f"{one['file']} has {text.count(one['old'])} times: {one['old']}", file=sys.stderr)
            continue
        line = text[: text.index(one["old"])].count("\n") + 1
        yield Mutant(one["file"], line, one["what"], text.replace(one["old"], one["new"]))


def generated(count: int, seed: int) -> Iterator[Mutant]:
    """Mutants drawn by a seed from all that the operators make of all files."""
    places = []
    trees = {}
    for file in files():
        trees[file] = (ROOT / "advsearch" / file).read_text(encoding="utf-8")
        found = Operators()
        found.visit(ast.parse(trees[file]))
        places += [(file, number, line, what) for number, (line, what) in enumerate(found.found)]
    for file, number, line, what in random.Random(seed).sample(places, count):
        tree = Operators(number).visit(ast.parse(trees[file]))
        yield Mutant(file, line, what, ast.unparse(ast.fix_missing_locations(tree)))


def chosen_tests(mutant: Mutant) -> list[str]:
    """The tests of the part of the lowering that a mutant changes, and those of the whole, in their order."""
    if "/rows/" in mutant.file:
        every: tuple[str, ...] = (*ROWS, *BOTH[:-1])
    elif "/words/" in mutant.file:
        every = (*WORDS, *BOTH[:3])
    else:
        every = (*BOTH[:3], *ROWS[:2], *BOTH[3:], *WORDS[:3], *ROWS[2:])
    return [path for path in every if (ROOT / "tests" / path).exists()]


def tested(mutant: Mutant, copy: Path) -> str:
    """The first test that fails; "" if none does. The tests run in a new process."""
    import pytest

    class First:
        failed = ""

        def pytest_runtest_logreport(self, report: Any) -> None:
            self.failed = self.failed or (report.nodeid.split("tests/")[-1] if report.failed else "")

        def pytest_collectreport(self, report: Any) -> None:
            self.failed = self.failed or ("cannot be imported" if report.failed else "")

    in_subprocesses(copy)
    first = First()
    words = ["-x", "-q", "-n0", "-p", "no:cacheprovider", "-W", "ignore", "-k", f"not ({BUILDS})"]
    quick, *others = chosen_tests(mutant)
    for places in ([quick], others):  # most mutants are noticed before the other files are collected
        code = pytest.main([*words, *(str(copy / "tests" / path) for path in places)], plugins=[first])
        if code:
            return first.failed or f"exit {code!r}"
    return ""


def in_subprocesses(copy: Path) -> None:
    """Let the processes that tests start import the changed copy as well."""
    popen: Any = subprocess.Popen
    begin = popen.__init__

    def begun(self: Any, *given: Any, env: Any = None, **named: Any) -> None:
        assert "advsearch.compiled.make" not in str(given), "expected no machine code to be built"
        env = dict(os.environ if env is None else env)
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(copy), env.get("PYTHONPATH", "")]))
        begin(self, *given, env=env, **named)

    popen.__init__ = begun


def run(mutant: Mutant, copy: Path) -> str:
    """What noticed a mutant; "" if nothing did."""
    changed = copy / "advsearch" / mutant.file
    before, times = changed.read_bytes(), changed.stat()
    changed.write_text(mutant.text, encoding="utf-8")
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            verdict = tested(mutant, copy)
        except BaseException as error:
            verdict = f"error: {type(error).__name__}: {error}"
        os.write(writing, verdict.encode()[:2000] or b"-")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        verdict = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    changed.write_bytes(before)
    os.utime(changed, ns=(times.st_atime_ns, times.st_mtime_ns))
    if os.WIFSIGNALED(status):
        return f"stopped by {signal.Signals(os.WTERMSIG(status)).name}"
    return "" if verdict == "-" else verdict or "error: no verdict"


def prepared(place: str) -> Path:
    """A copy of the package and of its tests, from which everything is imported."""
    copy = Path(place)
    for folder in ("advsearch", "tests"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    shutil.copy2(ROOT / "pyproject.toml", copy)
    compileall.compile_dir(str(copy / "advsearch"), quiet=1)
    sys.path.insert(0, str(copy))
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    for name in LOADED:
        importlib.import_module(name)
    assert str(sys.modules["advsearch"].__file__).startswith(str(copy)), sys.modules["advsearch"].__file__
    early = [name for name in sys.modules if re.match(r"advsearch\.(lowering|compiled\.(row_)?moves)", name)]
    assert not early, f"imported before the change: {early}"
    return copy


def table(out: Path) -> None:
    """Print how many mutants were noticed, and which were not. The last record of each mutant counts."""
    last = {(one["by"], one["file"], one["what"], one["line"]): one for one in map(json.loads, out.open())}
    for by in ("hand", "seed"):
        of = [one for one in last.values() if one["by"] == by]
        noticed = [one for one in of if one["noticed by"]]
        seconds = sum(one["seconds"] for one in of)
        print(f"| by {by} | {len(of)} | {len(noticed)} | {len(of) - len(noticed)} | {seconds / 60:.0f} min |")
    for one in last.values():
        if not one["noticed by"]:
            print(f"survived: {one['by']} {one['file']}:{one['line']} {one['what']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="goes on where it ended")
    parser.add_argument("--count", type=int, default=110, help="how many are drawn")
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--by", choices=("hand", "seed"), help="only these")
    parser.add_argument("--places", default=":", help="100:200 is the second hundred of the order")
    parser.add_argument("--part", default="0/1", help="1/2 is every second one, from the second on")
    parser.add_argument("--again", action="store_true", help="run those that survived once more")
    parser.add_argument("--only", default="", help="those whose file or description has this")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="how long, about")
    parser.add_argument("--table", action="store_true", help="print the results so far")
    options = parser.parse_args()
    if options.table:
        table(options.out)
        return
    every = [("hand", one) for one in by_hand()] if options.by != "seed" else []
    every += [("seed", one) for one in generated(options.count, options.seed)] if options.by != "hand" else []
    random.Random(options.seed).shuffle(every)  # a run that is cut short has some mutants of each kind
    first, last_place = (int(place) if place else None for place in options.places.split(":"))
    every = every[slice(first, last_place)]
    part, parts = map(int, options.part.split("/"))
    done = [json.loads(line) for line in options.out.open()] if options.out.exists() else []
    last = {(one["by"], one["file"], one["what"], one["line"]): one["noticed by"] for one in done}
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        copy = prepared(place)
        same = Mutant("lowering/__init__.py", 0, "", (ROOT / "advsearch/lowering/__init__.py").read_text())
        if part == 0 and not done:
            verdict = run(same, copy)
            assert not verdict, f"expected the unchanged lowering to pass, got {verdict}"
        began = time.monotonic()
        for by, mutant in every[part::parts]:
            key = (by, mutant.file, mutant.what, mutant.line)
            if options.only not in f"{mutant.file} {mutant.what}" or time.monotonic() - began > options.seconds:
                continue
            if key in last and (last[key] or not options.again):
                continue
            spent = os.times()
            verdict = run(mutant, copy)
            seconds = round(sum(os.times()[2:4]) - sum(spent[2:4]), 1)
            found = {"by": by, "file": mutant.file, "line": mutant.line, "what": mutant.what}
            with options.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps({**found, "noticed by": verdict, "seconds": seconds}) + "\n")
            place = f"{by} {mutant.file}:{mutant.line}"
            print(f"{place} {mutant.what}: {verdict or 'SURVIVED'} ({seconds} s)", flush=True)


if __name__ == "__main__":
    main()
