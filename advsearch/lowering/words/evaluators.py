"""Turns an evaluator `f(game, state, player)` into a function over 64-bit words."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from advsearch.bits import WORD_BITS
from advsearch.kernels import KernelSet
from advsearch.lowering.refusals import NotLowered, Refusal, Refused, refuse
from advsearch.lowering.sample import Sample, sample
from advsearch.lowering.words.actions import ActionForm
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.expressions import Frame
from advsearch.lowering.words.fields import Field, Shape, widened
from advsearch.lowering.words.graph import Node, TooLarge
from advsearch.lowering.words.kernelset import View, Writer
from advsearch.lowering.words.meaning import same
from advsearch.lowering.words.methods import Dead
from advsearch.lowering.words.nodes import reached
from advsearch.lowering.words.rules import Rules, Swap, Told, outside_of
from advsearch.lowering.words.telling import every_refusal_of
from advsearch.lowering.words.values import Alt, leaves, node_of
from advsearch.protocol import AnyGame, evaluator_name


def lowered(view: View, evaluator: Any) -> Callable[..., Any]:
    """Derive `f(s, cells, side)` from an evaluator, or raise `NotLowered`."""
    view.rules.graph.begin()
    try:
        return _written(view, evaluator)
    except Refused as refused:
        raise every_refusal_of(evaluator, view.rules, view.swap, refused) from None
    except (Contradiction, Dead):
        raise NotLowered(
            [
                Refusal(
                    "",
                    0,
                    f"`{evaluator_name(evaluator)}` raises an error in every state",
                    "test with `if` before the part that raises the error",
                )
            ]
        ) from None
    except TooLarge:
        raise NotLowered(
            [Refusal("", 0, f"`{evaluator_name(evaluator)}` has too many operations", "loop over fewer items")]
        ) from None


def _written(view: View, evaluator: Any) -> Callable[..., Any]:
    sides = [_of_side(view, evaluator, side) for side in (0, 1)]
    numbers = "float" if any(node.kind == "float" for node in sides) else "int"
    graph = view.rules.graph
    if numbers == "float":
        sides = [node if node.kind == "float" else graph.make("float", graph.make("whole", node)
                 if node.kind == "bool" else node) for node in sides]  # fmt: skip
    sides = [graph.make("whole", node) if node.kind == "bool" else node for node in sides]
    writer = Writer(view)
    _check_live(view, sides, evaluator)
    lowering = writer.lowering(own="own")
    steps = writer.steps
    results = [lowering.step(node) for node in sides]
    waiting = steps.make("not", steps.make("eq", steps.leaf("side", (0, 1)), steps.zero))
    result = steps.select(waiting, results[1], results[0])
    name = evaluator_name(evaluator)
    name = name if name.isidentifier() else type(evaluator).__name__
    writer.write(name, "s, own, side", [result], f"Derived from {name}.", alone=True, returns=f" -> {numbers}")
    return writer.module.functions()[name]


def _check_live(view: View, nodes: list[Node], evaluator: Any) -> None:
    place_of = {word.number: place for place, word in enumerate(view.rules.words)}
    for node in reached(list(nodes)):
        place = place_of.get(node.number)
        if place is not None and place not in view.live:
            raise refuse(
                "", 0, f"`{evaluator_name(evaluator)}` reads the field `{view.rules.fields[place].name}`",
                "read only fields on which the rules depend",
            )  # fmt: skip


def _of_side(view: View, evaluator: Any, side: int) -> Node:
    # `side` is 0 for the side to move, and 1 for the other side.
    rules = view.rules
    if view.swap is not None:
        first = _evaluated(rules, evaluator, 0, view.swap, side)
        second = _evaluated(rules, evaluator, 1, view.swap, side)
        if first is not second and not same(rules.graph, first, second):
            raise refuse(
                "", 0, f"`{evaluator_name(evaluator)}` may use different formulas for the two players",
                "write one formula that uses `player` and `1 - player`",
            )  # fmt: skip
        return first
    assert view.mover is not None
    identity = tuple(range(len(rules.fields)))
    if view.mover.constant:
        return _evaluated(rules, evaluator, int(view.mover.data), identity, side)
    first, second = (_evaluated(rules, evaluator, player, identity, side) for player in (0, 1))
    condition = rules.graph.make("eq", view.mover, rules.graph.const(0))
    if (first.kind == "float") != (second.kind == "float"):
        first, second = (_floating(rules, node) for node in (first, second))
    return rules.graph.select(condition, first, second)


def _floating(rules: Rules, node: Node) -> Node:
    graph = rules.graph
    if node.kind == "float":
        return node
    return graph.make("float", graph.make("whole", node) if node.kind == "bool" else node)


def _evaluated(rules: Rules, evaluator: Any, mover: int, swap: Swap, side: int) -> Node:
    run = rules.run
    order = swap if mover == 1 else tuple(range(len(rules.fields)))
    state = rules.shape.state(rules.graph, rules.values(order))
    kept = run.saved()
    try:
        rules.to_move(state, mover)
        run.assume(run.truth(rules.call("terminal", state)), False)
        player = mover if side == 0 else 1 - mover
        value = run.call(evaluator, [rules.game, state, player], {}, run.at)  # type: ignore[arg-type]
        return _number(rules, value)
    finally:
        run.restore(kept)


def _number(rules: Rules, value: Any) -> Node:
    # An int on one path and a float on another path become a float.
    if isinstance(value, Alt):
        one, two = _number(rules, value.one), _number(rules, value.two)
        condition = rules.run.resolved(value.condition)
        if (one.kind == "float") != (two.kind == "float"):
            one, two = _floating(rules, one), _floating(rules, two)
        return rules.graph.select(condition, one, two)
    node = node_of(rules.graph, value)
    if node is None:
        raise rules.run.refuse(f"the evaluator returns {rules.run.named(value)}", "return a number")
    return node


# --- over kernels written by hand -----------------------------------------------------------------------------------


class _OverWords(Rules):
    def __init__(self, game: AnyGame, kernels: KernelSet, met: Sample) -> None:
        rows = [kernels.encode(state) for state in met.states]
        spans = [widened((min(column), max(column))) for column in zip(*rows, strict=True)]
        fields = [Field(f"word_{place}", low, high) for place, (low, high) in enumerate(spans)]
        super().__init__(game, Shape(met.initial), fields, alternating=True)
        self.kernels = kernels
        self.run.frames.append(Frame(outside_of(game), {}))
        self.run.at = ast.Pass(lineno=0)

    def values(self, swap: Swap) -> list[Node]:
        assert self.run.at is not None
        found = self.run.call(self.kernels.fields, [tuple(self.words), swap[0]], {}, self.run.at)
        return [self.node(leaf) for _, part in self.run.items(found) for leaf in leaves(part)]


# Each value keeps its `KernelSet` alive, so that the id stays unique.
_views: dict[int, tuple[KernelSet, View]] = {}


def _view_over(game: AnyGame, kernels: KernelSet) -> View:
    known = _views.get(id(kernels))
    if known is None or known[0] is not kernels:
        known = _views[id(kernels)] = kernels, _new_view(game, kernels)
    return known[1]


def _new_view(game: AnyGame, kernels: KernelSet) -> View:
    rules = _OverWords(game, kernels, sample(game))
    bits = WORD_BITS * kernels.cell_words
    cells = rules.graph.symbol("input", "own", "int", (0, (1 << bits) - 1))
    form = ActionForm(cells, bits, 1, lambda cell, _: cell)
    none = rules.graph.const(0)
    told = Told(rules.graph.false, none, form, list(rules.words), rules.graph.false)
    every = list(range(len(rules.fields)))
    return View(rules, told, (1, *every[1:]) if every else (), None, every)


def evaluator_over(game: AnyGame, kernels: KernelSet, evaluator: Any) -> Callable[..., Any]:
    if kernels.fields is None:
        raise NotLowered(
            [Refusal("", 0, "the kernels have no `fields`", "list the fields of the state in `KernelSet.fields`")]
        )
    try:
        view = _view_over(game, kernels)
    except Refused as refused:
        raise NotLowered([refused.refusal]) from None
    return lowered(view, evaluator)
