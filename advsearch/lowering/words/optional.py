"""Writes functions for a game's optional methods, such as `rank(state, action)`, which speed up the solver."""

from __future__ import annotations

from typing import Any, Final

from advsearch.bits import WORD_BITS
from advsearch.kernels import SKIP
from advsearch.lowering.refusals import Refused
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.graph import Node
from advsearch.lowering.words.kernelset import View, Writer
from advsearch.lowering.words.meaning import same
from advsearch.lowering.words.methods import Dead
from advsearch.lowering.words.nodes import reached
from advsearch.lowering.words.rules import Swap
from advsearch.lowering.words.values import Alt, Listed

METHODS: Final = ("rank", "decided", "key", "images")


def write_optional(view: View, writer: Writer) -> tuple[int | None, dict[str, str]]:
    # Returns the number of bits of `key`, or None, and a reason for each omitted method.
    bits = None
    left_out: dict[str, str] = {}
    for name in METHODS:
        if not callable(getattr(view.rules.game, name, None)):
            continue
        found = _both_players(view, name)
        if isinstance(found, str):
            left_out[name] = found
        elif name == "images":
            _write_images(view, writer, found)
        elif name != "key":
            _write(view, writer, name, found)
        elif found[0].lo < 0 or found[0].hi.bit_length() > WORD_BITS:
            left_out[name] = f"key is not known to be from 0 to 2**{WORD_BITS} - 1"
        else:
            lowering = writer.lowering()
            writer.write("pack", "s", [lowering.step(found[0])], "The state in one word.", alone=True)
            bits = max(found[0].hi.bit_length(), 1)
    return bits, left_out


def _write(view: View, writer: Writer, name: str, found: list[Node]) -> None:
    if name == "rank":
        lowering = writer.lowering(action="action")
        writer.write(
            "rank", "s, action, t, replies", [lowering.step(found[0])], "The order of an action.", alone=True
        )
    else:
        lowering = writer.lowering(own="own")
        writer.write("decided", "s, own", [lowering.step(one) for one in found], "Bounds of the utility.")


def _write_images(view: View, writer: Writer, found: list[Node]) -> None:
    size = len(view.live)
    for number, first in enumerate(range(0, len(found), size)):
        words = writer.words_of(writer.lowering(), found[first : first + size])
        writer.write(f"image_{number:03}", "s", words, "A state that is worth the same by symmetry.")


def _both_players(view: View, name: str) -> list[Node] | str:
    # A text says why the method cannot be derived.
    if view.swap is None:
        return f"{name} needs fields of the state that the players exchange"
    try:
        first, second = _said(view, name, 0), _said(view, name, 1)
    except Refused as refused:
        return str(refused)
    except (Contradiction, Dead):
        return f"{name} gives no value of its kind"
    alike = len(first) == len(second) and all(
        same(view.rules.graph, one, two) for one, two in zip(first, second, strict=True)
    )
    live = {view.rules.words[place].number for place in view.live}
    if not alike:
        return f"{name} does not treat both players alike"
    return first if _of_live_fields(view, first, live) else f"{name} reads a field that the rules do not need"


def _of_live_fields(view: View, nodes: list[Node], live: set[int]) -> bool:
    dead = {word.number for word in view.rules.words} - live
    return all(node.number not in dead for node in reached(list(nodes)))


def _said(view: View, name: str, player: int) -> list[Node]:
    rules, run = view.rules, view.rules.run
    assert view.swap is not None
    order = view.swap if player == 1 else tuple(range(len(rules.fields)))
    state = rules.shape.state(rules.graph, rules.values(order))
    kept = run.saved()
    try:
        rules.to_move(state, player)
        if name == "images":
            return [part for image in _listed(rules.call(name, state)) for part in _parts(view, image, order)]
        run.assume(run.truth(rules.call("terminal", state)), False)
        if name == "rank":
            action = view.told.actions.action(rules.cell, rules.choice)
            return [_ranked(view, rules.call(name, state, action))]
        value = rules.call(name, state)
        if name == "decided":
            return _bounds(view, value)
        return [rules.node(value)]
    finally:
        run.restore(kept)


def _listed(value: Any) -> tuple[Any, ...]:
    # The number of symmetric states must not vary.
    if isinstance(value, Listed) and all(guard.constant and guard.data for guard, _ in value.items):
        value = tuple(image for _, image in value.items)
    if not isinstance(value, tuple | list):
        raise Dead
    return tuple(value)


def _parts(view: View, image: Any, order: Swap) -> list[Node]:
    nodes = view.rules.shape.nodes(view.rules.graph, image)
    return [nodes[order[place]] for place in view.live]


def _ranked(view: View, value: Any) -> Node:
    # None becomes the number `SKIP`.
    if isinstance(value, Alt):
        condition = view.rules.run.resolved(value.condition)
        return view.rules.graph.select(condition, _ranked(view, value.one), _ranked(view, value.two))
    return view.rules.graph.const(SKIP) if value is None else view.rules.node(value)


def _bounds(view: View, value: Any) -> list[Node]:
    if isinstance(value, Alt):
        condition = view.rules.run.resolved(value.condition)
        pairs = zip(_bounds(view, value.one), _bounds(view, value.two), strict=True)
        return [view.rules.graph.select(condition, one, two) for one, two in pairs]
    if type(value) is not tuple or len(value) != 2:
        raise Dead  # no bounds; `advsearch check` reports this
    return [view.rules.node(one) for one in value]
