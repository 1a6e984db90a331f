"""What a store holds belongs to the text of what played."""

import attrs
import pytest

from advsearch import compare
from advsearch.errors import InvalidSettings
from advsearch.plugins.registry import default_registry
from advsearch.tournament.openings import Opening
from advsearch.tournament.runner import Runner
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.texts import check_unchanged, record, record_texts
from advsearch.tournament.worker import play
from advsearch.tournament.workers import InProcess

EVALUATOR = "from beside import SIGN\ndef f(game, state, player):\n    return SIGN * len(game.actions(state))\n"
GAME = """
class Take:
    def initial(self): return (7, 0)
    def player(self, state): return state[1]
    def actions(self, state): return tuple(range(1, min(3, state[0]) + 1))
    def result(self, state, action): return (state[0] - action, 1 - state[1])
    def terminal(self, state): return state[0] == 0
    def utility(self, state, player): return -1 if player == state[1] else 1
"""
MOVE = "def move(game, state, limits):\n    return game.actions(state)[0]\n"
BOT = "import sys\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(EVALUATOR)
    (tmp_path / "beside.py").write_text("SIGN = 1\n")
    (tmp_path / "take.py").write_text(GAME)
    (tmp_path / "move.py").write_text(MOVE)
    (tmp_path / "bot.py").write_text(BOT)
    return tmp_path


AGENTS = (
    AgentSpec("file", searcher="greedy(evaluator=mine.py:f)"),
    AgentSpec("move", callable="move.py:move"),
    AgentSpec("bot", ugi="python bot.py"),
    AgentSpec("random", searcher="random"),
)


def schedule_of(*agents, game="take.py:Take"):
    return Schedule(Conditions(game), agents or AGENTS, (Opening(("1",)), Opening(("2",))))


@pytest.mark.parametrize(
    ("edited", "who"),
    [("beside.py", "agent 'file'"), ("mine.py", "agent 'file'"), ("move.py", "agent 'move'"),
     ("bot.py", "agent 'bot'"), ("take.py", "the game")],
)  # fmt: skip
def test_an_edit_changes_the_ids_of_the_games_it_concerns(files, edited, who):
    """An edited file changes the ids of exactly the games in which it plays, and is named when the store is resumed.
    When the old text is back, the old ids are back."""
    before = record_texts(schedule_of())
    text = (files / edited).read_text()
    (files / edited).write_text(text + "# edited\n")
    after = record_texts(schedule_of())
    name = who.partition("'")[2][:-1]
    same = {
        slot.id for slot in before.slots() if who != "the game" and name not in (slot.first.name, slot.second.name)
    }
    assert before.ids() & after.ids() == same
    with pytest.raises(InvalidSettings) as refused:
        check_unchanged(before, "s.db", "--play-changed")
    assert str(refused.value) == (
        f"{who} changed after the last run of 's.db'; add --play-changed to play the games of {who} again with the "
        "new text, or put the old text back; the games of the old text stay in the store"
    )
    (files / edited).write_text(text)
    assert record_texts(schedule_of()) == before
    check_unchanged(before, "s.db", "--play-changed")


def test_registered_names_have_no_text():
    """A schedule of installed games, searchers and evaluators keeps its ids."""
    schedule = schedule_of(AgentSpec("a", searcher="greedy"), AgentSpec("b", searcher="random"), game="isolation")
    assert record_texts(schedule) == schedule


@pytest.mark.usefixtures("files")
def test_a_store_keeps_the_text_of_its_schedule():
    """The digests are in the stored schedule, so that a resumed run can compare them."""
    schedule = record_texts(schedule_of())
    assert Schedule.from_text(schedule.to_text()) == schedule
    assert [agent.text is None for agent in schedule.agents] == [False, False, False, True]


def test_a_run_keeps_the_games_of_earlier_texts(files):
    """A run after an edit plays the games of the edited agent again, keeps the others, and says so; the earlier games
    stay, and count again when the text is back."""

    def run():
        schedule = record(schedule_of(*AGENTS[:2], AGENTS[3]), default_registry())
        with Store("s.db") as store:
            progress = Runner(schedule, store, play).run(InProcess())
            return progress, store.ids()

    first, ids = run()
    assert (first.played, first.changed) == (12, ())
    (files / "move.py").write_text(MOVE.replace("[0]", "[-1]"))
    second, more = run()
    assert (second.played, second.total, more > ids) == (8, 12, True)
    assert second.changed == (
        "agent 'move' has changed since the last run; 8 earlier games stay in the store, but do not count",
    )
    (files / "move.py").write_text(MOVE)
    third, same = run()
    assert (third.played, same) == (0, more)


def test_a_comparison_from_python_says_what_changed(files):
    """`compare` with a store plays an edited evaluator again, also in the same process, and adds a note."""

    def run():
        return compare("isolation(width=3, height=3)", "mine.py:f", "null", depth=1, pairs=3, store="s.db", seed=1)

    assert run().notes == run().notes
    before = [game.actions for game in run().summary.games]
    (files / "beside.py").write_text("SIGN = -1\n")
    found = run()
    assert found.notes[-1].startswith("agent 'mine.py:f' has changed since the last run; 6 earlier games stay")
    assert [game.actions for game in found.summary.games] != before


def test_a_file_that_is_edited_during_the_games_is_noticed(files):
    """If a file is edited after the schedule was made, its games are refused, because their text is not recorded."""
    schedule = record_texts(schedule_of(AGENTS[1], AGENTS[3]))
    (files / "move.py").write_text(MOVE.replace("[0]", "[-1]"))
    with Store("s.db") as store:
        progress = Runner(schedule, store, play).run(InProcess())
        assert (progress.played, progress.set_aside) == (0, 4)
        assert "the files of agent 'move' changed while games were played" in store.failures().popitem()[1][0]


def test_other_settings_of_an_agent_are_still_refused(files):
    """Only the text of an agent may change under its name. Its settings may not."""
    schedule = record_texts(schedule_of(AGENTS[1], AGENTS[3]))
    with Store("s.db") as store:
        Runner(schedule, store, play)
        other = attrs.evolve(AGENTS[1], seed=4)
        with pytest.raises(InvalidSettings, match="agent 'move' is defined as .* give the new agent another name"):
            Runner(record_texts(schedule_of(other, AGENTS[3])), store, play)
        assert files
