"""The command perft: leaves, finished games and nodes, in total and by action."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from advsearch.analysis.perft import divide, perft
from advsearch.errors import CompiledTierUnavailable, InvalidSettings

Run = Callable[..., Result]
RunJson = Callable[..., Any]


class Uneven:
    """A made-up tree, in which node n has n % 4 children."""

    def initial(self) -> int:
        return 7

    def player(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> list[int]:
        return list(range(state % 4))

    def result(self, state: int, action: int) -> int:
        return 5 * state + 3 * action + 1

    def terminal(self, state: int) -> bool:
        return state % 4 == 0

    def utility(self, _state: int, _player: int) -> int:
        return 0


def counted(game: Uneven, state: int, depth: int) -> tuple[int, int, int]:
    """Leaves, finished games and nodes, counted by a plain recursion."""
    if depth == 0 or game.terminal(state):
        return 1, int(game.terminal(state)), 1
    parts = [counted(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    leaves, finished, nodes = (sum(column) for column in zip(*parts, strict=True))
    return leaves, finished, nodes + 1


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_perft_is_the_plain_recursion(state: int, depth: int) -> None:
    """Counts agree with the test's own recursion, and the counts by action add up to the total."""
    game = Uneven()
    found = perft(game, depth, state)
    assert (found.leaves, found.finished, found.nodes) == counted(game, state, depth)
    assert found.tier == "reference"
    assert found.complete
    if depth and not game.terminal(state):
        parts = divide(game, depth, state)
        assert [action for action, _ in parts] == game.actions(state)
        assert sum(part.leaves for _, part in parts) == found.leaves
        assert sum(part.finished for _, part in parts) == found.finished
        assert 1 + sum(part.nodes for _, part in parts) == found.nodes


def test_depth_has_no_limit_of_recursion() -> None:
    """A chain of 5,000 plies is counted."""

    class Chain(Uneven):
        def actions(self, state: int) -> list[int]:
            return [] if self.terminal(state) else [0]

        def result(self, state: int, action: int) -> int:
            return state + 1 + action

        def terminal(self, state: int) -> bool:
            return state == 5_000

    found = perft(Chain(), 6_000, 0)
    assert (found.leaves, found.finished, found.nodes) == (1, 1, 5_001)


def test_long_counts_report_and_stop() -> None:
    """The report shows nodes and the growing share of the root's actions; a stopped count is marked as incomplete."""

    class Wide(Uneven):
        def actions(self, state: int) -> list[int]:
            return list(range(20))

        def terminal(self, state: int) -> bool:
            return False

    seen: list[tuple[int, float]] = []

    class Stop:
        def is_set(self) -> bool:
            return len(seen) == 5

    found = perft(Wide(), 6, 0, report=lambda nodes, share: seen.append((nodes, share)), stop=Stop())
    assert not found.complete
    assert seen == sorted(seen)
    assert 0 <= found.nodes - seen[-1][0] <= 6 * 20  # a report leaves out the actions of positions that are open
    assert all(0 <= share < 1 for _, share in seen)


def test_refusals() -> None:
    """Depths below zero are refused, and so is the compiled tier if it is not available."""
    with pytest.raises(InvalidSettings, match="expected a depth of at least 0, got -1"):
        perft(Uneven(), -1)
    with pytest.raises(InvalidSettings, match="expected a depth of at least 1 to count for each action, got 0"):
        divide(Uneven(), 0)

    class Noted(Uneven):
        def actions(self, state: int) -> list[int]:
            print(state)
            return super().actions(state)

    with pytest.raises(CompiledTierUnavailable, match="print"):
        perft(Noted(), 1, tier="compiled")


def test_the_json_object(run_json: RunJson) -> None:
    """The JSON object has leaves, finished games, nodes and seconds, with the known counts of tic-tac-toe."""
    found = run_json("perft", "threes.py:Threes", "5", "--position", ".........")
    assert list(found) == ["leaves", "finished", "nodes", "seconds"]
    assert (found["leaves"], found["finished"], found["nodes"]) == (15_120, 1_440, 18_730)


def test_division(run_json: RunJson, run: Run) -> None:
    """--divide prints the count for each action, and the total."""
    found = run_json("perft", "threes.py:Threes", "2", "--divide")
    assert (found["leaves"], found["nodes"]) == (72, 82)
    assert {action: part["leaves"] for action, part in found["actions"].items()} == {
        column + row: 8 for row in "123" for column in "abc"
    }
    shown = run("perft", "threes.py:Threes", "2", "--divide").stdout.splitlines()
    assert shown[0].split() == ["action", "leaves", "finished"]
    assert shown[-1].split() == ["all", "72", "0"]


def test_what_a_person_sees(run: Run) -> None:
    """Counts are printed with separators between thousands, and with the speed."""
    shown = run("perft", "threes.py:Threes", "5", "--tier", "reference").stdout.splitlines()
    assert shown[:2] == ["leaves    15,120", "finished  1,440"]
    assert shown[2].startswith("18,730 nodes in ")
    assert shown[2].endswith(" nodes/s, reference tier")


@pytest.mark.needs_numba
def test_the_tier_may_be_chosen(run: Run, folder: Path) -> None:
    """--tier compiled counts plain rules in machine code, and refuses rules that do not compile."""
    talking = (folder / "threes.py").read_text().replace("return (9 -", "return print(state) or (9 -")
    (folder / "talking.py").write_text(talking)
    shown = run("perft", "threes.py:Threes", "1", "--tier", "compiled").stdout
    assert shown.splitlines()[-1].endswith("compiled tier")
    answer = run("perft", "talking.py:Threes", "1", "--tier", "compiled")
    assert answer.exit_code == 2
    assert answer.stderr.startswith("error: talking.py:")
