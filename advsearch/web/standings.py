"""A tournament as data for the page: the table as it stands, and the games to replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from advsearch.tournament import report as texts
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.summary import summarize

MOST_GAMES: Final = 2_000
"""The largest number of games that the page lists."""


class Standings:
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
        ranking = texts.is_ranking(summary)
        return {
            "title": self.path.name,
            "game": summary.game,
            "headline": texts.headline(summary),
            "played": len(summary.games),
            "planned": summary.planned,
            "headers": texts.RANKING_HEADERS if ranking else texts.RATING_HEADERS,
            "rows": texts.ranking_rows(summary) if ranking else texts.rating_rows(summary),
            "note": texts.ranking_note(summary) if ranking else texts.ratings_note(summary),
            "pairing_headers": texts.PAIRING_HEADERS,
            "pairings": [] if ranking else [texts.pairing_row(each) for each in summary.pairings],
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
