"""Orderings of moves from outside, registered or as objects, on both tiers, never change a value."""

from __future__ import annotations

import pickle
import random
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import advsearch
from advsearch import (
    AlphaBeta,
    CompiledTierUnavailable,
    Deepening,
    InvalidSettings,
    Ordering,
    PluginError,
    UnknownName,
    hookimpl,
)
from advsearch.binding import Uncompiled
from advsearch.compiled.template import OrderKernels, Space, get, put
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, KernelSet
from advsearch.limits import Budget
from advsearch.plugins.manager import new_manager
from advsearch.plugins.registry import Registry
from advsearch.search import Order
from advsearch.search.kit.fields import NOTHING

Run = Callable[..., subprocess.CompletedProcess[str]]


def few(s: Any, cells: int, side: int) -> int:
    return s[0] % 5 if side == 0 else -(s[0] % 5)


def take(stones: int = 11, most: int = 4) -> KernelGame:
    """Take 1 to `most` stones; the last one wins."""
    kernels = KernelSet(
        encode=lambda state: state,
        words=1,
        longest=stones,
        actions=lambda s: (1 << min(most, s[0])) - 1,
        apply=lambda s, action: (s[0] - action - 1,),
        outcome=lambda s, cells: ONGOING if cells else -1,
        evaluators={advsearch.null: few},
    )
    return KernelGame(kernels, (stones,), name="take")


class Haphazard(Order):
    """An ordering that names random actions, also illegal ones, and gives random weights to the others."""

    def __init__(self, game: Any) -> None:
        self.chance = random.Random(1)

    def first(self, state: Any, mover: int, ply: int, known: Any | None) -> Sequence[Any]:
        return [self.chance.randrange(9) for _ in range(3)]

    def weight(self, state: Any, mover: int, ply: int, action: Any) -> float:
        return self.chance.random()


def haphazard(space: Space) -> OrderKernels:
    """The random ordering over words, with numbers that it keeps in its memory."""
    start = space.start

    def roll(store: Any, s: Any, side: int, ply: int, known: int) -> int:
        put(store, start, (get(store, start) * 29 + 17) % 1009)
        return get(store, start) % 9

    def weight(store: Any, s: Any, side: int, ply: int, action: int) -> int:
        return roll(store, s, side, ply, action) - 4

    def learn(store: Any, s: Any, side: int, ply: int, action: int, depth: int) -> None:
        put(store, start + 1, action)

    def pick_last(store: Any, ply: int) -> int:
        return get(store, start + 1) - 1

    def learn_last(store: Any, ply: int, action: int) -> None:
        put(store, start + 1, action + 1)

    return OrderKernels(
        cells=2, picks=(roll, roll), weight=weight, learn=learn, pick_last=pick_last, learn_last=learn_last
    )


CHANCE = Ordering("haphazard", Haphazard, haphazard)


@pytest.mark.parametrize("order", [(CHANCE,), ("table", CHANCE), (CHANCE, "history", "killers", "table")], ids=repr)
def test_no_ordering_changes_the_value_on_either_tier(order: tuple[Any, ...]) -> None:
    """If an ordering names any actions, legal or not, and gives any weights, the value is still minimax's at every
    depth.
    """
    game = take()
    for depth in range(1, 7):
        value = advsearch.bind("minimax", game, tier="reference")(game.initial(), depth=depth).value
        searcher = AlphaBeta(depth, table=64, order=order)
        assert advsearch.bind(searcher, game, tier="reference")(game.initial()).value == value
        assert Uncompiled(searcher).search(game, game.initial()).value == value


def test_names_come_first_and_weights_are_added() -> None:
    """Named actions come first, those of built-in orderings before the others; the rest is sorted by the sum of the
    weights.
    """

    class Names(Order):
        def __init__(self, game: Any) -> None:
            pass

        def first(self, state: Any, mover: int, ply: int, known: Any | None) -> Sequence[Any]:
            return "cz"

    class Late(Order):
        def __init__(self, game: Any) -> None:
            pass

        def weight(self, state: Any, mover: int, ply: int, action: str) -> int:
            return ord(action)

    class Letters:
        def actions(self, state: str) -> list[str]:
            return list(state)

    order = (Ordering("late", Late), Ordering("twice", Late), Ordering("names", Names), "table")
    tree: Any = AlphaBeta(table=10, order=order).tree(Letters(), lambda *_: 0, Budget())  # type: ignore[arg-type]
    assert list(tree.ordered("abcd", 0, 0, "b")) == ["b", "c", "d", "a"]
    assert list(tree.ordered("abcd", 0, 0, NOTHING)) == ["c", "d", "b", "a"]


