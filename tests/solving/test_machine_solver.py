"""The solver's text as machine code: values, distances, limits, checkpoints, and what its build did not know."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import attrs
import pytest

from advsearch import InvalidSettings, Limits, Solver, load_game
from advsearch.errors import CompiledTierUnavailable
from advsearch.search.returned import BrokenGame
from advsearch.solving import code

pytestmark = pytest.mark.needs_numba


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile texts."""
    monkeypatch.setenv("ADVSEARCH_MACHINE", "1")


def played(game: Any, plies: int, seed: int) -> Any:
    """An unfinished position after so many random plies."""
    chance = random.Random(seed)
    while True:
        state = game.initial()
        for _ in range(plies):
            if game.terminal(state):
                break
            state = game.result(state, chance.choice(list(game.actions(state))))
        if not game.terminal(state):
            return state


GAMES: dict[str, tuple[Any, int]] = {
    "isolation 4x4": (lambda: load_game("isolation(width=4,height=4)"), 4),
    "isolation 4x4, queens": (lambda: load_game("isolation(width=4,height=4,moves=queen)"), 4),
}


def agrees(game: Any, state: Any, oracle: Any, distance: bool, solver: Solver) -> None:
    value, plies = oracle(game, state)
    proof = solver.solve(state, distance=distance)
    assert (proof.value, proof.lower, proof.upper, proof.tier) == (value, value, value, "compiled")
    assert proof.distance == (plies if distance else None)
    after = game.result(state, proof.action)
    sign = 1 if game.player(after) == game.player(state) else -1
    found = oracle(game, after)
    assert value == sign * found[0]
    assert not distance or value == 0 or plies == found[1] + 1


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_positions_of_games(name: str, distance: bool, oracle: Any) -> None:
    """Value, distance and action are those of plain minimax, and the value is that of the reference tier."""
    make, plies = GAMES[name]
    game = make()
    solver, plain = Solver(game, 4, tier="compiled"), Solver(game, tier="reference")
    for seed in range(5):
        state = played(game, plies, seed)
        agrees(game, state, oracle, distance, solver)
        again = plain.solve(state, distance=distance)
        proof = solver.solve(state, distance=distance)
        assert (again.value, again.distance) == (proof.value, proof.distance)


@pytest.mark.parametrize("distance", [False, True])
def test_scores_wins_and_repeated_turns(distance: bool, nim: Any, boxes: Any, oracle: Any) -> None:
    """A game of tuples and a score game in which turns repeat have the values of plain minimax."""
    for game, plies in ((nim((3, 2, 4)), 3), (attrs.evolve(boxes(8)), 3)):
        plain: Any = Plain(game)
        solver = Solver(plain, 1, tier="compiled")
        for seed in range(6):
            agrees(plain, played(plain, plies, seed), oracle, distance, solver)


@attrs.frozen
class Plain:
    """A game without its kernels."""

    game: Any

    @property
    def name(self) -> str:
        return str(self.game.name)

    @property
    def utilities(self) -> str:
        return str(getattr(self.game, "utilities", "score"))

    def initial(self) -> Any:
        return self.game.initial()

    def player(self, state: Any) -> int:
        return int(self.game.player(state))

    def actions(self, state: Any) -> Any:
        return self.game.actions(state)

    def result(self, state: Any, action: Any) -> Any:
        return self.game.result(state, action)

    def terminal(self, state: Any) -> bool:
        return bool(self.game.terminal(state))

    def utility(self, state: Any, player: int) -> Any:
        return self.game.utility(state, player)


@attrs.frozen
class Counting:
    """Players add 1 or 2 up to `goal`; the player who reaches it has a utility. What the solver guesses of such a
    game can be made wrong: the bits of keys, the greatest utility, the number of plies."""

    goal: int = 12
    worth: float = 1
    start: int = 0
    name = "counting"
    utilities = "score"

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [] if self.terminal(state) else [1, 2]

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] + action, 1 - state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] >= self.goal

    def utility(self, state: tuple[int, int], player: int) -> float:
        return -self.worth if player == state[1] else self.worth


