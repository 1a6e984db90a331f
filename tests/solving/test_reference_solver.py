"""The solver on the protocol alone: any game, no kernels."""

from __future__ import annotations

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
from advsearch.search.dead_ends import BrokenGame

HEAPS = st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple)


def along(game: Any, choices: list[int]) -> Any:
    """Where a play ends whose choices are taken modulo the number of actions."""
    state = game.initial()
    for choice in choices:
        if game.terminal(state):
            break
        actions = game.actions(state)
        state = game.result(state, actions[choice % len(actions)])
    return state


@given(heaps=HEAPS, choices=st.lists(st.integers(0, 99), max_size=3), distance=st.booleans(), table_mb=st.just(1))
def test_values_actions_and_distances_of_an_outcome_game(nim, oracle, heaps, choices, distance, table_mb):
    """Value, distance and the worth of the action are those of plain minimax, from either player's turn."""
    game = nim(heaps)
    state = along(game, choices)
    value, plies = oracle(game, state)
    proof = Solver(game, table_mb).solve(state, distance=distance)
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
def test_a_score_game_with_repeated_turns(boxes, oracle, choices, distance):
    """Utilities of any size, where a player may move again, come out as plain minimax has them."""
    game = boxes(7)
    state = along(game, choices)
    value, plies = oracle(game, state)
    proof = Solver(game, tier="reference").solve(state, distance=distance)
    assert value == proof.value
    assert proof.distance == (plies if distance else None)


def test_a_full_memo_forgets_and_stays_right(nim, oracle, monkeypatch):
    """With room for one state the answers are the same."""
    monkeypatch.setattr("advsearch.solving.reference._ENTRY_BYTES", 1_000_000)
    game = nim((3, 2, 4))
    solver = Solver(game, 1)
    assert oracle(game, game.initial())[0] == solver.solve(game.initial()).value
    assert len(solver._provers[False].memo.bounds) == 1


def test_what_was_learned_is_kept_between_calls(nim):
    """A second proof of the same state enters less than a tenth of the nodes."""
    solver = Solver(nim((4, 5, 6)))
    first = solver.solve(solver.game.initial())
    again = solver.solve(solver.game.initial())
    assert first.value == again.value
    assert again.nodes < first.nodes / 10


def test_limits_and_stop_leave_the_value_open(nim):
    """A node limit or a stop signal ends the proof without a value, and a later call still finds it."""
    game = nim((4, 5, 6))
    solver = Solver(game)
    stopped = solver.solve(game.initial(), limits=Limits(nodes=10))
    assert (stopped.value, stopped.action, stopped.exact) == (None, None, False)
    assert stopped.nodes <= 11
    stop = threading.Event()
    stop.set()
    assert not solver.solve(game.initial(), stop=stop).exact
    assert solver.solve(game.initial()).exact


def test_progress_is_reported(nim, monkeypatch):
    """Progress tells nodes, seconds and how full the memo is."""
    monkeypatch.setattr("advsearch.solving.solver.REPORT_EVERY_S", 0.0)
    seen: list[Any] = []
    Solver(nim((4, 5, 6))).solve(nim((4, 5, 6)).initial(), report=seen.append)
    assert seen
    assert seen[-1].nodes > 0
    assert 0 <= seen[-1].table_used <= 1
    assert seen[-1].nodes_per_second > 0


@attrs.frozen
class Chain:
    """One action at each ply; player 0 wins at ply `plies`, which None puts off for ever; `back` is the ply that the
    game returns to after ply 9."""

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


PROGRAM = """
import sys; sys.path.insert(0, {here!r})
from test_reference_solver import Chain
from advsearch import Solver
proof = Solver(Chain({plies})).solve(0, distance={distance})
print(proof.value, proof.distance, proof.nodes)
"""


def solved_elsewhere(plies: int | None, distance: bool) -> subprocess.CompletedProcess[str]:
    """What a process of its own prints and ends with: a segmentation fault would end this one."""
    program = PROGRAM.format(here=str(Path(__file__).parent), plies=plies, distance=distance)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("distance", "told"), [(False, "1 None 50002\n"), (True, "1 50000 50002\n")])
def test_a_game_of_fifty_thousand_plies(distance, told):
    """A game of 50,000 plies is proven like a short one."""
    ended = solved_elsewhere(50_000, distance)
    assert (ended.returncode, ended.stdout) == (0, told)


def test_a_game_without_end_is_reported_and_not_followed_until_the_process_crashes():
    """A game that never ends is refused in one line, and its process lives on to say so."""
    ended = solved_elsewhere(None, distance=False)
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].endswith(
        "expected every game of chain to end within 100,000 plies, got a longer one; "
        "a proof needs rules that end every game, such as a limit on its plies"
    )


@pytest.mark.parametrize("distance", [False, True])
def test_a_game_that_comes_back_names_the_position(monkeypatch, distance):
    """A game that goes in circles is refused with a position it comes back to, and Python's limit is put back."""
    monkeypatch.setattr("advsearch.solving.reference.DEEPEST", 500)
    before = sys.getrecursionlimit()
    with pytest.raises(BrokenGame, match="expected every game of chain to end, but it comes back to the position 3;"):
        Solver(Chain(back=3)).solve(0, distance=distance)
    assert sys.getrecursionlimit() == before


def test_a_function_of_the_game_that_calls_itself_for_ever_is_named():
    """Where a function of the game recurses without end, that function is named, not the length of the game."""

    class Recursive(Chain):
        def utility(self, state: int, player: int) -> int:
            return self.utility(state, player)

    with pytest.raises(AdvsearchError, match=r"utility called itself \d+ times without returning"):
        Solver(Recursive(5)).solve(0)


@pytest.mark.parametrize(
    ("settings_given", "message"),
    [
        ({"table_mb": 0}, "expected table_mb to be a whole number from 1, got 0"),
        ({"table_mb": True}, "expected table_mb to be a whole number from 1, got True"),
        ({"threads": 1.5}, "expected threads to be a whole number from 1, got 1.5"),
        ({"tier": "fast"}, "expected tier to be 'auto', 'reference' or 'compiled', got 'fast'"),
    ],
)
def test_settings_are_checked(nim, settings_given, message):
    """A solver's settings are refused in words."""
    with pytest.raises(InvalidSettings) as error:
        Solver(nim(), **settings_given)
    assert message == str(error.value)


def test_the_compiled_tier_is_not_silently_replaced(nim):
    """Asked for where there are no kernels, it is refused; under auto the reason is kept."""
    with pytest.raises(CompiledTierUnavailable):
        Solver(nim(), tier="compiled")
    assert Solver(nim()).why_reference is not None
    assert Solver(nim(), tier="reference").why_reference is None


def test_what_a_solver_cannot_do(nim, tmp_path):
    """A depth limit and a checkpoint in the reference tier are refused in words."""
    game = nim()
    with pytest.raises(InvalidSettings, match="expected a solver's limits without a depth, got depth 3"):
        Solver(game).solve(game.initial(), limits=Limits(depth=3))
    with pytest.raises(InvalidSettings, match="expected a game with kernels for a checkpoint, got nim"):
        Solver(game).solve(game.initial(), checkpoint=tmp_path / "file")
