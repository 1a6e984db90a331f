"""Compiled searches over rows give the reference tier's answers, and repeat the search if derived rules give up."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import attrs
import pytest

from advsearch import lowering
from advsearch.analysis.perft import perft
from advsearch.binding import Tiered, Uncompiled, bind
from advsearch.compiled import engine
from advsearch.compiled.memory import get, put
from advsearch.compiled.perft import perft as compiled_perft
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering import completed, law, verdicts
from advsearch.lowering.row_rules import ERROR as ERROR_CELL
from advsearch.lowering.row_rules import FULL, OVERFLOW, RowRules, error_number
from advsearch.lowering.sample import sample
from advsearch.protocol import null
from advsearch.search import AlphaBeta, Deepening, Greedy, Minimax
from advsearch.solving import Solver

HEAPS: Final = 3


@attrs.frozen
class Heaps:
    """Take one to three stones of a heap; who empties a heap moves again, and who takes the last stone wins."""

    sizes: tuple[int, ...] = (4, 3, 5)
    faulty: int = 0
    """The error that the row rules report if the first heap is empty; 0 for none."""
    room: int = 12
    utilities: str = "outcome"

    def initial(self) -> tuple[int, ...]:
        return (*self.sizes, 0)

    def player(self, state: tuple[int, ...]) -> int:
        return state[-1]

    def terminal(self, state: tuple[int, ...]) -> bool:
        return not any(state[:-1])

    def actions(self, state: tuple[int, ...]) -> list[tuple[int, int]]:
        return [(heap, take) for take in (2, 3, 1) for heap in range(HEAPS) if state[heap] >= take]

    def result(self, state: tuple[int, ...], action: tuple[int, int]) -> tuple[int, ...]:
        heap, take = action
        after = list(state)
        after[heap] -= take
        if after[heap] or not any(after[:-1]):
            after[-1] = 1 - after[-1]
        return tuple(after)

    def utility(self, state: tuple[int, ...], player: int) -> int:
        return -1 if state[-1] == player else 1


def few(game: Heaps, state: tuple[int, ...], player: int) -> int:
    """The first heap less twice the second, for the player to move."""
    value = 3 * state[0] - 2 * state[1]
    return value if state[-1] == player else 1 - value


def share(game: Heaps, state: tuple[int, ...], player: int) -> float:
    """A fraction that is not exact in binary."""
    value = (1 + state[0]) / (3 + state[1] + state[2])
    return value if state[-1] == player else -value


def row_rules(game: Heaps, room: int = 1) -> RowRules:
    """The rules of `Heaps` over rows of four cells."""
    faulty, most = game.faulty, game.room * room

    def player(block: Any, state: int, free: int) -> int:
        return get(block, state + HEAPS)

    def terminal(block: Any, state: int, free: int) -> bool:
        if faulty == OVERFLOW and get(block, state) == 0:
            put(block, ERROR_CELL, error_number(OVERFLOW, 17))
        return get(block, state) + get(block, state + 1) + get(block, state + 2) == 0

    def utility(block: Any, state: int, player: int, free: int) -> int:
        return -1 if get(block, state + HEAPS) == player else 1

    def result(block: Any, state: int, action: int, target: int, free: int) -> None:
        heap, take = get(block, action), get(block, action + 1)
        left = 0
        for index in range(HEAPS):
            stones = get(block, state + index)
            if index == heap:
                stones -= take
            left += stones
            put(block, target + index, stones)
        mover = get(block, state + HEAPS)
        if get(block, target + heap) or left == 0:
            mover = 1 - mover
        put(block, target + HEAPS, mover)

    def actions(block: Any, state: int, target: int, free: int) -> int:
        number = 0
        for index in range(3):
            take = 2 if index == 0 else 3 if index == 1 else 1
            for heap in range(HEAPS):
                if get(block, state + heap) >= take:
                    if number == most:
                        put(block, ERROR_CELL, error_number(FULL, 23))
                        return number
                    put(block, target + 2 * number, heap)
                    put(block, target + 2 * number + 1, take)
                    number += 1
        return number

    def kernel_of(evaluator: Callable[..., Any]) -> tuple[Any, type]:
        def evaluate_few(block: Any, state: int, player: int, free: int) -> int:
            value = 3 * get(block, state) - 2 * get(block, state + 1)
            return value if get(block, state + HEAPS) == player else 1 - value

        def evaluate_share(block: Any, state: int, player: int, free: int) -> float:
            value = (1 + get(block, state)) / (3 + get(block, state + 1) + get(block, state + 2))
            return value if get(block, state + HEAPS) == player else -value

        return (evaluate_few, int) if evaluator is few else (evaluate_share, float)

    made = RowRules(
        cells=HEAPS + 1,
        action_cells=2,
        most=most,
        room=4,
        longest=30,
        file="heaps.py",
        encode=tuple,
        decode_action=tuple,
        player=player,
        terminal=terminal,
        utility=utility,
        result=result,
        actions=actions,
        evaluator=kernel_of,
    )
    return completed(made, sample(game), game, room)


GAME = Heaps()
ALL = ("table", "killers", "history")
EVALUATORS = [null, few, share]


@pytest.fixture(autouse=True)
def derived(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row rules of `Heaps`, written by hand, as the lowering would return them."""
    monkeypatch.setattr(lowering, "_derived", {})
    monkeypatch.setattr(lowering, "_room", {})
    monkeypatch.setattr(lowering, "_refused", {})
    monkeypatch.setattr(lowering, "_lowered", lambda game, _met, room, _as_rows: row_rules(game, room))
    monkeypatch.setattr(engine, "_engines", {})
    monkeypatch.setattr(verdicts, "place_of", lambda _game, _rules: None)


