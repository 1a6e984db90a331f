"""Planted faults of games, F2 and F35 to F40."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
from fault import Planted

from advsearch.errors import IllegalAction, InvalidNotation
from advsearch.protocol import Symmetry
from advsearch.testing import check_game


@attrs.frozen
class Pile:
    """A state: counters left in each pile, whose turn, and how many plies were played."""

    left: tuple[int, ...]
    turn: int = 0
    ply: int = 0


@attrs.frozen
class Piles:
    """A sound game: take one to three counters from one pile; who takes the last one wins."""

    piles: tuple[int, ...] = (3, 4)
    utilities = "outcome"

    def initial(self) -> Pile:
        return Pile(self.piles)

    def player(self, state: Pile) -> int:
        return state.turn

    def actions(self, state: Pile) -> Sequence[tuple[int, int]]:
        return tuple((i, n) for i, left in enumerate(state.left) for n in range(1, min(3, left) + 1))

    def result(self, state: Pile, action: tuple[int, int]) -> Pile:
        if action not in self.actions(state):
            raise IllegalAction(f"expected one of {self.actions(state)}, got {action!r}")
        index, count = action
        left = (*state.left[:index], state.left[index] - count, *state.left[index + 1 :])
        return Pile(left, 1 - state.turn, state.ply + 1)

    def terminal(self, state: Pile) -> bool:
        return not any(state.left)

    def utility(self, state: Pile, player: int) -> int:
        return -1 if player == state.turn else 1

    def ply(self, state: Pile) -> int:
        return state.ply

    def undo(self, state: Pile, action: tuple[int, int]) -> Pile:
        index, count = action
        left = (*state.left[:index], state.left[index] + count, *state.left[index + 1 :])
        return Pile(left, 1 - state.turn, state.ply - 1)

    def format_state(self, state: Pile) -> str:
        return f"{','.join(map(str, state.left))} {state.turn} {state.ply}"

    def parse_state(self, text: str) -> Pile:
        try:
            left, turn, ply = text.split()
            state = Pile(tuple(map(int, left.split(","))), int(turn), int(ply))
        except ValueError:
            raise InvalidNotation(f"expected piles, turn and ply, got {text!r}") from None
        if len(state.left) != len(self.piles) or state.turn not in (0, 1):
            raise InvalidNotation(f"expected {len(self.piles)} piles, got {text!r}")
        return state


class UndoForgetsThePly(Piles):
    def undo(self, state: Pile, action: tuple[int, int]) -> Pile:
        return attrs.evolve(super().undo(state, action), ply=state.ply)


class UndoOfTheLastResult(Piles):
    """Undoes whatever it did last, whichever state it is handed."""

    done: list[Pile] = []  # noqa: RUF012

    def result(self, state: Pile, action: tuple[int, int]) -> Pile:
        after = super().result(state, action)
        self.done.append(state)
        return after

    def undo(self, state: Pile, action: tuple[int, int]) -> Pile:
        return self.done[0]


class TakesTwice(Piles):
    """After taking three one moves again, and the counters count for the other."""

    def result(self, state: Pile, action: tuple[int, int]) -> Pile:
        after = super().result(state, action)
        return attrs.evolve(after, turn=state.turn + 1) if action[1] == 3 else after


class EndsAPlyEarly(Piles):
    def terminal(self, state: Pile) -> bool:
        return sum(state.left) <= 1


class IllegalTaken(Piles):
    def result(self, state: Pile, action: tuple[int, int]) -> Pile:
        index, count = action
        left = (*state.left[:index], max(0, state.left[index] - count), *state.left[index + 1 :])
        return Pile(left, 1 - state.turn, state.ply + 1)


class PlyNotWritten(Piles):
    def format_state(self, state: Pile) -> str:
        return super().format_state(attrs.evolve(state, ply=0))


class TextGoesOn(Piles):
    """Reads the first three words of a state and no further."""

    def parse_state(self, text: str) -> Pile:
        return super().parse_state(" ".join(text.split()[:3]))


class NeverCounts(Piles):
    """Reads as many piles as it has, however many are written, and any number for the turn."""

    def parse_state(self, text: str) -> Pile:
        try:
            left, turn, ply = text.split()
            return Pile(tuple(map(int, left.split(",")))[: len(self.piles)], int(turn), int(ply))
        except ValueError:
            raise InvalidNotation(f"expected piles, turn and ply, got {text!r}") from None


class TakesTheFirstLetters(Piles):
    """Actions are written a1, b3; who reads them looks at two letters, whatever follows."""

    def format_action(self, state: Pile, action: tuple[int, int]) -> str:
        return f"{'abcdefgh'[action[0]]}{action[1]}"

    def parse_action(self, state: Pile, text: str) -> tuple[int, int]:
        written = {self.format_action(state, action): action for action in self.actions(state)}
        if text[:2] not in written:
            raise InvalidNotation(f"expected one of {', '.join(written)}, got {text!r}")
        return written[text[:2]]


@attrs.frozen
class Slim:
    left: tuple[int, ...]
    turn: int = 0
    ply: int = attrs.field(default=0, eq=False)

    def __getstate__(self) -> Any:
        return (self.left, self.turn)

    def __setstate__(self, state: Any) -> None:
        object.__setattr__(self, "left", state[0])
        object.__setattr__(self, "turn", state[1])
        object.__setattr__(self, "ply", 0)


class PickledWithoutPly(Piles):
    def initial(self) -> Any:
        return Slim(self.piles)

    def result(self, state: Any, action: tuple[int, int]) -> Any:
        after = super().result(state, action)
        return Slim(after.left, after.turn, after.ply)

    def undo(self, state: Any, action: tuple[int, int]) -> Any:
        before = super().undo(state, action)
        return Slim(before.left, before.turn, before.ply)

    def parse_state(self, text: str) -> Any:
        state = super().parse_state(text)
        return Slim(state.left, state.turn, state.ply)


class FourBitPiles(Piles):
    """Keeps each pile in four bits: right for piles up to 15."""

    def result(self, state: Pile, action: tuple[int, int]) -> Pile:
        after = super().result(state, action)
        return attrs.evolve(after, left=tuple(left & 15 for left in after.left))


class WinnerIsTheOther(Piles):
    """Asks whose turn it is, and gives both players that one's result."""

    def utility(self, state: Pile, player: int) -> int:
        return 1 if state.turn != self.player(state) else -1


