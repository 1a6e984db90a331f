"""The board of the 7x7 course's program. A cell is a pair (row, column), and a player is an object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import attrs

from advsearch.errors import InvalidSettings
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation

Cell: TypeAlias = tuple[int, int]


@attrs.frozen
class CoursePlayer:
    """One of the two players. A heuristic compares players, and passes them to the methods of `CourseBoard`."""

    number: int


PLAYERS: Final = (CoursePlayer(0), CoursePlayer(1))


class CourseBoard:
    """A board as in the program AIND-Isolation, with the methods that the program's heuristics and searches call.

    Moves are in the order of the game; the course's program shuffled moves at each call. A board may have any size.
    `players` are the objects that stand for the two players. With `centred`, an unplaced player is located on the
    centre.
    """

    BLANK: Final = 0
    NOT_MOVED: Final = None

    def __init__(
        self, game: Isolation, state: State, *, players: tuple[Any, Any] = PLAYERS, centred: bool = False
    ) -> None:
        self.width, self.height = game.width, game.height
        self._game, self._state = game, state
        self._player_1, self._player_2 = players
        self._unplaced = (game.height // 2, game.width // 2) if centred else self.NOT_MOVED

    # --- the players --------------------------------------------------------------------------------------------

    @property
    def active_player(self) -> Any:
        return self._player_2 if self._state.turn else self._player_1

    @property
    def inactive_player(self) -> Any:
        return self._player_1 if self._state.turn else self._player_2

    _active_player, _inactive_player = active_player, inactive_player

    def get_opponent(self, player: Any) -> Any:
        return self._player_1 if self._number(player) else self._player_2

    def get_player_location(self, player: Any) -> Cell | None:
        """The player's cell as (row, column); None before the placement."""
        cell = self._game.location(self._state, self._number(player))
        return self._unplaced if cell is None else self._cell(cell)

    def _number(self, player: Any) -> int:
        for number, each in enumerate((self._player_1, self._player_2)):
            if player == each:
                return number
        raise InvalidSettings(f"expected a player of this game, got {player!r}")

    # --- the cells ----------------------------------------------------------------------------------------------

    def _cell(self, number: int) -> Cell:
        return divmod(number, self.width)

    @property
    def move_count(self) -> int:
        """The number of plies so far, including placements."""
        return self._state.ply

    def get_blank_spaces(self) -> list[Cell]:
        """The open cells, column by column."""
        blanks = (self._cell(cell) for cell in self._game.blank_cells(self._state))
        return sorted(blanks, key=lambda cell: (cell[1], cell[0]))

    def get_legal_moves(self, player: Any | None = None) -> list[Cell]:
        """The cells to which `player` could go if it were the player's turn. By default, `player` is the player to
        move."""
        number = self._state.turn if player is None else self._number(player)
        return [self._cell(cell) for cell in self._game.moves_of(self._state, number)]

    def move_is_legal(self, move: Cell) -> bool:
        """Whether a cell is on the board and open. Like the course's program, the method does not check whether the
        player can reach the cell."""
        row, column = move
        return (
            0 <= row < self.height
            and 0 <= column < self.width
            and bool(self._state.open >> row * self.width + column & 1)
        )

    # --- the position ------------------------------------------------------------------------------------------

    def is_winner(self, player: Any) -> bool:
        return self._number(player) != self._state.turn and self._game.terminal(self._state)

    def is_loser(self, player: Any) -> bool:
        return self._number(player) == self._state.turn and self._game.terminal(self._state)

    def utility(self, player: Any) -> float:
        """Infinity for the winner, minus infinity for the loser, 0 while the game is not over."""
        if not self._game.terminal(self._state):
            return 0.0
        return float("inf") if self._number(player) != self._state.turn else float("-inf")

    # --- moving -------------------------------------------------------------------------------------------------

    def copy(self) -> CourseBoard:
        players = self._player_1, self._player_2
        return CourseBoard(self._game, self._state, players=players, centred=self._unplaced is not None)

    def apply_move(self, move: Cell) -> None:
        """Move the active player's token to an open cell of this board. The method changes the board, unlike
        `forecast_move`. Like the course's program, the method does not check whether a knight can reach the cell."""
        if not self.move_is_legal(move):
            raise InvalidSettings(f"expected a move to a blank cell, got {move!r}")
        cell = move[0] * self.width + move[1]
        state = self._state
        self._state = State(state.open ^ 1 << cell, state.waiting, cell, 1 - state.turn, state.ply + 1)

    def forecast_move(self, move: Cell) -> CourseBoard:
        """The board after a move; the original board is not changed."""
        after = self.copy()
        after.apply_move(move)
        return after

    def hash(self) -> int:
        return hash(self._state)

    @property
    def _board_state(self) -> list[int | None]:
        """The cells column by column, 1 if closed, and then: whether the second player is to move, and the numbers of
        the second and the first player's cell. Students read this attribute of the course's board."""
        game, state = self._game, self._state
        cells = [(row, column) for column in range(self.width) for row in range(self.height)]
        closed: list[int | None] = [1 - (state.open >> row * self.width + column & 1) for row, column in cells]
        places = [game.location(state, player) for player in (1, 0)]
        numbers = [None if cell is None else cell // self.width + cell % self.width * self.height for cell in places]
        return [*closed, state.turn, *numbers]

    # --- pictures -----------------------------------------------------------------------------------------------

    def to_string(self, symbols: Sequence[str] = ("1", "2")) -> str:
        """The board as text, with one line for each row. The `symbols` stand for the players, `-` for a blocked cell,
        and a space for an open cell."""
        tokens = {self._game.location(self._state, number): symbol for number, symbol in enumerate(symbols)}
        tokens.pop(None, None)
        margin = len(str(self.height - 1)) + 1
        rows = [" " * (margin + 3) + "   ".join(map(str, range(self.width)))]
        for row in range(self.height):
            cells = range(row * self.width, (row + 1) * self.width)
            signs = (tokens.get(cell, " " if self._state.open >> cell & 1 else "-") for cell in cells)
            rows.append(f"{row:<{margin}} | " + "".join(f"{sign} | " for sign in signs))
        return "\n\r".join([*rows, ""])

    print_board = to_string
