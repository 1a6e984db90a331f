"""Which tier runs, why not the compiled one, and how a compiled search is stopped."""

from __future__ import annotations

import threading
import time
from typing import Any

import attrs
import pytest

from advsearch import Limits, Solver
from advsearch.bits import count
from advsearch.compiled import build, worker
from advsearch.compiled.facade import Choice, Tiered, choose, prepare
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.kernel_game import KernelGame, KernelState
from advsearch.kernels import ONGOING, KernelSet, over_words
from advsearch.protocol import null
from advsearch.search import AlphaBeta, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.hybrid import AtPly
from advsearch_isolation import evaluators
from advsearch_isolation.rules import Isolation

GAME = Isolation(5, 5)
START = GAME.parse_state("...../.A.../...../...B./..... A")


@over_words
def openness(s: Any, own: Any, side: int) -> int:
    """An evaluator as a person writes it into a file: over words."""
    return count(s[0]) - 3 * count(own) + side


@over_words
def untyped(s: Any, own: Any, side: int) -> Any:
    return 0


@over_words
def no_number(s: Any, own: Any, side: int) -> float:
    infinite = 1e300 * (count(s[0]) + side + 1) * 1e300
    return infinite - infinite if count(own) < 3 else 1.0


def over_states(game: Any, state: Any, player: int) -> int:
    return int(game.mobility(state, player))


@over_words
def half_a_lie(s: Any, own: Any, side: int) -> int:
    return 0.5 * count(own)  # type: ignore[return-value]


@over_words
def reads_text(s: Any, own: Any, side: int) -> int:
    return int("3") + side


NAMES = {"corner": 3}


@over_words
def looks_up(s: Any, own: Any, side: int) -> int:
    return NAMES["corner"]


class Foreign:
    """A searcher of somebody else's."""

    def search(self, game: Any, state: Any, **options: Any) -> Any:
        return AlphaBeta(depth=1).search(game, state, **options)

    def __repr__(self) -> str:
        return "Foreign()"


class Bare:
    """A game without kernels."""

    name = "bare"


# --- the choice -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "searcher",
    [
        AlphaBeta(depth=2),
        AlphaBeta(depth=2, evaluator=evaluators.improved, table=10),
        Minimax(evaluator=evaluators.WeightedMobility()),
        Deepening(evaluator=evaluators.center),
        Deepening(Greedy(openness)),
        Hybrid((Random(), Greedy()), (AtPly(3),)),
    ],
)
def test_auto_is_compiled_where_it_can_be(searcher: Any) -> None:
    """Every searcher of ours with evaluators that have kernels runs compiled, and nothing is said."""
    assert choose(searcher, GAME) == Choice("compiled")
    assert choose(searcher, GAME, "compiled") == Choice("compiled")
    assert choose(searcher, GAME, "reference") == Choice("reference")


