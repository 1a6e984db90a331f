"""The rules play recorded games as they did when the games were recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from advsearch.errors import InvalidNotation
from advsearch.testing import playthroughs

RECORDED = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("file", RECORDED, ids=[file.stem for file in RECORDED])
def test_a_recorded_game_is_played_as_recorded(file: Path) -> None:
    """Positions, players, actions in order and utilities are those of the file, line by line."""
    assert playthroughs.differences(file) == [], "renew it with python -m advsearch.testing.playthroughs renew"


def test_both_games_are_recorded() -> None:
    """Each built-in game, and each variant of its rules, has a file."""
    names = " ".join(file.stem for file in RECORDED)
    assert all(word in names for word in ("isolation", "queen", "pentago", "after-turn"))


def test_a_change_of_the_rules_shows_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` prints the differences, `renew` writes the file again, `write` makes a file; anything else prints the
    usage.
    """
    file = tmp_path / "game.txt"
    text = RECORDED[0].read_text(encoding="utf-8")
    file.write_text(text.replace("ply 1: player 1", "ply 1: player 0"), encoding="utf-8")
    assert playthroughs.main(["check", str(file)]) == 1
    assert "-ply 1: player 0\n+ply 1: player 1" in capsys.readouterr().out
    assert playthroughs.main(["renew", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == text
    spec = text.partition(", seed")[0].removeprefix("playthrough of ")
    assert playthroughs.main(["write", spec, str(file)]) == 0
    assert playthroughs.main(["check", str(file)]) == 0
    assert playthroughs.main(["help"]) == 2
    assert "renew" in capsys.readouterr().err


def test_a_file_that_is_no_playthrough_is_refused() -> None:
    """A file that is no playthrough is refused, and the message shows what the first line should be."""
    with pytest.raises(InvalidNotation, match="expected 'playthrough of GAME, seed NUMBER', got 'hello'"):
        playthroughs.made_again("hello\nworld")
