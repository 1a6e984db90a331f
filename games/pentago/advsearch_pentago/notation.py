"""Reads and writes actions and positions in this package's notation and in three others.

In the package's notation an action is the cell, the quadrant and the direction. For example, `c3-TL-L` places a stone
on c3 and turns the top left quadrant to the left (counter-clockwise). The Drexel course writes `1/9 1L` for
`c3-TL-L`, and OpenSpiel writes `c3s`. If a placement makes five and no quadrant is turned, the package writes only
the cell, such as `c3`; the other notations cannot write this action.

The package writes a position as the six rows from the top, joined by `/`: `X` is a stone of the first player, `O` a
stone of the second, and `.` an empty cell. The course writes a position as 36 characters `w`, `b` and `.`, row by
row. The solver of girving/pentago identifies a board by one integer.
"""

from __future__ import annotations

import re
from typing import Final

from advsearch.errors import InvalidNotation
from advsearch_pentago.geometry import (
    BITS,
    CELLS,
    COLUMNS,
    FAN,
    NO_TURN,
    QUADRANTS,
    SIZE,
    cell_name,
    turn_name,
)
from advsearch_pentago.position import PLAYERS, State

# --- actions ----------------------------------------------------------------------------------------------------

_OURS: Final = re.compile(r"([a-f])([1-6])(?:-(TL|TR|BL|BR)-([LR]))?", re.ASCII | re.IGNORECASE)
_COURSE: Final = re.compile(r"([1-4])/([1-9]) ([1-4])([LR])", re.ASCII | re.IGNORECASE)
_OPENSPIEL: Final = re.compile(r"([a-f])([1-6])([s-z])", re.ASCII | re.IGNORECASE)

# OpenSpiel goes round the quadrants clockwise, two letters each: s t = TL, u v = TR, w x = BR, y z = BL.
_OPENSPIEL_TURNS: Final = (0, 1, 2, 3, 6, 7, 4, 5)


def format_action(action: int) -> str:
    """
    >>> format_action(9 * 14 + 0), format_action(9 * 14 + 8)
    ('c3-TL-L', 'c3')
    """
    cell, turn = divmod(action, FAN)
    return cell_name(cell) if turn == NO_TURN else f"{cell_name(cell)}-{turn_name(turn)}"


def parse_action(text: str) -> int:
    """Read an action in this package's notation, the Drexel course's or OpenSpiel's, in upper or lower case.

    >>> parse_action("c3-TL-L") == parse_action("1/9 1L") == parse_action("c3s") == 9 * 14
    True
    """
    if ours := _OURS.fullmatch(text):
        column, row, quadrant, direction = ours.groups()
        turn = NO_TURN if quadrant is None else _turn(QUADRANTS.index(quadrant.upper()), direction)
        return FAN * _cell(column, row) + turn
    if course := _COURSE.fullmatch(text):
        home, place, turned = (int(number) - 1 for number in course.groups()[:3])
        row, column = home // 2 * 3 + place // 3, home % 2 * 3 + place % 3
        return FAN * (SIZE * row + column) + _turn(turned, course[4])
    if openspiel := _OPENSPIEL.fullmatch(text):
        turn = _OPENSPIEL_TURNS["stuvwxyz".index(openspiel[3].lower())]
        return FAN * _cell(openspiel[1], openspiel[2]) + turn
    raise InvalidNotation(
        "expected an action such as 'c3-TL-L', or 'c3' if the stone makes five; in the Drexel course's notation "
        f"'1/9 1L', in OpenSpiel's 'c3s'; got {text!r}"
    )


def _cell(column: str, row: str) -> int:
    return SIZE * (int(row) - 1) + COLUMNS.index(column.lower())


def _turn(quadrant: int, direction: str) -> int:
    return 2 * quadrant + "LR".index(direction.upper())


def format_course_action(action: int) -> str:
    """
    >>> format_course_action(parse_action("c3-TL-L"))
    '1/9 1L'
    """
    cell, turn = _with_turn(action, "the course's notation")
    row, column = divmod(cell, SIZE)
    home, place = row // 3 * 2 + column // 3, row % 3 * 3 + column % 3
    return f"{home + 1}/{place + 1} {turn // 2 + 1}{'LR'[turn % 2]}"


def format_openspiel_action(action: int) -> str:
    """
    >>> format_openspiel_action(parse_action("c3-TL-L"))
    'c3s'
    """
    cell, turn = _with_turn(action, "OpenSpiel's notation")
    return f"{cell_name(cell)}{'stuvwxyz'[_OPENSPIEL_TURNS.index(turn)]}"


def _with_turn(action: int, notation: str) -> tuple[int, int]:
    cell, turn = divmod(action, FAN)
    if turn == NO_TURN:
        raise InvalidNotation(
            f"expected an action with a turn of a quadrant for {notation}, got {format_action(action)!r}"
        )
    return cell, turn


# --- positions --------------------------------------------------------------------------------------------------


