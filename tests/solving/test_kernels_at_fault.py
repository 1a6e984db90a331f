"""Kernels that break a law. If the solver notices this, it raises an error, without a proof and without a crash."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch import Solver
from advsearch.analysis.perft import perft
from advsearch.compiled import solver_tables, solver_values
from advsearch.compiled.moves import moves_of
from advsearch.errors import AdvsearchError, CompiledTierUnavailable, InvalidSettings
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, KernelSet, by_place
from advsearch.solving import machine

pytestmark = pytest.mark.needs_numba


class Cells(list[int]):
    """The memory of an uncompiled search: a list with the methods of an array that are used."""

    def fill(self, value: int) -> None:
        assert value == 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        return Cells(found) if isinstance(place, slice) else found


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run solvers as plain Python."""

    class Memory:
        def __init__(self, cells: int, _what: str, _value: int) -> None:
            self.cells = self.address = Cells([0] * cells)

    monkeypatch.setattr(machine, "Memory", Memory)
    monkeypatch.setattr(machine, "native", lambda function, _example, _label, _kernels: function)


@attrs.frozen
class Given:
    """A game with other kernels than its own."""

    game: Any
    given: KernelSet
    name = "boxes"

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def kernels(self) -> KernelSet:
        return self.given


LAWS = "; run 'advsearch check' on the game"


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"utmost": 1}, "boxes has a utility beyond utmost = 1"),
        (
            {"outcome": lambda s, cells: ONGOING},
            "boxes has no action in a state of this proof, but terminal(state) is False",
        ),
        (
            {"decided": lambda s, cells: (0, 0) if cells == (1 << 6) - 1 else (1, 3)},
            "the bounds of boxes contradict each other, so its kernel decided or rank is wrong",
        ),
    ],
    ids=["utmost", "nothing to do", "bounds"],
)
@pytest.mark.parametrize("fan", [1, 2])
def test_kernels_that_break_a_law_give_no_proof(
    boxes: Any, boxes_with: Any, wrong: dict[str, Any], message: str, fan: int
) -> None:
    """A utility beyond `utmost`, a state without actions and contradictory bounds end a proof with a one-line error,
    whether or not the solver looks ahead at children."""
    kernels = boxes_with(6, **{"decided": None, **wrong})
    if fan == 2:
        kernels = attrs.evolve(kernels, fan=2, choices=lambda s, cell: (0, 1), **at_half(kernels))
    with pytest.raises(AdvsearchError) as refused:
        Solver(Given(boxes(6), kernels), 1).solve((0, 0, 0, 0))
    assert str(refused.value) == message + LAWS


