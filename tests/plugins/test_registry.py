"""The registry: the meaning of specs, and the errors for wrong specs."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from advsearch import hookimpl, null
from advsearch.binding import bind
from advsearch.errors import (
    AdvsearchError,
    CompiledTierUnavailable,
    InvalidNotation,
    InvalidSettings,
    PluginError,
    UnknownName,
)
from advsearch.plugins import builtin
from advsearch.plugins.defaults import default_searcher_of
from advsearch.plugins.entries import NamedEvaluator
from advsearch.plugins.manager import new_manager, register_checked
from advsearch.plugins.registry import Registry
from advsearch.protocol import Evaluator, Searcher
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.deepening import Deepening
from advsearch.search.greedy import Greedy
from advsearch.search.hybrid import Hybrid
from advsearch.search.switches import AtMostEmpty, AtPly
from advsearch.specs import Spec


@attrs.frozen
class Count:
    """Players add 1 or 2; the player who reaches the goal wins."""

    goal: int = attrs.field(default=5, validator=attrs.validators.ge(1))
    variant: str = "plain"
    name = "count"
    default_evaluator = "closeness"

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [] if self.terminal(state) else [1, 2]

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] + action, 1 - state[1])

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] >= self.goal

    def utility(self, state: tuple[int, int], player: int) -> int:
        return 1 if state[1] != player else -1


def closeness(_game: Any, state: Any, _player: int) -> int:
    """An evaluator: the distance that the player has come."""
    return int(state[0])


@attrs.frozen
class Weighted:
    """An evaluator with a fixed value for each step."""

    weight: int = 2

    def __call__(self, _game: Any, state: Any, _player: int) -> int:
        return self.weight * int(state[0])


@attrs.frozen
class Foreign:
    """A searcher of another author."""

    inner: Searcher
    evaluator: Evaluator | None = None
    mode: str = "fast"
    seed: int = 7

    def search(self, game: Any, state: Any, **options: Any) -> Any:
        return self.inner.search(game, state, **options)


def course_view(function: Callable[..., Any], *, scale: int = 1) -> Evaluator:
    return lambda _game, state, _player: scale * function(state)


class Plugin:
    @hookimpl
    def advsearch_games(self, register: Any) -> None:
        register("count", Count, summary="a summary of its own")
        register("nothing", dict)

    @hookimpl
    def advsearch_searchers(self, register: Any) -> None:
        register("foreign", Foreign)
        register("not-a-searcher", object)
        register("fails", lambda: [][0])
        register("refuses", lambda: int("x"))

    @hookimpl
    def advsearch_evaluators(self, register: Any) -> None:
        register("count", "closeness", closeness)
        register("count", "weighted", Weighted)
        register("count", "two-arguments", lambda game, state: 0)
        register("count", "course:", course_view)


@pytest.fixture
def warned() -> list[str]:
    return []


@pytest.fixture
def registry(warned: list[str]) -> Registry:
    manager = new_manager()
    register_checked(manager, builtin, "advsearch 0 searchers", warned.append)
    register_checked(manager, Plugin(), "made-up 1.2 it", warned.append)
    made = Registry(manager, warn=warned.append)
    assert warned == []
    return made


def test_games_are_made_with_settings(registry: Registry) -> None:
    """Settings are given in the spec or as keywords; keywords take precedence."""
    assert registry.game("count") == Count()
    assert registry.game("count(goal=9, variant=odd)") == Count(9, "odd")
    assert registry.game("count(goal=9, variant='odd')", goal=7) == Count(7, "odd")


def test_summaries_default_to_the_docstring(registry: Registry) -> None:
    """An entry without a summary gets the first line of its docstring."""
    assert registry.games["count"].summary == "a summary of its own"
    assert registry.searchers["foreign"].summary == "A searcher of another author"
    assert str(registry.searchers["foreign"].origin) == "made-up 1.2"
    assert registry.evaluators["count"]["closeness"].summary == "An evaluator: the distance that the player has come"


REFUSALS = [
    ("game", "cuont", UnknownName, "unknown game 'cuont'; did you mean count?"),
    ("game", "xyz", UnknownName, "unknown game 'xyz'; installed: count, nothing"),
    (
        "game",
        "count(gaol=5)",
        InvalidSettings,
        "unknown setting 'gaol' of count; did you mean 'goal'? count takes goal=5, variant=plain",
    ),
    ("game", "count(x=5)", InvalidSettings, "unknown setting 'x' of count; count takes goal=5, variant=plain"),
    ("game", "count(goal=wide)", InvalidSettings, "expected `goal` of count to be a whole number, got 'wide'"),
    ("game", "count(goal=true)", InvalidSettings, "expected `goal` of count to be a whole number, got True"),
    ("game", "count(goal=1.5)", InvalidSettings, "expected `goal` of count to be a whole number, got 1.5"),
    ("game", "count(goal=[1, 2])", InvalidSettings, "expected `goal` of count to be a whole number, got [1, 2]"),
    ("game", "count(variant=7)", InvalidSettings, "expected `variant` of count to be a word, got 7"),
    ("game", "count(variant=a(b=1))", InvalidSettings, "`variant` of count: expected no arguments, got 'a(b=1)'"),
    ("game", "count(goal=0)", InvalidSettings, "count: 'goal' must be >= 1: 0"),
    (
        "game",
        "count(5)",
        InvalidSettings,
        "expected settings of count by name, got count(5); count takes goal=5, variant=plain",
    ),
    (
        "game",
        "nothing",
        PluginError,
        "expected nothing to be a game, got {}, which lacks initial, player, actions, result, terminal, utility",
    ),
    (
        "game",
        "mine.py",
        InvalidNotation,
        "expected the file and a name in the file, such as file.py:name, got 'mine.py'",
    ),
    (
        "game",
        "course:mine.py:f",
        InvalidNotation,
        "expected a game as file.py:name or package.module:name, got 'course:mine.py:f'",
    ),
    (
        "searcher",
        "alphabet",
        UnknownName,
        "unknown searcher 'alphabet'; did you mean alphabeta?",
    ),
    (
        "searcher",
        "greedy(depth=1)",
        InvalidSettings,
        "unknown setting 'depth' of greedy; greedy takes evaluator=none, ties=first, seed=0, tier=auto",
    ),
    (
        "searcher",
        "random(teir=compiled)",
        InvalidSettings,
        "unknown setting 'teir' of random; did you mean 'tier'? random takes seed=0, tier=auto",
    ),
    (
        "searcher",
        "foreign",
        InvalidSettings,
        "expected a value for setting 'inner' of foreign; foreign takes inner, evaluator=none, mode=fast, seed=7",
    ),
    ("searcher", "greedy(ties=last)", InvalidSettings, "expected `ties` of greedy to be first or random, got 'last'"),
    (
        "searcher",
        "alphabeta(depth=six)",
        InvalidSettings,
        "expected `depth` of alphabeta to be a whole number or none, got 'six'",
    ),
    (
        "searcher",
        "greedy(tier=fast)",
        InvalidSettings,
        "expected `tier` to be auto or reference or compiled, got 'fast'",
    ),
    (
        "searcher",
        "foreign(inner=greedy, tyre=auto)",
        InvalidSettings,
        "unknown setting 'tyre' of foreign; foreign takes inner, evaluator=none, mode=fast, seed=7, tier=auto",
    ),
    ("searcher", "deepening(search=alphabeto)", UnknownName, "unknown searcher 'alphabeto'; did you mean alphabeta?"),
    ("searcher", "fails", InvalidSettings, "fails cannot be made: IndexError: list index out of range"),
    ("searcher", "refuses", InvalidSettings, "refuses: invalid literal for int() with base 10: 'x'"),
    (
        "searcher",
        "hybrid(stages=[greedy, random], switches=[when(3)])",
        UnknownName,
        "unknown switch 'when'; installed: actions, empty, ply",
    ),
    (
        "searcher",
        "hybrid(stages=[greedy, random], switches=[ply])",
        InvalidSettings,
        "expected a switch such as ply(45), got 'ply'",
    ),
]


@pytest.mark.parametrize(("kind", "spec", "error", "message"), REFUSALS, ids=[each[1] for each in REFUSALS])
def test_refusals(registry: Registry, kind: str, spec: str, error: type[AdvsearchError], message: str) -> None:
    """The error for a wrong spec says what was expected, what was given, and what is installed."""
    with pytest.raises(error) as refused:
        getattr(registry, kind)(spec)
    assert str(refused.value) == message


def no_kernels(_game: Count) -> None:
    raise CompiledTierUnavailable("it has none")


@pytest.mark.needs_numba
def test_a_tier_within_is_the_tier_of_the_whole_search(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A searcher within another one may have a tier. The whole search then runs on it, or is refused."""
    reference = registry.searcher("deepening(search=minimax(tier=reference), max_depth=1)")
    why = bind(reference, Count(), registry=registry).why
    assert why is not None
    assert why.endswith(" sets tier=reference; ask for tier=reference in the whole search")
    compiled = registry.searcher("deepening(search=minimax(tier=compiled), max_depth=1)")
    monkeypatch.setattr(Count, "kernels", no_kernels, raising=False)
    with pytest.raises(InvalidSettings, match=r"^the inner searcher Minimax\(.*\) sets tier=compiled, but"):
        bind(compiled, Count(), registry=registry)


