"""If nodes are counted, the tier of each agent does not depend on the machine; it is recorded and shown."""

import dataclasses
import json

import attrs
import pytest

import advsearch
from advsearch.binding import why_never_compiled
from advsearch.compiled import build
from advsearch.errors import CompiledTierUnavailable
from advsearch.limits import Limits
from advsearch.match.clock import TimeControl
from advsearch.plugins.registry import default_registry
from advsearch.search.deepening import Deepening
from advsearch.search.hybrid import Hybrid
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.tiers import (
    check_recorded,
    common_tier,
    record_tiers,
    spec_on_tier,
    tiers_of,
)

NODES = TimeControl(Limits(nodes=100), grace_s=5)
OPEN = AgentSpec("open", searcher="deepening(evaluator=improved)")
NAMED = AgentSpec("named", searcher="greedy(tier=reference)")
CHANCE = AgentSpec("chance", searcher="random")
PLAIN = """
class Plain:
    name = "plain"
    def initial(self): return 0
    def player(self, state): return state % 2
    def actions(self, state): return (1, 2)
    def result(self, state, action): return state + action
    def terminal(self, state): return state > 9
    def utility(self, state, player): return 1 if state % 2 == player else -1
"""


@pytest.fixture(params=[True, False], ids=["with numba", "without numba"])
def machine(request, monkeypatch):
    """A machine that has numba, as far as the choice is concerned, and one that has not."""
    monkeypatch.setattr(build, "available", lambda: None if request.param else "numba is missing")
    return request.param


def schedule_of(*agents, game="isolation(width=4, height=4)", control=NODES):
    return Schedule(Conditions(game, control=control), agents, (Opening(("a1", "b3")),))


def ids(schedule):
    return [slot.id for slot in schedule.slots()]


def old(path, schedule, games=1):
    """A store of a schedule without recorded tiers."""
    with Store(path) as store:
        agents = {agent.name: agent.definition() for agent in schedule.agents}
        store.begin(schedule.conditions.as_json(), agents, schedule.to_text())
        for slot in list(schedule.slots())[:games]:
            names = slot.first.name, slot.second.name
            store.add([GameRecord(slot.id, slot.pair, schedule.conditions.game, *names, (), (), "1-0", "normal")])
    return path


@pytest.mark.usefixtures("machine")
def test_the_tier_does_not_depend_on_the_machine():
    """The same schedule gets the same tiers and ids with and without numba: compiled where that exists."""
    found = record_tiers(schedule_of(OPEN, NAMED, CHANCE), default_registry())
    assert tiers_of(found) == {"open": "compiled", "named": "reference", "chance": "reference"}
    assert ids(found)[0] == "2fa376911beaffde"


@pytest.mark.usefixtures("machine")
def test_ids_change_only_where_the_tier_was_open():
    """Ids are unchanged if the searcher names its tier, or if time or depth limits the moves."""
    registry = default_registry()
    for schedule in (
        schedule_of(NAMED, attrs.evolve(NAMED, name="too")),
        schedule_of(OPEN, CHANCE, control=TimeControl(Limits(time_s=1))),
        schedule_of(OPEN, CHANCE, control=TimeControl(Limits(depth=2))),
    ):
        assert ids(record_tiers(schedule, registry)) == ids(schedule)
    assert ids(record_tiers(schedule_of(OPEN, CHANCE), registry)) != ids(schedule_of(OPEN, CHANCE))


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(("changed", "tier"), [("", "compiled"), ("print(state); ", "reference")])
def test_the_tier_of_plain_rules_is_recorded(tmp_path, changed, tier):
    """A game without kernels has the compiled tier if its rules compile, else the reference tier."""
    (tmp_path / "plain.py").write_text(PLAIN.replace("return state % 2\n", f"{changed}return state % 2\n"))
    schedule = schedule_of(
        AgentSpec("a", searcher="deepening"), AgentSpec("b", searcher="greedy"), game=f"{tmp_path}/plain.py:Plain"
    )
    found = record_tiers(schedule, default_registry())
    assert tiers_of(found) == {"a": tier, "b": tier}


def test_limits_of_its_own_decide(machine):
    """An agent whose own limits count nodes has its tier recorded in a tournament by depth."""
    agent = attrs.evolve(OPEN, limits=Limits(nodes=7))
    found = record_tiers(schedule_of(agent, CHANCE, control=TimeControl(Limits(depth=2))), default_registry())
    assert tiers_of(found) == {"open": "compiled", "chance": None}
    if machine:
        check_recorded(found, default_registry())


