import pytest

from advsearch.errors import AdvsearchError
from advsearch.plugins.registry import default_registry
from advsearch.tournament.entrants import check_entrants
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule

GOOD = AgentSpec("good", searcher="random")
GAME = "isolation(width=4, height=4)"


def check(agent, **options):
    check_entrants(Schedule(Conditions(GAME), (GOOD, agent), ()), default_registry(), **options)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ({"searcher": "gredy"}, "agent 'bad': unknown searcher 'gredy'; did you mean greedy"),
        ({"searcher": "alphabeta(dept=3)"}, "agent 'bad': unknown setting 'dept' of alphabeta; did you mean 'depth'"),
        ({"searcher": "greedy(evaluator=imprved)"}, "agent 'bad': unknown evaluator .*'imprved'; did you mean impro"),
        (
            {"searcher": "hybrid(stages=[greedy, greedy(evaluator=imprved)], switches=[json:loads])"},
            "agent 'bad': unknown evaluator .*'imprved'; did you mean improved",
        ),
        ({"searcher": "greedy(evaluator=none.py:f)"}, "agent 'bad': unknown file 'none.py'"),
        ({"callable": "none.py:f"}, "agent 'bad': unknown file 'none.py'"),
        ({"callable": "json:nothing"}, "agent 'bad': .*nothing"),
        ({"ugi": "./no/such/program --fast"}, "agent 'bad': expected a program that can be started, got './no/such/"),
        ({"ugi": "'"}, "agent 'bad': expected a command line, got \"'\""),
    ],
)
def test_who_cannot_play_is_reported_before_the_first_game(kind, message):
    """An agent that names something missing is refused by the agent's name, however deep in its settings the name
    is."""
    with pytest.raises(AdvsearchError, match=message):
        check(AgentSpec("bad", **kind))


def test_who_can_play_is_let_in():
    """Searchers with and without evaluators, functions, programs here, and programs of other machines pass."""
    check(AgentSpec("nested", searcher="deepening(evaluator=improved)"))
    check(AgentSpec("function", callable="operator:getitem"))
    check(AgentSpec("program", ugi="sh -c true"))
    check(AgentSpec("far", ugi="./only/there"), here=False)