def test_what_is_no_searcher_is_refused(registry: Registry) -> None:
    """A function that makes a searcher must return an object with a search."""
    with pytest.raises(
        PluginError, match="expected not-a-searcher to be a searcher with a method `search`, got <object"
    ):
        registry.searcher("not-a-searcher")


def test_searchers_nest(registry: Registry) -> None:
    """Searchers, evaluators and switches inside a spec become the named objects."""
    deepening = registry.searcher("deepening(search=alphabeta(table=100000, order=killers))")
    assert deepening.inner == AlphaBeta(table=100_000, order=("killers",), evaluator=None)
    hybrid = registry.searcher(
        "hybrid(stages=[greedy(evaluator=closeness), alphabeta(depth=6)], switches=[empty(45)])"
    )
    assert hybrid.stages[0] == Greedy(evaluator=NamedEvaluator(Spec("closeness")))
    assert hybrid.switches == (AtMostEmpty(45),)
    preset = registry.searcher("greedy-then-alphabeta(ply=3)")
    assert preset == Hybrid((Greedy(), AlphaBeta(depth=6)), (AtPly(3),))


def test_an_evaluator_of_the_outer_searcher_reaches_the_inner_one(registry: Registry) -> None:
    """`deepening(evaluator=...)` sets the evaluator of the search inside, if that has none."""
    deepening = registry.searcher("deepening(search=minimax, evaluator=closeness)")
    assert isinstance(deepening, Deepening)
    result = registry.searcher("deepening(search=minimax, evaluator=closeness, max_depth=1)").search(
        Count(50), (0, 0)
    )
    assert (result.value, result.action) == (2, 2)


