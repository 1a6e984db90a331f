"""Pebbles: take one or two pebbles from a cup; the player who empties a cup keeps it and moves again. Most cups
win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from advsearch import Cell, IllegalAction, InvalidNotation, Scene, Symmetry, evaluator

if TYPE_CHECKING:
    from advsearch.kernels import KernelSet

LETTERS = "abcdefghijklmnopqrstu"

Action = tuple[int, int]  # the cup, and how many pebbles to take


@attrs.frozen
class State:
    cups: tuple[int, ...]  # the pebbles in each
    kept: tuple[int, int]  # the cups that each player has emptied
    mover: int


@attrs.frozen
class Pebbles:
    """Cups of pebbles; the player who empties more of them wins."""

    cups: int = attrs.field(default=5, validator=[attrs.validators.ge(1), attrs.validators.le(len(LETTERS))])
    pebbles: int = attrs.field(default=3, validator=[attrs.validators.ge(1), attrs.validators.le(9)])
    most: int = attrs.field(default=2, validator=[attrs.validators.ge(1), attrs.validators.le(4)])

    name = "pebbles"
    utilities = "outcome"
    default_evaluator = "lead"

    def initial(self) -> State:
        return State((self.pebbles,) * self.cups, (0, 0), 0)

    def player(self, state: State) -> int:
        return state.mover

    def actions(self, state: State) -> list[Action]:
        return [(cup, n) for cup, size in enumerate(state.cups) for n in range(1, min(size, self.most) + 1)]

    def result(self, state: State, action: Action) -> State:
        if action not in self.actions(state):
            raise IllegalAction(f"expected a cup and a number of pebbles to take from it, got {action!r}")
        cup, n = action
        cups = (*state.cups[:cup], state.cups[cup] - n, *state.cups[cup + 1 :])
        if cups[cup]:
            return State(cups, state.kept, 1 - state.mover)
        own = state.kept[state.mover] + 1
        other = state.kept[1 - state.mover]
        return State(cups, (own, other) if state.mover == 0 else (other, own), state.mover)

    def terminal(self, state: State) -> bool:
        return not any(state.cups)

    def utility(self, state: State, player: int) -> int:
        own, other = state.kept[player], state.kept[1 - player]
        return (own > other) - (own < other)

    def format_action(self, state: State, action: Action) -> str:
        cup, n = action
        return LETTERS[cup] + str(n)

    def parse_action(self, state: State, text: str) -> Action:
        for action in self.actions(state):
            if self.format_action(state, action) == text:
                return action
        raise InvalidNotation(f"expected a cup and a number, such as 'a1', got {text!r}")

    def format_state(self, state: State) -> str:
        return f"{''.join(map(str, state.cups))} {state.kept[0]}-{state.kept[1]} {'AB'[state.mover]}"

    def parse_state(self, text: str) -> State:
        try:
            cups, kept, mover = text.split(" ")
            one, other = kept.split("-")
            state = State(tuple(map(int, cups)), (int(one), int(other)), "AB".index(mover))
        except ValueError:
            state = None
        if (
            state is None
            or self.format_state(state) != text
            or len(state.cups) != self.cups
            or max(state.cups) > self.pebbles
            or sum(state.kept) != state.cups.count(0)
        ):
            raise InvalidNotation(
                f"expected the pebbles in {self.cups} cups, the cups kept, and A or B, such as "
                f"{self.format_state(self.initial())!r}, got {text!r}"
            )
        return state

    def scene(self, state: State, last: Action | None = None) -> Scene:
        cells = tuple(
            Cell(
                cup,
                0,
                look="open" if size else "blocked",
                label=str(size) if size else "",
                last=last is not None and last[0] == cup,
                action=(cup, 1) if size else None,
            )
            for cup, size in enumerate(state.cups)
        )
        caption = f"A keeps {state.kept[0]}, B keeps {state.kept[1]}"
        if not self.terminal(state):
            caption += f"; {'AB'[state.mover]} to move"
        return Scene(self.cups, 1, cells, tuple(LETTERS[: self.cups]), caption=caption)

    def symmetries(self) -> list[Symmetry[State, Action]]:
        def reverse(state: State) -> State:
            return State(state.cups[::-1], state.kept, state.mover)

        def across(action: Action) -> Action:
            return self.cups - 1 - action[0], action[1]

        return [
            Symmetry("identity", lambda state: state, lambda action: action),
            Symmetry("left to right", reverse, across),
        ]

    def kernels(self) -> KernelSet:
        from advsearch_pebbles.kernels import kernels

        return kernels(self, lead=lead, kept=kept, weighted=Weighted)


def lead_terms(game: Pebbles, state: State, player: int) -> dict[str, int]:
    """The terms of `lead`."""
    ready = sum(0 < size <= game.most for size in state.cups)
    return {
        "cups kept": 4 * (state.kept[player] - state.kept[1 - player]),
        "ready for the mover": ready if state.mover == player else -ready,
    }


@evaluator(antisymmetric=True, terms=lead_terms)
def lead(game: Pebbles, state: State, player: int) -> int:
    """Four points for a cup that is kept, and one for each that the mover could empty now."""
    return sum(lead_terms(game, state, player).values())


@evaluator(antisymmetric=True)
def kept(game: Any, state: State, player: int) -> int:
    """Cups kept, minus those of the other player."""
    return state.kept[player] - state.kept[1 - player]


@attrs.frozen
class Weighted:
    """The weighted sum of the cups that a player keeps and of the cups that the mover can empty now."""

    kept: int = 4
    ready: int = 1

    def __call__(self, game: Pebbles, state: State, player: int) -> int:
        own = self.kept * (state.kept[player] - state.kept[1 - player])
        ready = self.ready * sum(0 < size <= game.most for size in state.cups)
        return own + ready if state.mover == player else own - ready