class SwapsPilesOnly(Piles):
    """Calls it a symmetry to reverse the piles, and leaves the actions where they are."""

    def symmetries(self) -> Sequence[Symmetry[Pile, tuple[int, int]]]:
        return (
            Symmetry("identity", lambda state: state, lambda action: action),
            Symmetry("reverse", lambda state: attrs.evolve(state, left=state.left[::-1]), lambda action: action),
        )


class HalfAGroup(Piles):
    """Rotations of three piles, but not all of them."""

    def symmetries(self) -> Sequence[Symmetry[Pile, tuple[int, int]]]:
        return (
            Symmetry("identity", lambda state: state, lambda action: action),
            Symmetry(
                "rotation",
                lambda state: attrs.evolve(state, left=(*state.left[1:], state.left[0])),
                lambda action: ((action[0] - 1) % 3, action[1]),
            ),
        )


PLANTED = [
    Planted("F22", "a game's symmetry does not map the actions", SwapsPilesOnly(), check=check_game),
    Planted("F22", "a game declares a symmetry without its inverse", HalfAGroup((2, 2, 1)), check=check_game),
    Planted("F2", "a game returns the mover's utility for both players", WinnerIsTheOther(), check=check_game),
    Planted("F35", "`undo` does not restore a field", UndoForgetsThePly(), check=check_game),
    Planted(
        "F36",
        "`undo` ignores its state, and takes back the last action played",
        UndoOfTheLastResult(),
        check=check_game,
    ),
    Planted("F37", "`player` returns 2 after player 1 has taken three counters", TakesTwice(), check=check_game),
    Planted("F38", "the game ends a ply too early", EndsAPlyEarly(), check=check_game),
    Planted("F38", "`result` plays illegal actions", IllegalTaken(), check=check_game),
    Planted("F38", "`parse_action` ignores text after an action", TakesTheFirstLetters(), check=check_game),
    Planted(
        "F38",
        "`parse_state` accepts a text whose side to move is not one of the two players",
        NeverCounts(),
        check=check_game,
    ),
    Planted("F38", "`parse_state` ignores text after a state", TextGoesOn(), check=check_game),
    Planted("F39", "`format_state` leaves out a field of the state", PlyNotWritten(), check=check_game),
    Planted("F39", "a pickled state loses a field", PickledWithoutPly(), check=check_game),
    Planted("F40", "piles of more than 15 counters overflow four bits", FourBitPiles((20, 3)), check=check_game),
]
