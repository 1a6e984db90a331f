"""Which tier is used, why the compiled one is not, and how a compiled search is stopped."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from isolation_by_hand import ByHand

from advsearch import Solver
from advsearch.binding import Tiered, bind, tier_of
from advsearch.bits import count
from advsearch.compiled import build
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, KernelSet, over_words
from advsearch.search import AlphaBeta, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.switches import AtPly
from advsearch_isolation import evaluators
from advsearch_isolation.rules import Isolation


class Silent(ByHand):
    """A game whose kernels do not have `fields`, so no evaluator over states can be derived."""

    def kernels(self) -> KernelSet:
        return attrs.evolve(super().kernels(), fields=None)


GAME, SILENT = ByHand(5, 5), Silent(5, 5)
START = GAME.parse_state("...../.A.../...../...B./..... A")
LATE = "...../.A.../...../##.B#/##### A"


@over_words
def openness(s: Any, own: Any, side: int) -> float:
    """A user's evaluator over words. It returns nan if few cells are open."""
    infinite = 1e300 * (side + 1) * 1e300
    return infinite - infinite if count(s[0]) < 16 else count(s[0]) - 2.5 * count(own) + side


@over_words
def untyped(s: Any, own: Any, side: int) -> Any:
    return 0


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
    """A third-party searcher."""

    def search(self, game: Any, state: Any, **options: Any) -> Any:
        return AlphaBeta(depth=1).search(game, state, **options)

    def __repr__(self) -> str:
        return "Foreign()"


class Bare:
    """A game without kernels, and without most methods."""

    name = "bare"

    def terminal(self, state: object) -> bool:
        return True


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
    """Every built-in searcher whose evaluator has a kernel runs compiled, without a note."""
    assert tier_of(searcher, GAME) == ("compiled", None)
    assert tier_of(searcher, GAME, "compiled") == ("compiled", None)
    assert tier_of(searcher, GAME, "reference") == ("reference", None)


@pytest.mark.parametrize(
    ("searcher", "game", "reason"),
    [
        (
            AlphaBeta(depth=2),
            Bare(),
            "the rules of bare raised AttributeError: 'Bare' object has no attribute 'initial'",
        ),
        (
            AlphaBeta(depth=2, evaluator=over_states),
            SILENT,
            "evaluator over_states has no kernel for isolation; write a kernel with "
            "`@over_words` (docs/kernels.md), or "
            "ask for tier=reference",
        ),
        (
            Hybrid((Random(), Deepening(evaluator=over_states)), (AtPly(3),)),
            SILENT,
            "evaluator over_states has no kernel for isolation; write a kernel with "
            "`@over_words` (docs/kernels.md), or "
            "ask for tier=reference",
        ),
        (
            AlphaBeta(depth=2, evaluator=untyped),
            GAME,
            "expected the evaluator kernel untyped to declare '-> int' or '-> float', got 'Any'",
        ),
        (
            AlphaBeta(depth=2, evaluator=openness),
            Isolation(5, 5),
            "evaluator openness needs kernels, but isolation has none; write the evaluator as f(game, state, player)",
        ),
        (
            Deepening(Foreign()),
            GAME,
            "Foreign has no compiled form; ask for tier=reference",
        ),
    ],
)
def test_where_it_cannot_be_the_reason_is_told(searcher: Any, game: Any, reason: str) -> None:
    """With tier=auto the reference tier is used, and the reason is available; with tier=compiled the reason is the
    error.
    """
    assert tier_of(searcher, game) == ("reference", reason)
    with pytest.raises(CompiledTierUnavailable) as caught:
        Tiered(searcher, "compiled").search(game, None)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("evaluator", "reason"),
    [
        (
            half_a_lie,
            "expected the evaluator half_a_lie to return int, got float; see docs/kernels.md, or ask for "
            "tier=reference",
        ),
        (
            reads_text,
            "numba cannot compile the evaluator reads_text: No implementation of function int found for signature: "
            "int(3); see docs/kernels.md, or ask for tier=reference",
        ),
        (
            looks_up,
            "expected looks_up to use only 64-bit integers, floats, tuples of them as tables, plain functions, "
            "advsearch.bits and math, got NAMES = {'corner': 3}",
        ),
    ],
)
def test_an_evaluator_that_does_not_compile_runs_as_python(evaluator: Any, reason: str) -> None:
    """A user's evaluator over words that numba cannot compile runs on the reference tier, with a one-line reason.
    With tier=compiled this line is the error.
    """
    searcher = AlphaBeta(depth=2, evaluator=evaluator)
    found = searcher.search(GAME, START)
    assert attrs.evolve(found, seconds=0.0) == attrs.evolve(
        Tiered(searcher, "reference").search(GAME, START), seconds=0.0
    )
    assert tier_of(searcher, GAME) == ("reference", reason)
    with pytest.raises(CompiledTierUnavailable) as caught:
        Tiered(searcher, "compiled").search(GAME, START)
    assert str(caught.value) == reason


def test_kernels_that_do_not_compile_run_as_python() -> None:
    """A game whose kernels numba refuses is played and solved on the reference tier; `tier=compiled` raises."""

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
        "numba cannot compile the kernel actions of odd: No implementation of function int found for signature: "
        "int(7); see docs/kernels.md, or ask for tier=reference"
    )
    bound = bind(searcher, game)
    assert (bound.tier, bound.why) == tier_of(searcher, game) == ("reference", reason)
    found = bound(game.initial())
    assert (found.action, found.tier, found.value > 0) == (0, "reference", True)
    solver = Solver(game, 1)
    assert solver.solve(game.initial()).value == 1
    assert solver.why_reference == reason
    compiled = Solver(game, 1, tier="compiled")
    for use in (lambda: bind(searcher, game, tier="compiled"), lambda: compiled.solve(game.initial())):
        with pytest.raises(CompiledTierUnavailable, match=r"^numba cannot compile the kernel actions of odd: "):
            use()


