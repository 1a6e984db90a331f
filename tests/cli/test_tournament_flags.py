import json

import pytest

FLAGS = ("--agent", "a=greedy(tier=reference)", "--agent", "b=random", "--store", "ab.db", "--workers", "0")
GAME = ("--game", "isolation(width=4, height=4)")


def test_flags_say_what_a_file_says(run):
    """A tournament given by flags plays the same games as one given by a file."""
    result = run("tournament", "run", *GAME, *FLAGS, "--depth", "1", "--openings", "3", "--seed", "5", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["games"], found["pairings"][0]["one"]) == (6, "a")


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--openings", "0"), "expected `count` in [openings] to be at least 1, got 0"),
        (("--random-plies", "0"), "expected `random_plies` in [openings] to be at least 1, got 0"),
        (("--openings", "1000001"), "expected `count` in [openings] to be at most 1,000,000, got 1000001"),
        (("--time", "5x"), "expected a duration such as 150ms, 1s or 2m, got '5x'"),
        (("--agent", "c"), "expected an agent as NAME=SEARCHER, got 'c'"),
    ],
)
def test_impossible_flags_are_refused(run, tmp_path, flags, message):
    """A number that a file could not contain is refused, not replaced by the default, and no store is made."""
    result = run("tournament", "run", *GAME, *FLAGS, *flags)
    assert (result.exit_code, result.stderr) == (2, f"error: {message}\n")
    assert not (tmp_path / "ab.db").exists()


@pytest.mark.parametrize(
    "flags",
    [
        ("--agent", "a=greedy"),
        ("--random-plies", "2"),
        ("--openings", "2"),
        ("--nodes", "2"),
        ("--depth", "2"),
        ("--time", "1s"),
        ("--seed", "2"),
    ],
)
def test_what_a_file_says_is_not_said_again(run, flags):
    """A flag that replaces part of a schedule is refused together with a schedule file, because it would change
    nothing.
    """
    result = run("tournament", "run", "cup.toml", *flags)
    assert (result.exit_code, result.stderr) == (
        2,
        f"error: {flags[0]} cannot be combined with FILE; write the setting in FILE\n",
    )
