"""The report of a tournament, in pieces that the terminal, the page, the notebook, Markdown and the HTML report show,
each in its own way. `summary.summary_object` returns the numbers as JSON."""

from __future__ import annotations

import collections
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import attrs

from advsearch.ratings import Estimate, Rating
from advsearch.ratings.ranking import certain_differences
from advsearch.ratings.verdict import elo_text, range_text
from advsearch.tournament.summary import Pairing, Summary


@attrs.frozen
class Grid:
    """A table of a report."""

    title: str
    """What the table shows, for readers who do not see it."""
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: tuple[int, ...] = ()
    """The columns of numbers, which a terminal shows on the right."""


Piece: TypeAlias = Grid | str | list[str]
"""A table, a remark, or a list of lines."""


def pieces(summary: Summary, *, all_pairings: bool = False) -> Iterator[Piece]:
    """Yield the parts of a report below its headline, for any kind of output. With many pairings, only `all_pairings`
    shows each of them."""
    yield from ratings(summary)
    if all_pairings or not is_ranking(summary):
        yield from pairings(summary)
    if endings := collections.Counter(game.termination for game in summary.games):
        yield "endings: " + ", ".join(f"{kind} {n:,}" for kind, n in endings.most_common())
    yield from conditions(summary)
    yield from faults(summary)


def ratings(summary: Summary) -> Iterator[Piece]:
    """Yield the ratings, and how to read them. With many pairings, the table says which differences are certain."""
    if is_ranking(summary):
        yield Grid("the ratings", RANKING_HEADERS, ranking_rows(summary), (0, 3, 4, 5, 6))
        yield from (ratings_note(summary), ranking_note(summary))
    elif summary.ratings:
        yield Grid("the ratings", RATING_HEADERS, rating_rows(summary), (0, 3, 4))
        yield ratings_note(summary)


def pairings(summary: Summary) -> Iterator[Piece]:
    """Yield the results of each pairing, and its verdict."""
    yield Grid("the pairings", PAIRING_HEADERS, [pairing_row(pairing) for pairing in summary.pairings], (3, 5, 6))
    yield [pairing.verdict for pairing in summary.pairings]
    yield from filter(None, [pairings_note(summary)])


def conditions(summary: Summary) -> Iterator[Piece]:
    """Yield the tiers of the agents, and what the limit on plies did."""
    yield from filter(None, (tiers_note(summary.tiers), adjudications_note(summary)))


def faults(summary: Summary) -> Iterator[Piece]:
    """Yield the games lost by faults, and those that could not be played."""
    if rows := fault_rows(summary):
        yield Grid("the faults", FAULT_HEADERS, rows, (2,))
    if summary.set_aside:
        yield f"games that could not be played: {len(summary.set_aside):,}"
        yield set_aside_lines(summary)


def markdown(summary: Summary, *, all_pairings: bool = False) -> str:
    """Return the report as Markdown. With many pairings, only `all_pairings` shows each of them."""
    text = [f"# {headline(summary)}"]
    for piece in pieces(summary, all_pairings=all_pairings):
        if isinstance(piece, Grid):
            text.append("\n".join(_table(piece.headers, piece.rows)))
        elif isinstance(piece, str):
            text.append(f"{piece[:1].upper()}{piece[1:].rstrip('.')}.")
        else:
            text.append("\n".join(f"- {line}" for line in piece))
    return "\n\n".join(text) + "\n"


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
    text = "Elo with 95 % intervals, from all complete pairs of games together; the mean rating is 0."
    shown = {estimate_text(rating).partition(" ")[0] for rating in summary.ratings if rating.elo is None}
    if "above" in shown:
        text += ' "above": no point was lost to the agents with a rating, so only the lower end is known.'
    if "below" in shown:
        text += ' "below": no point was won from the agents with a rating, so only the upper end is known.'
    if "no" in shown:
        text += ' "no estimate": the games do not tie the agent to the agents with a rating.'
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


_NAMED: Final = 3
"""The number of games that a line names."""
SIGNIFICANT: Final = 0.05
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


def set_aside_lines(summary: Summary) -> list[str]:
    """One line for each reason why games could not be played, with the games."""
    by_reason: dict[str, list[str]] = {}
    for identity, why in sorted(summary.set_aside.items()):
        by_reason.setdefault(why, []).append(identity)
    lines = []
    for why, found in by_reason.items():
        more = f" and {len(found) - _NAMED:,} more" if len(found) > _NAMED else ""
        lines.append(f"game {', '.join(found[:_NAMED])}{more}: {why}")
    return lines


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
        f"Each interval of a verdict is for its pairing alone. The p values are adjusted for all "
        f"{len(summary.pairings):,} pairings (Holm)."
    )


MOST_VERDICTS: Final = 10
"""With more pairings, a report shows the ranking with what is certain, instead of a verdict for each pairing."""
RANKING_HEADERS = (*RATING_HEADERS, "stronger than", "weaker than")


def is_ranking(summary: Summary) -> bool:
    """Whether a report shows a ranking instead of a verdict for each pairing."""
    return len(summary.pairings) > MOST_VERDICTS and bool(summary.ratings)


def ranking_rows(summary: Summary) -> list[tuple[str, ...]]:
    """The rows of the ratings, with the numbers of agents that are certainly weaker and stronger than each agent."""
    found = certain_differences(summary.pair_points(), below=SIGNIFICANT)
    ahead = collections.Counter(stronger for stronger, _ in found)
    behind = collections.Counter(weaker for _, weaker in found)
    return [
        (*row, str(ahead[rating.name]), str(behind[rating.name]))
        for row, rating in zip(rating_rows(summary), summary.ratings, strict=True)
    ]


def ranking_note(summary: Summary) -> str:
    """A note on how to read the ranking."""
    agents = len(summary.ratings)
    text = (
        '"stronger than" and "weaker than" count the agents from which the difference is more than chance, by the '
        f"results against each other and against the same opponents (sign test, p below {SIGNIFICANT:.0%} after "
        f"Holm's adjustment for {agents * (agents - 1) // 2:,} comparisons)."
    )
    return f"{text} Pairs of games with a fault are not counted there." if summary.faults else text


def _table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield "| " + " | ".join(headers) + " |"
    yield "|" + "---|" * len(headers)
    for row in rows:
        yield "| " + " | ".join(_inert(cell) for cell in row) + " |"


def _inert(cell: str) -> str:
    return cell.replace("|", "\\|").replace("\n", " ")
