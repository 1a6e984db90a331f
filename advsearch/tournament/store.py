"""The store: one SQLite file with all games of a tournament.

SQLite runs with a write-ahead log, `synchronous=FULL` and one writer. After `add` has returned, the added games
survive a kill or a power cut. The schedule determines a game's id. If a game with the same id is added again, the
store does not change. Reports and exports are made from the store. The store needs a local file system, because
SQLite's locks do not work reliably on a network file system.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import attrs

from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.tournament.claim import claim
from advsearch.tournament.records import GameRecord, MoveCost

SCHEMA: Final = 1
APPLICATION: Final = 0x41445653  # "ADVS", by which advsearch and the command `file` recognise a store

_CREATE: Final = """
CREATE TABLE tournament (conditions TEXT NOT NULL, schedule TEXT NOT NULL);
CREATE TABLE agent (name TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
    id TEXT PRIMARY KEY, pair TEXT NOT NULL, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    opening TEXT NOT NULL, actions TEXT NOT NULL, result TEXT NOT NULL, termination TEXT NOT NULL, fault TEXT,
    detail TEXT NOT NULL, start TEXT, utility REAL, seed INTEGER NOT NULL, moves TEXT NOT NULL,
    seconds REAL NOT NULL, stored_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) WITHOUT ROWID;
