"""The tier on which each agent of a tournament searches.

A search that is limited by nodes gives different results on different tiers. The choice of a tier depends on the
searcher, the evaluator and the game, and not on the packages installed on a machine. The tier is recorded with the
schedule. If two agents on different tiers play under a clock, the result mostly measures the speed of the tiers.
advsearch plays games with a clock between agents on different tiers only if the user requests them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import attrs

from advsearch.binding import tier_apart, tier_of, why_never_compiled
from advsearch.compiled import build
from advsearch.errors import AdvsearchError, CompiledTierUnavailable, InvalidSettings
from advsearch.plugins.registry import Registry
from advsearch.protocol import AnyGame, Tier, TierChoice
from advsearch.search.settings import is_as_written
from advsearch.specs import Spec, SpecValue, parse_spec, plain
from advsearch.tournament.schedule import AgentSpec, Schedule

NO_NUMBA = "numba is not installed here"


def has_tier(agent: Spec | str, registry: Registry) -> bool:
    """Whether an agent's searcher runs on a tier. A course's player, like a program, runs as it is written."""
    return not is_as_written(tier_apart(registry.searcher(agent))[0])


def common_tier(
    agents: Sequence[Spec], game: AnyGame, asked: TierChoice, registry: Registry, *, counted: bool
) -> tuple[TierChoice, str | None]:
    """Return one tier for all agents. The second result is the reason for the tier "reference", or None. If `asked`
    is not "auto", the tier is `asked`. If `asked` is "auto" and all agents have a compiled form, the tier is
    "compiled". If `asked` is "auto" and an agent has no compiled form, the tier is "reference".

    `counted` is true if nodes are limited. With a limit on nodes, the tier is the same on every machine.
    """
    for agent in agents:
        if "tier" in agent.settings:
            raise InvalidSettings(
                f"expected a search without a setting `tier`, because one tier is chosen for both sides, got {agent}"
            )
    searchers = [registry.searcher(agent) for agent in agents if has_tier(agent, registry)]
    if not searchers:
        return "auto", None
    if asked != "auto":
        for searcher in searchers:
            tier_of(searcher, game, asked, registry=registry)
        return asked, None
    for searcher in searchers:
        tier, why = tier_of(searcher, game, registry=registry)
        if tier == "compiled":
            continue
        never = why_never_compiled(searcher, game, registry=registry)
        if never is not None or not counted:
            return "reference", why if never is None or build.available() is None else never
    if counted and build.available() is not None:
        raise CompiledTierUnavailable(
            f"a limit on nodes needs the compiled tier for both sides, but {NO_NUMBA}; install "
            "numba, or choose --tier reference, which plays other moves"
        )
    return "compiled", None


# --- games with a limit on nodes ------------------------------------------------------------------------------------


def record_tiers(schedule: Schedule, registry: Registry, asked: Tier | None = None) -> Schedule:
    """Return the schedule with a tier for every agent that has a limit on nodes.

    If `asked` is None, agents with a compiled form for the game get the tier "compiled", and all others get the tier
    "reference". If the searcher's spec names a tier, the agent keeps this tier.
    """
    game = registry.game(schedule.conditions.game)
    agents = tuple(_recorded(agent, schedule, game, registry, asked) for agent in schedule.agents)
    return attrs.evolve(schedule, agents=agents)


def _recorded(
    agent: AgentSpec, schedule: Schedule, game: AnyGame, registry: Registry, asked: Tier | None
) -> AgentSpec:
    counted = (agent.limits or schedule.conditions.control.limits).nodes is not None
    if agent.searcher is None or agent.tier is not None or not counted or _says_tier(parse_spec(agent.searcher)):
        return agent
    try:
        if not has_tier(agent.searcher, registry):
            return agent
        searcher = registry.searcher(agent.searcher)
        can = why_never_compiled(searcher, game, registry=registry) is None
    except AdvsearchError as error:
        raise type(error)(f"agent {agent.name!r}: {error}") from error
    if asked == "compiled" and not can:
        return agent
    tier: Tier = asked or ("compiled" if can else "reference")
    return attrs.evolve(agent, tier=tier)


def check_recorded(schedule: Schedule, registry: Registry) -> None:
    """Raise an error if an agent must run on the compiled tier, but this machine has no compiled tier."""
    game = registry.game(schedule.conditions.game)
    for agent in schedule.agents:
        if agent.searcher is None:
            continue
        if agent.tier == "compiled" and build.available() is not None:
            raise CompiledTierUnavailable(
                f"agent {agent.name!r} needs the compiled tier for a limit on nodes, but "
                f"{NO_NUMBA}; install numba, or set tier=reference in the searcher, and use another store"
            )
        if _named_tier(agent.searcher) == "compiled":
            try:
                _tier_on(agent, game, registry)
            except CompiledTierUnavailable as error:
                raise CompiledTierUnavailable(f"agent {agent.name!r}: {error}") from error


def _tier_on(agent: AgentSpec, game: AnyGame, registry: Registry) -> Tier:
    """The tier on which a searcher would run on this machine."""
    assert agent.searcher is not None
    spec, asked = without_tier(agent.searcher)
    return tier_of(registry.searcher(spec), game, asked or agent.tier, registry=registry)[0]


def tiers_of(schedule: Schedule) -> dict[str, str | None]:
    """Return the tier of each agent: the recorded tier, or the tier in the searcher's spec, or None. The function
    loads no game, searcher or evaluator."""
    return {agent.name: agent.tier or _named_tier(agent.searcher) for agent in schedule.agents}


def _named_tier(searcher: str | None) -> str | None:
    named = None if searcher is None else parse_spec(searcher).settings.get("tier")
    return None if named is None or str(named) == "auto" else str(named)


def without_tier(text: str) -> tuple[Spec, TierChoice | None]:
    """Remove the setting `tier` from the spec of a searcher. Return the new spec and the removed tier. The removed
    tier is None if the spec names no tier."""
    spec = parse_spec(text)
    settings = {name: value for name, value in spec.settings.items() if name != "tier"}
    tier = spec.settings.get("tier")
    return attrs.evolve(spec, settings=settings), None if tier is None else cast(TierChoice, plain(tier))


def spec_on_tier(text: str, tier: TierChoice | None) -> str:
    """Add the setting `tier` to the spec of a searcher. If the spec already names a tier, return
    the spec unchanged."""
    spec = parse_spec(text)
    if tier in (None, "auto") or _says_tier(spec):
        return text
    return str(spec.with_settings(tier=parse_spec(tier)))


def _says_tier(value: SpecValue) -> bool:
    if isinstance(value, tuple):
        return any(map(_says_tier, value))
    return isinstance(value, Spec) and ("tier" in value.settings or any(map(_says_tier, value.settings.values())))


# --- games with a clock ---------------------------------------------------------------------------------------------


def check_tiers(schedule: Schedule, registry: Registry) -> None:
    """Raise an error if agents on different tiers play under a clock. If the schedule sets `mixed_tiers`, raise no
    error."""
    if schedule.mixed_tiers:
        return
    game = registry.game(schedule.conditions.game)
    control = schedule.conditions.control
    tiers: dict[str, str] = {}
    for agent in schedule.agents:
        timed = control.total_s is not None or (agent.limits or control.limits).time_s is not None
        if agent.searcher is None or not timed or not has_tier(agent.searcher, registry):
            continue
        tiers.setdefault(_tier_on(agent, game, registry), agent.name)
    if len(tiers) > 1:
        raise InvalidSettings(
            f"{tiers['compiled']!r} runs on the compiled tier and {tiers['reference']!r} on the reference tier, "
            "so a clock would compare the tiers; give both the same tier, or set `mixed_tiers = true` in [rules]"
        )
