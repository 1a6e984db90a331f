"""A tournament's report as Markdown; the same numbers as JSON are in `summary.summary_object`."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Sequence

from advsearch.ratings import Rating
from advsearch.ratings.verdict import elo_text
from advsearch.tournament.summary import Pairing, Summary


def markdown(summary: Summary) -> str:
    return "\n".join(_lines(summary)) + "\n"


def headline(summary: Summary) -> str:
    """
    How many games there were, and how many of them different ones.
    """
    played = len(summary.games)
    text = f"{played:,} of {summary.planned:,} games of {summary.game}"
    if summary.repeated:
        text += f"; {summary.distinct:,} different, {summary.repeated:,} repeats"
    return text


def rating_text(rating: Rating) -> str:
    """
    An estimate with its interval; none for who won or lost everything, or never met the rest of the field.
    """
    if not rating.bounded:
        return "no estimate: no wins and losses tie it to the rest"
    return f"{elo_text(rating.elo)} [{elo_text(rating.interval.low)}, {elo_text(rating.interval.high)}]"


def rating_rows(summary: Summary) -> list[tuple[str, ...]]:
    return [
        (
            str(place),
            rating.name,
            rating_text(rating),
            f"{rating.points:g}/{rating.games}",
            f"{rating.points / rating.games:.1%}",
        )
        for place, rating in enumerate(summary.ratings, 1)
    ]


RATING_HEADERS = ("#", "agent", "Elo [95 %]", "points", "share")
PAIRING_HEADERS = ("one", "two", "W-D-L", "share", "pairs 0-½-1-1½-2", "p (Holm)", "different")


def pairing_row(pairing: Pairing) -> tuple[str, ...]:
    tally = pairing.tally
    return (
        pairing.one,
        pairing.two,
        f"{tally.wins}-{tally.draws}-{tally.losses}",
        f"{tally.share:.1%}",
        "-".join(map(str, pairing.counts.counts)),
        f"{pairing.adjusted_p:.3f}" if pairing.adjusted_p >= 0.001 else "<0.001",
        str(pairing.distinct),
    )


FAULT_HEADERS = ("agent", "fault", "number", "the first of them")


def fault_rows(summary: Summary) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [
        (agent, termination, str(games), summary.reasons[agent, termination])
        for agent, kinds in sorted(summary.faults.items())
        for termination, games in sorted(kinds.items())
    ]
    return rows + [
        (agent, "over the limit, within the grace", str(n), "") for agent, n in sorted(summary.late.items())
    ]


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(headers) + " |"
    yield "|" + "---|" * len(headers)
    for row in rows:
        yield "| " + " | ".join(_inert(cell) for cell in row) + " |"


def _inert(cell: str) -> str:
    return cell.replace("|", "\\|").replace("\n", " ")


def _lines(summary: Summary) -> Iterator[str]:
    yield f"# {headline(summary)}"
    yield ""
    if summary.ratings:
        yield from _table(RATING_HEADERS, rating_rows(summary))
        yield ""
        yield (
            "Ratings: one fit to all complete pairs, mean 0; intervals from resampling whole pairs. "
            f"Moving first is worth {elo_text(summary.first_move or 0)} Elo."
        )
        yield ""
    yield from _table(PAIRING_HEADERS, [pairing_row(pairing) for pairing in summary.pairings])
    yield ""
    for pairing in summary.pairings:
        yield f"- {pairing.verdict}"
    if len(summary.pairings) > 1:
        yield ""
        yield (
            f"{len(summary.pairings):,} pairings were looked at: each interval above is for one pairing by itself; "
            "the p values are adjusted for all of them (Holm)."
        )
    endings = collections.Counter(game.termination for game in summary.games)
    if endings:
        yield ""
        yield "Endings: " + ", ".join(f"{kind} {n:,}" for kind, n in endings.most_common()) + "."
    if rows := fault_rows(summary):
        yield ""
        yield from _table(FAULT_HEADERS, rows)
    if summary.set_aside:
        yield ""
        yield f"Games that could not be played: {len(summary.set_aside)}"
        for identity, why in sorted(summary.set_aside.items()):
            yield f"- {identity}: {why}"