@pytest.mark.parametrize(
    ("searcher", "game", "reason"),
    [
        (AlphaBeta(depth=2), Bare(), "bare has no kernels; ask for tier=reference"),
        (
            AlphaBeta(depth=2, evaluator=over_states),
            GAME,
            "evaluator over_states has no kernel for isolation; write it over words (docs/kernels.md), or ask for "
            "tier=reference",
        ),
        (
            Hybrid((Greedy(), Deepening(evaluator=over_states)), (AtPly(3),)),
            GAME,
            "evaluator over_states has no kernel for isolation; write it over words (docs/kernels.md), or ask for "
            "tier=reference",
        ),
        (
            AlphaBeta(depth=2, evaluator=untyped),
            GAME,
            "expected the evaluator kernel untyped to declare '-> int' or '-> float', got 'Any'",
        ),
        (
            Deepening(Foreign()),
            GAME,
            "expected one of our own searchers for the compiled tier, got Foreign(); ask for tier=reference",
        ),
    ],
)
def test_where_it_cannot_be_the_reason_is_told(searcher: Any, game: Any, reason: str) -> None:
    """Under auto the reference tier runs and the reason is there to be shown; under compiled it is the error."""
    assert choose(searcher, game) == Choice("reference", reason)
    with pytest.raises(CompiledTierUnavailable) as caught:
        Tiered(searcher, "compiled").search(game, None)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("evaluator", "reason"),
    [
        (
            half_a_lie,
            "numba cannot compile evaluator half_a_lie: expected an integer, as it declares, got float64; see "
            "docs/kernels.md, or ask for tier=reference",
        ),
        (
            reads_text,
            "numba cannot compile evaluator reads_text: No implementation of function int found for signature: "
            "int(Literal[str](3)); see docs/kernels.md, or ask for tier=reference",
        ),
        (
            looks_up,
            "expected looks_up to use only 64-bit integers, floats, tuples of them as tables, plain functions, "
            "advsearch.bits and math, got NAMES = {'corner': 3}",
        ),
    ],
)
def test_an_evaluator_that_does_not_compile_runs_as_python(evaluator: Any, reason: str) -> None:
    """What a person wrote over words and numba cannot compile is searched with on the reference tier, and the reason
    is one line; asked for compiled, the line is the error."""
    searcher = AlphaBeta(depth=2, evaluator=evaluator)
    found = Tiered(searcher).search(GAME, START)
    assert attrs.evolve(found, seconds=0.0) == attrs.evolve(searcher.search(GAME, START), seconds=0.0)
    assert choose(searcher, GAME) == Choice("reference", reason)
    with pytest.raises(CompiledTierUnavailable) as caught:
        Tiered(searcher, "compiled").search(GAME, START)
    assert str(caught.value) == reason


def test_kernels_that_do_not_compile_run_as_python() -> None:
    """A game whose kernels numba refuses is played and proven on the reference tier; asked for compiled, it is an
    error."""

    def actions(s: Any) -> int:
        return int("7") & ((1 << s[0]) - 1)

    def apply(s: Any, action: int) -> Any:
        return (s[0] - action - 1,)

    def outcome(s: Any, cells: int) -> int:
        return ONGOING if cells else -1

    kernels = KernelSet(
        encode=lambda state: state.words, words=1, longest=9, actions=actions, apply=apply, outcome=outcome
    )
    game, searcher = KernelGame(kernels, (9,), name="odd"), AlphaBeta(depth=9)
    reason = (
        "numba cannot compile odd alphabeta: No implementation of function int found for signature: "
        "int(Literal[str](7)); see docs/kernels.md, or ask for tier=reference"
    )
    tiered = Tiered(searcher)
    tiered.prepare(game)
    assert choose(searcher, game) == Choice("reference", reason)
    found = tiered.search(game, game.initial())
    assert (found.action, found.tier, found.value > 0) == (0, "reference", True)
    solver = Solver(game, 1)
    assert solver.solve(game.initial()).value == 1
    assert solver.why_reference == reason.replace("odd alphabeta", "solving odd")
    for use in (Tiered(searcher, "compiled").prepare, Solver(game, 1, tier="compiled").solve):
        with pytest.raises(CompiledTierUnavailable, match=r"^numba cannot compile [a-z ]*odd[a-z ]*: "):
            use(game if isinstance(use.__self__, Tiered) else game.initial())  # type: ignore[attr-defined]


def test_more_cells_than_two_words_hold_are_refused() -> None:
    """A kernel set of three words of cells is refused with what is to be done instead."""
    with pytest.raises(InvalidSettings) as caught:
        attrs.evolve(ENDLESS.kernels(), cell_words=3)
    assert str(caught.value) == (
        "expected cell_words to be 1 or 2, got 3; a game of more than 126 cells has no kernels, and is searched on "
        "the reference tier"
    )


