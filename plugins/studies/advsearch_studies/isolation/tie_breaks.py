"""Document 000: six heuristics. Each heuristic is weighted mobility with a tie-break: the nearness to the centre, the
open space around the token, or both. Heuristics 4 to 6 equal heuristics 1 to 3, except if fewer than 15 cells are
open: heuristics 4 to 6 then compare longest walks.

The printed code has two errors. The first error is in the test for a tie between the player's m moves and the
opponent's o moves, `0.4 * m == 0.6 * o`. For knights, the floats `0.4 * m` and `0.6 * o` are equal only if both
players have no move. The printed heuristics 1, 2 and 3 are therefore the same function. The second error is in the
code for longest walks (see `_printed_walks`).
"""

from __future__ import annotations

import functools
from itertools import product
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.errors import InvalidSettings
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation
from advsearch_studies.isolation.questions import manhattan, standing, verdict
from advsearch_studies.isolation.walks import longest_walk

Patch: TypeAlias = Literal["square", "diamond"]
ENDGAME: Final = 15
"""If fewer than `ENDGAME` cells are open, heuristics 4 to 6 compare longest walks."""


def _check_number(_: object, __: object, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6:
        raise InvalidSettings(f"expected `number` to be a whole number from 1 to 6, got {value!r}")


def _check_printed(_: object, __: object, value: object) -> None:
    if not isinstance(value, bool):
        raise InvalidSettings(f"expected `printed` to be true or false, got {value!r}")


def _check_patch(_: object, __: attrs.Attribute[Any], value: object) -> None:
    if value not in ("square", "diamond"):
        raise InvalidSettings(f"expected `patch` to be 'square' or 'diamond', got {value!r}")


@attrs.frozen
class Heuristic:
    """The heuristic with this `number` (1 to 6) in the report. With `printed`, the heuristic follows the report's
    code, and otherwise the report's description.

    `patch` is the shape of the space around a token: a `square` of 5x5 cells as in the report, or a `diamond` of the
    cells less than 3 steps away as in the author's file.
    """

    number: int = attrs.field(default=1, validator=_check_number)
    printed: bool = attrs.field(default=False, validator=_check_printed)
    patch: Patch = attrs.field(default="square", validator=_check_patch)

    def __call__(self, game: Isolation, state: State, player: int) -> float:
        decided = verdict(game, state, player)
        if decided is not None:
            return decided
        if self.number > 3 and state.open.bit_count() < ENDGAME:
            walk = _printed_walks if self.printed else _walks
            return walk(game, state, player)
        own, opponent = game.mobility(state, player), game.mobility(state, 1 - player)
        tied = 0.4 * own == 0.6 * opponent if self.printed else 2 * own == 3 * opponent
        return self._tie_break(game, state, player) if tied else 0.4 * own - 0.6 * opponent

    def _tie_break(self, game: Isolation, state: State, player: int) -> float:
        match (self.number - 1) % 3:
            case 0:
                return nearer_centre(game, state, player) / 10 * (1 / 2)
            case 1:
                return more_space(game, state, player, self.patch) / 30 * (1 / 2)
            case _:
                space = more_space(game, state, player, self.patch)
                return 1 / 2 * (space / 30 + nearer_centre(game, state, player) / 10)


heuristic_1, heuristic_2, heuristic_3, heuristic_4, heuristic_5, heuristic_6 = map(Heuristic, range(1, 7))
heuristic_1_printed, heuristic_2_printed, heuristic_3_printed = (Heuristic(n, printed=True) for n in (1, 2, 3))
heuristic_4_printed, heuristic_5_printed, heuristic_6_printed = (Heuristic(n, printed=True) for n in (4, 5, 6))


def nearer_centre(game: Isolation, state: State, player: int) -> int:
    """The opponent's distance from the centre minus `player`'s distance. Distances are steps along rows and
    columns."""
    centre = game.width // 2, game.height // 2
    own, opponent = standing(game, state, player), standing(game, state, 1 - player)
    return manhattan(opponent, centre) - manhattan(own, centre)


def more_space(game: Isolation, state: State, player: int, patch: Patch) -> int:
    """The number of open cells around `player`, minus the number around its opponent."""
    patches = _patches(game.width, game.height, patch)

    def space(of: int) -> int:
        column, row = standing(game, state, of)
        return (patches[row * game.width + column] & state.open).bit_count()

    return space(player) - space(1 - player)


def _walks(game: Isolation, state: State, player: int) -> float:
    return (longest_walk(game, state, player) - longest_walk(game, state, 1 - player)) / 2


def _printed_walks(game: Isolation, state: State, player: int) -> float:
    """Half the difference of the two players' longest walks, as the report's code computes the walks. The code has
    two errors. Every walk ends after one step. The opponent's walk cannot begin with a cell to which `player` can
    move.
    """
    own = game.reach(state, player)
    return (bool(own) - bool(game.reach(state, 1 - player) & ~own)) / 2


@functools.cache
def _patches(width: int, height: int, patch: Patch) -> tuple[int, ...]:
    """For each cell, a set of cells: the cell itself and the cells around it."""

    def near(x: int, y: int) -> bool:
        return x < 3 and y < 3 if patch == "square" else x + y < 3

    cells = list(product(range(height), range(width)))
    return tuple(
        sum(1 << y * width + x for y, x in cells if near(abs(x - column), abs(y - row))) for row, column in cells
    )
