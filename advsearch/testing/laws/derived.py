"""Laws for derived kernels: a method of a game and its derived kernel return the same results."""

from __future__ import annotations

from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from advsearch.compiled.engine import rules_with
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import SKIP, KernelSet
from advsearch.lowering import derive
from advsearch.lowering.faults import Differs
from advsearch.lowering.law import Twin, held_at
from advsearch.lowering.words.optional import METHODS
from advsearch.testing.defining import Law, law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.laws.kernels import unless_refused
from advsearch.testing.report import Broken, show

NAME: Final = "derived rules are the rules"

_twins: WeakKeyDictionary[Any, Twin] = WeakKeyDictionary()


def why_not_derived(game: Any) -> str:
    """Return the reason why no kernels are derived from a game's rules, such as a construct that cannot be
    translated. Return "" if kernels are derived.
    """
    if hasattr(game, "kernels"):
        return "the game has kernels of its own"
    try:
        derive(game)
    except Differs:
        return ""
    except CompiledTierUnavailable as error:
        return str(error)
    return ""


def _twin(game: Any, evaluator: Any = None) -> Twin:
    rules = derive(game) if evaluator is None else rules_with(game, evaluator)[0]
    if rules not in _twins:
        _twins[rules] = Twin(game, rules)
    return _twins[rules]


def _holds(game: Any, state: Any, *evaluators: Any) -> None:
    try:
        held_at(_twin(game, *evaluators), state, None, evaluators)
    except Differs as error:
        raise Broken("the derived kernels to return the same as the game's methods", str(error)) from error
    except CompiledTierUnavailable:  # this state is searched on the reference tier
        return


@law(about="game", name=NAME, catches=("F16", "F37", "F38", "F40"), cases=positions, applies=why_not_derived)
def _rules(_ground: Ground, visit: Visit) -> None:
    """At every position, the derived kernels give the same results as the game's methods, and actions in the same
    order.
    """
    _holds(visit.game, visit.state)


LAWS: Final = (_rules,)


def _why_left_out(name: str, game: Any) -> str:
    """Return the reason why no kernel is derived from an optional method. Return "" if there is a derived kernel."""
    if why := why_not_derived(game):
        return why
    rules = derive(game)
    return (
        rules.left_out.get(name, "")
        if isinstance(rules, KernelSet)
        else f"{name} is not used, as the game's states are rows"
    )


def _derived_value(rules: KernelSet, name: str, words: tuple[int, ...], number: int) -> Any:
    """Return the result of the kernel that was derived from an optional method. `words` are the machine words of a
    state. Only the method `rank` uses the action `number`.
    """
    kernels: Any = rules
    if name == "rank":
        after = rules.apply(words, number)
        found = kernels.rank(words, number, after, rules.actions(after))
        return None if found == SKIP else found
    if name == "images":
        return [tuple(image(words)) for image in kernels.symmetries]
    return kernels.pack(words) if name == "key" else kernels.decided(words, rules.actions(words))


def laws_of_methods(game: Any) -> list[Law]:
    """Return one law for each optional method of a game. The law compares the method with the derived kernel."""
    names = [] if hasattr(game, "kernels") else [name for name in METHODS if callable(getattr(game, name, None))]
    return [_law_of_method(name) for name in names]


def _law_of_method(name: str) -> Law:
    @law(
        about="game",
        name=f"{name} derived is itself",
        catches=("F37",),
        cases=positions,
        applies=partial(_why_left_out, name),
    )
    def itself(ground: Ground, visit: Visit) -> None:
        """A kernel derived from an optional method of the game returns the same values as the method."""
        if visit.game.terminal(visit.state):
            return
        rules = derive(visit.game)
        assert isinstance(rules, KernelSet)
        words, method = rules.encode(visit.state), getattr(visit.game, name)
        pairs = list(zip(visit.game.actions(visit.state), rules.each_action(words), strict=True))
        for action, number in ground.some_actions(pairs) if name == "rank" else pairs[:1]:
            expected = method(visit.state, action) if name == "rank" else method(visit.state)
            if name == "images":
                expected = [tuple(rules.encode(image)) for image in expected]
            found = _derived_value(rules, name, words, number)
            if found != expected:
                raise Broken(
                    f"the kernel derived from {name} to return {show(expected)}, as the method does",
                    show(found),
                    action=show(action),
                )

    return itself


def law_of_evaluator(name: str, evaluator: Any) -> Law:
    """Return a law that compares an evaluator with its derived kernel."""

    def try_it(game: Any) -> None:
        twin = _twin(game, evaluator)
        twin.evaluated(evaluator, twin.at(game.initial()), 0)

    @law(
        about="game",
        name=f"evaluator {name} derived is itself",
        catches=("F22", "F37", "F54"),
        cases=positions,
        applies=unless_refused(why_not_derived, try_it),
    )
    def itself(_ground: Ground, visit: Visit) -> None:
        """A kernel derived from an evaluator returns exactly the evaluator's values, also if they are floats."""
        if not visit.game.terminal(visit.state):
            _holds(visit.game, visit.state, evaluator)

    return itself