def test_settings_may_be_objects(registry: Registry) -> None:
    """From Python, an evaluator may be given as a function and a searcher as an object."""
    assert registry.searcher("alphabeta", depth=2, evaluator=closeness) == AlphaBeta(2, closeness)
    assert registry.searcher("deepening", search="minimax(depth=2)").inner.depth == 2
    assert registry.searcher("deepening", search=AlphaBeta(3)).inner.depth == 3


def test_foreign_searchers_stay_as_they_are(registry: Registry) -> None:
    """A third-party searcher is not wrapped, and a built-in one within it gets its tier and evaluator."""
    foreign = registry.searcher("foreign(inner=greedy, evaluator=weighted(weight=3))")
    assert type(foreign) is Foreign
    assert foreign.inner == Greedy()
    assert foreign.evaluator == NamedEvaluator(Spec("weighted", (), {"weight": 3}))


def test_defaults_reach_those_who_take_them(registry: Registry) -> None:
    """A seed for the whole run goes to every searcher that has a `seed` setting and was given none."""
    hybrid = registry.searcher("hybrid(stages=[random, random(seed=3)], switches=[ply(1)])", defaults={"seed": 9})
    assert [stage.seed for stage in hybrid.stages] == [9, 3]
    assert registry.searcher("foreign(inner=random)", defaults={"seed": 9}).seed == 9  # type: ignore[attr-defined]


