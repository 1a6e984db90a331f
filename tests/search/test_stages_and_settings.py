"""Hybrid and random searchers, the settings of deepening, defaults, and errors."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from advsearch.binding import bind
from advsearch.errors import InvalidSettings, UnknownName
from advsearch.limits import Limits
from advsearch.protocol import Searcher, null
from advsearch.results import Result
from advsearch.search import (
    AlphaBeta,
    AtMostActions,
    AtMostEmpty,
    AtPly,
    Deepening,
    Greedy,
    Hybrid,
    Minimax,
    Random,
    greedy_then_alphabeta,
)


def corner(game: Any, state: str, player: int) -> int:
    return 1 if state[0] == "XO"[player] else 0


@attrs.frozen
class Named:
    """An evaluator that is looked up when the game is known."""

    bound: Any

    def bind(self, game: Any) -> Any:
        assert game.initial() == "." * 9
        return self.bound


# --- hybrid -----------------------------------------------------------------------------------------------------

SWITCHES = [
    (AtPly(4), "X...O....", "X.X.O..O."),
    (AtMostActions(5), "X...O....", "X.X.O..O."),
    (AtMostEmpty(5), "X...O....", "X.X.O..O."),
    (lambda game, state: game.ply(state) > 3, "X...O....", "X.X.O..O."),
]


@pytest.mark.parametrize(("switch", "early", "late"), SWITCHES, ids=lambda each: type(each).__name__)
def test_a_switch_ends_a_stage(toys: SimpleNamespace, switch: Any, early: str, late: str) -> None:
    """A switch ends a stage at a ply, with few actions or empty cells left, or by a user's function; then the next
    stage searches.
    """
    game = toys.TicTacToe()
    hybrid = Hybrid(stages=[Greedy(corner), AlphaBeta(3)], switches=[switch])
    assert hybrid.stage(game, early) == Greedy(corner)
    assert hybrid.stage(game, late) == AlphaBeta(3)
    assert hybrid.search(game, early).depth == 1
    lines: list[Any] = []
    found = hybrid.search(game, late, report=lines.append, every_action=True)
    assert (found.depth, len(lines), len(found.scores or ())) == (3, 1, 5)
    assert hybrid.search(game, late, limits=Limits(depth=2)).depth == 2


def test_stages_follow_one_another(toys: SimpleNamespace) -> None:
    """With several switches, the first stage that is not over searches; if all are over, the last one."""
    game = toys.TicTacToe()
    hybrid = Hybrid((Random(), Greedy(), Minimax(2)), (AtPly(2), AtPly(4)))
    stages = [hybrid.stage(game, state) for state in ("." * 9, "X...O....", "XX..O...O", "XXO.O...X")]
    assert stages == [Random(), Greedy(), Minimax(2), Minimax(2)]
    assert Hybrid((Greedy(),)).stage(game, game.initial()) == Greedy()


def test_greedy_then_alphabeta_is_the_preset() -> None:
    """The preset is greedy for 45 plies, then alpha-beta to depth 6, with the settings passed on."""
    assert greedy_then_alphabeta() == Hybrid((Greedy(), AlphaBeta(6)), (AtPly(45),))
    assert greedy_then_alphabeta(7, 2, corner, "random", 5) == Hybrid(
        (Greedy(corner, "random", 5), AlphaBeta(2, corner, ties="random", seed=5)), (AtPly(7),)
    )


def test_switches_say_what_a_game_lacks(toys: SimpleNamespace) -> None:
    """A switch that needs a ply or empty cells names the method that the game lacks."""
    chain = toys.Chain(3)
    with pytest.raises(
        InvalidSettings, match=r"needs the ply of a state, but Chain has no method ply\(state\); write a function"
    ):
        Hybrid((Greedy(), Greedy()), (AtPly(2),)).search(chain, 0)
    lacking = r"needs the number of empty cells, but Chain has no method empty\(state\)"
    with pytest.raises(InvalidSettings, match=lacking):
        Hybrid((Greedy(), Greedy()), (AtMostEmpty(2),)).search(chain, 0)


# --- random -----------------------------------------------------------------------------------------------------


def test_random_is_uniform_and_seeded(toys: SimpleNamespace) -> None:
    """Each legal action is chosen about equally often, and the same seed and ply choose the same one."""
    game = toys.TicTacToe()
    drawn = [Random(seed).search(game, game.initial()).action for seed in range(1800)]
    assert all(140 < drawn.count(action) < 260 for action in range(9))
    assert drawn == [Random(seed).search(game, game.initial()).action for seed in range(1800)]
    result = Random().search(game, game.initial())
    assert (result.value, result.depth, result.nodes, result.exact) == (0, 0, 1, False)


def test_random_varies_in_games_without_a_ply() -> None:
    """In a game without ply(state), random does not choose from the same end of the list throughout a game."""

    class Heap:
        def actions(self, state: int) -> list[int]:
            return list(range(state))

        def terminal(self, state: int) -> bool:
            return state == 0

    heap: Any = Heap()
    shares = [Random(7).search(heap, size).action / size for size in range(20, 40)]
    assert min(shares) < 0.3
    assert max(shares) > 0.7


# --- deepening --------------------------------------------------------------------------------------------------


def test_lines_come_as_they_are_found(toys: SimpleNamespace) -> None:
    """The iterator yields a line for each depth, with growing nodes, ends with the result, and may be left at any
    time.
    """
    game = toys.TicTacToe()
    lines = bind(Deepening(search=AlphaBeta()), game).lines(game.initial())
    first = next(lines)
    assert (first.depth, first.value, first.nodes, first.pv) == (1, 0, 10, (0,))
    second = next(lines)
    assert second.depth == 2
    assert second.nodes > first.nodes
    assert second.seconds >= first.seconds
    lines.close()
    reported: list[Any] = []
    result = Deepening(max_depth=4).search(game, game.initial(), report=reported.append)
    assert [line.depth for line in reported] == [1, 2, 3, 4]
    assert (reported[-1].value, reported[-1].nodes, reported[-1].pv) == (result.value, result.nodes, result.pv)


def test_a_fixed_depth_reports_one_line(toys: SimpleNamespace) -> None:
    """A fixed-depth search reports its depth once it is finished, and nothing if it is not."""
    game = toys.TicTacToe()
    for searcher in (Minimax(2), AlphaBeta(2), AlphaBeta(2, table=9), Greedy()):
        lines: list[Any] = []
        result = searcher.search(game, game.initial(), report=lines.append)
        assert [(line.depth, line.value, line.nodes, line.pv) for line in lines] == [
            (result.depth, result.value, result.nodes, result.pv)
        ]
        searcher.search(game, game.initial(), limits=Limits(nodes=3), report=lines.append)
        assert len(lines) == 1


def test_the_smallest_depth_holds(toys: SimpleNamespace) -> None:
    """The smallest of three depths applies: the searcher's own, the inner search's and the limits'."""
    game = toys.TicTacToe()
    start = game.initial()
    assert AlphaBeta(4).search(game, start, limits=Limits(depth=2)).depth == 2
    assert AlphaBeta(2).search(game, start, limits=Limits(depth=4)).depth == 2
    assert Minimax().search(game, start, limits=Limits(depth=3)).depth == 3
    assert Deepening(search=AlphaBeta(3), max_depth=5).search(game, start).depth == 3
    assert Deepening(search=AlphaBeta(5), max_depth=3).search(game, start).depth == 3
    assert Deepening(max_depth=3).search(game, start, limits=Limits(depth=2)).depth == 2


