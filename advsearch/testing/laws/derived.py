"""Laws for derived rules: at every position they return the same as the rules from which they are derived."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from advsearch.compiled.engine import rules_with
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering import derive
from advsearch.lowering.faults import Differs
from advsearch.lowering.law import Twin, held_at
from advsearch.testing.defining import Law, law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.laws.kernels import unless_refused
from advsearch.testing.report import Broken

NAME: Final = "derived rules are the rules"

_twins: WeakKeyDictionary[Any, Twin] = WeakKeyDictionary()


def why_not_derived(game: Any) -> str:
    """Why nothing is derived from the rules: the author wrote kernels, or a construct is refused."""
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
        raise Broken("the same from the derived rules as from the game's methods", str(error)) from error
    except CompiledTierUnavailable:  # this state is searched on the reference tier
        return


@law(about="game", name=NAME, catches=("F16", "F37", "F38", "F40"), cases=positions, applies=why_not_derived)
def _rules(_ground: Ground, visit: Visit) -> None:
    """The derived rules give the same ends, players, actions in order, results and utilities as the methods."""
    _holds(visit.game, visit.state)


LAWS: Final = (_rules,)


def law_of_evaluator(name: str, evaluator: Any) -> Law:
    """The law that the derived form of an evaluator returns what the evaluator does."""

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
        """A kernel derived from an evaluator gives the evaluator's values, and floats are equal to the last bit."""
        if not visit.game.terminal(visit.state):
            _holds(visit.game, visit.state, evaluator)

    return itself
