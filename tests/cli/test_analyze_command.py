"""The command analyze through a pipe: each finished depth with its best lines, as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]


def test_lines_of_each_depth(run: Run) -> None:
    """Each depth has a row for each line that was asked for, best first, and the result stands at the end."""
    answer = run("analyze", "threes.py:Threes", "--position", "XX.OO....", "--lines", "2", "--depth", "2")
    assert answer.exit_code == 0
    rows = answer.stdout.partition("line\n")[2].partition("\n\n")[0].splitlines()
    assert [row.split()[-1] for row in rows[:2]] == ["c1", "c2"]
    assert re.match(r" +1 +win in 1 ", rows[0])
    assert "\nbest   c1\nvalue  win in 1, exact" in answer.stdout


def test_one_line_is_what_search_prints(run: Run) -> None:
    """With one line and the same searcher, the text is that of the command search."""
    given = ("threes.py:Threes", "--searcher", "alphabeta(depth=3)", "--position", "X...O....")
    without_times = [
        re.sub(r"[\d.]+ m?s|[\d,]+ nodes/s|(?<=\d) +[\d,]{3,}(?=  )", "", run(name, *given).stdout)
        for name in ("analyze", "search")
    ]
    assert without_times[0] == without_times[1]


def test_plain_is_the_same_in_a_pipe(run: Run) -> None:
    """--plain changes nothing in a pipe."""
    given = ("analyze", "threes.py:Threes", "--depth", "1", "--position", "XX.OO....")
    texts = [
        re.sub(r"[\d.]+ m?s|[\d,]+ +nodes/s|  +[\d,]+  c1", "", run(*given, *more).stdout)
        for more in ((), ("--plain",))
    ]
    assert texts[0] == texts[1]


def test_wrong_numbers_of_lines(run: Run) -> None:
    """A number of lines that is not from 1 to 5 is refused."""
    for lines in ("0", "6", "x"):
        answer = run("analyze", "threes.py:Threes", "--lines", lines)
        assert answer.exit_code == 2
        assert "--lines" in answer.stderr
