"""What a face may ask. Everything is checked here, because it comes from a socket: kinds, lengths and bounds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import attrs

from advsearch.analysis.lessons import MOST_NODES as MOST_POSITIONS
from advsearch.analysis.lessons import Reply
from advsearch.errors import InvalidNotation
from advsearch.limits import Limits

LONGEST_START: Final = 4_000
LONGEST_ACTION: Final = 200
MOST_MOVES: Final = 2_000
MOST_LINES: Final = 5
LONGEST_S: Final = 600.0
"""The longest time of one search, in seconds."""
DEEPEST: Final = 200
LONGEST_NAME: Final = 80

SECONDS: Final = {
    "about": 20.0,
    "position": 10.0,
    "analyse": LONGEST_S,
    "sweep": LONGEST_S,
    "choose": LONGEST_S,
    "terms": 10.0,
    "trace": 20.0,
    "exercise": 10.0,
    "check": 10.0,
    "solve": LONGEST_S,
    "perft": 60.0,
}
"""The kinds of questions, and how many seconds each may take at most."""


@attrs.frozen
class Ask:
    """One question of a face."""

    do: str
    """The kind of the question, a key of `SECONDS`."""
    start: str = ""
    """The position at which the moves begin, in the game's notation; "" for the beginning of the game."""
    moves: tuple[str, ...] = ()
    searcher: str = ""
    """The registered name of a searcher; "" for the game's own."""
    evaluator: str = ""
    """The registered name of an evaluator; "" for the game's own."""
    cells: bool = False
    """Whether the board of a position comes as cells, for a face that draws with characters, instead of shapes."""
    lines: int = 1
    every: bool = False
    """Whether every action gets a value."""
    depth: int | None = None
    nodes: int | None = None
    time_s: float | None = None
    seed: int = 0
    windows: bool = False
    """Whether the windows of an exercise are checked."""
    answers: tuple[tuple[int, Reply], ...] = ()
    """A learner's answers to an exercise, by the number of the position."""

    @property
    def limits(self) -> Limits:
        return Limits(self.depth, self.nodes, self.seconds)

    @property
    def seconds(self) -> float:
        """The seconds that the answer may take."""
        most = SECONDS[self.do]
        return most if self.time_s is None else min(most, self.time_s)


def ask_of(data: Mapping[str, Any]) -> Ask:
    """Return the question in a message. Raises `InvalidNotation` for anything that is not a question."""
    do = data.get("do")
    if not isinstance(do, str) or do not in SECONDS:
        raise InvalidNotation(f"expected `do` to be one of {', '.join(SECONDS)}, got {_shown(do)}")
    moves = data.get("moves", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise InvalidNotation(f"expected `moves` to be a list of at most {MOST_MOVES:,} actions, got {_shown(moves)}")
    return Ask(
        do,
        _text("start", data.get("start", ""), LONGEST_START),
        tuple(_text("moves", each, LONGEST_ACTION) for each in moves),
        _text("searcher", data.get("searcher", ""), LONGEST_NAME),
        _text("evaluator", data.get("evaluator", ""), LONGEST_NAME),
        data.get("cells", False) is True,
        _whole("lines", data.get("lines", 1), 1, MOST_LINES) or 1,
        data.get("every", False) is True,
        _whole("depth", data.get("depth"), 0, DEEPEST),
        _whole("nodes", data.get("nodes"), 0, 10**12),
        _seconds(data.get("time_s")),
        _whole("seed", data.get("seed", 0), 0, 2**53) or 0,
        data.get("windows", False) is True,
        _answers(data.get("answers", [])),
    )


def _answers(value: Any) -> tuple[tuple[int, Reply], ...]:
    """The answers of a learner: rows of a position's number, value, low and high end, and whether it is cut."""
    if not isinstance(value, list) or len(value) > MOST_POSITIONS:
        raise InvalidNotation(
            f"expected `answers` to be a list of at most {MOST_POSITIONS} rows, got {_shown(value)}"
        )
    answers = []
    for row in value:
        if not isinstance(row, list) or len(row) != 5:
            raise InvalidNotation(f"expected a row of five answers, got {_shown(row)}")
        number = _whole("answers", row[0], 0, MOST_POSITIONS)
        value, low, high = (_number(_text("answers", each, 40)) for each in row[1:4])
        answers.append((number or 0, Reply(value, low, high, row[4] is True)))
    return tuple(answers)


def _number(text: str) -> float | None:
    """The number that a learner typed; None for an empty field."""
    typed = text.strip().replace("−", "-").replace("∞", "inf").replace(",", ".")
    if not typed:
        return None
    try:
        number = float(typed)
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise InvalidNotation(f"expected a number, or ∞ or inf for no bound, got {_shown(text)}")
    return number


def _text(name: str, value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise InvalidNotation(f"expected `{name}` to be text of at most {longest:,} characters, got {_shown(value)}")
    return value


def _whole(name: str, value: Any, least: int, most: int) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidNotation(f"expected `{name}` to be a whole number from {least} to {most:,}, got {_shown(value)}")
    return value


def _seconds(value: Any) -> float | None:
    if value is None:
        return None
    right = isinstance(value, int | float) and not isinstance(value, bool)
    if not right or not (math.isfinite(value) and 0 < value <= LONGEST_S):
        raise InvalidNotation(
            f"expected `time_s` to be seconds, above 0 and at most {LONGEST_S:g}, got {_shown(value)}"
        )
    return float(value)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
