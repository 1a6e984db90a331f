"""Which tier each agent runs on: two agents on different tiers under a clock measure the tiers, so that is asked for
or refused."""

from __future__ import annotations

from collections.abc import Sequence

from advsearch.compiled.facade import Choice, TierChoice, Tiered, choose
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.plugins.registry import Registry
from advsearch.protocol import AnyGame
from advsearch.specs import Spec, parse_spec
from advsearch.tournament.schedule import Schedule


def choice_of(spec: Spec | str, game: AnyGame, registry: Registry, tier: TierChoice | None = None) -> Choice | None:
    """The tier a searcher would run on, or on `tier` if it can; None for searchers that have no tiers."""
    searcher = registry.searcher(spec)
    if not isinstance(searcher, Tiered):
        return None
    return choose(searcher.searcher, game, tier or searcher.tier)


def on_tier(agent: Spec, tier: TierChoice, game: AnyGame, registry: Registry) -> Spec:
    """The agent with its tier pinned; as it is where its searcher has no tiers."""
    has_tiers = choice_of(agent, game, registry, "reference") is not None
    return agent.with_settings(tier=parse_spec(tier)) if has_tiers else agent


def common_tier(
    agents: Sequence[Spec], game: AnyGame, asked: TierChoice, registry: Registry
) -> tuple[TierChoice, str | None]:
    """One tier for all agents: the one asked for, else compiled where all can, else reference and why
    one of them cannot be."""
    for agent in agents:
        if "tier" in agent.settings:
            raise InvalidSettings(f"expected a search without tier, which is pinned for both sides, got {agent}")
    choices = [choice_of(agent, game, registry, asked) for agent in agents]
    for agent, choice in zip(agents, choices, strict=True):
        if choice is None and asked == "compiled":
            raise CompiledTierUnavailable(f"{agent} has no compiled tier; leave --tier to auto")
    if asked != "auto":
        return asked, None
    for choice in choices:
        if choice is not None and choice.tier == "reference":
            return "reference", choice.reason
    return "compiled", None


def check_tiers(schedule: Schedule, registry: Registry) -> None:
    """Refuse agents on different tiers under a clock, unless the schedule says `mixed_tiers`."""
    if schedule.mixed_tiers:
        return
    game = registry.game(schedule.conditions.game)
    control = schedule.conditions.control
    tiers: dict[str, str] = {}
    for agent in schedule.agents:
        timed = control.total_s is not None or (agent.limits or control.limits).time_s is not None
        if agent.searcher is None or not timed:
            continue
        choice = choice_of(parse_spec(agent.searcher), game, registry)
        if choice is not None:
            tiers.setdefault(choice.tier, agent.name)
    if len(tiers) > 1:
        raise InvalidSettings(
            f"under a clock {tiers['compiled']!r} would run compiled and {tiers['reference']!r} would not, "
            "which measures the tiers; give both one tier, or say mixed_tiers = true in [rules]"
        )
