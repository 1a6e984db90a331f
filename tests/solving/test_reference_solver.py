"""The reference solver, for any game, without kernels."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch import AdvsearchError, CompiledTierUnavailable, InvalidSettings, Limits, Solver
from advsearch.search.returned import BrokenGame
from advsearch.testing.growing import grow, some_shape

HEAPS = st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple)


@given(heaps=HEAPS, choices=st.lists(st.integers(0, 99), max_size=3), distance=st.booleans(), table_mb=st.just(1))
def test_values_actions_and_distances_of_an_outcome_game(along, nim, oracle, heaps, choices, distance, table_mb):
    """Value and distance are those of plain minimax for either player to move, and the action keeps them."""
    game = nim(heaps)
    state = along(game, choices)
    value, plies = oracle(game, state)
    proof = Solver(game, table_mb, tier="reference").solve(state, distance=distance)
    assert (value, True, "reference") == (proof.value, proof.exact, proof.tier)
    assert proof.distance == (plies if distance else None)
    if proof.action is None:
        assert game.terminal(state)
    else:
        after = oracle(game, game.result(state, proof.action))
        assert value == -after[0]
        assert not distance or plies == after[1] + 1


@settings(max_examples=40)
@given(choices=st.lists(st.integers(0, 99), max_size=8), distance=st.booleans())
def test_a_score_game_with_repeated_turns(along, boxes, oracle, choices, distance):
    """A game with whole-number utilities and repeated turns has the value and distance of plain minimax."""
    game = boxes(7)
    state = along(game, choices)
    value, plies = oracle(game, state)
    proof = Solver(game, tier="reference").solve(state, distance=distance)
    assert value == proof.value
    assert proof.distance == (plies if distance else None)


def test_a_full_memo_forgets_and_stays_right(nim, oracle, monkeypatch):
    """With room for one state in the memo, the value is the same."""
    monkeypatch.setattr("advsearch.solving.reference._ENTRY_BYTES", 1_000_000)
    game = nim((3, 2, 4))
    solver = Solver(game, 1, tier="reference")
    assert oracle(game, game.initial())[0] == solver.solve(game.initial()).value
    assert len(solver._provers[False].memo.bounds) == 1


def test_what_was_learned_is_kept_between_calls(nim):
    """A second proof of the same state enters less than a tenth of the nodes."""
    solver = Solver(nim((4, 5, 6)), tier="reference")
    first = solver.solve(solver.game.initial())
    again = solver.solve(solver.game.initial())
    assert first.value == again.value
    assert again.nodes < first.nodes / 10


def test_limits_and_stop_end_a_proof_without_a_value(nim):
    """A node limit or a stop signal ends the proof without a value, and a later call still finds it."""
    game = nim((4, 5, 6))
    solver = Solver(game, tier="reference")
    stopped = solver.solve(game.initial(), limits=Limits(nodes=10))
    assert (stopped.value, stopped.action, stopped.exact) == (None, None, False)
    assert stopped.nodes <= 11
    stop = threading.Event()
    stop.set()
    assert not solver.solve(game.initial(), stop=stop).exact
    assert solver.solve(game.initial()).exact


def test_progress_is_reported(nim, monkeypatch):
    """Progress reports contain nodes, seconds and the share of the memo in use."""
    monkeypatch.setattr("advsearch.solving.solver.REPORT_EVERY_S", 0.0)
    seen: list[Any] = []
    Solver(nim((4, 5, 6)), tier="reference").solve(nim((4, 5, 6)).initial(), report=seen.append)
    assert seen
    assert seen[-1].nodes > 0
    assert 0 <= seen[-1].table_used <= 1
    assert seen[-1].nodes_per_second > 0


@attrs.frozen
class Chain:
    """One action at each ply; player 0 wins at ply `plies`, or never if it is None. If `back` is given, the game
    returns to that ply after ply 9."""

    plies: int | None = None
    back: int | None = None
    name = "chain"
    utilities = "outcome"

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return state % 2

    def actions(self, _state: int) -> list[str]:
        return ["on"]

    def result(self, state: int, _action: str) -> int:
        return self.back if self.back is not None and state == 9 else state + 1

    def terminal(self, state: int) -> bool:
        return state == self.plies

    def utility(self, _state: int, player: int) -> int:
        return 1 if player == 0 else -1


@pytest.mark.parametrize("distance", [False, True])
def test_scores_of_any_size(oracle, distance):
    """In trees and graphs with wins, scores or floats, value, distance and action are those of plain minimax."""
    for seed in range(300):
        chosen = random.Random(seed)
        utilities = chosen.choice(["outcome", "score"])
        game: Any = grow(chosen.randint, some_shape(chosen.randint, utilities=utilities, floats=True))
        state = game.initial()
        if game.terminal(state):
            continue
        value, plies = oracle(game, state)
        proof = Solver(game, 1, tier="reference").solve(state, distance=distance)
        assert (proof.value, proof.lower, proof.upper) == (value, value, value), seed
        assert proof.distance == (plies if distance else None), seed
        after = game.result(state, proof.action)
        sign = 1 if game.player(after) == game.player(state) else -1
        found = oracle(game, after)
        assert value == sign * found[0], seed
        assert not distance or value == 0 or plies == found[1] + 1, seed


@attrs.frozen
class Wrong(Chain):
    """A game whose bounds say that every player wins."""

    def decided(self, _state: int) -> tuple[int, int]:
        return 1, 1


def test_bounds_that_contradict_each_other_give_no_proof():
    """If the game's own bounds contradict its rules, the proof ends with a one-line error."""
    with pytest.raises(
        BrokenGame, match=r"the bounds of chain contradict each other, .* decided or rank is wrong; run"
    ):
        Solver(Wrong(4), tier="reference").solve(0)


