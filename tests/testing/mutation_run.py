"""Mutation testing of the built-in searches: small changes to the source, one at a time, that a test has to notice.

    python tests/testing/mutation_run.py --of search --count 300 --seed 1 --out search.jsonl
    python tests/testing/mutation_run.py --of templates --count 120 --seed 1 --out templates.jsonl

`search` is advsearch/search, `templates` what the compiled tier builds, run as ordinary Python. A mutant is checked
with the kit's laws in a fast profile and then, if it lives, with tests (`mutation_probes.py`). With `--again
templates_compiled`, mutants that lived are checked with the compiled tier's own tests. Each runs in a forked process
with the package imported from the changed source. docs/testing/mutation.md has the results.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import importlib.abc
import importlib.util
import json
import os
import random
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

ROOT = Path(__file__).parents[2]
CPU_S = 60  # a mutant that computes longer has been noticed: it does not end; ten times that where it is compiled
PACKAGES = {"search": "search", "templates": "compiled"}
TEMPLATES = (
    "alphabeta", "frontier", "guided", "layout", "learnt", "minimax", "perft", "root", "shape", "solver_actions",
    "solver_tables", "solver_template", "solver_values", "table",
)  # fmt: skip
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.BitOr: ast.BitAnd,
}  # fmt: skip
NAMES = {"max": "min", "min": "max", "LOWER": "UPPER", "UPPER": "LOWER", "towards_node": "towards_root"}


@attrs.frozen
class Mutant:
    file: str
    line: int
    number: int
    """The number of the change among those that the operators find in the file."""
    what: str


class Changes(ast.NodeTransformer):
    """Finds every place where an operator applies, in a fixed order, and carries out the chosen one."""

    def __init__(self, chosen: int = -1) -> None:
        self.chosen = chosen
        self.found: list[tuple[int, str]] = []

    def offer(self, node: ast.AST, what: str) -> bool:
        self.found.append((getattr(node, "lineno", 0), what))
        return len(self.found) - 1 == self.chosen

    def visit_Compare(self, node: ast.Compare) -> Any:
        for index, op in enumerate(node.ops):
            other = COMPARISONS.get(type(op))
            if other is not None and self.offer(node, f"{type(op).__name__} to {other.__name__}"):
                node.ops[index] = other()
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        other = SUMS.get(type(node.op))
        if other is not None and self.offer(node, f"{type(node.op).__name__} to {other.__name__}"):
            node.op = other()
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        other: type[ast.boolop] = ast.Or if isinstance(node.op, ast.And) else ast.And
        if self.offer(node, f"{type(node.op).__name__} to {other.__name__}"):
            node.op = other()
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not | ast.USub) and self.offer(node, f"{type(node.op).__name__} left out"):
            return self.generic_visit(node.operand)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        if self.offer(node, "condition turned round"):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, bool):
            if self.offer(node, f"{node.value} to {not node.value}"):
                return ast.copy_location(ast.Constant(not node.value), node)
        elif isinstance(node.value, int):
            for step in (1, -1):
                if self.offer(node, f"{node.value} to {node.value + step}"):
                    return ast.copy_location(ast.Constant(node.value + step), node)
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        other = NAMES.get(node.id)
        if other and isinstance(node.ctx, ast.Load) and self.offer(node, f"{node.id} to {other}"):
            return ast.copy_location(ast.Name(other, node.ctx), node)
        return node

    def visit_Break(self, node: ast.Break) -> Any:
        return ast.copy_location(ast.Continue(), node) if self.offer(node, "break to continue") else node

    def _leave_out(self, node: Any) -> Any:
        if self.offer(node, f"left out: {ast.unparse(node).splitlines()[0][:60]}"):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        return self._leave_out(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return self._leave_out(node)

    def visit_Raise(self, node: ast.Raise) -> Any:
        return self._leave_out(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        return node if isinstance(node.value, ast.Constant) else self._leave_out(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        node.value = self.visit(node.value) if node.value is not None else None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.body = self._body(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        node.body = self._body(node.body)
        return node

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        slots = [each for each in body if "__slots__" in ast.unparse(each)[:12]]
        return [each if each in slots else self.visit(each) for each in body]

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        return node  # the wording of messages has tests of its own

    def visit_Module(self, node: ast.Module) -> Any:
        skipped = (ast.Import, ast.ImportFrom)
        node.body = [each if isinstance(each, skipped) else self.visit(each) for each in node.body]
        return node


def folder(of: str) -> Path:
    return ROOT / "advsearch" / PACKAGES[of]


def mutants(of: str) -> Iterator[Mutant]:
    for file in sorted(folder(of).glob("*.py")):
        if of == "templates" and file.stem not in TEMPLATES:
            continue
        changes = Changes()
        changes.visit(ast.parse(file.read_text(encoding="utf-8")))
        for number, (line, what) in enumerate(changes.found):
            yield Mutant(file.name, line, number, what)


class ChangedSource(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module of a package from a changed source."""

    def __init__(self, of: str, mutant: Mutant) -> None:
        package = f"advsearch.{PACKAGES[of]}"
        self.name = package if mutant.file == "__init__.py" else f"{package}.{mutant.file[:-3]}"
        self.path = folder(of) / mutant.file
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        self.code = compile(ast.fix_missing_locations(Changes(mutant.number).visit(tree)), str(self.path), "exec")

    def find_spec(self, name: str, _path: Any, _target: Any = None) -> Any:
        if name != self.name:
            return None
        places = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        spec = importlib.util.spec_from_loader(name, self, origin=str(self.path), is_package=places is not None)
        if places and spec is not None:
            spec.submodule_search_locations = places
        return spec

    def exec_module(self, module: Any) -> None:
        exec(copy.copy(self.code), module.__dict__)


