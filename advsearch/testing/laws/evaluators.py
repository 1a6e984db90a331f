"""Laws for evaluators and named defaults. For example, an evaluator that is declared antisymmetric gives the two
players opposite values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any, Final

from advsearch.binding import check_settings
from advsearch.compiled.evaluators import kernel_of, machine_code_of
from advsearch.errors import AdvsearchError, CompiledTierUnavailable
from advsearch.plugins.registry import default_registry
from advsearch.protocol import Evaluator, evaluator_name, null
from advsearch.testing.defining import Law, law, positions
from advsearch.testing.laws.kernels import unless_refused, why_no_kernels
from advsearch.testing.report import Broken, NotTried, show, shown_error
from advsearch.testing.visits import Ground, Visit

# --- the defaults that a game names ---------------------------------------------------------------------------


def default_laws(given: Collection[str]) -> list[Law]:
    """Return the laws about a game's `default_evaluator` and `default_searcher`. `given` has the names of evaluators
    that the user passes to the check. The default evaluator must have a name in `given`, or must be registered.
    """

    @law(groups=("style",), about="game", catches=("F54",))
    def the_default_evaluator_is_there(ground: Ground) -> int:
        """default_evaluator is the name of an evaluator of the game."""
        game: Any = ground.game
        if not _is_given(game):
            try:
                default_registry().default_evaluator(game)
            except AdvsearchError as error:
                raise Broken("`default_evaluator` to name an evaluator of the game", str(error)) from error
        return 1

    @law(groups=("style",), about="game", catches=("F54",))
    def the_default_searcher_is_there(ground: Ground) -> int:
        """default_searcher is the name of a searcher that can search the game."""
        game: Any = ground.game
        try:
            _, made = default_registry().default_searcher(game)
            if hasattr(game, "default_searcher") and not _is_given(game):
                check_settings(made, game)
        except AdvsearchError as error:
            raise Broken("`default_searcher` to name a searcher that can search the game", str(error)) from error
        return 1

    def _is_given(game: Any) -> bool:
        named = getattr(game, "default_evaluator", None)
        return isinstance(named, str) and named in given

    return [the_default_evaluator_is_there, the_default_searcher_is_there]


# --- one evaluator --------------------------------------------------------------------------------------------


BUILDING: Final = 0.5
"""After this fraction of a check's time, no more evaluators are compiled. The compilation of an evaluator takes half
a second."""
TOLERANCE: Final = 1e-9
"""The largest allowed relative difference between an evaluation and the sum of its terms, if the values are
floats."""


evaluator_law: Final = partial(law, groups=("evaluators",), about="game", cases=positions)


def laws_of(name: str, evaluator: Any) -> list[Law]:
    """Return the laws for one evaluator of a game."""
    laws = [_gives_numbers(name, evaluator)]
    laws += [_is_antisymmetric(name, evaluator)] if getattr(evaluator, "antisymmetric", False) else []
    laws += [_is_its_kernel(name, evaluator), _is_the_same_compiled(name, evaluator)]
    laws += [_is_the_sum_of_its_terms(name, evaluator)] if hasattr(evaluator, "terms") else []
    return laws


def _gives_numbers(name: str, evaluator: Evaluator) -> Law:
    @evaluator_law(name=f"evaluator {name} gives numbers", catches=("F9", "F34"))
    def gives_numbers(_ground: Ground, visit: Visit) -> None:
        """An evaluator returns a number, the same number at every call, and does not change the state."""
        if visit.game.terminal(visit.state):
            return
        before = hash(visit.state)
        for player in (0, 1):
            value, again = (evaluator(visit.game, visit.state, player) for _ in range(2))
            if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
                raise Broken("a number", show(value), player=player)
            if value != again:
                raise Broken(
                    f"the evaluator to return {show(value)} again at the second call", show(again), player=player
                )
        if hash(visit.state) != before:
            raise Broken("the evaluator to leave the hash of the state unchanged", "another hash")

    return gives_numbers


def _is_antisymmetric(name: str, evaluator: Evaluator) -> Law:
    @evaluator_law(name=f"evaluator {name} is antisymmetric", catches=("F22", "F37"))
    def is_antisymmetric(_ground: Ground, visit: Visit) -> None:
        """An evaluator that is declared antisymmetric gives the two players opposite values."""
        if visit.game.terminal(visit.state):
            return
        first, second = (evaluator(visit.game, visit.state, player) for player in (0, 1))
        if first != -second:
            raise Broken(
                f"the value {show(-first)} for player 1, the negative of the value for player 0", show(second)
            )

    return is_antisymmetric


def _is_the_sum_of_its_terms(name: str, evaluator: Any) -> Law:
    @evaluator_law(name=f"evaluator {name} is the sum of its terms", catches=("F9",))
    def is_the_sum_of_its_terms(_ground: Ground, visit: Visit) -> None:
        """The evaluator's terms add up to its value."""
        if visit.game.terminal(visit.state):
            return
        for player in (0, 1):
            value = evaluator(visit.game, visit.state, player)
            terms = evaluator.terms(visit.game, visit.state, player)
            total = sum(terms.values())
            if not (total == value or math.isclose(total, value, rel_tol=TOLERANCE, abs_tol=TOLERANCE)):
                raise Broken(
                    f"terms with the sum {show(value)}",
                    f"terms {show(terms)} with the sum {show(total)}",
                    player=player,
                )

    return is_the_sum_of_its_terms