def positions(game: Heaps, number: int) -> list[Any]:
    rng = random.Random(7)
    found = []
    while len(found) < number:
        state = game.initial()
        for _ in range(rng.randint(0, 5)):
            if not game.terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        if not game.terminal(state):
            found.append(state)
    return found


def on(tier: Any, searcher: Any, game: Heaps, state: Any, **options: Any) -> Any:
    made = Uncompiled(searcher) if tier == "uncompiled" else Tiered(searcher, tier)
    result = made.search(game, state, **options)
    return attrs.evolve(result, seconds=0.0, tier="reference")


@pytest.mark.parametrize("tier", ["uncompiled", "compiled"])
@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize("make", [AlphaBeta, Minimax])
def test_searches_without_a_table_are_the_reference_tiers(make: Any, evaluator: Any, tier: str) -> None:
    """Searches without a table give the reference tier's value, action, line, scores, exactness and nodes."""
    for state in positions(GAME, 4):
        for depth in (1, 2, 4):
            searcher = make(depth=depth, evaluator=evaluator)
            for every_action in (False, True):
                expected = on("reference", searcher, GAME, state, every_action=every_action)
                assert on(tier, searcher, GAME, state, every_action=every_action) == expected


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_a_search_to_the_end_is_the_reference_tiers(evaluator: Any) -> None:
    """Without a depth, both tiers search games to their ends, even if a player moves twice."""
    game = Heaps((3, 2, 3))
    searcher = AlphaBeta(evaluator=evaluator)
    assert on("compiled", searcher, game, game.initial()) == on("reference", searcher, game, game.initial())


@pytest.mark.parametrize("tier", ["uncompiled", "compiled"])
@pytest.mark.parametrize(
    "searcher",
    [
        AlphaBeta(depth=5, table=4096, order=ALL),
        AlphaBeta(depth=5, table=2, order=ALL),
        AlphaBeta(depth=5, order=("killers", "history")),
        Deepening(max_depth=6, table=4096),
        Deepening(max_depth=6, table=64, aspiration=0.5),
        Greedy(),
    ],
)
def test_guided_searches_have_the_values_of_plain_ones(searcher: Any, tier: str) -> None:
    """Tables, orderings and windows change no value, and the action is one of the best."""
    for evaluator in EVALUATORS:
        for state in positions(GAME, 3):
            with_it = attrs.evolve(searcher, evaluator=evaluator)
            found = on(tier, with_it, GAME, state)
            truth = on("reference", AlphaBeta(depth=found.depth, evaluator=evaluator), GAME, state, every_action=True)
            assert found.value == truth.value
            assert found.action in truth.best


