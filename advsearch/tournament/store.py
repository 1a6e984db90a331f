"""The store: one SQLite file with all games of a tournament.

SQLite runs with a write-ahead log, `synchronous=FULL` and one writer. After `add` has returned, the added games
survive a kill or a power cut. The schedule determines a game's id. If a game with the same id is added again, the
store does not change. Reports and exports are made from the store. Whatever is read is compared with its checksum
(see `rows`), and a damaged store is refused. The store needs a local file system, because SQLite's locks do not work
reliably on a network file system.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import attrs

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings
from advsearch.specs import parse_spec
from advsearch.tournament.claim import claim
from advsearch.tournament.records import GameRecord
from advsearch.tournament.rescue import Survey, survey
from advsearch.tournament.rows import (
    AGENT,
    APPLICATION,
    FAILURE,
    GAME,
    LAYOUT,
    PARTS,
    TOURNAMENT,
    UNREADABLE,
    DamagedRows,
    StoredTable,
    create,
    record_of,
    row_of,
)
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.store_file import check_regular, is_damage, looks_like_store, place_of, sealed, tables_of

BUSY_S: Final = 10.0
_RECORDED: Final = ("text", "tier")
"""The entries of conditions and of an agent's definition that depend on the text of files (see `texts.record`). They
may change from run to run, because they are part of the ids of games."""


class Outcome(NamedTuple):
    """The fields of a stored game that ratings need."""

    id: str
    first: str
    second: str
    result: str
    termination: str
    fault: str | None
    seconds: float


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
        self._readers = 0
        folder = os.path.dirname(self.path)
        if folder and not os.path.isdir(folder):
            raise InvalidSettings(f"the folder {folder!r} for the store {self.path!r} does not exist")
        check_regular(self.path)
        try:
            self._connection = self._open(writable)
            self._place = place_of(self.path) if writable else None
        except UNREADABLE as error:
            if is_damage(error) and looks_like_store(self.path):
                raise self._damaged() from error
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
            tables = tables_of(connection)
            self._check_layout(connection, tables, found)
            if writable:
                self._claim = claim(self.path)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                if not tables_of(connection):
                    create(connection)
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

    def _check_layout(self, connection: sqlite3.Connection, tables: set[str], found: int) -> None:
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        if ((owner, found) == (APPLICATION, LAYOUT) and "seal" in tables) or (
            not tables and (owner, found) == (0, 0)
        ):
            return
        if (owner, found) == (APPLICATION, LAYOUT) or sealed(connection):
            raise self._damaged()
        if owner != APPLICATION:
            raise InvalidSettings(
                f"expected a store written by advsearch at {self.path!r}, got another SQLite database"
            )
        advice = "upgrade advsearch" if found > LAYOUT else "play its tournament again into another store"
        raise InvalidSettings(
            f"the store {self.path!r} has layout {found}, and this version reads layout {LAYOUT}; {advice}"
        )

    def _let_go(self) -> None:
        if self._claim is not None:
            self._claim.close()

    def _connect(self, mode: str) -> sqlite3.Connection:
        address = f"file:{quote(os.path.abspath(self.path))}?mode={mode}"
        return sqlite3.connect(address, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)

    def _failure(self, error: Exception) -> AdvsearchError:
        if is_damage(error):
            return self._damaged()
        return AdvsearchError(f"the store {self.path!r} cannot be used: {error}; nothing stored so far is lost")

    def _damaged(self) -> AdvsearchError:
        """The error for a damaged store, with what is lost and how to save the rest."""
        return AdvsearchError(
            f"the store {self.path!r} is damaged: {survey(self.path).in_words}; save what is left with: "
            f"advsearch tournament rescue {self.path} --output NEW"
        )

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
        except UNREADABLE as error:
            raise self._failure(error) from error
        except DamagedRows as error:
            raise self._damaged() from error

    def check_place(self) -> None:
        """Raise an error if the file of a writable store was deleted, moved or replaced."""
        if self._place is not None and place_of(self.path) != self._place:
            raise AdvsearchError(
                f"the store {self.path!r} was deleted, moved or replaced, and the last games are not stored; "
                "put a moved file back, and run the same command again"
            )

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Read from one snapshot of the store, to which another process may write. A writer is the only one that
        changes its store, and needs no snapshot."""
        try:
            if self._place is None and not self._readers:
                self._connection.execute("BEGIN")
            self._readers += 1
            try:
                yield self._connection
            finally:
                self._readers -= 1
                if not self._readers and self._connection.in_transaction:
                    self._connection.execute("COMMIT")
        except UNREADABLE as error:
            raise self._failure(error) from error
        except (DamagedRows, InvalidNotation, OverflowError) as error:
            raise self._damaged() from error

    def _rows(self, part: StoredTable, *, beside: bool = True) -> Iterator[tuple[Any, ...]]:
        with self._reading() as connection:
            yield from part.read(connection, beside=beside)

    # --- the schedule -------------------------------------------------------------------------------------------

    def begin(self, conditions: Mapping[str, Any], agents: Mapping[str, Mapping[str, Any]], schedule: str) -> None:
        """Assign a new store to a tournament, or check that an old store belongs to the tournament. The conditions
        must equal the stored conditions. If an agent is already in the store, its definition must equal the stored
        definition, except for the texts of files and the tiers. A tournament may get more agents and more games at
        any time."""
        self._check_structure()
        row = next(self._rows(TOURNAMENT), None)
        with self._reading():
            stored = None if row is None else _settled(_table(row[1]))
        if stored is not None and stored != (asked := _settled(conditions)):
            raise InvalidSettings(_difference(self.path, stored, asked))
        known = self.agents()
        for name, definition in agents.items():
            if name in known and _settled(known[name]) != _settled(definition):
                raise InvalidSettings(
                    f"agent {name!r} is defined as {_as_json(known[name])} in {self.path!r}, but now as "
                    f"{_as_json(definition)}; give the new agent another name"
                )
        with self._writing() as connection:
            for part in (TOURNAMENT, AGENT):
                part.clear(connection)
            TOURNAMENT.insert(connection, [(1, _as_json(conditions), schedule)])
            AGENT.insert(connection, [(name, _as_json(each)) for name, each in {**known, **agents}.items()])

    def _check_structure(self) -> None:
        """Raise an error if SQLite's own structure is damaged, because writing would then destroy more."""
        try:
            found = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        except UNREADABLE as error:
            raise self._failure(error) from error
        if found is None or found[0] != "ok":
            raise self._damaged()

    @property
    def schedule(self) -> str:
        """The text of the schedule of the last run."""
        row = next(self._rows(TOURNAMENT), None)
        if row is None:
            raise InvalidSettings(
                f"the store {self.path!r} contains no tournament; play a tournament with: advsearch tournament run"
            )
        return str(row[2])

    def earlier_schedule(self) -> Schedule | None:
        """The schedule of the last run, or None if the store is new."""
        return next((Schedule.from_text(row[2]) for row in self._rows(TOURNAMENT)), None)

    def agents(self) -> dict[str, dict[str, Any]]:
        with self._reading():
            return {name: _table(text) for name, text in self._rows(AGENT)}

    # --- the games ----------------------------------------------------------------------------------------------

    def add(self, records: Iterable[GameRecord]) -> int:
        """Store all given games, or none if there is an error. Return the number of games that were not in the store
        before."""
        rows = [row_of(record) for record in records]
        with self._writing() as connection:
            return GAME.insert(connection, rows)

    def ids(self) -> set[str]:
        return {outcome.id for outcome in self.outcomes()}

    def outcomes(self) -> list[Outcome]:
        """Return the outcomes of the stored games, ordered by id."""
        return [
            Outcome(game.id, game.first, game.second, game.result, game.termination, game.fault, game.seconds)
            for game in self.games(costs=False)
        ]

    def game(self, identity: str) -> GameRecord | None:
        with self._reading() as connection:
            row = GAME.find(connection, (identity,))
            return None if row is None else record_of(row)

    def games(self, *, costs: bool = True) -> Iterator[GameRecord]:
        """Yield the stored games, ordered by id.

        If `costs` is false, the field `moves` of the records is left empty. Reading `moves` takes most of the memory
        and time.
        """
        seen: dict[str, str] = {}
        with self._reading() as connection:
            for row in GAME.read(connection, beside=costs):
                yield record_of(row, seen)

    def put(self, found: Survey) -> None:
        """Store the rows of another store."""
        with self._writing() as connection:
            for part in PARTS:
                part.insert(connection, found.rows[part.name])

    # --- failures outside the games -----------------------------------------------------------------------------

    def add_failure(self, identity: str, detail: str) -> int:
        """Record that a game killed its worker. Return how many workers the game has killed."""
        count = len(self.failures().get(identity, ()))
        with self._writing() as connection:
            FAILURE.insert(connection, [(identity, count + 1, detail)])
        return count + 1

    def forget_failures(self) -> None:
        """Forget all failures, so that games that were set aside are tried again."""
        with self._writing() as connection:
            FAILURE.clear(connection)

    def failures(self) -> dict[str, list[str]]:
        """The details of every failed attempt to play a game, by the game's id."""
        failed: dict[str, list[str]] = {}
        for identity, _, detail in self._rows(FAILURE):
            failed.setdefault(identity, []).append(detail)
        return failed


