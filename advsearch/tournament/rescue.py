"""Find out what is left of a damaged store.

A copy of the store is read, so that the store itself does not change. Only rows that equal their checksums count. The
first page of a store says where its tables are. It is the same in all stores, so if it is damaged, it is replaced by
the first page of an empty store.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.errors import AdvsearchError
from advsearch.notation import plural
from advsearch.tournament.rows import FAILURE, GAME, PARTS, TOURNAMENT, UNREADABLE, DamagedRows, StoredTable, create
from advsearch.tournament.schedule import Schedule

_PAGE: Final = 4096
_OWN: Final = (slice(24, 44), slice(92, 100))
"""The bytes of the first page that differ between stores: counters and sizes."""


@attrs.frozen
class Survey:
    """What is left of a store."""

    rows: dict[str, list[tuple[Any, ...]]]
    """The whole rows of each table, by the table's name."""
    held: dict[str, int | None]
    """The number of rows that each table had. The number is None if it is not known."""

    @property
    def games(self) -> int:
        return len(self.rows[GAME.name])

    @property
    def lost(self) -> int | None:
        """The number of lost games, or None if it is not known."""
        held = self.held[GAME.name]
        return None if held is None else max(0, held - self.games)

    @property
    def schedule_lost(self) -> bool:
        return not self.rows[TOURNAMENT.name] and self.held[TOURNAMENT.name] != 0

    @property
    def in_words(self) -> str:
        """What is left, such as "2 of 40 games are lost"."""
        held = self.held[GAME.name]
        if held is None:
            text = f"{plural(self.games, 'game')} can be read, and how many are lost is not known"
        elif self.lost:
            text = f"{self.lost:,} of {plural(held, 'game')} {'is' if self.lost == 1 else 'are'} lost"
        else:
            text = f"all {plural(held, 'game')} can be read" if held != 1 else "its game can be read"
        return f"{text}, the schedule is lost" if self.schedule_lost else text

    def advice(self, output: str) -> str:
        """What to do with the saved store at `output`, or an empty string if nothing is lost."""
        if self.schedule_lost:
            return f"the schedule is lost; to play the missing games: advsearch tournament run FILE --store {output}"
        if self.lost == 0:
            return ""
        lost = "some games may be lost" if self.lost is None else f"{plural(self.lost, 'game')} lost"
        return f"{lost}; to play the missing games: advsearch tournament resume {output}"


def survey(path: str) -> Survey:
    """Read everything in a store that is not damaged."""
    best: Survey | None = None
    with tempfile.TemporaryDirectory(prefix="advsearch-rescue-") as folder:
        for number, first_page in enumerate((None, _first_page(Path(folder)))):
            copy = Path(folder, f"{number}.db")
            try:
                _copy(path, copy, first_page)
            except OSError as error:
                raise AdvsearchError(f"{path!r} cannot be copied: {error.strerror or error}") from None
            found = _read(copy)
            if best is None or _weight(found) > _weight(best):
                best = found
    assert best is not None
    return best


def _weight(found: Survey) -> tuple[int, int]:
    return sum(map(len, found.rows.values())), sum(held is not None for held in found.held.values())


def _copy(path: str, copy: Path, first_page: bytes | None) -> None:
    shutil.copyfile(path, copy)
    with contextlib.suppress(FileNotFoundError):
        shutil.copyfile(f"{os.path.realpath(path)}-wal", f"{copy}-wal")
    if first_page is None:
        return
    with copy.open("r+b") as file:
        old = file.read(_PAGE)
        page = bytearray(first_page)
        for part in _OWN:
            page[part] = old[part] if len(old) == _PAGE else page[part]
        page[28:32] = max(1, copy.stat().st_size // _PAGE).to_bytes(4, "big")
        page[92:96] = page[24:28]
        file.seek(0)
        file.write(page)


def _first_page(folder: Path) -> bytes:
    """Return the first page of an empty store."""
    path = folder / "empty.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        create(connection)
    return path.read_bytes()[:_PAGE]


def _read(copy: Path) -> Survey:
    rows: dict[str, list[tuple[Any, ...]]] = {part.name: [] for part in PARTS}
    held: dict[str, int | None] = {part.name: None for part in PARTS}
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        planned: list[Sequence[Any]] = []
        for part in PARTS:
            found = part.whole(connection, _keys(part, planned))
            rows[part.name] = [found[key] for key in sorted(found)]
            with contextlib.suppress(DamagedRows, *UNREADABLE):
                held[part.name] = part.sealed(connection)[0]
            if part is TOURNAMENT:
                planned = [(identity,) for identity in _planned(rows[part.name])]
    return Survey(rows, held)


def _keys(part: StoredTable, planned: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Yield keys that a table may have."""
    if part is TOURNAMENT:
        yield (1,)
    elif part is GAME:
        yield from planned
    elif part is FAILURE:
        yield from ((*key, 1) for key in planned)


def _planned(rows: list[tuple[Any, ...]]) -> Iterator[str]:
    for row in rows:
        with contextlib.suppress(AdvsearchError):
            yield from Schedule.from_text(row[2]).ids()