class Keyed(Counting):
    """The same with a key whose bits grow late in the game."""

    def key(self, state: tuple[int, int]) -> int:
        return 2 * state[0] + state[1]


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("kind", [Counting, Keyed])
def test_what_a_build_did_not_know(kind: Any, distance: bool, oracle: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With guesses of utilities, keys and plies that are too small, builds are made again, and values are right."""
    guessed = code.proving_of

    def little(game: Any, distance: bool) -> Any:
        found = guessed(game, distance)
        return attrs.evolve(found, utmost=2, longest=3, key_bits=min(found.key_bits, 2))

    monkeypatch.setattr(code, "proving_of", little)
    for worth in (1, 2, 3, 1_000):
        game = kind(9, worth)
        agrees(game, game.initial(), oracle, distance, Solver(game, 1, tier="compiled"))


def test_utilities_that_are_floats(oracle: Any) -> None:
    """A score game with floats has its value in machine code; distances are proven in plain Python."""
    game = Counting(9, 1.5)
    agrees(game, game.initial(), oracle, False, Solver(game, 1, tier="compiled"))
    with pytest.raises(CompiledTierUnavailable):
        Solver(game, 1, tier="compiled").solve(game.initial(), distance=True)
    proof = Solver(game, 1).solve(game.initial(), distance=True)
    value, plies = oracle(game, game.initial())
    assert (proof.value, proof.distance, proof.tier) == (value, plies, "reference")


def test_limits_leave_bounds_and_tables() -> None:
    """A proof enters no more nodes than it may, and the next one goes on with its table."""
    game: Any = load_game("isolation(width=5,height=5)")
    solver = Solver(game, 4, tier="compiled")
    state = game.initial()
    for nodes in (0, 1, 2, 13, 600, 5_000):
        found = solver.solve(state, limits=Limits(nodes=nodes))
        assert (found.exact, found.value, found.lower, found.upper) == (False, None, -1, 1)
        assert found.nodes <= nodes
    alone = Solver(game, 4, tier="compiled").solve(state)
    found = solver.solve(state)
    assert (found.value, found.exact) == (alone.value, True)
    assert found.nodes < alone.nodes
    assert solver.solve(state).nodes < alone.nodes / 10


def test_a_stop_signal_and_a_clock_end_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is reported while machine code runs, and another thread, a clock or Ctrl-C stop it."""
    monkeypatch.setattr("advsearch.solving.solver.REPORT_EVERY_S", 0.02)
    game: Any = load_game("isolation(width=8,height=8)")
    solver, stop, seen = Solver(game, 8, tier="compiled"), threading.Event(), []

    def report(progress: Any) -> None:
        seen.append(progress)
        if len(seen) == 3:
            threading.Thread(target=stop.set).start()

    found = solver.solve(game.initial(), stop=stop, report=report)
    assert not found.exact
    assert found.nodes > 0
    assert all(0 <= each.table_used <= 1 and (each.lower, each.upper) == (-1, 1) for each in seen)
    assert not solver.solve(game.initial(), limits=Limits(time_s=0.1)).exact

    def interrupted(_progress: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve(game.initial(), report=interrupted)
    assert solver.solve(game.initial(), limits=Limits(nodes=1_000)).nodes <= 1_000


@pytest.mark.parametrize("spec", ["isolation(width=5,height=5)", "pentago"])
def test_a_stopped_proof_goes_on_from_its_file(spec: str, tmp_path: Path) -> None:
    """A new solver reads the table of a stopped proof, and needs no more nodes than are left. The file is of one
    position, table size and engine."""
    path, game = tmp_path / "proof", load_game(spec)
    seed, state, alone = (
        0,
        game.initial(),
        Solver(game, 2, tier="compiled").solve(game.initial(), limits=Limits(nodes=9)),
    )
    while spec == "pentago" and not (alone.exact and alone.nodes > 2_000):
        seed, state = seed + 1, played(game, 24, seed)
        alone = Solver(game, 2, tier="compiled").solve(state, limits=Limits(nodes=1_000_000))
    alone = Solver(game, 2, tier="compiled").solve(state)
    first = Solver(game, 2, tier="compiled").solve(state, limits=Limits(nodes=alone.nodes * 3 // 4), checkpoint=path)
    assert not first.exact
    for other, message in ((1, "table size"), (4, "table size")):
        with pytest.raises(InvalidSettings, match=message):
            Solver(game, other, tier="compiled").solve(state, checkpoint=path)
    with pytest.raises(InvalidSettings, match="expected a checkpoint with position"):
        Solver(game, 2, tier="compiled").solve(game.result(state, game.actions(state)[0]), checkpoint=path)
    second = Solver(game, 2, tier="compiled").solve(state, checkpoint=path)
    assert (second.value, second.exact) == (alone.value, True)
    assert first.nodes < second.nodes < alone.nodes * 2
    assert not path.exists()


@attrs.frozen
class Wrong(Counting):
    def decided(self, _state: Any) -> tuple[int, int]:
        return 1, 1


def test_bounds_that_contradict_each_other_give_no_proof() -> None:
    """If the game's own bounds contradict its rules, a proof ends with a one-line error."""
    game = Wrong(9)
    with pytest.raises(BrokenGame, match="the bounds of counting contradict each other"):
        Solver(game, 1, tier="compiled").solve(game.initial())


def test_errors_of_rules_are_those_of_the_reference_tier() -> None:
    """A dead end and a player that is neither 0 nor 1 are named, though machine code met them."""

    class Stuck(Counting):
        def actions(self, state: tuple[int, int]) -> list[int]:
            return [] if state[0] == 7 else super().actions(state)

    with pytest.raises(BrokenGame, match="has no action in"):
        Solver(Stuck(), 1).solve((0, 0))


class Returning:
    """A game whose moves lead back to the position of three `on`."""

    name = "returning"
    utilities = "outcome"

    def initial(self) -> tuple[str, ...]:
        return ()

    def player(self, state: tuple[str, ...]) -> int:
        return len(state) % 2

    def actions(self, _state: tuple[str, ...]) -> list[str]:
        return ["on", "off"]

    def result(self, state: tuple[str, ...], _action: str) -> tuple[str, ...]:
        return state[:3] if len(state) == 9 else (*state, "on")

    def terminal(self, _state: tuple[str, ...]) -> bool:
        return False

    def utility(self, _state: tuple[str, ...], _player: int) -> int:
        return 0


@pytest.mark.parametrize(
    ("distance", "why"), [(False, "RecursionError"), (True, "does not end within 100,000 plies")]
)
def test_a_game_that_comes_back_names_the_position(distance: bool, why: str) -> None:
    """Machine code ends on a game without end, and the proof in plain Python names the position."""
    solver = Solver(Returning(), 1)
    with pytest.raises(BrokenGame, match=r"a game of returning does not end: it comes back to the position \('on',"):
        solver.solve((), distance=distance)
    assert why in (solver.why_reference or "")
    with pytest.raises(CompiledTierUnavailable, match=why):
        Solver(Returning(), 1, tier="compiled").solve((), distance=distance)
