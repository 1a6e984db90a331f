"""Export the games of a store as JSON lines or CSV. Import games from JSON lines.

All formats, built-in ones included, are registered by the hook `advsearch_formats`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings, PluginError
from advsearch.notation import read_action, read_state
from advsearch.plugins.registry import Registry
from advsearch.protocol import AnyGame
from advsearch.search.returned import utility_of
from advsearch.tournament.records import MAX_LINE, GameRecord, read_line
from advsearch.tournament.store import Store

_COLUMNS: Final = (
    "id", "pair", "first", "second", "opening", "actions", "result", "termination", "fault", "plies", "seconds",
)  # fmt: skip
_WIDTH: Final = 80
_BATCH: Final = 500


def as_jsonl(games: Iterable[GameRecord]) -> Iterator[str]:
    for game in games:
        yield game.to_line() + "\n"


def as_csv(games: Iterable[GameRecord]) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for game in games:
        writer.writerow(
            [
                game.id,
                game.pair,
                _inert(game.first),
                _inert(game.second),
                _inert(" ".join(game.opening)),
                _inert(" ".join(game.actions)),
                game.result,
                game.termination,
                _inert(game.fault or ""),
                len(game.actions),
                f"{game.seconds:.3f}",
            ]
        )
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _inert(text: str) -> str:
    """Change a string that a spreadsheet would read as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def written(games: Iterable[GameRecord], name: str, registry: Registry) -> Iterator[str]:
    """Games as text, in the format that is registered with this name."""
    pieces = registry.format(name)(games)
    if isinstance(pieces, str) or not isinstance(pieces, Iterable):
        raise PluginError(f"expected format {name!r} to yield strings, got {_short(pieces)}")
    for piece in pieces:
        if not isinstance(piece, str):
            raise PluginError(f"expected format {name!r} to yield strings only, got {_short(piece)}")
        yield piece


def _short(thing: object) -> str:
    shown = repr(thing)
    return shown if len(shown) <= _WIDTH else f"{shown[: _WIDTH - 1]}…"


def read_jsonl(path: Path) -> Iterator[GameRecord]:
    """Read the games in a file of JSON lines. Each game is checked separately, and an error gives the number of the
    line."""
    try:
        with path.open("rb") as file:
            for number in range(1, 2**62):
                raw = file.readline(4 * MAX_LINE + 2)
                if not raw:
                    return
                yield from _read_raw(raw, number, path)
    except OSError as error:
        raise InvalidSettings(f"{str(path)!r} cannot be read: {error.strerror or error}") from None


def _read_raw(raw: bytes, number: int, path: Path) -> Iterator[GameRecord]:
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        if text:
            yield read_line(text)
    except UnicodeDecodeError:
        raise InvalidNotation(f"{path}:{number}: expected UTF-8 text, got other bytes") from None
    except InvalidNotation as error:
        raise InvalidNotation(f"{path}:{number}: {error}") from None


def check_moves(game: AnyGame, record: GameRecord) -> None:
    """Check that the actions in a record are legal. If the game is over by the rules, also check the result."""
    state = game.initial() if record.start is None else read_state(game, record.start)
    mover = game.player(state)
    for ply, text in enumerate(record.actions):
        if game.terminal(state):
            raise InvalidNotation(f"game {record.id}: expected no action after the end, got {text!r} at ply {ply}")
        try:
            state = game.result(state, read_action(game, state, text))
        except AdvsearchError as error:
            raise InvalidNotation(f"game {record.id}, ply {ply}: {error}") from None
    if (record.termination == "normal") != game.terminal(state):
        end = "end" if game.terminal(state) else "do not end"
        raise InvalidNotation(
            f"game {record.id}: `termination` is {record.termination}, but the actions {end} the game"
        )
    if record.termination == "normal":
        utility = utility_of(game, state, mover)
        points = 1.0 if utility > 0 else 0.0 if utility < 0 else 0.5
        if points != record.points:
            raise InvalidNotation(
                f"game {record.id}: the actions give the first player {points:g} points, "
                f"but the result is {record.result}"
            )


def import_games(store: Store, records: Iterable[GameRecord], game: AnyGame, name: str) -> tuple[int, int]:
    """Replay games from a file and add them to a store. Return the number of games read and the number of new ones.

    Games are stored in batches. If a game is wrong, the import stops, and the games of the same batch are not stored.
    """
    read = new = 0
    batch: list[GameRecord] = []
    for record in records:
        if record.game != name:
            raise InvalidNotation(f"game {record.id}: expected a game of {name}, got a game of {record.game}")
        check_moves(game, record)
        read += 1
        batch.append(record)
        if len(batch) >= _BATCH:
            new += store.add(batch)
            batch.clear()
    return read, new + store.add(batch)
