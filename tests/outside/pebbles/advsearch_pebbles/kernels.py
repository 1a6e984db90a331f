"""The rules of Pebbles over words: the cups, and the two numbers of cups kept, the mover's first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import ONGOING, KernelSet, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from advsearch_pebbles.rules import Action, Pebbles, State, Weighted

BITS = 3  # of a cup
FULL = 7
FAN = 4


def kernels(game: Pebbles, *, lead: Any, kept: Any, weighted: Any) -> KernelSet:
    """The kernels of a game; the evaluators come from the rules."""
    if game.pebbles > FULL:
        raise CompiledTierUnavailable(f"kernels of pebbles have room for {FULL} pebbles in a cup, not {game.pebbles}")
    cups, most = game.cups, game.most

    def encode(state: State) -> Words:
        word = 0
        for cup, size in enumerate(state.cups):
            word |= size << BITS * cup
        return word, state.kept[state.mover], state.kept[1 - state.mover]

    def action(number: int) -> Action:
        return number // FAN, number % FAN + 1

    def actions(s: Words) -> int:
        word = s[0]
        cells = 0
        for cup in range(cups):
            if word >> BITS * cup & FULL:
                cells |= 1 << cup
        return cells

    def choices(s: Words, cell: int) -> tuple[int, int]:
        return 0, min(most, s[0] >> BITS * cell & FULL)

    def empties(s: Words, number: int) -> bool:
        return s[0] >> BITS * (number // FAN) & FULL == number % FAN + 1

    def apply(s: Words, number: int) -> Words:
        word = s[0] - (number % FAN + 1 << BITS * (number // FAN))
        if empties(s, number):
            return word, s[1] + 1, s[2]
        return word, s[2], s[1]

    def outcome(s: Words, cells: int) -> int:
        if cells:
            return ONGOING
        if s[1] > s[2]:
            return 1
        return -1 if s[1] < s[2] else 0

    def lead_kernel(s: Words, cells: int, side: int) -> int:
        ready = 0
        for cup in range(cups):
            size = s[0] >> BITS * cup & FULL
            if 0 < size <= most:
                ready += 1
        value = 4 * (s[1] - s[2]) + ready
        return value if side == 0 else -value

    def kept_kernel(s: Words, cells: int, side: int) -> int:
        value = s[1] - s[2]
        return value if side == 0 else -value

    def weighted_kernel(own: Weighted) -> Callable[[Words, int, int], int]:
        per_cup, per_ready = own.kept, own.ready

        def kernel(s: Words, cells: int, side: int) -> int:
            ready = 0
            for cup in range(cups):
                if 0 < s[0] >> BITS * cup & FULL <= most:
                    ready += 1
            value = per_cup * (s[1] - s[2]) + per_ready * ready
            return value if side == 0 else -value

        return kernel

    return KernelSet(
        encode=encode,
        action=action,
        words=3,
        longest=game.cups * game.pebbles,
        fan=FAN,
        draws=game.cups % 2 == 0,
        actions=actions,
        choices=choices,
        apply=apply,
        stays=empties,
        outcome=outcome,
        evaluators={lead: lead_kernel, kept: kept_kernel, weighted: weighted_kernel},
    )
