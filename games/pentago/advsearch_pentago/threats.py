"""Finds the fives that one placement and one turn can make. The solver uses the possible fives to decide positions
and to order actions.

A set of lines of five is a word with a bit for each of the 32 lines. For each quadrant, tables contain three sets of
lines: lines whose stones in the quadrant are complete, lines that lack at most one stone there, and lines without an
opponent's stone there. Bitwise operations combine the four quadrants' sets into the set of the lines that lack at
most one stone. The functions of this module examine no positions after an action.
"""

from __future__ import annotations

from typing import Any, Final

from advsearch.bits import count
from advsearch_pentago.geometry import COMPLETE, FIVES, NEARLY, TURNED, TURNS


def _after_turn(table: tuple[int, ...]) -> tuple[int, ...]:
    """Return a table for turned quadrants. If `turn` changes a quadrant's stones from `bits` to `image`, the entry
    `turn << 9 | bits` is `table[quadrant << 9 | image]`."""
    images = ((turn // 2, image >> 9 * (turn // 2)) for turn in range(TURNS) for image in TURNED[turn])
    return tuple([table[quadrant << 9 | image] for quadrant, image in images])


_COMPLETE: Final[tuple[int, ...]] = sum(COMPLETE, ())
_NEARLY: Final[tuple[int, ...]] = sum(NEARLY, ())
_FREE: Final = tuple(_COMPLETE[lane ^ 511] for lane in range(4 << 9))
"""Tables of sets of lines of five. The index is `quadrant << 9 | bits`; `bits` are a player's stones in the quadrant.
A line in `_COMPLETE` has a stone of the player on each of its cells in the quadrant. A line in `_NEARLY` has at most
one cell in the quadrant without a stone of the player. A line in `_FREE` has no stone of the player in the quadrant.
"""
_COMPLETE_TURNED: Final = _after_turn(_COMPLETE)
_NEARLY_TURNED: Final = _after_turn(_NEARLY)
_FREE_TURNED: Final = _after_turn(_FREE)


def _words(own: int, other: int, quadrant: int) -> tuple[int, int, int]:
    """Return a quadrant's entries in three tables: in `_COMPLETE` and `_NEARLY` for the stones `own`, and in `_FREE`
    for the stones `other`."""
    lane = quadrant << 9 | own >> 9 * quadrant & 511
    return _COMPLETE[lane], _NEARLY[lane], _FREE[quadrant << 9 | other >> 9 * quadrant & 511]


def _both(one: tuple[int, int, int], two: tuple[int, int, int]) -> tuple[int, int, int]:
    """Combine the results of `_words` for two parts of the board, such as two quadrants."""
    return one[0] & two[0], one[0] & two[1] | one[1] & two[0], one[2] & two[2]


def _turned_words(own: int, other: int, turn: int) -> tuple[int, int, int]:
    shift = 9 * (turn >> 1)
    lane, blocked = turn << 9 | own >> shift & 511, turn << 9 | other >> shift & 511
    return _COMPLETE_TURNED[lane], _NEARLY_TURNED[lane], _FREE_TURNED[blocked]


def _rests(own: int, other: int) -> tuple[Any, Any, Any, Any]:
    """For each quadrant, the `_words` of the other three quadrants together."""
    first, second = _words(own, other, 0), _words(own, other, 1)
    third, fourth = _words(own, other, 2), _words(own, other, 3)
    upper, lower = _both(first, second), _both(third, fourth)
    return _both(second, lower), _both(first, lower), _both(upper, fourth), _both(upper, third)


def _open_fives(own: int, other: int, turn: int, rest: tuple[int, int, int]) -> int:
    """The set of the lines of five that a placement and the given turn would complete."""
    found = _both(rest, _turned_words(own, other, turn))
    return found[1] & found[2]


def threats(own: int, other: int) -> int:
    """The number of threats. A threat is a turn and a line of five that a placement and then the turn complete."""
    first, second, third, fourth = _rests(own, other)
    return (
        count(_open_fives(own, other, 0, first))
        + count(_open_fives(own, other, 1, first))
        + count(_open_fives(own, other, 2, second))
        + count(_open_fives(own, other, 3, second))
        + count(_open_fives(own, other, 4, third))
        + count(_open_fives(own, other, 5, third))
        + count(_open_fives(own, other, 6, fourth))
        + count(_open_fives(own, other, 7, fourth))
    )


def _no_five_after(stones: int, turn: int) -> bool:
    complete = (1 << len(FIVES)) - 1
    for quadrant in range(4):
        lane = stones >> 9 * quadrant & 511
        turned = quadrant == turn >> 1
        complete &= _COMPLETE_TURNED[turn << 9 | lane] if turned else _COMPLETE[quadrant << 9 | lane]
    return complete == 0


def _wins(own: int, other: int, turn: int, rest: tuple[int, int, int]) -> bool:
    return _open_fives(own, other, turn, rest) != 0 and _no_five_after(other, turn)


def wins_by_turning(own: int, other: int) -> bool:
    """Whether the side to move wins by a placement and a turn."""
    first, second, third, fourth = _rests(own, other)
    return (
        _wins(own, other, 0, first)
        or _wins(own, other, 1, first)
        or _wins(own, other, 2, second)
        or _wins(own, other, 3, second)
        or _wins(own, other, 4, third)
        or _wins(own, other, 5, third)
        or _wins(own, other, 6, fourth)
        or _wins(own, other, 7, fourth)
    )


def wins_by_placing(own: int, other: int) -> bool:
    """Whether the side to move makes a five by a placement without a turn."""
    upper = _both(_words(own, other, 0), _words(own, other, 1))
    found = _both(upper, _both(_words(own, other, 2), _words(own, other, 3)))
    return found[1] & found[2] != 0