def test_deepening_configures_its_inner_search() -> None:
    """evaluator, table, order, ties and seed of deepening set its alpha-beta; an inner search that is given keeps its
    own.
    """
    assert Deepening().inner == AlphaBeta(table=None, order=("table", "killers", "history"))
    assert Deepening(evaluator=corner, table=0).inner == AlphaBeta(
        evaluator=corner, table=0, order=("killers", "history")
    )
    assert Deepening(table=8, order=["table"], ties="random", seed=3).inner == AlphaBeta(
        table=8, order=("table",), ties="random", seed=3
    )
    assert Deepening(search=Minimax(), evaluator=corner).inner == Minimax()
    assert hash(Deepening(order=["killers"])) == hash(Deepening(order=("killers",)))


def test_an_evaluator_by_name_is_bound_to_the_game(toys: SimpleNamespace) -> None:
    """Evaluators that are looked up when the game is known work in every searcher."""
    game = toys.TicTacToe()
    for searcher in (Greedy, Minimax, AlphaBeta, Deepening):
        settings = {} if searcher is Greedy else {"max_depth" if searcher is Deepening else "depth": 1}
        named, direct = searcher(evaluator=Named(corner), **settings), searcher(evaluator=corner, **settings)
        assert named.search(game, ".........").value == direct.search(game, ".........").value == 1


# --- settings of inner searchers --------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Theirs:
    """A third-party searcher with only `search`, which contains another searcher."""

    inside: Any
    evaluator: Any = None
    ties: str = "first"
    seed: int = 0

    def search(self, *arguments: Any, **settings: Any) -> Any:
        return self.inside.search(*arguments, **settings)


@attrs.frozen
class Probe:
    """A searcher that records the arguments of its `bind`."""

    seen: list[Any] = attrs.field(eq=False)
    evaluator: Any = None
    ties: str = "first"
    seed: int = 0

    def search(self, game: Any, state: Any, **_: Any) -> Any:
        self.seen.append((self.evaluator, self.ties, self.seed))
        return Result(game.actions(state)[0], 0, depth=1, nodes=1)


