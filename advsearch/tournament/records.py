"""Records of finished games, which can be stored, exported and read back."""

from __future__ import annotations

import json
import math
from typing import Any, Final, NamedTuple, cast, get_args

import attrs

from advsearch.errors import Fault, InvalidNotation
from advsearch.match.referee import Finished

VERSION: Final = 1
MAX_LINE: Final = 1_000_000
"""The largest number of characters in one exported game. A game of a few thousand moves needs far fewer
characters."""
MAX_MOVES: Final = 100_000
MAX_TEXT: Final = 10_000

TERMINATIONS: Final[tuple[Finished, ...]] = get_args(Finished)
FAULTS: Final = frozenset(get_args(Fault))
RESULTS: Final = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
"""The points of the first player for each result."""


def result_text(points: float) -> str:
    return next(text for text, value in RESULTS.items() if value == points)


class MoveCost(NamedTuple):
    """The time, depth, nodes and value of one action. A field that the agent does not report is None."""

    agent: str
    seconds: float
    depth: int | None = None
    nodes: int | None = None
    value: str | None = None


@attrs.frozen
class GameRecord:
    """The record of a finished game. The agent `first` moves first in the state `start`, or in the game's initial
    state if `start` is None."""

    id: str
    pair: str
    game: str
    first: str
    second: str
    opening: tuple[str, ...]
    """The actions that were played before the agents took over."""
    actions: tuple[str, ...]
    """All actions of the game, beginning with the actions of `opening`."""
    result: str
    termination: Finished
    fault: str | None = None
    """The name of the agent at fault."""
    detail: str = ""
    """The details of a fault, with the end of the agent's standard error."""
    start: str | None = None
    utility: float | None = None
    """The first player's utility if the game ended by its rules; else None."""
    seed: int = 0
    moves: tuple[MoveCost, ...] = ()
    """The cost of each action after the opening."""
    seconds: float = 0.0

    @property
    def points(self) -> float:
        """The first player's points: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return RESULTS[self.result]

    def to_json(self) -> dict[str, Any]:
        data = attrs.asdict(self, recurse=False)
        data["moves"] = [[m.agent, round(m.seconds, 6), m.depth, m.nodes, m.value] for m in self.moves]
        data["seconds"] = round(self.seconds, 6)
        return {"version": VERSION, **data}

    def to_line(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"), allow_nan=False)


# --- reading a record back: every field is checked --------------------------------------------------------------


def read_line(line: str) -> GameRecord:
    """Read the record of a game from one line of JSON. Raises `InvalidNotation` if the line is not a valid record."""
    if len(line) > MAX_LINE:
        raise InvalidNotation(f"expected a game in at most {MAX_LINE:,} characters, got {len(line):,}")
    try:
        data = json.loads(line, parse_constant=_no_constant, object_pairs_hook=_no_duplicates)
    except InvalidNotation:
        raise
    except RecursionError:
        raise InvalidNotation("expected a game as one JSON object, got too many levels of nesting") from None
    except ValueError as error:  # also raised for integers with more digits than Python converts
        reason = str(error).partition(":")[0].lower()
        raise InvalidNotation(f"expected a game as one JSON object, got text that is not JSON ({reason})") from None
    return from_json(data)


def from_json(data: Any) -> GameRecord:
    if not isinstance(data, dict):
        raise InvalidNotation(f"expected a game as a JSON object, got {_shown(data)}")
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        raise InvalidNotation(f"expected version {VERSION} of the game format, got {_shown(data.get('version'))}")
    known = {field.name for field in attrs.fields(GameRecord)} | {"version"}
    if unknown := sorted(set(data) - known):
        raise InvalidNotation(f"unknown field {_shown(unknown[0])} in a game")
    opening, actions = _texts(data, "opening"), _texts(data, "actions")
    if actions[: len(opening)] != opening:
        raise InvalidNotation("expected `actions` of a game to begin with the actions in `opening`")
    termination = _termination(data)
    first, second, fault = _text(data, "first"), _text(data, "second"), _text_or_none(data, "fault")
    if (fault is not None) != (termination in FAULTS) or fault not in (None, first, second):
        allowed = f"{first!r} or {second!r}" if termination in FAULTS else "null"
        raise InvalidNotation(
            f"expected `fault` of a game ended by {termination} to be {allowed}, got {_shown(fault)}"
        )
    result = _text(data, "result")
    if result not in RESULTS:
        raise InvalidNotation(f"expected `result` to be one of {', '.join(RESULTS)}, got {_shown(result)}")
    return GameRecord(
        id=_text(data, "id"),
        pair=_text(data, "pair"),
        game=_text(data, "game"),
        first=first,
        second=second,
        opening=opening,
        actions=actions,
        result=result,
        termination=termination,
        fault=fault,
        detail=_text(data, "detail", ""),
        start=_text_or_none(data, "start"),
        utility=_number_or_none(data.get("utility"), "utility"),
        seed=_seed(data.get("seed", 0)),
        moves=_moves(data.get("moves", [])),
        seconds=_number_or_none(data.get("seconds", 0.0), "seconds") or 0.0,
    )


def _termination(data: dict[str, Any]) -> Finished:
    given = _text(data, "termination")
    for termination in TERMINATIONS:
        if given == termination:
            return termination
    raise InvalidNotation(f"expected `termination` to be one of {', '.join(TERMINATIONS)}, got {_shown(given)}")


def _no_constant(text: str) -> Any:
    raise InvalidNotation(f"expected a finite number in a game, got {text}")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise InvalidNotation("expected each field of a game once, got the same field twice")
    return data


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT and "\0" not in value and value.isprintable()


def _text(data: dict[str, Any], field: str, default: str | None = None) -> str:
    value = data.get(field, default)
    if field == "detail" and isinstance(value, str) and len(value) <= MAX_TEXT and "\0" not in value:
        return value  # this text may have several lines
    if not _is_text(value) or (not value and field != "detail"):
        raise InvalidNotation(f"expected `{field}` of a game to be a printable string, got {_shown(value)}")
    return cast(str, value)


def _text_or_none(data: dict[str, Any], field: str) -> str | None:
    return None if data.get(field) is None else _text(data, field)


def _texts(data: dict[str, Any], field: str) -> tuple[str, ...]:
    value = data.get(field)
    if not isinstance(value, list) or len(value) > MAX_MOVES or not all(map(_is_text, value)):
        raise InvalidNotation(f"expected `{field}` of a game to be a list of printable strings, got {_shown(value)}")
    return tuple(value)


def _number_or_none(value: object, field: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidNotation(f"expected `{field}` of a game to be a number, got {_shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InvalidNotation(f"expected `{field}` of a game to be a finite number, got {_shown(value)}")
    return number


def _whole_or_none(value: object, field: str) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
        raise InvalidNotation(f"expected `{field}` of a game to be a whole number below 2^63, got {_shown(value)}")
    return value


def _seed(value: object) -> int:
    seed = _whole_or_none(value, "seed")
    if seed is None:
        raise InvalidNotation("expected `seed` of a game to be a whole number below 2^63, got None")
    return seed


def _moves(value: object) -> tuple[MoveCost, ...]:
    if not isinstance(value, list) or len(value) > MAX_MOVES:
        raise InvalidNotation(f"expected `moves` of a game to be a list, got {_shown(value)}")
    moves = []
    for item in value:
        if not isinstance(item, list) or len(item) != 5:
            raise InvalidNotation(f"expected a move as [agent, seconds, depth, nodes, value], got {_shown(item)}")
        agent, seconds, depth, nodes, text = item
        if not _is_text(agent):
            raise InvalidNotation(f"expected a move's agent to be a printable string, got {_shown(agent)}")
        if text is not None and not _is_text(text):
            raise InvalidNotation(f"expected a move's value to be a printable string, got {_shown(text)}")
        moves.append(
            MoveCost(
                agent,
                _number_or_none(seconds, "seconds") or 0.0,
                _whole_or_none(depth, "depth"),
                _whole_or_none(nodes, "nodes"),
                text,
            )
        )
    return tuple(moves)