def at_half(kernels: KernelSet) -> dict[str, Any]:
    """The kernels that take an action, for two actions per action of the game."""
    apply, stays = kernels.apply, kernels.stays
    assert stays is not None
    return {
        "apply": lambda s, action: apply(s, action // 2),
        "stays": lambda s, action: stays(s, action // 2),
        "action": lambda number: number // 2,
    }


@pytest.mark.usefixtures("uncompiled")
@given(low=st.integers(-(1 << 40), -4), high=st.integers(4, 1 << 40), marked=st.integers(0, 62), distance=...)
@settings(max_examples=20)
def test_bounds_beyond_utmost_have_no_effect(
    boxes: Any, boxes_with: Any, oracle: Any, low: int, high: int, marked: int, distance: bool
) -> None:
    """A kernel `decided` without information may return bounds of any width."""
    kernels = boxes_with(6, decided=lambda s, cells: (low, high))
    state = (marked, 0, 0, 0)
    proof = Solver(Given(boxes(6), kernels), 1).solve(state, distance=distance)
    value, plies = oracle(boxes(6), state)
    assert (proof.value, proof.distance) == (value, plies if distance else None)


@pytest.mark.usefixtures("uncompiled")
def test_an_action_given_by_its_place_is_the_games_action(boxes: Any, boxes_with: Any, oracle: Any) -> None:
    """If kernels identify an action only by its place, the proof has the game's action at that place."""
    game = boxes(6)
    for marked in range(0, 60, 7):
        state = (marked, 1, 0, 0)
        proof = Solver(Given(game, boxes_with(6, action=by_place)), 1).solve(state)
        after = game.result(state, proof.action)
        sign = 1 if game.player(after) == 1 else -1
        assert oracle(game, state)[0] == proof.value == sign * oracle(game, after)[0]


@pytest.mark.parametrize(("distance", "most"), [(False, "1,073,741,823"), (True, "53,687,091")])
def test_utilities_that_no_table_entry_holds_are_refused(boxes_with: Any, distance: bool, most: str) -> None:
    """A pair of bounds has 62 bits; utilities that need more are not compiled, with a one-line error."""
    fits = int(most.replace(",", ""))
    kernels = boxes_with(9)
    assert solver_values.make(attrs.evolve(kernels, utmost=fits), distance).bits <= 62
    with pytest.raises(CompiledTierUnavailable) as refused:
        solver_values.make(attrs.evolve(kernels, utmost=fits + 1), distance)
    kind = "a proof with distances" if distance else "the solver"
    assert str(refused.value) == (
        f"expected `utmost` to be at most {most} for {kind}, got {fits + 1:,}; ask for tier=reference"
    )


@pytest.mark.usefixtures("uncompiled")
def test_a_table_in_which_states_would_be_mistaken_is_refused(boxes: Any, boxes_with: Any) -> None:
    """The bits of a state that do not fit an entry must be in its index: 57 bits of state and 26 of bounds need 2**20
    entries."""
    kernels = boxes_with(6, utmost=3_000, pack=lambda s: s[0] << 4 | s[1], pack_bits=57)
    assert solver_tables.make(moves_of(kernels), 26).least_bits == 20
    with pytest.raises(InvalidSettings) as refused:
        Solver(Given(boxes(6), kernels), 7).prepare()
    assert str(refused.value) == "expected `table_mb` to be at least 8 for this game, got 7"
    Solver(Given(boxes(6), kernels), 8).prepare()


def chain(plies: int, longest: int) -> KernelGame:
    """A game of a given number of plies with one action at each."""

    def apply(s: Any, action: int) -> tuple[int]:
        return (s[0] - 1,)

    def outcome(s: Any, cells: int) -> int:
        return ONGOING if s[0] else -1

    def actions(s: Any) -> int:
        return 1 if s[0] else 0

    kernels = KernelSet(
        encode=lambda state: state, words=1, longest=longest, actions=actions, apply=apply, outcome=outcome
    )
    return KernelGame(kernels, (plies,), name="chain")


def test_a_game_that_is_longer_than_its_kernels_allow_is_not_proven() -> None:
    """A game longer than `longest`, which would overrun the memory for lists of actions, ends a proof with a one-line
    error. So does a distance greater than `longest`."""
    for plies, distance in ((5_000, False), (15, True)):
        game = chain(plies, longest=10)
        with pytest.raises(AdvsearchError) as refused:
            Solver(game, 1).solve(game.initial(), distance=distance)
        assert str(refused.value) == "chain declares longest = 10 plies, but has a longer game" + LAWS


def test_a_game_of_very_many_plies_is_solved() -> None:
    """A game of 300,000 plies is solved, although the stack of an ordinary thread is too small for it."""
    game = chain(300_000, longest=300_000)
    assert Solver(game, 1).solve(game.initial()).value == -1


def test_kernels_of_games_too_long_for_recursion_are_refused() -> None:
    """A `longest` for which every stack is too small raises an error when the kernels are made."""
    with pytest.raises(InvalidSettings) as refused:
        chain(5, longest=300_001)
    assert str(refused.value) == (
        "expected `longest` to be at most 300,000, the most plies of a compiled search, got 300001"
    )


def test_a_deep_count_does_not_follow_a_game_without_end() -> None:
    """Perft to any depth counts a game to its end, and raises for a game that is longer than its kernels allow."""
    assert perft(chain(50, longest=50), 10**9, tier="compiled").leaves == 1
    with pytest.raises(AdvsearchError) as refused:
        perft(chain(10**9, longest=50), 10**8, tier="compiled")
    assert str(refused.value) == "chain declares longest = 50 plies, but has a longer game" + LAWS
