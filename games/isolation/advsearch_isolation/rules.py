"""The rules of Isolation. Each of two tokens blocks every cell on which it has stood, and a player who cannot move
loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal, TypeAlias

import attrs

from advsearch.bits import cells
from advsearch.errors import IllegalAction, InvalidSettings
from advsearch.protocol import Symmetry
from advsearch.scene import Scene
from advsearch.values import Utilities
from advsearch_isolation import drawing, notation
from advsearch_isolation.movement import Rays, leaps, rays, slide
from advsearch_isolation.position import PLAYERS, UNPLACED, State
from advsearch_isolation.symmetries import symmetries

Moves: TypeAlias = Literal["knight", "queen"]
LONGEST_SIDE: Final = 11


def _check_side(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LONGEST_SIDE:
        raise InvalidSettings(f"expected `{field.name}` to be a whole number from 1 to {LONGEST_SIDE}, got {value!r}")


def _check_moves(_: object, __: object, value: object) -> None:
    if value not in ("knight", "queen"):
        raise InvalidSettings(f"expected `moves` to be 'knight' or 'queen', got {value!r}")


@attrs.frozen
class Isolation:
    """Isolation on a board of `width` columns and `height` rows.

    An action is the number of the cell to go to, and actions are listed in ascending order. A player whose token is
    not on the board yet places it on any open cell. If `moves` is "knight", a token moves to an open cell by a
    knight's move. If `moves` is "queen", a token slides over open cells like a queen. A player who has no action on
    its turn loses, so there are no draws. A is player 0 and moves first.

    >>> game = Isolation()
    >>> state = game.parse_state("......./......./......./...A.../......./.....B./....... A")
    >>> [game.format_action(state, action) for action in game.actions(state)]
    ['c2', 'e2', 'b3', 'f3', 'b5', 'f5', 'c6', 'e6']
    """

    name: ClassVar[str] = "isolation"
    utilities: ClassVar[Utilities] = "outcome"
    default_evaluator: ClassVar[str] = "improved"
    default_searcher: ClassVar[str] = "deepening"

    width: int = attrs.field(default=7, validator=_check_side)
    height: int = attrs.field(default=7, validator=_check_side)
    moves: Moves = attrs.field(default="knight", validator=_check_moves)
    _leaps: tuple[int, ...] = attrs.field(init=False, eq=False, repr=False)
    _rays: tuple[Rays, ...] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        knight = self.moves == "knight"
        object.__setattr__(self, "_leaps", leaps(self.width, self.height) if knight else ())
        object.__setattr__(self, "_rays", () if knight else rays(self.width, self.height))

    # --- the game ---------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State((1 << self.width * self.height) - 1, UNPLACED, UNPLACED, turn=0, ply=0)

    def player(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> tuple[int, ...]:
        return cells(self.reach(state, state.turn))

    def result(self, state: State, action: int) -> State:
        if type(action) is not int or action < 0 or not self.reach(state, state.turn) >> action & 1:
            raise self._illegal(state, action)
        return State(state.open ^ 1 << action, state.waiting, action, 1 - state.turn, state.ply + 1)

    def terminal(self, state: State) -> bool:
        return not self.reach(state, state.turn)

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.turn else 1

    # --- what speeds up searches and proofs ---------------------------------------------------------------------

    @property
    def longest(self) -> int:
        """An upper bound on the number of plies of a game: the number of cells."""
        return self.width * self.height

    def rank(self, state: State, action: int) -> int | None:
        """A number for an action; the solver examines actions with higher numbers first. The number is high if, after
        the action, the mover has many moves and the opponent has few moves. None means that the action loses: the
        opponent has a move after the action, and the mover has no further move.
        """
        after = self.result(state, action)
        onward, replies = self.mobility(after, state.turn), self.mobility(after, after.turn)
        return None if replies and not onward else onward - 2 * replies

    def decided(self, state: State) -> tuple[int, int]:
        """Bounds of the utility for the side to move. The lower bound is 1 if the opponent has no move, or if the
        side to move can occupy the opponent's only target cell.
        """
        own, theirs = self.reach(state, state.turn), self.reach(state, 1 - state.turn)
        wins = not theirs or (not theirs & (theirs - 1) and own & theirs)
        return (1 if wins else -1), 1

    # --- for heuristics -------------------------------------------------------------------------------------------

    def reach(self, state: State, player: int) -> int:
        """The cells to which `player` could go if it were to move, as a set of bits."""
        cell = state.mover if player == state.turn else state.waiting
        return self._leaps[cell] & state.open if self._leaps else self.targets(cell, state.open)

    def targets(self, cell: int, open_cells: int) -> int:
        """The cells of `open_cells` that a token on `cell` can reach. If `cell` is `UNPLACED`, the token can reach
        all of `open_cells`.
        """
        if self._leaps:
            return self._leaps[cell] & open_cells
        return open_cells if cell == UNPLACED else slide(self._rays[cell], open_cells)

    def mobility(self, state: State, player: int) -> int:
        """The number of cells to which `player` could go if it were to move."""
        return self.reach(state, player).bit_count()

    def moves_of(self, state: State, player: int) -> tuple[int, ...]:
        """The cells to which `player` could go if it were to move, in ascending order."""
        return cells(self.reach(state, player))

    def location(self, state: State, player: int) -> int | None:
        """The cell of `player`'s token; None before its placement."""
        cell = state.mover if player == state.turn else state.waiting
        return None if cell == UNPLACED else cell

    def empty(self, state: State) -> int:
        """The number of cells that are still open."""
        return state.open.bit_count()

    def blank_cells(self, state: State) -> tuple[int, ...]:
        """The cells that are still open, in ascending order."""
        return cells(state.open)

    def coordinates(self, cell: int) -> tuple[int, int]:
        """The column and the row of a cell, counted from 0 at the top left."""
        row, column = divmod(cell, self.width)
        return column, row

    def ply(self, state: State) -> int:
        """The number of plies played, including placements."""
        return state.ply

    # --- optional abilities -----------------------------------------------------------------------------------

    def format_action(self, state: State, action: int) -> str:  # noqa: ARG002 - the protocol's signature
        return notation.format_cell(self.width, action)

    def parse_action(self, state: State, text: str) -> int:
        action = notation.parse_cell(self.width, self.height, text)
        if not self.reach(state, state.turn) >> action & 1:
            raise self._illegal(state, action)
        return action

    def format_state(self, state: State) -> str:
        return notation.format_state(self.width, self.height, state)

    def parse_state(self, text: str) -> State:
        return notation.parse_state(self.width, self.height, text)

    def scene(self, state: State, last: int | None = None) -> Scene:
        return drawing.scene(self.width, self.height, state, self.reach(state, state.turn), last)

    def symmetries(self) -> Sequence[Symmetry[State, int]]:
        return symmetries(self.width, self.height)

    def _illegal(self, state: State, action: object) -> IllegalAction:
        got = repr(action)
        if type(action) is int and 0 <= action < self.width * self.height:
            got = notation.format_cell(self.width, action)
        legal = self.actions(state)
        if not legal:
            expected = f"no action, as {PLAYERS[state.turn]} is stuck and the game is over"
        elif state.mover == UNPLACED:
            expected = "an open cell"
        else:
            named = ", ".join(notation.format_cell(self.width, cell) for cell in legal)
            expected = f"a move of {PLAYERS[state.turn]} ({named})"
        return IllegalAction(f"expected {expected}, got {got} in {self.format_state(state)!r}")