@pytest.mark.parametrize(
    "around",
    [
        lambda inner, **own: Deepening(search=inner, max_depth=1, **own),
        lambda inner, **own: Theirs(inner, **own),
        lambda inner, **own: Theirs(Hybrid([inner]), **own),
        lambda inner, **own: Hybrid([Deepening(search=Theirs(inner), max_depth=1, **own)]),
    ],
)
def test_settings_reach_searchers_within(toys: SimpleNamespace, around: Any) -> None:
    """An evaluator is passed to inner searchers that have none. The arguments of `bind` reach every level, in attrs
    classes and dataclasses, built-in and third-party.
    """
    game = toys.TicTacToe()
    seen: list[Any] = []

    def asked(searcher: Any, **options: Any) -> Any:
        bind(searcher, game, **options)(game.initial())
        return seen.pop()

    assert asked(around(Probe(seen), evaluator=corner)) == (corner, "first", 0)
    assert asked(around(Probe(seen, evaluator=abs), evaluator=corner)) == (abs, "first", 0)
    assert asked(around(Probe(seen)), evaluator=corner, ties="random", seed=8) == (corner, "random", 8)
    assert asked(around(Probe(seen))) == (null, "first", 0)


def test_deepening_hands_its_ties_and_seed_on(toys: SimpleNamespace) -> None:
    """`ties` and `seed` of deepening, if not the defaults, replace those of the inner search."""
    seen: list[Any] = []
    game = toys.TicTacToe()
    bind(Deepening(search=Probe(seen), ties="random", seed=3, max_depth=1), game)(game.initial())
    assert seen == [(null, "random", 3)]


def test_a_searcher_that_hides_its_settings_is_left_as_it_is(toys: SimpleNamespace) -> None:
    """A searcher without attrs or dataclass settings is called unchanged."""

    class Opaque:
        def search(self, game: Any, state: Any, **_: Any) -> Any:
            return Result(game.actions(state)[-1], 0, depth=0, nodes=1)

    game = toys.TicTacToe()
    assert bind(Opaque(), game, evaluator=corner, seed=4)(game.initial()).action == 8


@pytest.mark.parametrize("searcher", [Minimax(), AlphaBeta(), Deepening(), Greedy(), Random(), Hybrid([Greedy()])])
def test_every_searcher_speaks_the_protocol(searcher: Any) -> None:
    """Built-in searchers are immutable and hashable, and equal if their settings are equal."""
    assert isinstance(searcher, Searcher)
    assert attrs.evolve(searcher) == searcher
    assert hash(attrs.evolve(searcher)) == hash(searcher)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        searcher.seed = 3


# --- what is refused --------------------------------------------------------------------------------------------

REFUSED = [
    (lambda: Minimax(-1), "expected `depth` of Minimax to be a whole number, at least 0, got -1"),
    (lambda: AlphaBeta(2.5), "expected `depth` of AlphaBeta to be a whole number, at least 0, got 2.5"),
    (lambda: AlphaBeta(table=True), "expected `table` of AlphaBeta to be a whole number, at least 0, got True"),
    (
        lambda: AlphaBeta(order=("table",)),
        "the ordering `table` needs a transposition table, got table=0; set table=100000, or choose another order",
    ),
    (lambda: Greedy(ties="last"), "expected `ties` of Greedy to be 'first' or 'random', got 'last'"),
    (lambda: Random("x"), "expected `seed` of Random to be a whole number, got 'x'"),
    (
        lambda: Greedy("improved"),
        "expected `evaluator` of Greedy to be a function of game, state and player, got 'improved'; to choose an",
    ),
    (lambda: Deepening(search=3), "expected `search` to be a searcher, got 3"),
    (
        lambda: Deepening(search=Greedy(), aspiration=1),
        "`aspiration` needs a search with windows, such as alphabeta, got Greedy",
    ),
    (lambda: Deepening(aspiration=0), "expected `aspiration` to be the width of a window, above 0, got 0"),
    (
        lambda: Deepening(aspiration=float("nan")),
        "expected `aspiration` to be the width of a window, above 0, got nan",
    ),
    (lambda: Deepening(stop_at_proven=1), "expected `stop_at_proven` of Deepening to be true or false, got 1"),
    (lambda: Deepening(search=Minimax(), table=5), "`table` and `order` cannot be combined with `search`"),
    (lambda: Hybrid(()), "expected at least one stage, got none"),
    (lambda: Hybrid((3,)), "expected `stages` to be searchers, got 3"),
    (
        lambda: Hybrid((Greedy(), Random())),
        "expected the number of `switches` to be 1, one less than `stages`, got 0",
    ),
    (
        lambda: Hybrid((Greedy(), Random()), (5,)),
        r"expected a switch such as ply\(45\) or a function of game and state",
    ),
    (lambda: AtPly(-3), "expected `ply` of AtPly to be a whole number, at least 0, got -3"),
]


def test_an_unknown_ordering_is_refused_with_those_that_there_are() -> None:
    """The name of an ordering is looked up like every other name."""
    with pytest.raises(UnknownName, match="unknown ordering 'luck'; installed: history, killers, table"):
        AlphaBeta(order="luck")


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[message[9:40] for _, message in REFUSED])
def test_impossible_settings_are_refused(make: Any, message: str) -> None:
    """An impossible setting is refused when the searcher is made, in one line."""
    with pytest.raises(InvalidSettings, match=message):
        make()