CREATE INDEX game_pair ON game (pair);
CREATE TABLE failure (
    id TEXT NOT NULL, attempt INTEGER NOT NULL, detail TEXT NOT NULL,
    PRIMARY KEY (id, attempt)
) WITHOUT ROWID;
"""
_COLUMNS: Final = tuple(field.name for field in attrs.fields(GameRecord))
_LISTS: Final = frozenset({"opening", "actions", "moves"})
_INSERT: Final = f"INSERT OR IGNORE INTO game ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
BUSY_S: Final = 10.0
_CHUNK: Final = 1_000
"""The number of games that are read in one query. A store may be larger than memory."""


class Outcome(NamedTuple):
    """The fields of a stored game that ratings need."""

    id: str
    first: str
    second: str
    result: str
    termination: str
    fault: str | None
    seconds: float


def _row(record: GameRecord) -> tuple[Any, ...]:
    data = record.to_json()
    return tuple(json.dumps(data[name]) if name in _LISTS else data[name] for name in _COLUMNS)


@functools.lru_cache(maxsize=4096)
def _opening(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def _game(row: tuple[Any, ...], seen: dict[str, str]) -> GameRecord:
    """Make the record of a game from its row in the database. If several games contain the same string, one copy of
    the string is kept, in `seen`."""
    data = dict(zip(_COLUMNS, row, strict=True))
    data["opening"] = _opening(data["opening"])
    texts = json.loads(data["actions"])
    data["actions"] = tuple(map(seen.setdefault, texts, texts))
    for name in ("game", "first", "second", "result", "termination"):
        data[name] = seen.setdefault(data[name], data[name])
    data["moves"] = () if data["moves"] == "[]" else tuple(MoveCost(*each) for each in json.loads(data["moves"]))
    return GameRecord(**data)


class Store:
    """An open store. Write `with Store(path) as store:` to close the store at the end.

    Only one process at a time can write to a store. If `writable` is false, the store can only be read, and another
    process may write to it at the same time. If `make` is false, the file must already exist.
    """

    def __init__(self, path: str | os.PathLike[str], *, writable: bool = True, make: bool = True) -> None:
        self.path = os.fspath(path)
        if not self.path or os.path.isdir(self.path):
            raise InvalidSettings(f"expected a file to keep the store in, got the folder {self.path or '.'!r}")
        if not (writable and make) and not os.path.exists(self.path):
            raise InvalidSettings(f"no store at {self.path!r}; run a tournament to make the store")
        self._claim: sqlite3.Connection | None = None
        folder = os.path.dirname(self.path)
        if folder and not os.path.isdir(folder):
            raise InvalidSettings(f"the folder {folder!r} for the store {self.path!r} does not exist")
        try:
            self._connection = self._open(writable)
            self._place = _place(self.path) if writable else None
        except sqlite3.Error as error:
            reason = str(error)
            if writable and not os.access(folder or ".", os.W_OK):
                reason = f"its folder {folder or '.'!r} cannot be written"
            raise InvalidSettings(f"the store {self.path!r} cannot be opened: {reason}") from error

    def _open(self, writable: bool) -> sqlite3.Connection:
        connection = self._connect("rwc" if writable else "ro")
        try:
            try:
                (found,) = connection.execute("PRAGMA user_version").fetchone()
            except sqlite3.OperationalError:
                if writable or os.path.exists(f"{self.path}-wal"):
                    raise
                # A reader of a write-ahead log writes a file beside it. If that is impossible, no process can write
                # to the store.
                connection.close()
                connection = self._connect("ro&immutable=1")
                (found,) = connection.execute("PRAGMA user_version").fetchone()
            tables = _tables(connection)
            (owner,) = connection.execute("PRAGMA application_id").fetchone()
            if tables and owner != APPLICATION:
                raise InvalidSettings(
                    f"expected a store written by advsearch at {self.path!r}, got another SQLite database"
                )
            if found > SCHEMA:
                raise InvalidSettings(
                    f"the store {self.path!r} has version {found}; upgrade advsearch, which reads up to {SCHEMA}"
                )
            if writable:
                self._claim = claim(self.path)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                if not _tables(connection):
                    self._create(connection)
            elif not tables:
                raise InvalidSettings(
                    f"the store {self.path!r} contains no tournament; "
                    "play a tournament with: advsearch tournament run"
                )
        except BaseException:
            connection.close()
            self._let_go()
            raise
        return connection

    def _let_go(self) -> None:
        if self._claim is not None:
            self._claim.close()

    def _connect(self, mode: str) -> sqlite3.Connection:
        address = f"file:{quote(os.path.abspath(self.path))}?mode={mode}"
        return sqlite3.connect(address, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)

    def _create(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            for statement in _CREATE.split(";\n"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")

    def _failure(self, error: sqlite3.Error) -> AdvsearchError:
        damaged = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        advice = "use a copy of it" if damaged else "nothing stored so far is lost"
        return AdvsearchError(f"the store {self.path!r} cannot be used: {error}; {advice}")

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()
        self._let_go()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Begin a transaction, which is stored completely or not at all. If the store's file is no longer at its
        path, nothing is stored."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                yield self._connection
                self.check_place()
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def check_place(self) -> None:
        """Raise an error if the file of a writable store was deleted, moved or replaced."""
        if self._place is not None and _place(self.path) != self._place:
            raise AdvsearchError(
                f"the store {self.path!r} was deleted, moved or replaced, and the last games are not stored; "
                "put a moved file back, and run the same command again"
            )

    def _read(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise self._failure(error) from error

    # --- the schedule -------------------------------------------------------------------------------------------

    def begin(self, conditions: Mapping[str, Any], agents: Mapping[str, Mapping[str, Any]], schedule: str) -> None:
        """Assign a new store to a tournament, or check that an old store belongs to the tournament. The conditions
        must equal the stored conditions. If an agent is already in the store, its definition must equal the stored
        definition. A tournament may get more agents and more games at any time."""
        asked = json.dumps(conditions, sort_keys=True)
        stored = self._read("SELECT conditions FROM tournament")
        if stored and stored[0][0] != asked:
            raise InvalidSettings(_difference(self.path, json.loads(stored[0][0]), dict(conditions)))
        known = dict(self._read("SELECT name, definition FROM agent"))
        definitions = {name: json.dumps(definition, sort_keys=True) for name, definition in agents.items()}
        for name, definition in definitions.items():
            if name in known and known[name] != definition:
                raise InvalidSettings(
                    f"agent {name!r} is defined as {known[name]} in {self.path!r}, but now as {definition}; "
                    "give the new agent another name"
                )
        with self._writing() as connection:
            connection.executemany("INSERT OR IGNORE INTO agent VALUES (?, ?)", definitions.items())
            if stored:
                connection.execute("UPDATE tournament SET schedule = ?", (schedule,))
            else:
                connection.execute("INSERT INTO tournament VALUES (?, ?)", (asked, schedule))

    @property
    def schedule(self) -> str:
        """The text of the schedule of the last run."""
        rows = self._read("SELECT schedule FROM tournament")
        if not rows:
            raise InvalidSettings(
                f"the store {self.path!r} contains no tournament; play a tournament with: advsearch tournament run"
            )
        return str(rows[0][0])

    def agents(self) -> dict[str, dict[str, Any]]:
        return {name: json.loads(text) for name, text in self._read("SELECT name, definition FROM agent")}

    # --- the games ----------------------------------------------------------------------------------------------

    def add(self, records: Iterable[GameRecord]) -> int:
        """Store all given games, or none if there is an error. Return the number of games that were not in the store
        before."""
        rows = [_row(record) for record in records]
        with self._writing() as connection:
            before = connection.total_changes
            connection.executemany(_INSERT, rows)
            return connection.total_changes - before

    def ids(self) -> set[str]:
        return {row[0] for row in self._read("SELECT id FROM game")}

    def outcomes(self) -> list[Outcome]:
        return [Outcome(*row) for row in self._read(f"SELECT {', '.join(Outcome._fields)} FROM game ORDER BY id")]

    def game(self, identity: str) -> GameRecord | None:
        rows = self._read(f"SELECT {', '.join(_COLUMNS)} FROM game WHERE id = ?", (identity,))
        return _game(rows[0], {}) if rows else None

    def games(self, *, costs: bool = True) -> Iterator[GameRecord]:
        """Yield the stored games, ordered by id.

        If `costs` is false, the field `moves` of the records is left empty. Reading `moves` takes most of the memory
        and time.
        """
        columns = ", ".join(name if costs or name != "moves" else "'[]'" for name in _COLUMNS)
        seen: dict[str, str] = {}
        last = ""
        while rows := self._read(f"SELECT {columns} FROM game WHERE id > ? ORDER BY id LIMIT ?", (last, _CHUNK)):
            for row in rows:
                yield _game(row, seen)
            last = rows[-1][0]

    # --- failures outside the games -----------------------------------------------------------------------------

    def add_failure(self, identity: str, detail: str) -> int:
        """Record that a game killed its worker. Return how many workers the game has killed."""
        with self._writing() as connection:
            (count,) = connection.execute("SELECT count(*) FROM failure WHERE id = ?", (identity,)).fetchone()
            connection.execute("INSERT INTO failure VALUES (?, ?, ?)", (identity, count + 1, detail))
        return int(count) + 1

    def forget_failures(self) -> None:
        """Forget all failures, so that games that were set aside are tried again."""
        with self._writing() as connection:
            connection.execute("DELETE FROM failure")

    def failures(self) -> dict[str, list[str]]:
        """The details of every failed attempt to play a game, by the game's id."""
        failed: dict[str, list[str]] = {}
        for identity, detail in self._read("SELECT id, detail FROM failure ORDER BY id, attempt"):
            failed.setdefault(identity, []).append(detail)
        return failed


def _place(path: str) -> tuple[int, int] | None:
    """Return the device and the inode of the file at a path, or None if there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _tables(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def _difference(path: str, stored: Any, asked: Any, name: str = "") -> str:
    """The error message for a store with another tournament. The message names the first value in which the two
    tournaments differ."""
    if isinstance(stored, dict) and isinstance(asked, dict):
        for key in sorted(stored.keys() | asked.keys()):
            if stored.get(key) != asked.get(key):
                return _difference(path, stored.get(key), asked.get(key), f"{name}.{key}" if name else key)
    return (
        f"the store {path!r} holds a tournament with {name} = {json.dumps(stored)}, "
        f"the schedule says {json.dumps(asked)}; use another store"
    )