def test_a_game_too_large_for_kernels_says_so_itself() -> None:
    """`kernels()` may raise `CompiledTierUnavailable`: under auto it is a reason, under compiled it is the error."""

    @attrs.frozen
    class Large(Isolation):
        def kernels(self) -> Any:
            raise CompiledTierUnavailable("expected at most 126 cells for kernels, got 144; ask for tier=reference")

    game, searcher = Large(5, 5), AlphaBeta(depth=2)
    reason = "expected at most 126 cells for kernels, got 144; ask for tier=reference"
    assert choose(searcher, game) == Choice("reference", reason)
    assert Tiered(searcher).search(game, START).tier == "reference"
    assert Solver(game, 1).why_reference == reason
    for refused in (lambda: Tiered(searcher, "compiled").search(game, START), lambda: Solver(game, tier="compiled")):
        with pytest.raises(CompiledTierUnavailable, match="^expected at most 126 cells"):
            refused()


def test_kernels_that_are_none_are_refused() -> None:
    """A game whose kernels() gives something else is told what was expected."""

    class Odd:
        name = "odd"

        def kernels(self) -> Any:
            return 5

    with pytest.raises(CompiledTierUnavailable, match=r"^expected odd\.kernels\(\) to return a KernelSet, got 5$"):
        choose(AlphaBeta(), Odd(), "compiled")  # type: ignore[arg-type]


def test_without_numba_auto_is_the_reference_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where numba is not installed, auto still searches, and can say why it is slow."""
    monkeypatch.setattr(build, "available", lambda: "no numba here")
    assert choose(AlphaBeta(depth=2), GAME) == Choice("reference", "no numba here")
    assert Tiered(AlphaBeta(depth=2)).search(GAME, START).tier == "reference"


def test_the_result_says_which_tier() -> None:
    """A result carries the tier it comes from."""
    assert Tiered(AlphaBeta(depth=2), "reference").search(GAME, START).tier == "reference"
    assert Tiered(AlphaBeta(depth=2, evaluator=over_states)).search(GAME, START).tier == "reference"
    assert Tiered(AlphaBeta(depth=2)).search(GAME, START).tier == "compiled"


def test_an_evaluator_over_words_is_one_evaluator_on_both_tiers() -> None:
    """What a person writes over words needs no registration, and both tiers search with it alike."""
    searcher = AlphaBeta(depth=3, evaluator=openness)
    reference = Tiered(searcher, "reference").search(GAME, START)
    compiled = Tiered(searcher, "compiled").search(GAME, START)
    assert attrs.evolve(compiled, seconds=0.0, tier="reference") == attrs.evolve(reference, seconds=0.0)


@pytest.mark.parametrize("tier", ["reference", "compiled"])
def test_an_evaluation_that_is_no_number_is_refused(tier: Any) -> None:
    """Not-a-number from an evaluator ends the search with an error, on either tier."""
    with pytest.raises(InvalidSettings, match="^expected an evaluation that is a number, got nan$"):
        Tiered(AlphaBeta(depth=4, evaluator=no_number), tier).search(GAME, START)


def test_preparing_builds_what_searches_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """After `prepare` a search builds nothing."""
    searcher = Hybrid((AlphaBeta(depth=2), Greedy()), (AtPly(3),))
    prepare(searcher, GAME)
    monkeypatch.setattr(build, "native", None)
    assert Tiered(searcher, "compiled").search(GAME, START).action in GAME.actions(START)


def test_a_finished_game_has_no_action() -> None:
    """A terminal state gives no action, its utility as a value, exactly."""
    over = GAME.parse_state("A####/#####/#####/#####/####B A")
    result = Tiered(AlphaBeta(depth=3), "compiled").search(GAME, over)
    assert (result.action, result.exact, result.depth) == (None, True, 0)


# --- stopping -------------------------------------------------------------------------------------------------------


def endless() -> tuple[KernelGame, KernelState]:
    """A game whose tree is far larger than any budget: eight actions a ply for sixty plies."""

    def actions(s: Any) -> int:
        return 255

    def apply(s: Any, action: int) -> Any:
        return s[0] - 1, s[1] * 5 + action & 1023

    def outcome(s: Any, cells: int) -> int:
        return 0 if s[0] == 0 else ONGOING

    kernels = KernelSet(
        encode=tuple,
        words=2,
        longest=60,
        actions=actions,
        apply=apply,
        outcome=outcome,
        evaluators={null: _varied},
    )
    game = KernelGame(kernels, (60, 1), name="endless")
    return game, game.initial()


def _varied(s: Any, cells: int, side: int) -> int:
    return s[1] * 37 % 101 - 50


varied = over_words(_varied)
ENDLESS, ENDLESS_START = endless()


@pytest.mark.parametrize(
    "searcher",
    [AlphaBeta(depth=60, evaluator=varied), Deepening(evaluator=varied), Minimax(depth=60, evaluator=varied)],
)
def test_a_stop_signal_ends_a_search(searcher: Any) -> None:
    """A signal set by another thread ends a search that would take for ever, with a legal action."""
    prepare(searcher, ENDLESS)
    stop = threading.Event()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    result = Tiered(searcher, "compiled").search(ENDLESS, ENDLESS_START, stop=stop)
    timer.join()
    assert result.action in range(8)
    assert result.depth < 60


@pytest.mark.parametrize("time_s", [0.0, 0.001, 0.05])
def test_a_deadline_ends_a_search(time_s: float) -> None:
    """A time limit, none at all included, is kept to within what a loaded machine allows."""
    searcher = Deepening(evaluator=varied)
    prepare(searcher, ENDLESS)
    result = Tiered(searcher, "compiled").search(ENDLESS, ENDLESS_START, limits=Limits(time_s=time_s))
    assert result.action in range(8)
    assert result.seconds < time_s + 5


def test_an_interrupt_brings_the_code_to_rest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while compiled code runs: the code stops, its thread is free again, and the interrupt goes on up."""
    searcher = AlphaBeta(depth=60, evaluator=varied)
    prepare(searcher, ENDLESS)

    def interrupted(*_: Any) -> Any:
        time.sleep(0.02)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(worker, "_awaited", interrupted)
        with pytest.raises(KeyboardInterrupt):
            Tiered(searcher, "compiled").search(ENDLESS, ENDLESS_START)
    assert Tiered(AlphaBeta(depth=2, evaluator=varied), "compiled").search(ENDLESS, ENDLESS_START).depth == 2