def test_a_method_of_another_kind_is_no_ability():
    """A method `rank` without a state and an action, or an attribute of that name, plays no part."""

    class Other(Chain):
        decided = 3

        def rank(self) -> int:
            raise AssertionError

    assert Solver(Other(5), tier="reference").solve(0).value == 1


PROGRAM = """
import sys; sys.path.insert(0, {here!r})
from test_reference_solver import Chain
from advsearch import Solver
proof = Solver(Chain({plies}), tier="reference").solve(0, distance={distance})
print(proof.value, proof.distance, proof.nodes)
"""


def solved_elsewhere(plies: int | None, distance: bool) -> subprocess.CompletedProcess[str]:
    """Solve a `Chain` in another process, because a segmentation fault would end this one."""
    program = PROGRAM.format(here=str(Path(__file__).parent), plies=plies, distance=distance)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("distance", "printed"), [(False, "1 None 50001\n"), (True, "1 50000 100007\n")])
def test_a_game_of_fifty_thousand_plies(distance, printed):
    """A game of 50,000 plies is proven like a short one."""
    ended = solved_elsewhere(50_000, distance)
    assert (ended.returncode, ended.stdout) == (0, printed)


def test_a_game_without_end_is_refused_before_the_process_crashes():
    """A game that never ends raises a one-line error, and its process does not crash."""
    ended = solved_elsewhere(None, distance=False)
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].endswith(
        "a game of chain does not end within 100,000 plies; "
        "a proof needs rules that end every game, such as a limit on its plies"
    )


@pytest.mark.parametrize("distance", [False, True])
def test_a_game_that_comes_back_names_the_position(monkeypatch, distance):
    """A game that repeats a position raises an error that names it, and Python's recursion limit is restored."""
    monkeypatch.setattr("advsearch.solving.reference.DEEPEST", 500)
    before = sys.getrecursionlimit()
    with pytest.raises(BrokenGame, match="a game of chain does not end: it comes back to the position 3;"):
        Solver(Chain(back=3), tier="reference").solve(0, distance=distance)
    assert sys.getrecursionlimit() == before


def test_a_game_beyond_the_longest_is_refused(monkeypatch):
    """A proof with distances names a game without end also where Python's recursion limit is far away."""
    monkeypatch.setattr("advsearch.solving.reference.DEEPEST", 500)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        with pytest.raises(BrokenGame, match="a game of chain does not end within 500 plies;"):
            Solver(Chain(back=3), tier="reference").solve(0, distance=True)
    finally:
        sys.setrecursionlimit(before)


def test_endless_recursion_in_a_game_is_named():
    """If a method of the game recurses without end, the error names the method and not the length of the game."""

    class Recursive(Chain):
        def utility(self, state: int, player: int) -> int:
            return self.utility(state, player)

    with pytest.raises(AdvsearchError, match=r"utility called itself \d+ times without returning"):
        Solver(Recursive(5), tier="reference").solve(0)


@pytest.mark.parametrize(
    ("settings_given", "message"),
    [
        ({"table_mb": 0}, "expected `table_mb` to be a whole number from 1, got 0"),
        ({"table_mb": True}, "expected `table_mb` to be a whole number from 1, got True"),
        ({"threads": 1.5}, "expected `threads` to be a whole number from 1, got 1.5"),
        ({"tier": "fast"}, "expected `tier` to be 'auto', 'reference' or 'compiled', got 'fast'"),
    ],
)
def test_settings_are_checked(nim, settings_given, message):
    """A wrong setting of a solver raises a one-line error that names it."""
    with pytest.raises(InvalidSettings) as error:
        Solver(nim(), **settings_given)
    assert message == str(error.value)


@pytest.mark.needs_numba
def test_the_compiled_tier_is_not_silently_replaced(nim):
    """`tier=compiled` raises for rules that do not compile; `auto` uses the reference tier and stores the reason."""

    class Talking(nim):
        def actions(self, state: Any) -> Any:
            print(state)
            return super().actions(state)

    solver = Solver(Talking(), tier="compiled")
    for starts in (solver.prepare, lambda: solver.solve(solver.game.initial())):
        with pytest.raises(CompiledTierUnavailable, match="print"):
            starts()
    chosen = Solver(Talking())
    assert chosen.solve(chosen.game.initial()).tier == "reference"
    assert "print" in chosen.why_reference
    plain = Solver(Talking(), tier="reference")
    assert plain.solve(plain.game.initial()).tier == "reference"
    assert plain.why_reference is None


def test_depth_limits_and_reference_checkpoints_are_refused(nim, tmp_path):
    """A depth limit, and a checkpoint in the reference tier, raise one-line errors."""
    game = nim()
    with pytest.raises(InvalidSettings, match="a solver takes no depth limit, got depth 3; limit nodes or time"):
        Solver(game).solve(game.initial(), limits=Limits(depth=3))
    with pytest.raises(
        InvalidSettings,
        match="a checkpoint needs the compiled tier, but this proof runs on the reference tier ",
    ):
        Solver(game, tier="reference").solve(game.initial(), checkpoint=tmp_path / "file")
