"""The rules of Pentago, in two variants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal, TypeAlias

import attrs

from advsearch.errors import IllegalAction, InvalidSettings
from advsearch.protocol import Symmetry
from advsearch.scene import Scene
from advsearch.values import Utilities
from advsearch_pentago import drawing, notation, threats
from advsearch_pentago.geometry import (
    BITS,
    CELLS,
    FAN,
    FULL,
    KEEP,
    NO_TURN,
    SHIFT,
    TERNARY,
    THROUGH,
    TURNED,
    TURNS,
    cell_name,
    has_five,
    lines_lacking_one,
)
from advsearch_pentago.position import EMPTY, State, seen_by

Rules: TypeAlias = Literal["official", "after-turn"]
VARIANTS: Final = ("official", "after-turn")

_PLACE_AND_TURN: Final = tuple(tuple(FAN * cell + turn for turn in range(TURNS)) for cell in range(CELLS))


def _check_rules(_: object, __: object, rules: object) -> None:
    if rules not in VARIANTS:
        raise InvalidSettings(f"expected `rules` to be {' or '.join(map(repr, VARIANTS))}, got {rules!r}")


@attrs.frozen
class Pentago:
    """Players place a stone on the 6x6 board and turn one quadrant by a quarter. Five or more in a row win.

    With `rules="official"`, a placement that makes a five wins at once, as a single action without a turn. With
    `rules="after-turn"`, a quadrant is always turned, and a five counts only after the turn. The course's program and
    OpenSpiel have the rules `after-turn`.

    If only one player has a five after a turn, this player wins. If both players have a five, or the board is full
    without a five, the game is a draw. X moves first.

    An action is the number `9 * cell + turn`. Cells are counted row by row from the top left. The turns 0 to 7 are
    TL-L, TL-R, TR-L, TR-R, BL-L, BL-R, BR-L and BR-R: `TL-L` turns the top left quadrant to the left
    (counter-clockwise). An action with `turn` 8 turns no quadrant. Actions are always listed in ascending order.

    >>> game = Pentago()
    >>> state = game.parse_state("XXXX../OOO.../....../....../....../O.....")
    >>> game.format_action(state, game.actions(state)[0])
    'e1'
    """

    name: ClassVar[str] = "pentago"
    utilities: ClassVar[Utilities] = "outcome"
    default_evaluator: ClassVar[str] = "straights"
    default_searcher: ClassVar[str] = "deepening"
    longest: ClassVar[int] = CELLS

    rules: Rules = attrs.field(default="official", validator=_check_rules)

    # --- the game -----------------------------------------------------------------------------------------------

    def initial(self) -> State:
        return EMPTY

    def player(self, state: State) -> int:
        return (state.x | state.o).bit_count() & 1

    def ply(self, state: State) -> int:
        return (state.x | state.o).bit_count()

    def empty(self, state: State) -> int:
        return CELLS - (state.x | state.o).bit_count()

    def terminal(self, state: State) -> bool:
        return state.x | state.o == FULL or has_five(state.x) or has_five(state.o)

    def utility(self, state: State, player: int) -> int:
        x_has_five, o_has_five = has_five(state.x), has_five(state.o)
        if x_has_five == o_has_five:
            return 0
        return 1 if o_has_five == (player == 1) else -1

    def actions(self, state: State) -> tuple[int, ...]:
        if self.terminal(state):
            return ()
        taken = state.x | state.o
        mover = state.o if taken.bit_count() & 1 else state.x
        actions: list[int] = []
        fives = lines_lacking_one(mover) if self.rules == "official" else 0
        for cell, bit in enumerate(BITS):
            if not taken & bit:
                if fives and fives & THROUGH[cell]:
                    actions.append(FAN * cell + NO_TURN)
                else:
                    actions += _PLACE_AND_TURN[cell]
        return tuple(actions)

    def result(self, state: State, action: int) -> State:
        if type(action) is not int or not 0 <= action < FAN * CELLS:
            raise IllegalAction(f"expected one of actions(state), got {action!r} in {self.format_state(state)!r}")
        cell, turn = divmod(action, FAN)
        bit = BITS[cell]
        x, o = state.x, state.o
        if (x | o) & bit or self.terminal(state):
            raise self._refusal(state, action)
        if (x | o).bit_count() & 1:
            o |= bit
            mover = o
        else:
            x |= bit
            mover = x
        if (turn == NO_TURN) != (self.rules == "official" and has_five(mover)):
            raise self._refusal(state, action)
        if turn == NO_TURN:
            return State(x, o)
        keep, shift, image = KEEP[turn], SHIFT[turn], TURNED[turn]
        return State(x & keep | image[x >> shift & 511], o & keep | image[o >> shift & 511])

    def _refusal(self, state: State, action: int) -> IllegalAction:
        got = f"got {notation.format_action(action)!r} in {self.format_state(state)!r}"
        cell, turn = divmod(action, FAN)
        name = cell_name(cell)
        if self.terminal(state):
            return IllegalAction(f"expected no action, since the game is over, {got}")
        if (state.x | state.o) & BITS[cell]:
            return IllegalAction(f"expected an empty cell, {got}")
        if turn == NO_TURN:
            return IllegalAction(f"expected a quadrant to turn, {got}; say which, as in '{name}-TL-L'")
        return IllegalAction(f"expected no turn, since {name} makes five and wins at once, {got}; play {name!r}")

    # --- reading and writing ------------------------------------------------------------------------------------

    def format_action(self, state: State, action: int) -> str:  # noqa: ARG002 - the protocol's signature
        return notation.format_action(action)

    def parse_action(self, state: State, text: str) -> int:  # noqa: ARG002
        """Read an action in this package's notation, the course's or OpenSpiel's. The action may be illegal."""
        return notation.parse_action(text)

    def format_state(self, state: State) -> str:
        return notation.format_state(state)

    def parse_state(self, text: str) -> State:
        """Read a position, as rows joined by `/`. The course's 36 characters and the decimal numbers of girving's
        solver are also accepted.
        """
        return notation.parse_state(text)

    # --- more abilities -----------------------------------------------------------------------------------------

    def scene(self, state: State, last: int | None = None) -> Scene:
        return drawing.scene(state, self.actions(state), last)

    def symmetries(self) -> Sequence[Symmetry[State, int]]:
        """The eight symmetries of the square. A reflection exchanges left and right turns."""
        from advsearch_pentago.symmetries import symmetries

        return symmetries()

    # --- for the solver, and for tables ---------------------------------------------------------------------------

    def rank(self, state: State, action: int) -> int:
        """The number of threats after an action (see `threats.threats`). The solver examines actions with more
        threats first, because one reply of the opponent seldom stops several threats.
        """
        after = self.result(state, action)
        return threats.threats(*seen_by(after, self.player(state)))

    def decided(self, state: State) -> tuple[int, int]:
        own, other = seen_by(state, self.player(state))
        if self.rules == "official" and threats.wins_by_placing(own, other):
            return 1, 1
        return (1, 1) if threats.wins_by_turning(own, other) else (-1, 1)

    def key(self, state: State) -> int:
        """A number that identifies the position, with 15 bits for each quadrant. The nine cells of a quadrant are
        digits in base 3: 0 for an empty cell, 1 for the mover's stone, and 2 for the opponent's stone.
        """
        own, other = seen_by(state, self.player(state))
        key = 0
        for shift in (0, 9, 18, 27):
            key = key << 15 | TERNARY[own >> shift & 511] + 2 * TERNARY[other >> shift & 511]
        return key
