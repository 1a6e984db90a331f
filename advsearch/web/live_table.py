"""A tournament as data for the page: the table as it stands, and the games to replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.tournament import report as texts
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.summary import summarize

MOST_GAMES: Final = 2_000
"""The largest number of games that the page lists."""


class LiveTable:
    """A store, which another program may be filling."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[Any, ...] = ()
        self._table: dict[str, Any] = {}

    def game(self) -> str:
        """Return the spec of the store's game. Raises an error for a file that is no store."""
        with Store(self.path, writable=False, make=False) as store:
            return Schedule.from_text(store.schedule).conditions.game

    def table(self) -> dict[str, Any]:
        """Return the table as it stands. It is read again only if the files of the store have changed."""
        files = [self.path, *(self.path.with_name(self.path.name + end) for end in ("-wal", "-journal"))]
        seen = tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in files if file.exists())
        if seen != self._seen or not self._table:
            self._table, self._seen = self._read(), seen
        return self._table

    def _read(self) -> dict[str, Any]:
        with Store(self.path, writable=False, make=False) as store:
            summary = summarize(Schedule.from_text(store.schedule), store)
        return {
            "title": self.path.name,
            "game": summary.game,
            "headline": texts.headline(summary),
            "played": len(summary.games),
            "planned": summary.planned,
            "ratings": list(map(_piece, texts.ratings(summary))),
            "pairings": [] if texts.is_ranking(summary) else list(map(_piece, texts.pairings(summary))),
            "faults": list(map(_piece, texts.faults(summary))),
            "games": [
                {
                    "first": each.first,
                    "second": each.second,
                    "result": each.result,
                    "ending": each.termination,
                    "fault": each.fault,
                    "start": each.start or "",
                    "moves": each.actions,
                }
                for each in summary.games[:MOST_GAMES]
            ],
        }


def _piece(piece: texts.Piece) -> Any:
    """A part of the report as JSON: an object for a table, a string for a remark, a list for lines."""
    return attrs.asdict(piece) if isinstance(piece, texts.Grid) else piece
