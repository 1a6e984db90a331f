import json

from advsearch.tournament.store import Store


def told(result):
    return json.loads(result.stdout)


def test_compare_answers_in_words(run):
    """A heuristic against its own negation is told apart in few games, in one line that names the winner."""
    result = run(
        *("compare", "isolation(width=5, height=5)", "improved", "weighted(own=-1, opponent=-1)", "--depth", "1"),
        *("--margin", "100", "--workers", "0", "--tier", "reference", "--pairs", "200"),
    )
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1].startswith("improved is stronger than weighted(own=-1, opponent=-1): +")


def test_compare_a_heuristic_in_a_file(run, tmp_path):
    """A student's file is compared as it is; --json tells the decision, --store keeps the games."""
    (tmp_path / "mine.py").write_text("def zero(game, state, player):\n    return 0\n")
    arguments = ("--depth", "1", "--margin", "60", "--workers", "0", "--pairs", "20", "--store", "kept.db", "--json")
    found = told(run("compare", "isolation(width=5, height=5)", "mine.py:zero", "null", *arguments))
    assert (found["one"], found["two"]) == ("mine.py:zero", "null")
    assert found["decision"] in (None, "neither", "mine.py:zero", "null")
    with Store("kept.db", writable=False) as kept:
        assert len(kept.ids()) == found["games"]


def test_simulate_tells_the_games_needed(run):
    """--simulate plays nothing and says how many pairs a difference takes."""
    result = run("compare", "isolation", "improved", "open", "--simulate", "100", "--margin", "80")
    assert "half the matches end within" in result.stdout
    found = told(run("compare", "isolation", "improved", "open", "--simulate", "100", "--margin", "80", "--json"))
    assert found["median_pairs"] < 200
