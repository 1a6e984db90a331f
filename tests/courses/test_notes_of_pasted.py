"""The note on a pasted function names the user's file."""

from __future__ import annotations

from pathlib import Path

from advsearch import bind


def test_the_note_names_the_users_file_and_no_other(tmp_path: Path) -> None:
    """The reason why a pasted function is not compiled names the function's file and line, and none of ours."""
    file = tmp_path / "mine.py"
    file.write_text("\n\ndef score(game, player):\n    return float(len(game.get_legal_moves(player)))\n")
    why = bind(f"alphabeta(depth=2, evaluator=course:{file}:score)", "isolation", at_once=False).why
    assert why is not None
    assert why.startswith("mine.py:3: score was written for another program")
    assert "course.py" not in why
    assert "values.py" not in why