def test_a_recorded_tier_that_cannot_run_is_one_line(machine):
    """Without numba a schedule with a compiled agent is refused with the remedy; with numba it is not."""
    found = record_tiers(schedule_of(OPEN, CHANCE), default_registry())
    if machine:
        check_recorded(found, default_registry())
        return
    with pytest.raises(CompiledTierUnavailable) as refusal:
        check_recorded(found, default_registry())
    assert str(refusal.value) == (
        "agent 'open' needs the compiled tier for a limit on nodes, but numba is not installed here; "
        "install numba, or set tier=reference in the searcher, and use another store"
    )
    named = attrs.evolve(OPEN, searcher="deepening(evaluator=improved, tier=compiled)")
    with pytest.raises(CompiledTierUnavailable, match="agent 'open': numba is missing"):
        check_recorded(schedule_of(named, CHANCE), default_registry())


def test_a_comparison_by_nodes_does_not_fall_back(machine):
    """With nodes a comparison runs compiled or is refused; otherwise it falls back, with the reason."""
    game, registry = advsearch.load_game("isolation"), default_registry()
    agents = [advsearch.specs.parse_spec(f"deepening(evaluator={name})") for name in ("improved", "open")]
    if machine:
        assert common_tier(agents, game, "auto", registry, counted=True) == ("compiled", None)
        return
    with pytest.raises(CompiledTierUnavailable, match="numba is not installed here; install numba, or choose --tier"):
        common_tier(agents, game, "auto", registry, counted=True)
    assert common_tier(agents, game, "reference", registry, counted=True) == ("reference", None)
    assert common_tier(agents, game, "auto", registry, counted=False) == ("reference", "numba is missing")


def test_schedules_keep_tiers(tmp_path):
    """The store's text of a schedule gives the tiers back, and with them the ids."""
    found = record_tiers(schedule_of(OPEN, CHANCE), default_registry())
    again = Schedule.from_text(found.to_text())
    assert (again, ids(again)) == (found, ids(found))
    with Store(old(tmp_path / "s.db", found)) as store:
        assert store.agents()["open"]["tier"] == "compiled"


def test_other_processes_get_the_tier_in_their_spec():
    """A spec gets the recorded tier, unless the spec or a part of it names one."""
    assert spec_on_tier("deepening", "reference") == "deepening(tier=reference)"
    assert spec_on_tier("deepening", None) == "deepening"
    within = "hybrid(stages=[greedy(tier=reference)])"
    assert spec_on_tier(within, "compiled") == within


@dataclasses.dataclass(frozen=True)
class Guard:
    """A searcher that only has `search`, around another."""

    inner: Deepening

    def search(self, game, state, **options):
        return self.inner.search(game, state, **options)


def test_searches_within_dataclasses_run_on_the_tier_of_the_whole():
    """The parts of a searcher without a compiled form run on the reference tier, also within a built-in searcher."""
    game = advsearch.load_game("isolation")
    for searcher in (Guard(Deepening(max_depth=1)), Hybrid((Guard(Deepening(max_depth=1)),))):
        search = advsearch.bind(searcher, game)
        assert why_never_compiled(searcher, game) == "Guard has no compiled form; ask for tier=reference"
        assert (search.tier, search(game.initial()).tier) == ("reference", "reference")


def test_commands_show_the_tier(tmp_path, monkeypatch):
    """`run`, `status`, `report` and `compare` show each agent's tier in words and in --json."""
    from click.testing import CliRunner

    from advsearch.cli.program import program

    def run(*arguments):
        result = CliRunner().invoke(program, list(arguments))
        assert result.exit_code == 0, result.output
        return result.stdout

    monkeypatch.chdir(tmp_path)
    agents = ("--agent", "a=greedy(tier=reference)", "--agent", "b=random", "--openings", "1", "--nodes", "50")
    played = run("tournament", "run", "--game", "isolation(width=3, height=3)", *agents, "--store", "s.db",
                 "--workers", "0")  # fmt: skip
    tiers = {"a": "reference", "b": "reference"}
    assert "\nreference tier: a, b\n" in played
    assert "\nReference tier: a, b.\n" in run("tournament", "report", "s.db", "--markdown")
    for command in ("report", "status"):
        assert json.loads(run("tournament", command, "s.db", "--json"))["tiers"] == tiers
    compared = ("compare", "isolation(width=3, height=3)", "improved", "null", "--tier", "reference",
                "--workers", "0", "--pairs", "2")  # fmt: skip
    assert run(*compared).splitlines()[-2] == "reference tier: improved, null"
    assert json.loads(run(*compared, "--json"))["tiers"] == {"improved": "reference", "null": "reference"}
