"""Which tier each agent runs on: two agents on different tiers under a clock measure the tiers, so that is asked for
or refused."""

from __future__ import annotations

from collections.abc import Sequence

from advsearch.binding import tier_of
from advsearch.errors import InvalidSettings
from advsearch.plugins.registry import Registry
from advsearch.protocol import AnyGame, Tier, TierChoice
from advsearch.specs import Spec, parse_spec
from advsearch.tournament.schedule import Schedule


def choice_of(
    spec: Spec | str, game: AnyGame, registry: Registry, tier: TierChoice | None = None
) -> tuple[Tier, str | None]:
    """The tier a searcher would run on, or on `tier` if it can; and why it is not the compiled one."""
    return tier_of(registry.searcher(spec), game, tier, registry=registry)


def on_tier(agent: Spec, tier: TierChoice) -> Spec:
    """The agent with its tier pinned."""
    return agent.with_settings(tier=parse_spec(tier))


def common_tier(
    agents: Sequence[Spec], game: AnyGame, asked: TierChoice, registry: Registry
) -> tuple[TierChoice, str | None]:
    """One tier for all agents: the one asked for, else compiled where all can, else reference and why
    one of them cannot be."""
    for agent in agents:
        if "tier" in agent.settings:
            raise InvalidSettings(f"expected a search without tier, which is pinned for both sides, got {agent}")
    choices = [choice_of(agent, game, registry, asked) for agent in agents]
    if asked != "auto":
        return asked, None
    for tier, why in choices:
        if tier == "reference":
            return "reference", why
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
        tiers.setdefault(choice_of(parse_spec(agent.searcher), game, registry)[0], agent.name)
    if len(tiers) > 1:
        raise InvalidSettings(
            f"under a clock {tiers['compiled']!r} would run compiled and {tiers['reference']!r} would not, "
            "which measures the tiers; give both one tier, or say mixed_tiers = true in [rules]"
        )
