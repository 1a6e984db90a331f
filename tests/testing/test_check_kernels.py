"""Kernels that differ from the rules break a law for each kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from advsearch.errors import IllegalAction
from advsearch.kernels import ONGOING, SKIP, KernelSet
from advsearch.testing import LawBroken, check_game


@attrs.frozen
class Strip:
    """Cells of either player as sets of bits, and whose turn it is."""

    own: int = 0
    other: int = 0
    turn: int = 0


def no_gap(own: int, other: int, length: int) -> int:
    return (1 << length) - 1 & ~(own | other)


def two(cells: int) -> bool:
    return bool(cells & cells << 1)


@attrs.frozen
class Two:
    """Claim cells of a strip in turn; two of one's own side by side win."""

    length: int = 5
    changes: tuple[tuple[str, Any], ...] = ()
    utilities = "outcome"

    def initial(self) -> Strip:
        return Strip()

    def player(self, state: Strip) -> int:
        return state.turn

    def actions(self, state: Strip) -> Sequence[int]:
        if two(state.other):
            return ()
        free = no_gap(state.own, state.other, self.length)
        return tuple(cell for cell in range(self.length) if free >> cell & 1)

    def result(self, state: Strip, action: int) -> Strip:
        if action not in self.actions(state):
            raise IllegalAction(f"expected a free cell, got {action!r}")
        return Strip(state.other, state.own | 1 << action, 1 - state.turn)

    def terminal(self, state: Strip) -> bool:
        return not self.actions(state)

    def utility(self, state: Strip, player: int) -> int:
        return 0 if not two(state.other) else -1 if player == state.turn else 1

    def kernels(self) -> KernelSet:
        length = self.length
        full = (1 << length) - 1

        def actions(s: Any) -> int:
            return full & ~(s[0] | s[1])

        def apply(s: Any, action: int) -> Any:
            return (s[1], s[0] | 1 << action)

        def outcome(s: Any, cells: int) -> int:
            return -1 if two(s[1]) else ONGOING if cells else 0

        def pack(s: Any) -> int:
            return s[0] << length | s[1]

        def decided(s: Any, cells: int) -> tuple[int, int]:
            return (-1, 1)

        def rank(s: Any, action: int, after: Any, cells: int) -> int:
            return 0

        def mirror(s: Any) -> Any:
            return tuple(sum(1 << length - 1 - cell for cell in range(length) if word >> cell & 1) for word in s)

        parts: dict[str, Any] = {
            "encode": lambda state: (state.own, state.other),
            "words": 2, "longest": length, "actions": actions, "apply": apply, "outcome": outcome, "pack": pack,
            "pack_bits": 2 * length, "decided": decided, "rank": rank, "symmetries": (mirror,),
        }  # fmt: skip
        return KernelSet(**parts | dict(self.changes))


def skips_everything(s: Any, action: int, after: Any, cells: int) -> int:
    return SKIP


def swaps_low_cells(s: Any) -> Any:
    return tuple(word & ~3 | (word & 1) << 1 | word >> 1 & 1 for word in s)


BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "too many words": ({"encode": lambda state: (state.own, state.other, 0)}, "kernels fit their words"),
    "a word of 64 bits": ({"encode": lambda state: (state.own | 1 << 63, state.other)}, "kernels fit their words"),
    "pack beyond its bits": ({"pack_bits": 3}, "kernels fit their words"),
    "longer than longest": ({"longest": 2}, "kernels fit their words"),
    "an action left out": ({"actions": lambda s: 30 & ~(s[0] | s[1])}, "kernel actions are the rules'"),
    "sides not turned round": ({"apply": lambda s, a: (s[0] | 1 << a, s[1])}, "kernel results are the rules'"),
    "a float": ({"apply": lambda s, a: (s[1], (s[0] | 1 << a) / 1)}, "kernel results are the rules'"),
    "says who stays": ({"stays": lambda s, a: True}, "kernel results are the rules'"),
    "a win for the loser": (
        {"outcome": lambda s, cells: 1 if two(s[1]) else ONGOING if cells else 0},
        "kernel outcomes are the rules'",
    ),
    "never over": ({"outcome": lambda s, cells: ONGOING}, "kernel outcomes are the rules'"),
    "decides wrongly": ({"decided": lambda s, cells: (1, 1)}, "kernel bounds are true"),
    "bounds crossed": ({"decided": lambda s, cells: (1, -1)}, "kernel bounds are true"),
    "skips what wins": ({"rank": skips_everything}, "kernel bounds are true"),
    "no symmetry": ({"symmetries": (swaps_low_cells,)}, "kernel symmetries keep the rules"),
    "packs alike": ({"pack": lambda s: s[0] | s[1]}, "words and packs tell states apart"),
    "words alike": ({"encode": lambda state: (0, 0)}, "kernel actions are the rules'"),
}


def test_kernels_that_are_the_rules_pass() -> None:
    """Correct kernels pass every law of kernels."""
    tried = {law.law for law in check_game(Two(), skip=["the rules survive copying"]).tried}
    assert {law for _, law in BROKEN.values()} <= tried


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_kernel_is_told_which_law_it_breaks(name: str) -> None:
    """Each planted fault of a kernel is caught by the law about that kernel."""
    changes, law = BROKEN[name]
    with pytest.raises(LawBroken) as caught:
        check_game(Two(changes=tuple(changes.items())), profile="fast", skip=["the rules survive copying"])
    assert caught.value.law == law, str(caught.value)