def rescue(path: str | os.PathLike[str], output: str | os.PathLike[str]) -> Survey:
    """Write everything in a store that is not damaged into a new store, and return what was found."""
    if os.path.lexists(output):
        raise InvalidSettings(f"expected a new file for the saved store, but {os.fspath(output)!r} already exists")
    check_regular(os.fspath(path))
    if not os.path.exists(path):
        raise InvalidSettings(f"no store at {os.fspath(path)!r}")
    found = survey(os.fspath(path))
    if not any(found.rows.values()):
        raise AdvsearchError(f"nothing can be saved from {os.fspath(path)!r}: no row of a store was found")
    with Store(output) as store:
        store.put(found)
    return found


def _table(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise DamagedRows
    return found


def _as_json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, sort_keys=True)


def _settled(value: Mapping[str, Any]) -> Any:
    """Conditions or the definition of an agent, without what may change from run to run."""
    found = {key: each for key, each in json.loads(_as_json(value)).items() if key not in _RECORDED}
    if isinstance(found.get("searcher"), str):
        with contextlib.suppress(InvalidNotation):
            spec = parse_spec(found["searcher"])
            settings = {key: each for key, each in spec.settings.items() if key not in _RECORDED}
            found["searcher"] = str(attrs.evolve(spec, settings=settings))
    return found


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
