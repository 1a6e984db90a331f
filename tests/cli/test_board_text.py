"""Boards drawn with characters."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from advsearch import Cell, Scene
from advsearch.cli import console
from advsearch.cli.board import board, drawn

LOOKS = st.sampled_from(["open", "blocked", "first", "second", "hole"])


def scene_of(columns: int, rows: int, looks: list[str], **more: object) -> Scene:
    cells = tuple(
        Cell(i % columns, i // columns, look, last=i == 1)  # type: ignore[arg-type]
        for i, look in enumerate(looks[: columns * rows])
    )
    return Scene(columns, rows, cells, **more)  # type: ignore[arg-type]


def test_blocks_coordinates_and_the_last_action() -> None:
    """Coordinates are printed above and beside the cells, blocks are separated, the last action is in brackets."""
    scene = scene_of(
        4,
        2,
        ["open", "first", "blocked", "second", "hole", "open", "open", "open"],
        column_labels=("a", "b", "c", "d"),
        row_labels=("9", "10"),
        gaps_after_columns=(1,),
        gaps_after_rows=(0,),
        caption="second to move",
    )
    assert drawn(scene).plain.splitlines() == [
        "     a  b   c  d",
        "   ┌──────┬──────┐",
        " 9 │ · [●]│▒▒▒ ○ │",
        "   ├──────┼──────┤",
        "10 │ ·  · │ ·  · │",
        "   └──────┴──────┘",
        "second to move",
    ]


def test_where_only_ascii_can_be_shown() -> None:
    """Without Unicode the same board is drawn with letters and dashes."""
    scene = scene_of(2, 2, ["open", "first", "blocked", "second"], gaps_after_columns=(0,), gaps_after_rows=(0,))
    assert drawn(scene, unicode=False).plain.splitlines() == [
        " +---+---+",
        " | . |[X]|",
        " +---+---+",
        " |###| O |",
        " +---+---+",
    ]


def test_labels_stand_in_place_of_pieces() -> None:
    """A cell shows its own label if it has one, and cells are as wide as the widest label."""
    cells = (Cell(0, 0, "first", label="A"), Cell(1, 0, "second", label="12", last=True))
    assert drawn(Scene(2, 1, cells)).plain.splitlines()[1] == " │ A  [12]│"


@given(st.data())
def test_lines_of_a_board_are_equally_long(data: st.DataObject) -> None:
    """For every size and gap the frame is closed: rows and rules have the same length."""
    columns, rows = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    looks = data.draw(st.lists(LOOKS, min_size=columns * rows, max_size=columns * rows))
    scene = scene_of(
        columns,
        rows,
        looks,
        gaps_after_columns=tuple(data.draw(st.sets(st.integers(0, columns)))),
        gaps_after_rows=tuple(data.draw(st.sets(st.integers(0, rows)))),
        row_labels=tuple(map(str, range(1, rows + 1))),
    )
    for unicode in (True, False):
        lines = drawn(scene, unicode=unicode).plain.splitlines()
        assert len({len(line) for line in lines}) == 1
        assert unicode or all(line.isascii() for line in lines)


def test_hexagons_shift_from_row_to_row() -> None:
    """On a board of hexagons each row begins half a cell to the right of the row above."""
    lines = drawn(scene_of(2, 3, ["open"] * 6, form="hexagon")).plain.splitlines()
    assert [line.index("│") for line in lines[1:-1]] == [1, 2, 4]


def test_pieces_are_coloured() -> None:
    """In a terminal the two sides have different colours."""
    out = io.StringIO()
    terminal = Console(file=out, force_terminal=True, color_system="standard")
    terminal.print(drawn(scene_of(2, 1, ["first", "second"])))
    assert "\x1b[1;34m ● \x1b[0m" in out.getvalue()
    assert "\x1b[1;33m" in out.getvalue()


def test_a_game_that_does_not_draw_is_shown_as_text() -> None:
    """If a game has no scene, the position is printed as text."""
    assert board(object(), (1, 2)).plain == "(1, 2)"  # type: ignore[arg-type]


def test_a_grid_of_words_is_a_board() -> None:
    """If a game has `board` and no scene, its words are drawn."""

    class Words:
        def board(self, state: str) -> list[list[str]]:
            return [list(state), ["first K", "#"]]

    lines = board(Words(), "x.").plain.splitlines()  # type: ignore[arg-type]
    assert lines == ["    a  b", "  ┌──────┐", "1 │ x  · │", "2 │ K ▒▒▒│", "  └──────┘"]


def test_what_we_print_to_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unicode is used only if the encoding of the output supports it."""
    for encoding, expected in (("utf-8", True), ("ascii", False), ("latin-1", False), ("no-such", False)):
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        monkeypatch.setattr(console.sys, "stdout", _Named(encoding))
        assert console.speaks_unicode() is expected


class _Named:
    def __init__(self, encoding: str) -> None:
        self.encoding = encoding


def test_an_ascii_terminal_gets_ascii(shell: object) -> None:
    """A whole command works if only ASCII can be printed."""
    answer = shell("search", "threes.py:Threes", "--depth", "1", PYTHONIOENCODING="ascii")  # type: ignore[operator]
    assert answer.returncode == 0
    assert "1 | .  .  . |" in answer.stdout


@pytest.mark.parametrize(
    ("number", "text"), [(0.0123, "12 ms"), (1.5, "1.50 s"), (99.999, "100.00 s"), (1234.5, "1,234 s")]
)
def test_seconds(number: float, text: str) -> None:
    """Durations are printed in readable units."""
    assert console.seconds_text(number) == text
