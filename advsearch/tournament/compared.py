"""The result of a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from advsearch.limits import Limits
from advsearch.notation import plural
from advsearch.ratings import Decision
from advsearch.ratings.means import Interval
from advsearch.tournament.runner import Progress
from advsearch.tournament.summary import Pairing, Summary, pairing_object, summary_object


@attrs.frozen
class Comparison:
    """The result of a comparison. Elo, wins and losses are from the point of view of `one`."""

    one: str
    two: str
    decision: Decision | None
    """The decision of the sequential test, or None if the games did not suffice for a decision."""
    summary: Summary = attrs.field(repr=False)
    progress: Progress = attrs.field(repr=False)
    limits: Limits = attrs.field(default=Limits(), repr=False)
    """The limits of every move."""
    notes: tuple[str, ...] = attrs.field(default=(), repr=False)
    """Remarks that a command prints with the result, for example that few openings exist or why nothing is
    compiled."""

    def __str__(self) -> str:
        """The comparison in three lines: the games, the verdict, and how they were played."""
        return "\n".join((self.score, self.verdict, self.conditions))

    @property
    def score(self) -> str:
        """The games in one line."""
        games = f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        return f"{self.one} against {self.two} at {self.summary.game}: {games}"

    @property
    def conditions(self) -> str:
        """The limits, the tier and the faults in one line."""
        limits = [f"depth {self.limits.depth}"] if self.limits.depth is not None else []
        limits += [f"{self.limits.nodes:,} nodes"] if self.limits.nodes is not None else []
        limits += [f"{self.limits.time_s * 1000:g} ms"] if self.limits.time_s is not None else []
        tiers = sorted({tier for tier in self.tiers.values() if tier is not None})
        lost = [
            f"{name} lost {plural(games, 'game')} by {kind}: {self.summary.reasons[name, kind]}".removesuffix(": ")
            for name, kinds in self.summary.faults.items()
            for kind, games in kinds.items()
        ]
        if self.summary.set_aside:
            lost.append(f"{plural(len(self.summary.set_aside), 'game')} could not be played")
        on_tier = f", {' and '.join(tiers)} tier" if tiers else ""
        return f"{' and '.join(limits)} per move{on_tier}; {'; '.join(lost) or 'no faults'}"

    @property
    def decided_by_faults(self) -> bool:
        """Whether games lost by faults decided the match. Then the match says little about strength."""
        return self.pairing.by_faults

    @property
    def pairing(self) -> Pairing:
        return self.summary.pairings[0]

    @property
    def verdict(self) -> str:
        """The result of the comparison in one sentence."""
        return self.pairing.verdict

    @property
    def winner(self) -> str | None:
        """The name of the stronger side. The result is "neither" if the difference is smaller than the margin, and
        None if the test has not decided."""
        return {"first": self.one, "second": self.two, "neither": "neither"}.get(self.decision or "")

    @property
    def elo(self) -> float:
        """The estimated strength of `one` minus the strength of `two`, in Elo. If `one` won or lost every game, `elo`
        is infinite."""
        return self.pairing.counts.elo

    @property
    def interval(self) -> Interval:
        """The 95 % interval of `elo`."""
        return self.pairing.counts.elo_interval()

    @property
    def wins(self) -> int:
        return self.pairing.tally.wins

    @property
    def draws(self) -> int:
        return self.pairing.tally.draws

    @property
    def losses(self) -> int:
        return self.pairing.tally.losses

    @property
    def tiers(self) -> Mapping[str, str | None]:
        """The tier on which each side searches; None if the tier depends on the machine."""
        return self.summary.tiers

    def as_json(self) -> dict[str, Any]:
        """The object that `advsearch compare --json` prints."""
        whole = summary_object(self.summary)
        kept = ("tiers", "max_plies", "games", "terminations", "faults", "reasons", "set_aside")
        return {**pairing_object(self.pairing), "decision": self.winner} | {key: whole[key] for key in kept}