def format_state(state: State) -> str:
    signs = ["X" if state.x & bit else "O" if state.o & bit else "." for bit in BITS]
    return "/".join("".join(signs[start : start + SIZE]) for start in range(0, CELLS, SIZE))


def parse_state(text: str) -> State:
    """Read a position in this package's notation, as the course's 36 characters, or as the integer of girving's
    solver.
    """
    if "/" not in text:
        if _NUMBER.fullmatch(text):
            return parse_girving(text)
        if len(text) == CELLS:
            return parse_course_state(text)
    rows = text.split("/")
    if len(rows) != SIZE:
        raise InvalidNotation(f"expected {SIZE} rows joined by '/', got {len(rows)} in {text!r}")
    for number, row in enumerate(rows, start=1):
        if len(row) != SIZE:
            raise InvalidNotation(f"expected {SIZE} cells in row {number}, got {len(row)} in {row!r}")
    return _parse_signs("".join(rows), PLAYERS, text)


def _parse_signs(signs: str, players: str, text: str) -> State:
    """Read 36 characters row by row: `.` and the two signs in `players`. The first sign in `players` stands for the
    player who moves first.
    """
    sets = [0, 0]
    for cell, sign in enumerate(signs):
        if sign in players:
            sets[players.index(sign)] |= BITS[cell]
        elif sign != ".":
            raise InvalidNotation(
                f"expected '.', {players[0]!r} or {players[1]!r} at {cell_name(cell)}, got {sign!r} in {text!r}"
            )
    return _balanced(State(*sets), players, text)


def _balanced(state: State, players: str, text: str) -> State:
    first, second = state.x.bit_count(), state.o.bit_count()
    if first - second not in (0, 1):
        raise InvalidNotation(
            f"expected equal numbers of {players[0]} and {players[1]}, or one more {players[0]}, "
            f"got {first} and {second} in {text!r}"
        )
    return state


def format_course_state(state: State, *, first: str = "b") -> str:
    """The position as 36 characters, row by row. `first` is the token of the player who moves first."""
    signs = format_state(state).replace("/", "")
    return signs.translate(str.maketrans(PLAYERS, _course_tokens(first)))


def parse_course_state(text: str, *, first: str = "b") -> State:
    """Read a position in the course's 36 characters. If both tokens occur equally often, `first` is the token that
    moved first.
    """
    if len(text) != CELLS:
        raise InvalidNotation(f"expected {CELLS} characters, got {len(text)} in {text!r}")
    tokens = _course_tokens(first)
    if text.count(tokens[1]) == text.count(tokens[0]) + 1:
        tokens = tokens[::-1]
    return _parse_signs(text, tokens, text)


def _course_tokens(first: str) -> str:
    if first not in ("b", "w"):
        raise InvalidNotation(f"expected 'b' or 'w' for the token that moves first, got {first!r}")
    return "bw" if first == "b" else "wb"


# girving/pentago: 16 bits for each quadrant, a number of nine ternary digits (0 empty, 1 first player, 2 second).
# Columns count from the left, rows from the *bottom*; quadrants and digits both run up a column before going right.

_NUMBER: Final = re.compile(r"[0-9]{1,20}m?", re.ASCII)
_FIELDS: Final = 3**9


def _girving_place(cell: int) -> tuple[int, int]:
    """The place of a cell in the integer of girving's solver. The first result is the number of bits by which the
    quadrant's 16 bits are shifted. The second result is the weight of the cell's ternary digit, a power of three."""
    row, x = divmod(cell, SIZE)
    y = SIZE - 1 - row
    return 16 * (2 * (x // 3) + y // 3), int(3 ** (3 * (x % 3) + y % 3))


def format_girving(state: State) -> int:
    """
    >>> format_girving(parse_state("X...../....../....../....../....../......")) == 9 << 16
    True
    """
    name = 0
    for cell, bit in enumerate(BITS):
        shift, weight = _girving_place(cell)
        name += (bool(state.x & bit) + 2 * bool(state.o & bit)) * weight << shift
    return name


def parse_girving(name: int | str) -> State:
    """Read the number of a girving/pentago board. A number that ends in `m` is refused: on its board, a stone is
    placed but no quadrant is turned yet.
    """
    text = str(name)
    if not _NUMBER.fullmatch(text) or text.endswith("m"):
        raise InvalidNotation(f"expected a board as a decimal number without 'm' at the end, got {name!r}")
    fields = int(text)
    if fields >> 64 or any(fields >> shift & 0xFFFF >= _FIELDS for shift in (0, 16, 32, 48)):
        raise InvalidNotation(f"expected a board number with four 16-bit parts, each below 3**9, got {name!r}")
    sets = [0, 0, 0]
    for cell, bit in enumerate(BITS):
        shift, weight = _girving_place(cell)
        sets[(fields >> shift & 0xFFFF) // weight % 3] |= bit
    return _balanced(State(sets[1], sets[2]), PLAYERS, text)
