"""The tables of a store, and the checksums by which damage is noticed.

Every row has a checksum of its values. The table `seal` has a row for each table: the number of its rows, and the
exclusive or of their checksums. A changed row differs from its checksum, and a lost row is missing in the seal. A
file that SQLite reads without an error may still be damaged, because SQLite checks no content.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from advsearch.errors import InvalidNotation
from advsearch.tournament.records import VERSION, GameRecord, from_json

LAYOUT: Final = 2
APPLICATION: Final = 0x41445653  # "ADVS", by which advsearch and the command `file` recognise a store
CHUNK: Final = 1_000
"""The number of rows that are read in one query. A store may be larger than memory."""

CREATE: Final = """
CREATE TABLE seal (part TEXT PRIMARY KEY, rows INTEGER NOT NULL, rows_sum INTEGER NOT NULL, sum INTEGER NOT NULL)
    WITHOUT ROWID;
CREATE TABLE tournament (place INTEGER PRIMARY KEY, conditions TEXT NOT NULL, schedule TEXT NOT NULL,
    sum INTEGER NOT NULL);
CREATE TABLE agent (name TEXT PRIMARY KEY, definition TEXT NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
    id TEXT PRIMARY KEY, pair TEXT NOT NULL, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL,
    opening TEXT NOT NULL, actions TEXT NOT NULL, result TEXT NOT NULL, termination TEXT NOT NULL, fault TEXT,
    detail TEXT NOT NULL, start TEXT, utility REAL, seed INTEGER NOT NULL, seconds REAL NOT NULL,
    moves_sum INTEGER NOT NULL, sum INTEGER NOT NULL, moves TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE failure (id TEXT NOT NULL, attempt INTEGER NOT NULL, detail TEXT NOT NULL, sum INTEGER NOT NULL,
    PRIMARY KEY (id, attempt)
) WITHOUT ROWID;
"""


UNREADABLE: Final = (sqlite3.Error, UnicodeDecodeError)
"""The errors by which the module `sqlite3` refuses a file. Its own messages may contain damaged text."""


class DamagedRows(Exception):
    """Raised within this package if stored rows differ from their checksums."""


def sum_of(part: str, values: Sequence[Any]) -> int:
    """Return the checksum of a row, a number of 63 bits."""
    text = repr((part, *values)).encode(errors="surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") >> 1


@attrs.frozen
class StoredTable:
    """One table of a store."""

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    """The columns that the row's checksum covers, beginning with the key."""
    beside: str = ""
    """A large column with a checksum of its own, `<name>_sum`, among `columns`. It may be left out when rows are
    read."""

    def insert(self, connection: sqlite3.Connection, rows: Iterable[Sequence[Any]]) -> int:
        """Insert the rows whose key is new, and return their number. A row has the values of `columns`, then the
        value of `beside`."""
        known = len(self.columns)
        names = (*self.columns, "sum", *([self.beside] if self.beside else []))
        query = f"INSERT OR IGNORE INTO {self.name} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
        added, changed = 0, 0
        for row in rows:
            found = sum_of(self.name, row[:known])
            if connection.execute(query, (*row[:known], found, *row[known:])).rowcount:
                added += 1
                changed ^= found
        if added:
            rows_before, sum_before = self.sealed(connection)
            self._seal(connection, rows_before + added, sum_before ^ changed)
        return added

    def clear(self, connection: sqlite3.Connection) -> None:
        """Delete all rows."""
        connection.execute(f"DELETE FROM {self.name}")
        self._seal(connection, 0, 0)

    def read(self, connection: sqlite3.Connection, *, beside: bool = True) -> Iterator[tuple[Any, ...]]:
        """Yield all rows in the order of their keys, as given to `insert`. After the last row, or before it, raises
        `DamagedRows` if the rows are not those that were inserted. If `beside` is false, the value of that column is
        None."""
        rows, total = self.sealed(connection)
        last: tuple[Any, ...] | None = None
        while found := connection.execute(*self._query(last, beside=beside)).fetchall():
            for row in found:
                values = self.checked(row, beside=beside)
                if last is not None and not _beyond(row[: len(self.key)], last):
                    raise DamagedRows
                last = row[: len(self.key)]
                rows -= 1
                total ^= row[len(self.columns)]
                yield values
        if rows or total:
            raise DamagedRows

    def find(self, connection: sqlite3.Connection, key: Sequence[Any]) -> tuple[Any, ...] | None:
        """Return the row with a key, or None. Raises `DamagedRows` if the row differs from its checksum."""
        names = (*self.columns, "sum", *([self.beside] if self.beside else []))
        where = " AND ".join(f"{name} = ?" for name in self.key)
        row = connection.execute(f"SELECT {', '.join(names)} FROM {self.name} WHERE {where}", tuple(key)).fetchone()
        return None if row is None else self.checked(row)

    def checked(self, row: tuple[Any, ...], *, beside: bool = True) -> tuple[Any, ...]:
        """Return a row without its checksum, or raise `DamagedRows`."""
        known = len(self.columns)
        values, found, rest = row[:known], row[known], row[known + 1 :]
        if found != sum_of(self.name, values):
            raise DamagedRows
        if rest and beside and sum_of(self.beside, rest) != values[-1]:
            raise DamagedRows
        return (*values, *rest)

    def sealed(self, connection: sqlite3.Connection) -> tuple[int, int]:
        """Return the number of rows, and the exclusive or of their checksums, as they were sealed."""
        found = connection.execute("SELECT rows, rows_sum, sum FROM seal WHERE part = ?", (self.name,)).fetchone()
        if found is None or found[2] != sum_of("seal", (LAYOUT, self.name, *found[:2])):
            raise DamagedRows
        return found[0], found[1]

    def begin(self, connection: sqlite3.Connection) -> None:
        connection.execute(
            "INSERT INTO seal VALUES (?, 0, 0, ?)", (self.name, sum_of("seal", (LAYOUT, self.name, 0, 0)))
        )

    def _seal(self, connection: sqlite3.Connection, rows: int, total: int) -> None:
        seal = sum_of("seal", (LAYOUT, self.name, rows, total))
        connection.execute(
            "UPDATE seal SET rows = ?, rows_sum = ?, sum = ? WHERE part = ?", (rows, total, seal, self.name)
        )

    def _query(
        self, last: tuple[Any, ...] | None, *, beside: bool, most: int = CHUNK, down: bool = False
    ) -> tuple[str, tuple[Any, ...]]:
        names = [*self.columns, "sum"]
        if self.beside:
            names.append(self.beside if beside else "NULL")
        key, compared = ", ".join(self.key), "<" if down else ">"
        where = "" if last is None else f"WHERE ({key}) {compared} ({', '.join('?' * len(last))})"
        order = ", ".join(f"{name} DESC" if down else name for name in self.key)
        text = f"SELECT {', '.join(names)} FROM {self.name} {where} ORDER BY {order} LIMIT {most}"
        return text, last or ()

    # --- a damaged store ----------------------------------------------------------------------------------------

    def whole(self, connection: sqlite3.Connection, keys: Iterable[Sequence[Any]]) -> dict[Any, tuple[Any, ...]]:
        """Return the rows of a damaged store that equal their checksums, by their keys. A damaged page ends a scan,
        so the table is read from both ends, and each of `keys` is looked for."""
        found: dict[Any, tuple[Any, ...]] = {}
        for down in (False, True):
            self._scan(connection, found, down=down)
        for key in keys:
            if tuple(key) not in found:
                self._keep(found, lambda key=key: self.find(connection, key))
        return found

    def _scan(self, connection: sqlite3.Connection, found: dict[Any, tuple[Any, ...]], *, down: bool) -> None:
        last: tuple[Any, ...] | None = None
        while True:
            try:
                row = connection.execute(*self._query(last, beside=True, most=1, down=down)).fetchone()
            except (*UNREADABLE, OverflowError):
                return
            if row is None:
                return
            key = row[: len(self.key)]
            if last is not None and not _beyond(key, last, down=down):
                return
            last = key
            self._keep(found, lambda row=row: self.checked(row))

    def _keep(self, found: dict[Any, tuple[Any, ...]], read: Any) -> None:
        try:
            row = read()
        except (DamagedRows, *UNREADABLE, OverflowError):
            return
        if row is not None:
            found[row[: len(self.key)]] = row


def _beyond(key: tuple[Any, ...], last: tuple[Any, ...], *, down: bool = False) -> bool:
    try:
        return key < last if down else key > last
    except TypeError:  # a damaged key may have another type
        return False


_GAME: Final = tuple(field.name for field in attrs.fields(GameRecord) if field.name != "moves")
TOURNAMENT: Final = StoredTable("tournament", ("place",), ("place", "conditions", "schedule"))
AGENT: Final = StoredTable("agent", ("name",), ("name", "definition"))
GAME: Final = StoredTable("game", ("id",), (*_GAME, "moves_sum"), "moves")
FAILURE: Final = StoredTable("failure", ("id", "attempt"), ("id", "attempt", "detail"))
PARTS: Final = (TOURNAMENT, AGENT, GAME, FAILURE)


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of a new store in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        for statement in CREATE.split(";\n"):
            connection.execute(statement)
        for part in PARTS:
            part.begin(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {LAYOUT}")


# --- rows of games ----------------------------------------------------------------------------------------------


def row_of(record: GameRecord) -> tuple[Any, ...]:
    """Return the row of a game, as `GAME` stores it."""
    data = record.to_json()
    values = {
        name: json.dumps(data[name]) if name in ("opening", "actions") else data[name] for name in GAME.columns[:-1]
    }
    for name in ("utility", "seconds"):
        values[name] = None if values[name] is None else float(values[name])
    moves = json.dumps(data["moves"])
    return (*values.values(), sum_of("moves", (moves,)), moves)


def record_of(row: tuple[Any, ...], seen: dict[str, str] | None = None) -> GameRecord:
    """Make the record of a game from its row, and check every field. If several games contain the same string, one
    copy of the string is kept, in `seen`. A row without `moves` makes a record without moves."""
    data: dict[str, Any] = dict(zip(GAME.columns[:-1], row, strict=False))
    try:
        data["opening"], data["actions"] = _texts(data["opening"]), json.loads(data["actions"])
        data["moves"] = [] if row[-1] is None else json.loads(row[-1])
    except (ValueError, TypeError, RecursionError):
        raise InvalidNotation("expected lists as JSON, got other text") from None
    if seen is not None:
        for name in ("game", "first", "second", "result", "termination"):
            data[name] = seen.setdefault(data[name], data[name])
        data["actions"] = [seen.setdefault(each, each) if isinstance(each, str) else each for each in data["actions"]]
    return from_json({"version": VERSION, **data})


@functools.lru_cache(maxsize=4096)
def _texts(text: str) -> list[Any]:
    found = json.loads(text)
    return found if isinstance(found, list) else [found]
