"""Kernels that break a promise are refused by the solver where it sees it: no proof comes of them, and no crash."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch import Solver
from advsearch.analysis.perft import perft
from advsearch.compiled import solver_tables, solver_values
from advsearch.errors import AdvsearchError, CompiledTierUnavailable, InvalidSettings
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, KernelSet, by_place
from advsearch.solving import machine

pytestmark = pytest.mark.needs_numba


class Cells(list[int]):
    """Memory of an uncompiled search, as far as it is written to like an array."""

    def fill(self, value: int) -> None:
        assert value == 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        return Cells(found) if isinstance(place, slice) else found


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let solvers run as ordinary Python."""

    class Memory:
        def __init__(self, cells: int, _what: str, _value: int) -> None:
            self.cells = self.address = Cells([0] * cells)

    monkeypatch.setattr(machine, "Memory", Memory)
    monkeypatch.setattr(machine, "native", lambda function, _example, _label, _kernels: function)


@attrs.frozen
class Given:
    """A game with the kernels it is given."""

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
        ({"utmost": 1}, "expected no utility beyond utmost = 1, boxes has one"),
        (
            {"outcome": lambda s, cells: ONGOING},
            "boxes has no action in a position of this proof, which is not terminal",
        ),
        (
            {"decided": lambda s, cells: (0, 0) if cells == (1 << 6) - 1 else (1, 3)},
            "expected decided and rank to hold for all of boxes, got bounds that contradict each other",
        ),
    ],
    ids=["utmost", "nothing to do", "bounds"],
)
@pytest.mark.parametrize("fan", [1, 2])
def test_no_proof_comes_of_a_broken_promise(
    boxes: Any, boxes_with: Any, wrong: dict[str, Any], message: str, fan: int
) -> None:
    """A utility beyond `utmost`, a state with nothing to do, and bounds that contradict each other end a proof in one
    line, whether or not children are looked at ahead."""
    kernels = boxes_with(6, **{"decided": None, **wrong})
    if fan == 2:
        kernels = attrs.evolve(kernels, fan=2, choices=lambda s, cell: (0, 1), **at_half(kernels))
    with pytest.raises(AdvsearchError) as refused:
        Solver(Given(boxes(6), kernels), 1).solve((0, 0, 0, 0))
    assert str(refused.value) == message + LAWS


def at_half(kernels: KernelSet) -> dict[str, Any]:
    """The kernels that take an action, for actions of twice the number."""
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
def test_bounds_beyond_utmost_say_nothing(
    boxes: Any, boxes_with: Any, oracle: Any, low: int, high: int, marked: int, distance: bool
) -> None:
    """A `decided` that knows nothing may say so by bounds as wide as it likes."""
    kernels = boxes_with(6, decided=lambda s, cells: (low, high))
    state = (marked, 0, 0, 0)
    proof = Solver(Given(boxes(6), kernels), 1).solve(state, distance=distance)
    value, plies = oracle(boxes(6), state)
    assert (proof.value, proof.distance) == (value, plies if distance else None)


@pytest.mark.usefixtures("uncompiled")
def test_an_action_told_by_its_place_is_the_games_action(boxes: Any, boxes_with: Any, oracle: Any) -> None:
    """Where kernels say no more of an action than its place, the proof names the game's action in that place."""
    game = boxes(6)
    for marked in range(0, 60, 7):
        state = (marked, 1, 0, 0)
        proof = Solver(Given(game, boxes_with(6, action=by_place)), 1).solve(state)
        after = game.result(state, proof.action)
        sign = 1 if game.player(after) == 1 else -1
        assert oracle(game, state)[0] == proof.value == sign * oracle(game, after)[0]


@pytest.mark.parametrize(("distance", "most"), [(False, "1,073,741,823"), (True, "53,687,091")])
def test_utilities_that_no_table_entry_holds_are_refused(boxes_with: Any, distance: bool, most: str) -> None:
    """A pair of bounds has 62 bits; what needs more is not compiled, in words."""
    fits = int(most.replace(",", ""))
    kernels = boxes_with(9)
    assert solver_values.make(attrs.evolve(kernels, utmost=fits), distance).bits <= 62
    with pytest.raises(CompiledTierUnavailable) as refused:
        solver_values.make(attrs.evolve(kernels, utmost=fits + 1), distance)
    kind = "distances" if distance else "the solver"
    assert str(refused.value) == (
        f"expected utmost to be at most {most} for {kind}, got {fits + 1:,}; ask for tier=reference"
    )


@pytest.mark.usefixtures("uncompiled")
def test_a_table_in_which_states_would_be_mistaken_is_refused(boxes: Any, boxes_with: Any) -> None:
    """What an entry has no room for must be in its index: 57 bits of state and 26 of bounds want 2**20 entries."""
    kernels = boxes_with(6, utmost=3_000, pack=lambda s: s[0] << 4 | s[1], pack_bits=57)
    assert solver_tables.make(kernels, 26).least_bits == 20
    with pytest.raises(InvalidSettings) as refused:
        Solver(Given(boxes(6), kernels), 7).prepare()
    assert str(refused.value) == "expected table_mb to be at least 8 for this game, got 7"
    Solver(Given(boxes(6), kernels), 8).prepare()


def chain(plies: int, longest: int) -> KernelGame:
    """A game of so many plies in which there is nothing to choose."""

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


def test_a_game_that_is_longer_than_it_says_is_not_proven_in_memory_of_others() -> None:
    """Lists of actions take the room that `longest` says; where they take more the proof ends in one line. So does
    one that has found a distance beyond it."""
    for plies, distance in ((5_000, False), (15, True)):
        game = chain(plies, longest=10)
        with pytest.raises(AdvsearchError) as refused:
            Solver(game, 1).solve(game.initial(), distance=distance)
        assert str(refused.value) == "expected at most longest = 10 plies in a game, chain has more" + LAWS


def test_a_game_of_very_many_plies_is_solved() -> None:
    """Three hundred thousand plies, for which an ordinary thread's stack has no room."""
    game = chain(300_000, longest=300_000)
    assert Solver(game, 1).solve(game.initial()).value == -1


def test_kernels_of_games_too_long_to_recurse_in_are_refused() -> None:
    """A `longest` for which no thread has the stack is refused when the kernels are made."""
    with pytest.raises(InvalidSettings) as refused:
        chain(5, longest=300_001)
    assert str(refused.value) == (
        "expected longest to be at most 300,000, as compiled searches recurse no deeper, got 300001"
    )


def test_a_count_deeper_than_the_game_may_be_long_follows_no_game_without_end() -> None:
    """Perft to any depth counts a game to its end, and refuses a game that is longer than its kernels say."""
    assert perft(chain(50, longest=50), 10**9, tier="compiled").leaves == 1
    with pytest.raises(AdvsearchError) as refused:
        perft(chain(10**9, longest=50), 10**8, tier="compiled")
    assert str(refused.value) == "expected at most longest = 50 plies in a game, chain has more" + LAWS
