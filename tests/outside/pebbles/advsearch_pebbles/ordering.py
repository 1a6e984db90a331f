"""An ordering of Pebbles: actions that empty a cup come first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from advsearch.search import Order

if TYPE_CHECKING:
    from advsearch.compiled.template import Block, OrderKernels, Space
    from advsearch_pebbles.rules import Action, Pebbles, State


class Emptying(Order):
    """Actions that empty a cup come before the others."""

    def __init__(self, game: Pebbles) -> None:
        self.game = game

    def weight(self, state: State, mover: int, ply: int, action: Action) -> int:
        cup, size = action
        return int(state.cups[cup] == size)


def kernels(space: Space) -> OrderKernels:
    """The ordering `Emptying` as kernels."""
    from advsearch.compiled.template import OrderKernels

    empties = space.kernels.stays
    assert empties is not None, "pebbles have it"

    def weight(store: Block, s: Any, side: int, ply: int, action: int) -> int:
        return 1 if empties(s, action) else 0

    return OrderKernels(weight=weight)
