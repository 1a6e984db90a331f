"""The command bench with its signature, and the command cache."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from advsearch import load_game
from advsearch.analysis.bench import bench, positions_of
from advsearch.cli.program import program
from advsearch.compiled import store
from advsearch.compiled.build import native
from advsearch.search import AlphaBeta
from advsearch_isolation.evaluators import improved

SMALL = "isolation(width=5, height=5)"


def run(*arguments: str) -> Any:
    result = CliRunner().invoke(program, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_signature_is_the_same_in_every_run() -> None:
    """Two runs of bench count the same nodes of every kind; their sum is the signature."""
    games = [(SMALL, load_game(SMALL))]
    one, other = (bench(games, repeat=1) for _ in range(2))
    assert [timing.nodes for timing in one.timings] == [timing.nodes for timing in other.timings]
    assert one.signature == sum(timing.nodes for timing in one.timings) > 0
    assert [timing.work for timing in one.timings] == ["perft", "alphabeta", "deepening", "solving"]
    assert one.positions == other.positions


def test_the_fixed_tree_is_the_reference_tiers() -> None:
    """The nodes that bench counts for alpha-beta are those of the reference tier from the same positions."""
    game = load_game(SMALL)
    timing = bench([(SMALL, game)], repeat=1).timings[1]
    searcher = AlphaBeta(depth=timing.depth, evaluator=improved)
    assert timing.nodes == sum(searcher.search(game, state).nodes for state in positions_of(SMALL, game))


def test_bench_speaks_to_people_and_programs() -> None:
    """Bench prints a table with a signature under it, the signature alone, or one JSON object, with the same number
    in each.
    """
    shown = run("bench", SMALL, "--repeat", "1")
    alone = run("bench", SMALL, "--signature")
    found = json.loads(run("bench", SMALL, "--repeat", "1", "--json"))
    assert shown.splitlines()[0].split() == ["game", "work", "depth", "nodes", "time", "nodes/s"]
    assert shown.splitlines()[-1] == f"signature {alone.strip()}"
    assert found["signature"] == int(alone)
    assert sum(work["nodes"] for work in found["work"]) == found["signature"]
    assert len(found["positions"][SMALL]) == 4


def test_bench_refuses_a_game_without_kernels(tmp_path: Path) -> None:
    """A game that cannot run compiled is refused with a one-line error."""
    file = tmp_path / "bare.py"
    file.write_text(
        "class Bare:\n"
        "    def initial(self): return 0\n"
        "    def player(self, state): return 0\n"
        "    def actions(self, state): return ()\n"
        "    def result(self, state, action): return 0\n"
        "    def terminal(self, state): return True\n"
        "    def utility(self, state, player): return 0\n"
    )
    result = CliRunner().invoke(program, ["bench", f"{file}:Bare"])
    assert result.exit_code == 2
    assert "expected games that compile for `bench`, got" in result.stderr


def test_the_cache_command_tells_and_clears(cache: Path) -> None:
    """`cache info` prints the place and the size, and `cache clear` removes the builds and prints what it removed."""

    def double(x: int) -> int:
        return 2 * x

    native(double, (0,), "doubling")
    there = store.contents()
    assert json.loads(run("cache", "info", "--json")) == {
        "directory": str(cache),
        "builds": 1,
        "bytes": there.size,
        "kept_bytes": 256_000_000,
        "kept_days": 30,
    }
    assert run("cache") == f"1 build, {there.size / 1e6:.1f} MB, in {cache}\n"
    assert run("cache", "clear") == f"removed 1 build, {there.size / 1e6:.1f} MB, in {cache}\n"
    assert json.loads(run("cache", "info", "--json"))["builds"] == 0


@pytest.mark.slow
def test_our_own_games_keep_their_signature() -> None:
    """The node count of the whole suite is fixed, so a commit that changes it has changed the search, and must report
    it.
    """
    assert int(run("bench", "--signature")) == SIGNATURE


SIGNATURE = 42_305_017
