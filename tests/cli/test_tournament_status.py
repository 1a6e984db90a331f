import io
import json

from rich.console import Console

from advsearch.cli.progress import _Shown
from advsearch.plugins.registry import default_registry
from advsearch.tournament.records import GameRecord
from advsearch.tournament.report import adjudication_text
from advsearch.tournament.runner import Progress
from advsearch.tournament.schedule_file import schedule_of
from advsearch.tournament.store import Store

MATCH = """
game = "isolation(width=4, height=4)"
[openings]
chosen_plies = 1
count = 100
[limits]
nodes = 60
[test]
margin = 200
[[agents]]
name = "search"
searcher = "deepening(evaluator=improved, tier=reference, ties=random)"
[[agents]]
name = "chance"
searcher = "random(tier=reference)"
"""


def test_status_shows_a_match_that_was_decided(run, tmp_path):
    """Status reports a match that its test has ended early as decided, not as interrupted, in both forms."""
    (tmp_path / "match.toml").write_text(MATCH)
    played = run("tournament", "run", "match.toml", "--workers", "0")
    assert played.exit_code == 0, played.output
    assert "continue with" not in played.output
    assert "search is stronger than chance" in played.stdout
    said = run("tournament", "status", "match.db").stdout.splitlines()[0]
    assert said.endswith(" of 200 games of isolation(width=4, height=4); the test has decided the match")
    found = json.loads(run("tournament", "status", "match.db", "--json").stdout)
    assert found["decided"]
    assert found["played"] < 100


def test_a_match_goes_on_when_its_test_asks_for_more(run, tmp_path):
    """With a smaller margin in the same file, a decided match continues in the same store, until the new test is
    decided.
    """
    (tmp_path / "match.toml").write_text(MATCH)
    run("tournament", "run", "match.toml", "--workers", "0")
    before = json.loads(run("tournament", "status", "match.db", "--json").stdout)["played"]
    (tmp_path / "match.toml").write_text(MATCH.replace("margin = 200", "margin = 60"))
    run("tournament", "run", "match.toml", "--workers", "0")
    assert json.loads(run("tournament", "status", "match.db", "--json").stdout)["played"] > before


def test_games_that_do_not_end_are_explained(tmp_path, capsys):
    """If no game ends for a while, the progress line says what limits games. The first game that the limit ends is
    noted, and all of them are counted.
    """
    game = default_registry().game("isolation")
    names = [{"name": name, "searcher": "random"} for name in "ab"]
    rule = adjudication_text(1_000, default=True)
    for rules, said in (({}, rule), ({"max_plies": 0}, "no limit on plies is set, see max_plies")):
        schedule = schedule_of({"game": "isolation", "agents": names, "rules": rules}, game, tmp_path)
        with Store(tmp_path / "s.db") as store, _Shown(schedule, store, silent=False) as shown:
            shown.update(Progress(total=4, seconds=4))
            assert shown._status() == "0 of 4 games, starting"
            shown.update(Progress(total=4, seconds=20))
            assert shown._status() == f"0 of 4 games, no game has ended in 20 s; {said}"
    slot = next(schedule.slots())
    drawn = GameRecord(slot.id, slot.pair, "isolation", "a", "b", (), (), "1/2-1/2", "adjudicated")
    capsys.readouterr()
    with Store(tmp_path / "s.db") as store, _Shown(schedule, store, silent=False) as shown:
        for _ in range(2):
            shown.update(Progress(total=4, done=4, fresh=[drawn]))
        assert shown._status() == "4 of 4 games, 2 ended by the limit on plies"
    assert capsys.readouterr().err.count("note: no limit on plies is set") == 1


def test_a_live_table_leaves_room_for_how_far_the_run_is(tmp_path, monkeypatch):
    """With more agents than a terminal has lines, the table ends early and gives the number of agents left out. The
    progress bar stays visible.
    """
    game = default_registry().game("isolation")
    names = [{"name": f"agent {number}", "searcher": "random"} for number in range(40)]
    schedule = schedule_of({"game": "isolation", "agents": names}, game, tmp_path)
    with Store(tmp_path / "s.db") as store, _Shown(schedule, store, silent=True) as shown:
        shown.update(Progress(total=4))
        for lines in (24, 46, 47):
            monkeypatch.setenv("LINES", str(lines))
            console = Console(record=True, width=100, file=io.StringIO())
            console.print(shown._table())
            printed = console.export_text().splitlines()
            assert len(printed) < lines
            assert printed[-1] == "0 of 4 games, starting"
            agents = sum("agent " in line for line in printed[1:])
            assert agents == min(40, lines - 8 if lines < 47 else 40)
            assert (f"and {40 - agents} more" in map(str.strip, printed)) == (agents < 40)


def test_a_store_with_longer_games_is_noted(run, tmp_path):
    """If a store has games longer than the default limit, stored before there was a limit, a report has a note about
    it.
    """
    game = default_registry().game("isolation")
    names = [{"name": name, "searcher": "random"} for name in "ab"]
    schedule = schedule_of({"game": "isolation", "agents": names}, game, tmp_path)
    long, short = list(schedule.slots())[:2]
    with Store(tmp_path / "s.db") as store:
        agents = {agent.name: agent.definition() for agent in schedule.agents}
        store.begin(schedule.conditions.as_json(), agents, schedule.to_text())
        for slot, plies in ((long, 1_001), (short, 1_000)):
            store.add([GameRecord(slot.id, slot.pair, "isolation", "a", "b", (), ("a1",) * plies, "1-0", "normal")])
    said = run("tournament", "report", "s.db").stdout
    assert "\n1 of 2 games are longer than 1,000 plies, from before there was a default limit; to play all" in said
