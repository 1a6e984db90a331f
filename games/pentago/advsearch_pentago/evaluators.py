"""Evaluators that count straights (stones in a row). README.md describes the source of the evaluators, and how they
were published."""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar, Final, Literal, TypeAlias

import attrs

from advsearch.errors import InvalidSettings
from advsearch.protocol import Terms
from advsearch_pentago.geometry import FILES, FIVES, LINES, ROWS, SIZE, line_patterns
from advsearch_pentago.position import State, seen_by
from advsearch_pentago.rules import Pentago

Counting: TypeAlias = Literal["straights", "lines"]

# --- looking up the six bits of a line --------------------------------------------------------------------------


def runs(pattern: int) -> list[int]:
    """The lengths of the straights along a line.

    >>> runs(0b110111)
    [3, 2]
    """
    return [len(run) for run in f"{pattern:06b}"[::-1].split("0") if run]


def _straight_points(pattern: int) -> int:
    """The points of a line: one for every stone in a straight (two or more stones in a row)."""
    return sum(length for length in runs(pattern) if length >= 2)


def _line_points(pattern: int) -> int:
    """The points of a line by the published program: the number of pairs of neighbouring stones plus 1, or 0 without
    a pair. The program counts one point too few for every straight after the first.
    """
    pairs = sum(length - 1 for length in runs(pattern))
    return pairs + 1 if pairs else 0


FOUR: Final = 4
FIVE: Final = 5


def _table(values: list[int]) -> bytes:
    """A table for `bytes.translate` from patterns of stones (0 to 63) to `values`."""
    return bytes(values + [0] * (256 - len(values)))


_PATTERNS: Final = range(1 << SIZE)
POINTS: Final = {
    "straights": _table([_straight_points(pattern) for pattern in _PATTERNS]),
    "lines": _table([_line_points(pattern) for pattern in _PATTERNS]),
}
"""`POINTS[counting][pattern]` is the number of points of a line with the given pattern of stones."""
MARKS: Final = {
    "straights": _table([min(max(runs(pattern), default=0), FIVE) for pattern in _PATTERNS]),
    "lines": _table(
        [FIVE if max(runs(pattern), default=0) >= FIVE else _line_points(pattern) for pattern in _PATTERNS]
    ),
}
"""`MARKS[counting][pattern]` is `FIVE` for a line with five or six stones in a row, `FOUR` for a line that counts as
a four, and less than `FOUR` for other lines."""


@cache
def _worth(counting: Counting, four: int, five: int) -> tuple[tuple[int, ...], int]:
    """The values of a line for all patterns of stones, and the value of a line with a five. The value of a line is
    its points, plus `four` for a four. A line with a five is worth more than all other lines together.
    """
    decided = (SIZE + four) * (len(LINES) + 1)
    more = {FOUR: four, FIVE: decided if five else 0}
    lines = zip(POINTS[counting], MARKS[counting], strict=True)
    return tuple(points + more.get(mark, 0) for points, mark in lines), decided


# --- the evaluator ----------------------------------------------------------------------------------------------


def _check_points(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not int or value < 0:
        raise InvalidSettings(f"expected `{field.name}` to be a whole number of points from 0, got {value!r}")


def _check_counting(_: object, __: object, value: object) -> None:
    if value not in POINTS:
        raise InvalidSettings(f"expected `counting` to be {' or '.join(map(repr, POINTS))}, got {value!r}")


@attrs.frozen
class Straights:
    """The points of the player's straights minus the points of the opponent's straights. A straight is two or more
    stones in a row, and each of its stones is a point. A straight of exactly four stones has `four` more points. The
    lines are the six rows, the six columns and the six diagonals of five or six cells.

    A straight of five or six decides the value: `five` if `player` has the straight, `-five` if the opponent has it,
    and 0 if both players have such straights. With `five=0`, long straights do not decide the value, and each of
    their stones is a point.

    With `counting="lines"`, the points are those of the published program, which differs from its description: a line
    with n pairs of neighbouring stones has n + 1 points, and a line without a pair has 0. For example, `XXX.XX` has 4
    points and counts as a four.

    >>> game = Pentago()
    >>> board = game.parse_state("w..w..w....ww.bw.....b......b.bbbb..")
    >>> Straights()(game, board, 0)
    104
    """

    four: int = attrs.field(default=100, validator=_check_points)
    five: int = attrs.field(default=9_999, validator=_check_points)
    counting: Counting = attrs.field(default="straights", validator=_check_counting)

    antisymmetric: ClassVar[bool] = True

    def __call__(self, game: Pentago, state: State, player: int) -> int:  # noqa: ARG002 - all is in the state
        own, other = seen_by(state, player)
        worth, decided = _worth(self.counting, self.four, self.five)
        own_worth = sum([worth[line] for line in line_patterns(own)])
        other_worth = sum([worth[line] for line in line_patterns(other)])
        if own_worth < decided and other_worth < decided:
            return own_worth - other_worth
        return self.five * ((own_worth >= decided) - (other_worth >= decided))

    def terms(self, game: Pentago, state: State, player: int) -> Terms:  # noqa: ARG002
        """The points of each player's straights, by direction. If a player has a five, the terms are only the points
        for fives.
        """
        own, other = seen_by(state, player)
        sides = (("own", 1, line_patterns(own)), ("opponent's", -1, line_patterns(other)))
        marked = [(name, sign, lines, lines.translate(MARKS[self.counting])) for name, sign, lines in sides]
        if self.five and any(FIVE in marks for *_, marks in marked):
            return {f"{name} five": sign * self.five for name, sign, _, marks in marked if FIVE in marks}
        terms: Terms = {}
        across, down = len(ROWS), len(ROWS) + len(FILES)
        for name, sign, lines, marks in marked:
            points = lines.translate(POINTS[self.counting])
            terms[f"{name} horizontal"] = sign * sum(points[:across])
            terms[f"{name} vertical"] = sign * sum(points[across:down])
            terms[f"{name} diagonal"] = sign * sum(points[down:])
            terms[f"{name} fours"] = sign * self.four * marks.count(FOUR)
        return terms


straights: Final = Straights()


# --- lines that can still become five ---------------------------------------------------------------------------


def _check_weight(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not int or not 0 <= value < 1 << 20:
        raise InvalidSettings(f"expected `{field.name}` to be a whole number from 0, got {value!r}")


@attrs.frozen
class Chances:
    """An evaluator that counts lines of five cells with stones of only one colour. A line with one stone has `one`
    points, a line with two stones `two` points, and so on. The points of the opponent's lines are subtracted. The
    evaluator does not examine turns, because the search does.
    """

    one: int = attrs.field(default=1, validator=_check_weight)
    two: int = attrs.field(default=3, validator=_check_weight)
    three: int = attrs.field(default=9, validator=_check_weight)
    four: int = attrs.field(default=27, validator=_check_weight)

    antisymmetric: ClassVar[bool] = True

    @property
    def worth(self) -> tuple[int, ...]:
        """The points of a line with 0 to 5 stones. The points for five stones have no effect on a search, because
        five stones end the game."""
        return (0, self.one, self.two, self.three, self.four, self.four)

    def __call__(self, game: Pentago, state: State, player: int) -> int:  # noqa: ARG002 - all is in the state
        own, other = seen_by(state, player)
        worth, total = self.worth, 0
        for five in FIVES:
            mine, theirs = own & five, other & five
            if not theirs:
                total += worth[mine.bit_count()]
            elif not mine:
                total -= worth[theirs.bit_count()]
        return total


chances: Final = Chances()