class Plugin:
    """Registers an ordering, a wrong one, and one with the name of a built-in one."""

    @hookimpl
    def advsearch_orderings(self, register: Any) -> None:
        register(CHANCE, summary="by chance")
        register(Ordering("killers", Haphazard))
        register("no ordering")


def test_registered_orderings_go_by_their_names() -> None:
    """A spec's `order` takes registered names. Built-in orderings keep their names, and an object that is not an
    Ordering gives one warning.
    """
    from advsearch.plugins import builtin

    warnings: list[str] = []
    manager = new_manager()
    manager.register(builtin, name="ours")
    manager.register(Plugin(), name="theirs")
    registry = Registry(manager, warn=warnings.append)
    assert registry.searcher("alphabeta(order=[killers, haphazard])") == AlphaBeta(order=("killers", CHANCE))
    assert registry.searcher("deepening(order=haphazard)") == Deepening(order=CHANCE)
    assert ["ordering 'killers' is refused" in each or "an advsearch.Ordering" in each for each in warnings] == [
        True
    ] * 2
    with pytest.raises(UnknownName, match="unknown ordering 'x'; installed: haphazard, history, killers, table"):
        registry.searcher("alphabeta(order=[x])")


@pytest.mark.needs_numba
def test_an_ordering_of_a_file_needs_no_registration(run: Run, tmp_path: Path) -> None:
    """`order=[mine.py:name]` works in commands, and the search gives the reason why it runs on the reference tier."""
    (tmp_path / "mine.py").write_text(
        "from advsearch import Ordering\nfrom advsearch.search import Order\n\n"
        "class Last(Order):\n    def __init__(self, game): pass\n"
        "    def weight(self, state, mover, ply, action): return action\n\n"
        "late = Ordering('late', Last)\nnothing = 3\n"
    )
    search = ("-m", "advsearch", "search", "isolation", "--searcher")
    searched = run(*search, "alphabeta(depth=1, order=[mine.py:late])")
    assert searched.returncode == 0, searched.stderr
    assert "reference tier" in searched.stdout
    assert "ordering late has no compiled form" in searched.stderr
    refused = run(
        "-m", "advsearch", "search", "isolation", "--searcher", "alphabeta(depth=1, order=[mine.py:nothing])"
    )
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.strip() == "error: expected mine.py:nothing to be an advsearch.Ordering, got 3"


def test_what_an_ordering_is_made_of_is_checked_where_it_is_used() -> None:
    """A string that names nothing, a start that makes no Order, and kernels of a wrong type are refused by name."""
    game = take()
    for start, expected in (
        ("nowhere.at_all:Order", "ordering mine: 'nowhere.at_all:Order' cannot be loaded: ModuleNotFoundError"),
        ("math:pi", "ordering mine: expected 'math:pi' to be callable, got 3.14"),
        (lambda game: 3, "expected `start` of ordering mine to return an Order, got 3"),
    ):
        search = advsearch.bind(AlphaBeta(2, order=Ordering("mine", start)), game, tier="reference")
        with pytest.raises(PluginError, match=expected):
            search(game.initial())
    with pytest.raises(CompiledTierUnavailable, match="^expected ordering mine to make OrderKernels, got 3; ask for"):
        Uncompiled(AlphaBeta(2, order=Ordering("mine", Haphazard, lambda space: 3))).search(game, game.initial())
    for made, expected in (
        (lambda: Ordering("", Haphazard), "expected the name of an ordering to be one word, got ''"),
        (
            lambda: Ordering("mine", 3),
            "expected `start` of an ordering to be a class or 'package.module:Name', got 3",
        ),
        (lambda: AlphaBeta(order=(3,)), "expected `order` to be orderings or their names, got 3"),
    ):
        with pytest.raises(InvalidSettings, match=expected):
            made()