def test_more_cells_than_two_words_hold_are_refused() -> None:
    """A kernel set with three words of cells is refused, with the remedy."""
    with pytest.raises(InvalidSettings) as caught:
        attrs.evolve(GAME.kernels(), cell_words=3)
    assert str(caught.value) == (
        "expected `cell_words` to be 1 or 2, got 3; a game of more than 126 cells needs tier=reference"
    )


def test_a_game_too_large_for_kernels_says_so_itself() -> None:
    """`kernels()` may raise `CompiledTierUnavailable`: with tier=auto its message is the reason, with tier=compiled
    the error.
    """

    @attrs.frozen
    class Large(Isolation):
        def kernels(self) -> Any:
            raise CompiledTierUnavailable("expected at most 126 cells for kernels, got 144; ask for tier=reference")

    game, searcher = Large(5, 5), AlphaBeta(depth=2)
    reason = "expected at most 126 cells for kernels, got 144; ask for tier=reference"
    assert tier_of(searcher, game) == ("reference", reason)
    assert searcher.search(game, START).tier == "reference"
    assert Solver(game, 1).why_reference == reason
    for refused in (lambda: Tiered(searcher, "compiled").search(game, START), lambda: Solver(game, tier="compiled")):
        with pytest.raises(CompiledTierUnavailable, match="^expected at most 126 cells"):
            refused()


def test_kernels_that_are_none_are_refused() -> None:
    """The error for a wrong return value of kernels() names the expected type."""

    class Odd:
        name = "odd"

        def kernels(self) -> Any:
            return 5

    with pytest.raises(CompiledTierUnavailable, match=r"^expected odd\.kernels\(\) to return a KernelSet, got 5$"):
        tier_of(AlphaBeta(), Odd(), "compiled")  # type: ignore[arg-type]


def test_without_numba_auto_is_the_reference_tier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba, tier=auto still searches, and gives the reason why it is slow."""
    monkeypatch.setattr(build, "available", lambda: "no numba here")
    assert tier_of(AlphaBeta(depth=2), GAME) == ("reference", "no numba here")
    assert AlphaBeta(depth=2).search(GAME, START).tier == "reference"


def test_the_result_says_which_tier() -> None:
    """A result names the tier that searched."""
    assert Tiered(AlphaBeta(depth=2), "reference").search(GAME, START).tier == "reference"
    assert AlphaBeta(depth=2, evaluator=over_states).search(SILENT, START).tier == "reference"
    searcher = AlphaBeta(depth=2, evaluator=evaluators.improved)
    bind(searcher, GAME).settle()
    assert searcher.search(GAME, START).tier == "compiled"


def test_an_evaluator_over_words_is_one_evaluator_on_both_tiers() -> None:
    """An evaluator over words needs no registration, and is the same on both tiers."""
    searcher = AlphaBeta(depth=3, evaluator=openness)
    reference = Tiered(searcher, "reference").search(GAME, START)
    compiled = Tiered(searcher, "compiled").search(GAME, START)
    assert attrs.evolve(compiled, seconds=0.0, tier="reference") == attrs.evolve(reference, seconds=0.0)


def test_an_evaluator_over_words_needs_kernels() -> None:
    """In a game without kernels an evaluator over words is refused when it is called, and the error names the form to
    write.
    """
    with pytest.raises(
        InvalidSettings, match="^expected a game with kernels for evaluator openness, got isolation; "
    ):
        openness(Isolation(5, 5), START, 0)


@pytest.mark.parametrize("tier", ["reference", "compiled"])
def test_an_evaluation_that_is_no_number_is_refused(tier: Any) -> None:
    """Not-a-number from an evaluator ends the search with an error, on either tier."""
    with pytest.raises(InvalidSettings, match="^expected evaluator .* to return a number, got nan$"):
        Tiered(AlphaBeta(depth=4, evaluator=openness), tier).search(GAME, GAME.parse_state(LATE))


def test_preparing_builds_what_searches_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """Binding builds the machine code, so a bound search builds nothing."""
    improved = evaluators.improved
    searcher = Hybrid((AlphaBeta(depth=2, evaluator=improved), Greedy(improved)), (AtPly(3),))
    search = bind(searcher, GAME, tier="compiled")
    monkeypatch.setattr(build, "native", None)
    assert search(START).action in GAME.actions(START)


def test_a_finished_game_has_no_action() -> None:
    """The search of a terminal state gives no action and the exact utility."""
    over = GAME.parse_state("A####/#####/#####/#####/####B A")
    result = Tiered(AlphaBeta(depth=3, evaluator=evaluators.improved), "compiled").search(GAME, over)
    assert (result.action, result.exact, result.depth) == (None, True, 0)


def test_what_a_searcher_calls_by_itself_runs_on_its_tier() -> None:
    """If a searcher without `bind` calls other searches in its `search`, they run on the reference tier."""

    class Hidden:
        def search(self, game: Any, state: Any, **_: Any) -> Any:
            return AlphaBeta(depth=2).search(game, state)

    for searcher in (Hidden(), Hybrid((Hidden(),)), Deepening(Hidden(), max_depth=1)):
        search = bind(searcher, GAME)
        assert (search.tier, search(START).tier) == ("reference", "reference")
    assert bind(AlphaBeta(depth=2), GAME).tier == "compiled"
    assert AlphaBeta(depth=2).search(GAME, START).tier == "compiled"