def test_searches_run_side_by_side() -> None:
    """Several threads search at once, each on a worker of its own, and answer as they do alone."""
    searcher = Tiered(Deepening(evaluator=varied, max_depth=5), "compiled")
    alone = searcher.search(ENDLESS, ENDLESS_START)
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(searcher.search(ENDLESS, ENDLESS_START))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [attrs.evolve(each, seconds=0.0) for each in found] == [attrs.evolve(alone, seconds=0.0)] * 4


def test_long_chains_are_searched() -> None:
    """Recursion takes five thousand plies and comes back."""

    def actions(s: Any) -> int:
        return 1

    def apply(s: Any, action: int) -> Any:
        return (s[0] - 1 - action,)

    def outcome(s: Any, cells: int) -> int:
        return -1 if s[0] == 0 else ONGOING

    chain = KernelGame(
        KernelSet(encode=tuple, words=1, longest=5_000, actions=actions, apply=apply, outcome=outcome),
        (5_000,),
        name="chain",
    )
    result = Tiered(AlphaBeta(), "compiled").search(chain, chain.initial())
    assert (result.depth, result.nodes, len(result.pv), result.exact) == (5_000, 5_001, 5_000, True)


def test_a_deadline_does_not_wait_for_a_thread_that_gets_no_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that does not come back in a moment is left to itself: the answer is a finished depth's or a better one,
    and what is left running disturbs no later search."""
    searcher = Deepening(evaluator=varied)
    prepare(searcher, ENDLESS)
    three = Tiered(attrs.evolve(searcher, max_depth=3), "compiled")
    alone = three.search(ENDLESS, ENDLESS_START)
    monkeypatch.setattr(worker, "_MOMENT_S", 0.0)
    for _ in range(10):
        result = Tiered(searcher, "compiled").search(ENDLESS, ENDLESS_START, limits=Limits(time_s=0.03))
        assert result.depth > 0
        assert result.action == result.pv[0]
        assert attrs.evolve(three.search(ENDLESS, ENDLESS_START), seconds=0.0) == attrs.evolve(alone, seconds=0.0)