def test_searchers_with_orderings_are_values() -> None:
    """Searchers with orderings are compared, hashed and pickled by their settings."""
    one, other = (AlphaBeta(order=("table", CHANCE), table=9) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(AlphaBeta(order="killers")).count("order=('killers',)") == 1


class Flat(Order):
    """An ordering that gives every action the same fractional weight."""

    def __init__(self, game: Any) -> None:
        pass

    def weight(self, state: Any, mover: int, ply: int, action: Any) -> float:
        return float(action / 100)


def fractions(space: Space) -> OrderKernels:
    def weight(store: Any, s: Any, side: int, ply: int, action: int) -> float:
        return action / 100

    return OrderKernels(weight=weight)


@pytest.mark.needs_numba
def test_fractional_weights_are_refused_on_the_compiled_tier() -> None:
    """The compiled tier refuses fractional weights instead of rounding them; with tier=auto the reference tier is
    used.
    """
    searcher = AlphaBeta(4, order=Ordering("flat", Flat, fractions))
    game = advsearch.load_game("isolation")
    with pytest.raises(
        CompiledTierUnavailable, match="expected the weight of ordering flat to return int, got float"
    ):
        advsearch.bind(searcher, game, tier="compiled")
    free = advsearch.bind(searcher, game)
    assert (free.tier, "expected the weight of ordering flat" in str(free.why)) == ("reference", True)


def test_fractional_weights_are_refused_in_python_too() -> None:
    """The code of the compiled tier, run as Python, refuses what machine code refuses."""
    game = take()
    with pytest.raises(PluginError, match=r"expected a kernel to return a whole number, got 0\.0"):
        Uncompiled(AlphaBeta(4, order=Ordering("flat", Flat, fractions))).search(game, game.initial())


PARTS = {
    "picks": "pick(store, s, side, ply, known)",
    "weight": "weight(store, s, side, ply, action)",
    "learn": "learn(store, s, side, ply, action, depth)",
    "pick_last": "pick_last(store, ply)",
    "learn_last": "learn_last(store, ply, action)",
}


@pytest.mark.parametrize("part", PARTS)
def test_a_function_with_other_parameters_is_refused_with_those_it_needs(part: str) -> None:
    """The error for wrong parameters names the ordering, the function and the parameters, without numba's message."""

    def odd(store: Any) -> int:
        return 0

    def refusal(function: Any, got: str) -> str:
        ordering = Ordering("odd", Haphazard, lambda space: OrderKernels(**{part: function}))
        game = take()
        with pytest.raises(CompiledTierUnavailable) as refused:
            Uncompiled(AlphaBeta(2, order=ordering)).search(game, game.initial())
        name = PARTS[part].partition("(")[0]
        wanted = f"expected ordering odd to have a function {PARTS[part]}, got {got.format(name=name)}"
        assert str(refused.value) == f"{wanted}; ask for tier=reference"
        return wanted

    several = part == "picks"
    refusal((odd,) if several else odd, "{name}(store: 'Any') -> 'int'")
    refusal((3,) if several else 3, "3")


@pytest.mark.needs_numba
def test_a_function_that_does_not_compile_is_named() -> None:
    """A function of an ordering that numba cannot compile is reported with the ordering's name."""
    nothing = None

    def kernels(space: Space) -> OrderKernels:
        def weight(store: Any, s: Any, side: int, ply: int, action: int) -> int:
            return nothing(s, action)  # type: ignore[misc]

        return OrderKernels(weight=weight)

    with pytest.raises(CompiledTierUnavailable, match="^numba cannot compile the weight of ordering broken: "):
        advsearch.bind(AlphaBeta(2, order=Ordering("broken", Haphazard, kernels)), "isolation", tier="compiled")


@pytest.mark.parametrize("make", [lambda order: AlphaBeta(2, order=order), lambda order: Deepening(order=order)])
def test_an_ordering_of_one_game_is_refused_in_another(make: Any) -> None:
    """An ordering with `game` is for this game only; a search of another game refuses it on every tier when it is
    bound.
    """
    mine, other = (Ordering("mine", Haphazard, haphazard, game=name) for name in ("take", "chess"))
    game = take()
    assert advsearch.bind(make(mine), game, tier="reference")(game.initial(), depth=2).depth == 2
    for searcher in (make(other), Uncompiled(make(other))):
        with pytest.raises(InvalidSettings, match="^ordering mine is only for chess, got take$"):
            advsearch.bind(searcher, game)
