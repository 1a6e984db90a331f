"""The rules of Connect Four."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import attrs
from advsearch.errors import IllegalAction, InvalidSettings
from advsearch.protocol import Symmetry
from advsearch.scene import Scene

from advsearch_connect4 import drawing, notation
from advsearch_connect4.board import Board, Cells
from advsearch_connect4.state import State

LONGEST_SIDE: Final = 9
"""The largest width and height, so that a column is written as one digit."""


def _check_side(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not int or not 1 <= value <= LONGEST_SIDE:
        raise InvalidSettings(f"expected `{field.name}` to be a whole number from 1 to {LONGEST_SIDE}, got {value!r}")


@attrs.frozen
class ConnectFour:
    """Two players take turns to drop stones into columns. The first player with four in a row, column or diagonal
    wins.

    An action is the number of a column, counted from 0, and actions are in ascending order. A quicker win is worth
    more. The winner's utility is `(width * height + 2) // 2` minus the number of the winner's stones. The loser's
    utility is the negative of the winner's utility. A draw is worth 0.

    >>> game = ConnectFour()
    >>> state = game.parse_state("4142434")
    >>> game.terminal(state), game.utility(state, 0), game.utility(state, 1)
    (True, 18, -18)
    """

    name: ClassVar[str] = "connect4"
    utilities: ClassVar[str] = "score"
    default_evaluator: ClassVar[str] = "threats"

    width: int = attrs.field(default=7, validator=_check_side)
    height: int = attrs.field(default=6, validator=_check_side)
    board: Board = attrs.field(init=False, eq=False, repr=False)
    _bottom: int = attrs.field(init=False, eq=False, repr=False)
    _tops: tuple[tuple[int, int], ...] = attrs.field(init=False, eq=False, repr=False)
    """Pairs of a column and the column's top cell. A column is open if its top cell is empty."""

    def __attrs_post_init__(self) -> None:
        board = Board(self.width, self.height)
        tops = tuple((column, board.bit(column, self.height - 1)) for column in range(self.width))
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "_bottom", board.landing(0))
        object.__setattr__(self, "_tops", tops)

    # --- the game ---------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return State(0, 0)

    def player(self, state: State) -> int:
        return self.ply(state) & 1

    def actions(self, state: State) -> tuple[int, ...]:
        if self._won(state):
            return ()
        stones = state.first | state.second
        return tuple([column for column, top in self._tops if not stones & top])

    def result(self, state: State, action: int) -> State:
        if type(action) is not int or not 0 <= action < self.width or self._won(state):
            raise self._illegal(state, action)
        first, second = state
        stones = first | second
        stone = stones + self._bottom & self.board.column(action)
        if not stone:
            raise self._illegal(state, action)
        return State(first, second | stone) if self.ply(state) & 1 else State(first | stone, second)

    def terminal(self, state: State) -> bool:
        return self._won(state) or self.ply(state) == self.width * self.height

    def utility(self, state: State, player: int) -> int:
        if not self._won(state):
            return 0
        winner = 1 - self.player(state)
        stones = state[winner] & self.board.cells  # the mask shows the lowering how many actions there can be
        score = (self.width * self.height + 2) // 2 - stones.bit_count()
        return score if player == winner else -score

    def ply(self, state: State) -> int:
        """The number of stones on the board."""
        return (state.first | state.second).bit_count()

    def empty(self, state: State) -> int:
        """The number of empty cells."""
        return self.width * self.height - self.ply(state)

    def _won(self, state: State) -> bool:
        """Whether the player who moved last has four in a row."""
        return self.board.has_four(state.first if self.ply(state) & 1 else state.second)

    # --- what speeds up searches and proofs ---------------------------------------------------------------------

    @property
    def longest(self) -> int:
        """An upper bound on the number of plies of a game: the number of cells."""
        return self.width * self.height

    def key(self, state: State) -> int:
        """A number that identifies the state. The bits are the cells of the side to move, and one more bit above the
        top stone of each column."""
        found = state[self.player(state)] + (state.first | state.second) + self.board.landing(0)
        return found & (1 << self.width * (self.height + 1)) - 1  # it has no other bits, but nothing shows this

    def decided(self, state: State) -> tuple[int, int]:
        """Bounds of the utility for the side to move. The bounds are exact if the side to move can win immediately,
        or cannot stop the opponent's next stone from winning. If neither player wins with its next stone, the bounds
        are the utilities of the quickest possible loss and win.
        """
        cells, placed = self.width * self.height, self.ply(state)
        most, safe = (cells + 2) // 2, self._safe(state)
        own, landing = state[placed & 1], self.board.landing(state.first | state.second)
        if landing & self.board.completing(own, self.empty_cells(state)):
            value = most - placed // 2 - 1
            return value, value
        if placed >= cells - 1:
            return 0, 0
        # the opponent wins with its next stone at best, the side to move with the one after its next
        soonest = most - (placed + 1) // 2 - 1
        if not safe:
            return -soonest, -soonest
        later = soonest - 1 if placed + 4 <= cells else 0
        sooner = most - placed // 2 - 2 if placed + 3 <= cells else 0
        return -later, sooner

    def rank(self, state: State, action: int) -> int | None:
        """A number for an action; the solver examines actions with higher numbers first. The number is high if the
        action makes many threats. If two actions make equally many threats, the action nearer to the centre has the
        higher number.

        If the opponent can win immediately after the action, the number is None. The method assumes that the side to
        move cannot win immediately.
        """
        column = self.board.column(action)
        if not self._safe(state) & column:
            return None
        landing = self.board.landing(state.first | state.second) & column
        threats = self.board.completing(state[self.player(state)] | landing, self.empty_cells(state) & ~landing)
        return 16 * threats.bit_count() + self.width - abs(2 * action - (self.width - 1))

    def _safe(self, state: State) -> Cells:
        """The cells on which a stone can land without allowing the opponent an immediate win. The method assumes that
        the side to move cannot win immediately.
        """
        landing = self.board.landing(state.first | state.second)
        theirs = self.board.completing(state[1 - self.player(state)], self.empty_cells(state))
        forced = landing & theirs
        if forced & (forced - 1):
            return 0
        return (forced or landing) & ~(theirs >> 1)

    # --- for evaluators -------------------------------------------------------------------------------------------

    def empty_cells(self, state: State) -> int:
        """The empty cells as a set of bits."""
        return self.board.cells & ~(state.first | state.second)

    # --- optional abilities -----------------------------------------------------------------------------------

    def format_action(self, state: State, action: int) -> str:  # noqa: ARG002 - the protocol's signature
        return str(action + 1)

    def parse_action(self, state: State, text: str) -> int:
        column = notation.parse_column(self.width, text)
        if column not in self.actions(state):
            raise self._illegal(state, column)
        return column

    def format_state(self, state: State) -> str:
        return notation.format_rows(self.board, state)

    def parse_state(self, text: str) -> State:
        """Read a position. The text has the rows of the board, or the columns that were played, such as `4453`."""
        if text.isdigit() or not text:
            return self._play(text)
        return notation.parse_rows(self.board, text)

    def scene(self, state: State, last: int | None = None) -> Scene:
        return drawing.scene(self, state, last)

    def symmetries(self) -> Sequence[Symmetry[State, int]]:
        identity: Symmetry[State, int] = Symmetry("identity", lambda state: state, lambda action: action)
        mirror: Symmetry[State, int] = Symmetry("mirror", self._mirror, lambda action: self.width - 1 - action)
        return (identity,) if self.width == 1 else (identity, mirror)

    def _mirror(self, state: State) -> State:
        return State(*(self._mirror_cells(stones) for stones in state))

    def _mirror_cells(self, stones: int) -> int:
        bits = self.height + 1
        mirrored = 0
        for column in range(self.width):
            mirrored = mirrored << bits | (stones & self.board.column(column)) >> column * bits
        return mirrored

    def _play(self, digits: str) -> State:
        state = self.initial()
        for number, digit in enumerate(digits):
            try:
                state = self.result(state, self.parse_action(state, digit))
            except ValueError as error:
                raise notation.wrong_play(digits, number, error) from None
        return state

    def _illegal(self, state: State, action: object) -> IllegalAction:
        columns = ", ".join(self.format_action(state, column) for column in self.actions(state))
        expected = f"an open column ({columns})" if columns else "no action, as the game is over"
        known = type(action) is int and 0 <= action < self.width
        got = f"column {self.format_action(state, action)}" if known else repr(action)  # type: ignore[arg-type]
        return IllegalAction(f"expected {expected}, got {got} in {self.format_state(state)!r}")
