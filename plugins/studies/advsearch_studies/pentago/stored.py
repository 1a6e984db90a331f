"""The two versions of document 004's evaluator in the author's files.

The points of a line are its number of pairs of neighbouring stones plus 1, or 0 without a pair. For example, the line
`bb.bb.` has 3 points, although it has 4 stones in straights. The line `bbb.bb` has 3 pairs, so it has 4 points. If a
line has 4 points, the program assumes four in a row, even in the line `bbb.bb`. A line with five in a row has 5
points, and a line with six in a row has 6 points.
"""

from __future__ import annotations

from typing import Final

from advsearch_pentago.evaluators import POINTS, Straights
from advsearch_pentago.geometry import FILES, ROWS, line_patterns
from advsearch_pentago.position import State, seen_by
from advsearch_pentago.rules import Pentago

straights_stored_100: Final = Straights(four=100, five=0, counting="lines")
"""The first version of document 004's evaluator. A line that scores 4 points adds 100 more points, and there is no
test for five."""

BONUS: Final = 10
DECIDED: Final = 9_999
_FOUR_POINTS: Final = 4
_FIVE_POINTS: Final = 5
_FIVES: Final = 1 << 20
"""A bonus for a line that scores 5 points, larger than the points of all other lines together."""
_WORTH: Final = tuple(
    points + BONUS * (points == _FOUR_POINTS) + _FIVES * (points == _FIVE_POINTS) for points in POINTS["lines"]
)

_ACROSS: Final = slice(0, len(ROWS))
_DOWN: Final = slice(len(ROWS), len(ROWS) + len(FILES))
_DIAGONAL: Final = slice(len(ROWS) + len(FILES), None)


def straights_stored_10(_game: Pentago, state: State, player: int) -> int:
    """The second version of document 004's evaluator. Every line that scores 4 points adds a bonus of 10. A line that
    scores 5 points sets the value to 9,999 or -9,999. A line that scores 6 points neither adds the bonus nor sets the
    value.

    The evaluator examines the rows, then the diagonals, and then the columns. In each direction, the evaluator
    examines the player's lines before the opponent's lines. After a line that scores 5 points, the evaluator also
    examines the remaining lines. A later line that scores 4 points adds the bonus. A later line that scores 5 points
    sets the value again.

    If both players have a line that scores 5 points, the last of these lines sets the value. The evaluator is
    therefore not antisymmetric.
    """
    own, other = seen_by(state, player)
    own_lines, other_lines = line_patterns(own), line_patterns(other)
    own_worth, other_worth = sum([_WORTH[line] for line in own_lines]), sum([_WORTH[line] for line in other_lines])
    if own_worth < _FIVES and other_worth < _FIVES:
        return own_worth - other_worth
    own_points, other_points = own_lines.translate(POINTS["lines"]), other_lines.translate(POINTS["lines"])
    value = sum(own_points) - sum(other_points)
    for direction in (_ACROSS, _DIAGONAL, _DOWN):
        for sign, points in ((1, own_points[direction]), (-1, other_points[direction])):
            for line in points:
                if line == _FOUR_POINTS:
                    value += sign * BONUS
                elif line == _FIVE_POINTS:
                    value = sign * DECIDED
    return value
