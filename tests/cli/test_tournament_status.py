import json

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
