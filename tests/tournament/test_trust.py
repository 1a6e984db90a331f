"""The content of a store is data: no name in it runs code."""

import attrs
import pytest

from advsearch.errors import InvalidSettings
from advsearch.tournament.openings import Opening
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.trust import check_trusted, check_trusted_game, names_code

SAFE = (AgentSpec("a", searcher="deepening(evaluator=improved)"), AgentSpec("b", searcher="random(seed=3)"))
TOUCH = "os:system(command='touch hacked')"


def schedule_of(game="isolation", agent=None):
    agents = SAFE if agent is None else (SAFE[0], attrs.evolve(agent, name="b"))
    return Schedule(Conditions(game), agents, (Opening(("a1",)),))


def keep(path, schedule):
    with Store(path) as store:
        agents = {agent.name: agent.definition() for agent in schedule.agents}
        store.begin(schedule.conditions.as_json(), agents, schedule.to_text())


def test_installed_names_are_trusted():
    """Names without a colon, settings and nested searchers included, are looked up and need no trust."""
    check_trusted(
        schedule_of(agent=AgentSpec("b", searcher="hybrid(stages=[greedy, random], switches=[ply(4)])")), "s"
    )


@pytest.mark.parametrize("game", [TOUCH, "mine.py:Game", '"os:system"(command="ls")', "isolation(width='os:getcwd')"])
def test_a_game_of_a_store_that_is_code_is_refused(game):
    """A game from a file or a module is refused, however it is quoted, and where it is a setting of another game."""
    for check in (check_trusted, check_trusted_game):
        with pytest.raises(
            InvalidSettings, match="the store 's' names code to run: game '.*'; add --trust if you tru"
        ):
            check(schedule_of(game), "s")


@pytest.mark.parametrize(
    "agent",
    [
        AgentSpec("b", searcher="mine.py:Searcher"),
        AgentSpec("b", searcher="deepening(evaluator=os:getcwd)"),
        AgentSpec("b", searcher="deepening(evaluator=course:mine.py:score)"),
        AgentSpec("b", searcher="deepening(search=alphabeta(evaluator='mine.py:score'))"),
        AgentSpec("b", searcher="hybrid(stages=[greedy, os:getcwd], switches=[ply(4)])"),
        AgentSpec("b", searcher="hybrid(stages=[greedy, random], switches=['mine.py:when'])"),
        AgentSpec("b", callable="os:getcwd"),
        AgentSpec("b", ugi="touch hacked"),
    ],
)
def test_an_agent_of_a_store_that_is_code_is_refused(agent):
    """Searchers, evaluators, switches, functions and programs that are code are refused, also nested ones."""
    with pytest.raises(InvalidSettings, match="the store 's' names code to run: agent 'b', '.*'; add --trust if you"):
        check_trusted(schedule_of(agent=agent), "s")
    check_trusted_game(schedule_of(agent=agent), "s")


@pytest.mark.parametrize("command", [["resume"], ["resume", "--retry"], ["report", "--html", "x.html"], ["import"]])
def test_no_command_runs_what_a_store_names(command, tmp_path, monkeypatch):
    """`resume`, `report --html` and `import` refuse a store whose game is a shell command with a one-line error, and
    run nothing; with --trust they load it, as the user asked."""
    from click.testing import CliRunner

    from advsearch.cli.program import program

    monkeypatch.chdir(tmp_path)
    keep("s.db", schedule_of(TOUCH))
    (tmp_path / "games.jsonl").write_text("")
    name, *flags = command
    arguments = ["tournament", name, "s.db", *(["games.jsonl"] if name == "import" else []), *flags]
    result = CliRunner().invoke(program, arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: the store 's.db' names code to run: game 'os:system'; add --trust if")
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "hacked").exists()
    assert not (tmp_path / "x.html").exists()
    CliRunner().invoke(program, [*arguments, "--trust"])
    assert (tmp_path / "hacked").exists()


def test_names_of_code_are_found():
    """A schedule says whether a store of it will need --trust to be resumed."""
    assert not names_code(schedule_of())
    assert names_code(schedule_of("mine.py:Game"))
    assert names_code(schedule_of(agent=AgentSpec("b", ugi="engine")))


@pytest.mark.parametrize("command", ["status", "report", "export"])
def test_reading_commands_load_nothing(command, tmp_path, monkeypatch):
    """`status`, `report` and `export` read a store whose game is a shell command, and run nothing."""
    from click.testing import CliRunner

    from advsearch.cli.program import program

    monkeypatch.chdir(tmp_path)
    keep("s.db", schedule_of(TOUCH, AgentSpec("b", ugi="touch hacked")))
    assert CliRunner().invoke(program, ["tournament", command, "s.db"]).exit_code == 0
    assert not (tmp_path / "hacked").exists()
