"""A tournament's report as Markdown. `summary.summary_object` returns the numbers of this report as JSON."""

from __future__ import annotations

import collections
import math
from collections.abc import Iterator, Mapping, Sequence

from advsearch.ratings import Estimate, Rating
from advsearch.ratings.verdict import elo_text, range_text
from advsearch.tournament.summary import Pairing, Summary


def markdown(summary: Summary) -> str:
    return "\n".join(_lines(summary)) + "\n"


def headline(summary: Summary) -> str:
    """Return a line of text with two numbers: the games played, and the different games among them."""
    played = len(summary.games)
    text = f"{played:,} of {summary.planned:,} games of {summary.game}"
    if summary.repeated:
        text += f"; {summary.distinct:,} different, {summary.repeated:,} repeats"
    return text


def estimate_text(found: Rating | Estimate) -> str:
    """An estimate with its interval, as text. If an agent won or lost every game, one end of the interval is
    infinite, and the text gives only the other end."""
    if found.elo is not None:
        return f"{elo_text(found.elo)} [{elo_text(found.interval.low)}, {elo_text(found.interval.high)}]"
    if math.isinf(found.interval.low) and math.isinf(found.interval.high):
        return "no estimate"
    return range_text(found.interval)


def ratings_note(summary: Summary) -> str:
    """A note on how to read the ratings, and on the advantage of moving first."""
    text = "One fit to all complete pairs, the mean of the estimates being 0; 95 % intervals."
    if any(rating.elo is None for rating in summary.ratings):
        text += " Of a side that won or lost everything only one end is known; of one that never met the rest, none."
    if summary.first_move is not None:
        text += f" Moving first is worth {estimate_text(summary.first_move)} Elo."
    return text


def rating_rows(summary: Summary) -> list[tuple[str, ...]]:
    return [
        (
            str(place),
            rating.name,
            estimate_text(rating),
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
        tally.share_text,
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


def tiers_note(tiers: Mapping[str, str | None]) -> str:
    """Return a note on the tiers of agents. Agents without a fixed tier are left out."""
    by_tier: dict[str, list[str]] = {}
    for name, tier in tiers.items():
        if tier is not None:
            by_tier.setdefault(tier, []).append(name)
    return "; ".join(f"{tier} tier: {', '.join(names)}" for tier, names in sorted(by_tier.items()))


def adjudication_text(allowed: int, *, default: bool) -> str:
    """Return the rule about the limit on plies, as text."""
    text = f"a game that reaches {allowed:,} plies is adjudicated a draw"
    return f"{text}: the default limit; max_plies in [rules] or --max-plies sets another" if default else text


def adjudications_note(summary: Summary) -> str:
    """Return a note on the number of games that ended by the limit on plies. The note also counts old games with more
    plies than the limit. In old versions, there was no default limit."""
    allowed = summary.plies_allowed
    if allowed is None:
        return ""
    rule = adjudication_text(allowed, default=summary.default_plies)
    games = sum(game.termination == "adjudicated" for game in summary.games)
    notes = [f"{games:,} of {len(summary.games):,} games did not end by the rules; {rule}"] if games else []
    if longer := sum(game.termination == "normal" and len(game.actions) > allowed for game in summary.games):
        notes.append(
            f"{longer:,} of {len(summary.games):,} games are longer than {allowed:,} plies, from before there was a "
            "default limit; to play all games by one rule, set max_plies and use another store"
        )
    return "; ".join(notes)


def pairings_note(summary: Summary) -> str:
    """A note on how to read several verdicts together."""
    if len(summary.pairings) < 2:
        return ""
    return (
        f"{len(summary.pairings):,} pairings were looked at: each interval above is for one pairing by itself; the "
        "p values are adjusted for all of them (Holm)."
    )


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
        yield ratings_note(summary)
        yield ""
    yield from _table(PAIRING_HEADERS, [pairing_row(pairing) for pairing in summary.pairings])
    yield ""
    for pairing in summary.pairings:
        yield f"- {pairing.verdict}"
    if note := pairings_note(summary):
        yield ""
        yield note
    endings = collections.Counter(game.termination for game in summary.games)
    if endings:
        yield ""
        yield "Endings: " + ", ".join(f"{kind} {n:,}" for kind, n in endings.most_common()) + "."
    for note in filter(None, (tiers_note(summary.tiers), adjudications_note(summary))):
        yield ""
        yield f"{note[:1].upper()}{note[1:]}."
    if rows := fault_rows(summary):
        yield ""
        yield from _table(FAULT_HEADERS, rows)
    if summary.set_aside:
        yield ""
        yield f"Games that could not be played: {len(summary.set_aside)}"
        for identity, why in sorted(summary.set_aside.items()):
            yield f"- {identity}: {why}"
