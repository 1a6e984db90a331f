"""Trees of searches as plain Python uses them, and compiled; the tests of texts and of the gallery share them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from advsearch import limits
from advsearch.machine.compiling import Entry
from advsearch.machine.fields import STATE, VALUE
from advsearch.machine.machine_memory import seen
from advsearch.machine.program import Program, Rebuilt
from advsearch.machine.searching import CodeBudget, unit_for
from advsearch.machine.types import INT
from advsearch.machine.unit import NeedsFloats
from advsearch.machine.values import Constant
from advsearch.search.kit.line import FlatLine
from advsearch.search.kit.orders import FlatWeights, History, Killers
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.table import Table
from advsearch.search.pvs import PVSTree


def nothing(_game: Any, _state: Any, _player: int) -> int:
    return 0


def made(kind: Any, game: Any) -> Any:
    """A tree as plain Python uses it."""
    allowed: Any = limits.Budget.__new__(limits.Budget)
    if kind is not PVSTree:
        return kind(game, nothing, allowed)
    return PVSTree(
        game, nothing, allowed, table=Table(1 << 10), known_first=True, killers=Killers(99), history=History()
    )


def for_code(kind: Any, game: Any, real: bool) -> Any:
    """The same tree with the parts that machine code has instead."""
    tree = made(kind, game)
    tree.line = FlatLine(60, 300)
    if kind is PVSTree:
        tree.history.own, tree.history.others = FlatWeights(12), FlatWeights(12)
    scale = tree.scale
    if real:
        tree.scale = Scale(scale.outcome, float(scale.bottom), real=True)
    elif not scale.outcome:
        tree.scale = Scale(False, -(1 << 61))
    return tree


def built(kind: Any, game: Any, samples: int = 1 << 30) -> tuple[Any, Program]:
    for real in (False, True):
        tree = for_code(kind, game, real)
        tree.budget = CodeBudget()
        unit = unit_for(game, real=real)
        del unit.samples[samples:]
        entry = Entry(kind.search, (Constant(tree), STATE, INT, VALUE, VALUE))
        try:
            return tree, Program({"search": entry}, unit=unit, kept=False)
        except NeedsFloats:
            continue
    raise AssertionError("floats in a build of floats")


def found(tree: Any, game: Any, state: Any, depth: int, search: Callable[..., bool]) -> Any:
    """All that a search of the root returns: values, lines, the number of nodes."""
    tree.root_player = game.player(state)
    actions = list(game.actions(state))
    for index, action in enumerate(actions):
        tree.roots[index].action = action
    tree.of, tree.mode, tree.wanted = len(actions), 0, 1
    finished = search(state, depth, tree.scale.bottom, tree.scale.top)
    roots = [tree.roots[index] for index in range(tree.done)]
    lines = [tree.line.read(tree.line.kept + index) for index in range(tree.done)]
    values = [(root.action, root.value, root.sure, root.inside) for root in roots]
    return finished, values, lines, tree.sure, tree.deepest, tree.budget.granted - tree.budget.left


def answered(tree: Any, program: Program, game: Any, state: Any, depth: int) -> Any:
    """The same of a compiled search, which is asked again after each guard that fired."""
    while True:
        try:
            view = seen(program.memory, tree)
            return found(view, game, state, depth, lambda *given: program.call("search", *given))
        except Rebuilt:
            continue


def expected(kind: Any, game: Any, state: Any, depth: int, real: bool) -> Any:
    """The same of a search in plain Python."""
    plain = made(kind, game)
    plain.budget = CodeBudget()
    plain.scale.real = real  # a search in Python learns it from the first float
    return found(plain, game, state, depth, plain.search)
