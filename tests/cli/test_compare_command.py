import json

import pytest

from advsearch.tournament.runner import Progress
from advsearch.tournament.store import Store


def message(result):
    return json.loads(result.stdout)


def test_compare_answers_in_words(run):
    """A heuristic and its negation are distinguished in few games, and one line names the winner."""
    result = run(
        *("compare", "isolation(width=5, height=5)", "improved", "weighted(own=-1, opponent=-1)", "--depth", "1"),
        *("--margin", "100", "--workers", "0", "--tier", "reference", "--pairs", "200"),
    )
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1].startswith("improved is stronger than weighted(own=-1, opponent=-1): +")


def test_compare_a_heuristic_in_a_file(run, tmp_path):
    """A student's file is compared unchanged; --json prints the decision, --store keeps the games."""
    (tmp_path / "mine.py").write_text("def zero(game, state, player):\n    return 0\n")
    arguments = ("--depth", "1", "--margin", "60", "--workers", "0", "--pairs", "20", "--store", "kept.db", "--json")
    found = message(run("compare", "isolation(width=5, height=5)", "mine.py:zero", "null", *arguments))
    assert (found["one"], found["two"]) == ("mine.py:zero", "null")
    assert found["decision"] in (None, "neither", "mine.py:zero", "null")
    with Store("kept.db", writable=False) as kept:
        assert len(kept.ids()) == found["games"]


def test_an_evaluator_that_always_fails_is_reported_before_anything_is_played(run, tmp_path):
    """An evaluator that raises, or returns no number, at the start of the first game is a one-line error that names
    it. No match is played or lost.
    """
    (tmp_path / "bad.py").write_text(
        "def raises(game, state, player):\n    return {}['x']\n\n\n"
        "def wordy(game, state, player):\n    return 'good'\n"
    )
    played = ("--depth", "1", "--workers", "0", "--store", "kept.db")
    game = "threes.py:Threes"
    said = "bad.py line 2, in raises: KeyError: 'x'"
    for pair in (("bad.py:raises", "null"), ("null", "bad.py:raises")):
        result = run("compare", game, *pair, *played)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"error: {said}" in result.stderr.splitlines()
    result = run("compare", game, "bad.py:wordy", "null", *played)
    assert result.exit_code == 2
    assert "error: expected evaluator bad.py:wordy to return a number, got 'good'" in result.stderr
    assert not (tmp_path / "kept.db").exists()


def test_faults_within_games_are_reported_with_file_and_line(run, tmp_path):
    """An evaluator that fails during games loses those games. The error is named with its file and line, the verdict
    says that faults decided, and the exit status is 3.
    """
    (tmp_path / "late.py").write_text(
        "def late(game, state, player):\n    if state.count('.') < 5:\n        raise ValueError('too late')\n"
        "    return 0\n"
    )
    played = ("compare", "threes.py:Threes", "late.py:late", "null", "--depth", "1", "--workers", "0", "--pairs", "3")
    played = (*played, "--tier", "reference")  # a search that is built meets the fault before the first move
    result = run(*played)
    assert result.exit_code == 3, result.output
    assert "lost by crash: late.py line 3: ValueError: too late\n" in result.stdout
    assert result.stdout.splitlines()[-1] == (
        "decided by faults: late.py:late lost 5 games by crash, of 6 between late.py:late and null; no pair is "
        "without a fault; mend late.py:late, and play again"
    )
    assert message(run(*played, "--json"))["decided_by_faults"]
    (reason,) = message(run(*played, "--json"))["reasons"]
    assert (reason["agent"], reason["detail"]) == ("late.py:late", "late.py line 3: ValueError: too late")


def test_games_that_the_game_makes_unplayable_are_reported(run, tmp_path):
    """If the game itself fails, neither side loses. The number of such games and the failing line are printed, with
    exit status 1.
    """
    (tmp_path / "shaky.py").write_text(
        "from threes import Threes\n\n\nclass Shaky(Threes):\n    def utility(self, state, player):\n"
        "        raise ValueError('no idea')\n"
    )
    result = run("compare", "shaky.py:Shaky", "threes.py:centre", "null", "--workers", "0", "--pairs", "3")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == [
        "threes.py:centre against null: 0 won, 0 drawn, 0 lost",
        "6 games could not be played: shaky.py line 6: ValueError: no idea",
    ]


def test_a_small_game_has_few_openings(run):
    """If there are fewer openings than pairs, each opening makes one pair, and a note says so."""
    small = ("compare", "isolation(width=3, height=2)", "improved", "null", "--workers", "0", "--tier", "reference")
    result = run(*small)
    assert result.exit_code == 0, result.output
    assert result.stderr.startswith(
        "note: isolation(width=3, height=2) has only 16 different openings of 2 random plies, so at most 16 pairs "
        "can be played\n"
    )
    result = run(*small, "--random-plies", "1")
    assert (
        "only 6 different openings of 1 random ply, so at most 6 pairs can be played; another --random"
        in result.stderr
    )


def test_more_pairs_take_longer_openings(run, refused):
    """Without --random-plies, openings get as many plies as are needed for a different one in each pair."""
    game = "threes.py:Threes"
    assert run("compare", game, "threes.py:centre", "null", "--depth", "0", "--workers", "0").exit_code == 0
    pinned = ("compare", game, "null", "threes.py:centre", "--tier", "reference")
    expected = "expected --random-plies to be less than the plies of a game, got 30"
    assert refused(*pinned, "--random-plies", "30") == expected
    assert refused(*pinned, "--pairs", "0") == "expected --pairs to be at least 1, got 0"


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ((), "no game was kept, as there was no --store; with --store FILE the same command continues"),
        (("--store", "s.db"), "every game that was finished is in s.db, and the same command continues"),
    ],
)
def test_ctrl_c_says_what_is_kept(run, monkeypatch, twice, flags, message):
    """A comparison that is interrupted, once or twice, prints what was kept and how to continue."""

    def interrupted(*_arguments, **_options):
        if twice:
            raise KeyboardInterrupt
        return Progress(total=10, draining=True)

    monkeypatch.setattr("advsearch.cli.commands.compare.play_schedule", interrupted)
    result = run("compare", "isolation", "improved", "open", "--tier", "reference", "--pairs", "5", *flags)
    assert (result.exit_code, result.stderr.strip()) == (130, f"note: stopped; {message}")
