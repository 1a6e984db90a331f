"""The report of a tournament as one self-contained HTML page: charts, cross table, and games that can be replayed."""

from __future__ import annotations

import collections
import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources
from typing import Any, Final

from advsearch.drawing.charts import bars, heat, histogram, ratings_chart
from advsearch.drawing.palette import page_style
from advsearch.drawing.plots import Bar
from advsearch.protocol import AnyGame
from advsearch.tournament import report as texts
from advsearch.tournament.records import GameRecord
from advsearch.tournament.store import Store
from advsearch.tournament.summary import Summary, Tally
from advsearch.web.replay_data import Pictures, frames, geometry

MOST_REPLAYS: Final = 5_000
"""The largest number of games in a page. At 5 kB per game, a browser opens a page with `MOST_REPLAYS` games in a
second or two."""


def report_page(summary: Summary, game: AnyGame, store: Store) -> Iterator[str]:
    """Yield the report page piece by piece. The page contains its style, script and data, and loads no other file."""
    files = resources.files("advsearch.web")
    title = f"Tournament of {summary.game}"
    sections = [
        f"<h1>{escape(title)}</h1><p>{escape(texts.headline(summary))}</p>",
        _ratings(summary),
        "<h2>Cross table</h2><p>Share of points of the row against the column.</p>" + _cross_table(summary),
        _pairings(summary),
        _shown(texts.conditions(summary)),
        _lengths(summary),
        _openings(summary),
        _games_heading(summary),
    ]
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'; img-src data:\">"
        f"<title>{escape(title)}</title>"
        f"<style>{page_style()}{(files / 'report.css').read_text('utf-8')}</style></head>"
        f"<body><main>{''.join(sections)}</main>"
        '<script type="application/json" id="data">'
    )
    yield from _data(summary, game, store)
    yield (f"</script><script>{(files / 'report.js').read_text('utf-8')}</script></body></html>\n")


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in headers)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _shown(pieces: Iterable[texts.Piece]) -> str:
    shown = []
    for piece in pieces:
        if isinstance(piece, texts.Grid):
            shown.append(_table(piece.headers, piece.rows))
        elif isinstance(piece, str):
            shown.append(f"<p>{escape(piece)}</p>")
        else:
            shown.append(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in piece)}</ul>")
    return "".join(shown)


def _ratings(summary: Summary) -> str:
    if not summary.ratings:
        return "<p>No pair of games is complete yet.</p>"
    bars = [Bar(r.name, r.interval.low, r.elo, r.interval.high) for r in summary.ratings]
    return f"<h2>Ratings</h2>{ratings_chart(bars)}{_shown(texts.ratings(summary))}"


def _pairings(summary: Summary) -> str:
    """The pairings and their verdicts. If there are many, they are shown on request."""
    shown = _shown(texts.pairings(summary))
    if texts.is_ranking(summary):
        shown = f"<details><summary>{len(summary.pairings):,} pairings</summary>{shown}</details>"
    return f"<h2>Pairings</h2>{shown}"


def _cross_table(summary: Summary) -> str:
    names = [rating.name for rating in summary.ratings] or sorted({p.one for p in summary.pairings})
    shares: dict[tuple[str, str], Tally] = {}
    for pairing in summary.pairings:
        shares[pairing.one, pairing.two] = pairing.tally
        tally = pairing.tally
        shares[pairing.two, pairing.one] = Tally(tally.losses, tally.draws, tally.wins)
    rows = []
    for one in names:
        cells = []
        for two in names:
            against = shares.get((one, two))
            if against is None or not against.games:
                cells.append('<td class="none">·</td>')
                continue
            title = f"{one} against {two}: {against.wins} won, {against.draws} drawn, {against.losses} lost"
            classes = f'class="{heat(against.share)}" title="{escape(title, quote=True)}"'
            cells.append(f"<td {classes}>{against.share:.0%}</td>")
        rows.append(f"<tr><th>{escape(one)}</th>{''.join(cells)}</tr>")
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    return f'<div class="scroll"><table class="cross"><tr><th></th>{head}</tr>{"".join(rows)}</table></div>'


def _lengths(summary: Summary) -> str:
    lengths = collections.Counter(len(game.actions) for game in summary.games)
    endings = collections.Counter(str(game.termination) for game in summary.games)
    return (
        "<h2>Lengths and endings</h2>"
        + histogram(lengths, "lengths of the games", "plies")
        + bars(endings, "how games ended")
        + (_shown(texts.faults(summary)) or "<p>No faults.</p>")
    )


def _openings(summary: Summary) -> str:
    tallies: dict[str, Tally] = {}
    for game in summary.games:
        key = " ".join(game.opening) or game.start or "the beginning"
        tallies.setdefault(key, Tally()).add(game.points)
    rows = [
        (key, str(tally.games), f"{tally.share:.1%}")
        for key, tally in sorted(tallies.items(), key=lambda item: (-item[1].games, item[0]))
    ]
    return (
        f"<h2>Openings</h2><details><summary>{len(rows)} openings, with the first mover's share</summary>"
        + _table(("opening", "games", "first mover"), rows)
        + "</details>"
    )


def _replayed(summary: Summary) -> set[str]:
    """The ids of the games that are included in the page. If there are more than `MOST_REPLAYS` games, games with a
    fault are preferred."""
    ordered = sorted(summary.games, key=lambda game: game.fault is None)
    return {game.id for game in ordered[:MOST_REPLAYS]}


def _games_heading(summary: Summary) -> str:
    left = len(summary.games) - MOST_REPLAYS
    note = f"<p>{MOST_REPLAYS:,} of {len(summary.games):,}; those with a fault first. The store has all.</p>"
    return f'<h2>Games</h2>{note if left > 0 else ""}<div id="games"></div>'


def _data(summary: Summary, game: AnyGame, store: Store) -> Iterator[str]:
    """Yield the games of the page as JSON, one at a time. All games together may be larger than the memory."""
    pictures = Pictures()
    yield f'{{"geometry":{_json(geometry(game))},"games":['
    wanted = _replayed(summary)
    comma = ""
    for record in store.games():
        if record.id in wanted:
            yield comma + _json(_game(record, game, pictures))
            comma = ","
    yield f'],"pictures":{_json(pictures.shapes)}}}'


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _game(record: GameRecord, game: AnyGame, pictures: Pictures) -> dict[str, Any]:
    return {
        "first": record.first,
        "second": record.second,
        "result": record.result,
        "ending": record.termination,
        "fault": record.fault,
        "detail": record.detail,
        "opening": len(record.opening),
        "actions": record.actions,
        "moves": [[move.agent, round(move.seconds, 3), move.depth, move.value] for move in record.moves],
        "frames": frames(game, record, pictures),
    }