def run(of: str, mutant: Mutant, probe: str) -> str:
    """What noticed a mutant, found in a new process; "" if nothing did."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        seconds = CPU_S if probe in PACKAGES else 10 * CPU_S
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        changed = ChangedSource(of, mutant)
        sys.meta_path.insert(0, changed)
        try:
            importlib.import_module(changed.name)  # now, because pytest's own finder would be used first
            verdict = getattr(importlib.import_module("mutation_probes"), probe)()
        except BaseException:
            verdict = f"error: {traceback.format_exc().strip().splitlines()[-1][:80]}"
        os.write(writing, verdict.encode()[:2000] or b"-")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        verdict = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"stopped by {signal.Signals(os.WTERMSIG(status)).name}"
    return "" if verdict == "-" else verdict or "error: no verdict"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of", choices=PACKAGES, default="search")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="goes on where it ended")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="how long, about")
    parser.add_argument("--again", metavar="PROBE", help="hold those that lived against another probe")
    chosen = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    probe = chosen.again or chosen.of
    every = list(mutants(chosen.of))
    sample = random.Random(chosen.seed).sample(every, min(chosen.count, len(every)))
    done = [json.loads(line) for line in chosen.out.read_text().splitlines()] if chosen.out.exists() else []
    if chosen.again:
        lived = {(each["file"], each["number"]) for each in done if not each["noticed by"]}
        sample = [mutant for mutant in sample if (mutant.file, mutant.number) in lived]
    known = {(each["file"], each["number"]) for each in done if each["probe"] == probe}
    if not known:
        unchanged = run(chosen.of, Mutant("__init__.py", 0, -1, "nothing"), probe)
        assert not unchanged, f"expected the unchanged source to pass, got {unchanged}"
    began = time.monotonic()
    for place, mutant in enumerate(sample, 1):
        if (mutant.file, mutant.number) in known:
            continue
        if time.monotonic() - began > chosen.seconds:
            return
        verdict = run(chosen.of, mutant, probe)
        with chosen.out.open("a") as out:
            out.write(json.dumps({**attrs.asdict(mutant), "probe": probe, "noticed by": verdict}) + "\n")
        print(f"{place}/{len(sample)} {mutant.file}:{mutant.line} {mutant.what}: {verdict or 'SURVIVED'}", flush=True)
    print(f"{len(sample)} of {len(every)} mutants")


if __name__ == "__main__":
    main()
