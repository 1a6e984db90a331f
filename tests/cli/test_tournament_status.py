import io
import json

from rich.console import Console

from advsearch.cli.tournament_live import _Shown
from advsearch.plugins.registry import default_registry
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


def test_status_tells_a_match_that_was_decided(run, tmp_path):
    """A match its test has ended early is not taken for one that was interrupted: status says so, in both forms."""
    (tmp_path / "match.toml").write_text(MATCH)
    played = run("tournament", "run", "match.toml", "--workers", "0")
    assert played.exit_code == 0, played.output
    assert "go on with" not in played.output
    assert "search is stronger than chance" in played.stdout
    said = run("tournament", "status", "match.db").stdout.splitlines()[0]
    assert said.endswith(" of 200 games of isolation(width=4, height=4); the test has decided the match")
    found = json.loads(run("tournament", "status", "match.db", "--json").stdout)
    assert found["decided"]
    assert found["played"] < 100


def test_a_match_goes_on_when_its_test_asks_for_more(run, tmp_path):
    """With a smaller margin in the same file the match goes on in the same store, until that one is decided."""
    (tmp_path / "match.toml").write_text(MATCH)
    run("tournament", "run", "match.toml", "--workers", "0")
    before = json.loads(run("tournament", "status", "match.db", "--json").stdout)["played"]
    (tmp_path / "match.toml").write_text(MATCH.replace("margin = 200", "margin = 60"))
    run("tournament", "run", "match.toml", "--workers", "0")
    assert json.loads(run("tournament", "status", "match.db", "--json").stdout)["played"] > before


def test_a_live_table_leaves_room_for_how_far_the_run_is(tmp_path, monkeypatch):
    """With more agents than a terminal has lines the table ends early and says how many there are besides; bar and
    state stay in sight."""
    game = default_registry().game("isolation")
    names = [{"name": f"agent {number}", "searcher": "random"} for number in range(40)]
    schedule = schedule_of({"game": "isolation", "agents": names}, game, tmp_path)
    with Store(tmp_path / "s.db") as store, _Shown(schedule, store, silent=True) as shown:
        shown.update(Progress(total=4))
        for lines in (24, 46, 47):
            monkeypatch.setenv("LINES", str(lines))
            console = Console(record=True, width=100, file=io.StringIO())
            console.print(shown._table())
            told = console.export_text().splitlines()
            assert len(told) < lines
            assert told[-1] == "0 of 4 games, starting"
            agents = sum("agent " in line for line in told[1:])
            assert agents == min(40, lines - 8 if lines < 47 else 40)
            assert (f"and {40 - agents} more" in map(str.strip, told)) == (agents < 40)