def _is_its_kernel(name: str, evaluator: Any, why_not: Callable[[Any], str] | None = None) -> Law:
    @evaluator_law(
        name=f"evaluator {name} is its kernel",
        catches=("F22", "F37", "F54"),
        applies=why_not or _has_kernel(evaluator),
    )
    def is_its_kernel(_ground: Ground, visit: Visit) -> None:
        """The evaluator's kernel returns the same values as the evaluator for both players."""
        if visit.game.terminal(visit.state):
            return
        kernels = visit.game.kernels()
        function = kernel_of(evaluator, kernels, visit.game).function
        words = kernels.encode(visit.state)
        cells = kernels.actions(words)
        mover = visit.game.player(visit.state)
        for side, player in ((0, mover), (1, 1 - mover)):
            value, found = evaluator(visit.game, visit.state, player), function(words, cells, side)
            if found != value:
                seat = "the player to move" if side == 0 else "the player waiting"
                raise Broken(f"the value {show(value)} for {seat}", f"{show(found)} from the kernel", side=str(side))

    return is_its_kernel


def unmade_law(name: str) -> Law:
    """Return a law that a check reports as not tried, because the evaluator `name` needs settings."""
    return _is_its_kernel(
        name, None, lambda _game: "the evaluator needs settings; name it with its settings as an evaluator to check"
    )


def _has_kernel(evaluator: Any) -> Callable[[Any], str]:
    return unless_refused(
        why_no_kernels, lambda game: kernel_of(evaluator, game.kernels(), game), refused="it has no kernel"
    )


def _build(evaluator: Any) -> Callable[[Ground], None]:
    def prepare(ground: Ground) -> None:
        if ground.seconds > ground.effort.seconds * BUILDING:
            raise NotTried("no time was left to compile the evaluator")
        try:
            _machine_code(evaluator, ground.game)
        except CompiledTierUnavailable as error:
            raise NotTried(str(error)) from error

    return prepare


def _machine_code(evaluator: Any, game: Any) -> Callable[..., Any]:
    kernels = game.kernels()
    return machine_code_of(kernel_of(evaluator, kernels, game).function, kernels)


def _is_the_same_compiled(name: str, evaluator: Any) -> Law:
    @evaluator_law(
        name=f"evaluator {name} is the same compiled",
        catches=("F40", "F54"),
        applies=(lambda _game: "the evaluator is 0 everywhere") if evaluator is null else _has_kernel(evaluator),
        prepare=_build(evaluator),
    )
    def is_the_same_compiled(_ground: Ground, visit: Visit) -> None:
        """The evaluator's kernel returns the same numbers in machine code and in Python, without an overflow or an
        error.
        """
        game = visit.game
        if game.terminal(visit.state):
            return
        kernels = game.kernels()
        function, compiled = kernel_of(evaluator, kernels, game).function, _machine_code(evaluator, game)
        words = kernels.encode(visit.state)
        cells = kernels.actions(words)
        for side in (0, 1):
            found = compiled(words, cells, side)
            try:
                expected: Any = function(words, cells, side)
            except Exception as error:
                raise Broken(
                    f"{shown_error(error)} from the machine code, as in Python",
                    f"{show(found)}",
                    side=str(side),
                ) from error
            if expected != found and not (expected != expected and found != found):
                raise Broken(
                    f"{show(expected)} from the machine code, as in Python",
                    f"{show(found)}",
                    side=str(side),
                )

    return is_the_same_compiled


def kernel_evaluators(game: Any, known: Iterable[Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the evaluators in the game's kernel set by name, and the names of those that need settings. The
    evaluators in `known` are left out.
    """
    try:
        keys = list(game.kernels().evaluators)
    except Exception:  # the kernels are missing or broken; other laws test them
        return {}, []
    met = list(known)
    found, unmade = {}, []
    for key in keys:
        if any(each is key or type(each) is key or _same(each, key) for each in met):
            continue
        name = evaluator_name(key)
        if not isinstance(key, type):
            found[name] = key
            continue
        try:
            found[name] = key()
        except TypeError:
            unmade.append(name)
    return found, unmade


def _same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:
        return False