def test_evaluators_are_looked_up_by_the_games_name(registry: Registry) -> None:
    """Functions are used as evaluators unchanged, classes are called with settings, and `null` always exists."""
    game = Count()
    assert registry.evaluator("closeness", game) is closeness
    assert registry.evaluator("weighted(weight=5)", game) == Weighted(5)
    assert registry.evaluator("null", game) is null
    assert registry.evaluator("null", object()) is null  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("closness", UnknownName, "unknown evaluator of count 'closness'; did you mean closeness?"),
        (
            "zzz",
            UnknownName,
            "unknown evaluator of count 'zzz'; installed: closeness, course:, null, two-arguments, weighted",
        ),
        ("closeness(x=1)", InvalidSettings, "closeness takes no settings, because closeness is not a class"),
        (
            "weighted(wait=1)",
            InvalidSettings,
            "unknown setting 'wait' of weighted; did you mean 'weight'? weighted takes weight=2",
        ),
        (
            "two-arguments",
            PluginError,
            "expected two-arguments to be an evaluator f(game, state, player), got f(game, state)",
        ),
        ("curse:mine.py:f", UnknownName, "unknown prefix 'curse'; did you mean course?"),
        ("mine.py", InvalidNotation, "expected the file and a name in the file, such as file.py:name, got 'mine.py'"),
        ("course:mine.py", InvalidNotation, "expected a spec such as course:file.py:name, got 'course:mine.py'"),
    ],
)
def test_refused_evaluators(registry: Registry, spec: str, error: type[AdvsearchError], message: str) -> None:
    """The error for a wrong evaluator lists those of the game."""
    with pytest.raises(error) as refused:
        registry.evaluator(spec, Count())
    assert str(refused.value) == message


def test_a_function_of_another_shape_is_reported_its_prefix(registry: Registry, tmp_path: Path) -> None:
    """If the game accepts functions written for another program, the error for such a function gives the prefix to
    write.
    """
    file = tmp_path / "mine.py"
    file.write_text("def third(state):\n    return state[0] / 4\n")
    with pytest.raises(PluginError) as refused:
        registry.evaluator(f"{file}:third", Count())
    assert str(refused.value).endswith(f"got f(state); written for another program? name it course:{file}:third")


def test_a_prefix_wraps_what_a_file_holds(registry: Registry, tmp_path: Path) -> None:
    """`course:file.py:name` calls the entry registered as `course:` with the object and the settings."""
    file = tmp_path / "mine.py"
    file.write_text("def third(state):\n    return state[0] / 4\n")
    evaluate = registry.evaluator(f'"course:{file}:third"(scale=8)', Count())
    assert evaluate(Count(), (6, 0), 0) == 12


def test_named_evaluators_bind_when_the_game_is_known(registry: Registry) -> None:
    """An evaluator's name is looked up at the search; the default is the game's own evaluator, or null."""
    assert registry.named_evaluator("closeness").bind(Count()) is closeness
    assert registry.default_evaluator(Count()) is closeness
    assert registry.default_evaluator(object()) is null  # type: ignore[arg-type]
    assert str(registry.named_evaluator("weighted(weight=3)")) == "weighted(weight=3)"
    assert default_searcher_of(Count()) == Spec("deepening")


def test_named_evaluators_travel_between_processes(registry: Registry) -> None:
    """A named evaluator is pickled as its spec, without the registry."""
    named = registry.named_evaluator("weighted(weight=3)")
    assert pickle.loads(pickle.dumps(named)) == named
    assert pickle.loads(pickle.dumps(named)).registry is None