def test_perft_counts_what_the_rules_count() -> None:
    """Perft over rows counts the leaves, ends and positions of the reference tier."""
    for state in positions(GAME, 4):
        for depth in (1, 2, 3, 5):
            expected = perft(GAME, depth, state, tier="reference")
            assert compiled_perft(GAME, state, depth) == (expected.leaves, expected.finished, expected.nodes)


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_solver_proves_what_the_reference_prover_proves(distance: bool, threads: int) -> None:
    """The solver over rows finds value and distance, with one thread and with several that share a table of packed
    keys.
    """
    for state in positions(GAME, 4):
        expected = Solver(GAME, tier="reference").solve(state, distance=distance)
        found = Solver(GAME, table_mb=16, threads=threads, tier="compiled").solve(state, distance=distance)
        assert (found.value, found.distance, found.tier) == (expected.value, expected.distance, "compiled")


def test_the_law_holds_for_rules_that_are_right() -> None:
    """The comparison of derived rules accepts correct rules in every state of a sample, including evaluators."""
    met = sample(GAME)
    assert law.hold(GAME, row_rules(GAME), met, [few, share], results=1 << 40) == len(met.states)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"utility": lambda block, state, player, free: 1}, "utility"),
        ({"player": lambda block, state, free: 0}, "player after"),
        ({"terminal": lambda block, state, free: False}, "terminal"),
        ({"key": lambda block, state: (block[state] // 2,)}, "give two different states the same key"),
        ({"decode_action": lambda cells: cells[::-1]}, "actions"),
    ],
)
def test_the_law_catches_rules_that_are_wrong(changes: dict[str, Any], said: str) -> None:
    """The comparison of derived rules finds wrong rules, and names the difference and the state."""
    wrong = attrs.evolve(row_rules(GAME), **changes)
    with pytest.raises(CompiledTierUnavailable, match=f"the compiled rules of Heaps .*{said}"):
        law.hold(GAME, wrong, sample(GAME))


@pytest.mark.parametrize("searcher", [AlphaBeta(depth=4), Deepening(max_depth=4)])
def test_an_error_is_searched_again_on_the_reference_tier(searcher: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If derived rules give up, the result is that of the reference tier, and a note says what happened and where."""
    game = Heaps(faulty=OVERFLOW)
    monkeypatch.setattr(law, "hold", lambda *_: 1)
    bound = bind(searcher, game, at_once=False)
    result = bound(game.initial())
    assert bound.tier == "compiled"
    assert result.tier == "reference"
    assert result.note == "searched again on the reference tier: a number went beyond 64 bits in line 17 of heaps.py"
    assert result.value == Tiered(searcher, "reference").search(game, game.initial()).value
    assert bound((0, 2, 1, 0)).note == result.note
    late = bound((5, 0, 0, 0), depth=1)
    assert (late.tier, late.note) == ("compiled", None)


def test_a_full_list_is_given_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a list is full, the search is built again with twice the room, and runs compiled to its end."""
    game = Heaps(room=2)
    monkeypatch.setattr(law, "hold", lambda *_: 1)
    searcher = AlphaBeta(depth=4, evaluator=few)
    bound = bind(searcher, game, at_once=False)
    result = bound(game.initial())
    assert (result.tier, result.note) == ("compiled", None)
    assert attrs.evolve(result, seconds=0.0) == attrs.evolve(
        Tiered(searcher, "reference").search(game, game.initial()), seconds=0.0, tier="compiled"
    )
    assert lowering.derive(game).most == 16


def test_a_full_list_at_the_law_is_given_more_room() -> None:
    """If a list is full for a state of the sample, its room is doubled before anything is built."""
    assert lowering.derive(Heaps(room=2)).most == 16


def test_little_time_is_not_spent_on_building(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a search of one second, a full list means the reference tier."""
    game = Heaps(room=2)
    monkeypatch.setattr(law, "hold", lambda *_: 1)
    result = bind(AlphaBeta(depth=3), game, at_once=False)(game.initial(), time_s=1.0)
    assert result.tier == "reference"
    assert "had no more room in line 23 of heaps.py" in str(result.note)
