"""Laws for kernels: they agree with the game's rules at every position, whether they were written or derived."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from advsearch.compiled.engine import kernels_of, rules_with
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import ONGOING, SKIP, KernelSet, by_place
from advsearch.lowering import derive
from advsearch.lowering.faults import Differs
from advsearch.lowering.law import Twin, held_at
from advsearch.lowering.words.optional import METHODS
from advsearch.protocol import utilities_of
from advsearch.testing.defining import Law, law, positions
from advsearch.testing.report import Broken, show
from advsearch.testing.visits import Ground, Visit

WORD_LIMIT: Final = 1 << 63
SOLVED: Final = 150
"""The largest number of positions that `_solved` examines."""


def why_no_kernels(game: Any) -> str:
    """Return the reason why a game has no kernels, such as a board that is too large; "" for a game with kernels."""
    if not hasattr(game, "kernels"):
        return "the game has no kernels"
    try:
        game.kernels()
    except CompiledTierUnavailable as error:
        return str(error)
    except Exception:  # kernels that cannot be made are wrong; the laws will report it
        pass
    return ""


def why_no_bounds(game: Any) -> str:
    """Return the reason why the law *kernel bounds are true* cannot be tried. Return "" if the law can be tried."""
    if hasattr(game, "kernels") or not callable(getattr(game, "decided", None)):
        return why_no_kernels(game)
    try:
        derived = kernels_of(game)
    except CompiledTierUnavailable as error:
        return str(error)
    if not isinstance(derived, KernelSet):
        return "decided is not used, as the game's states are rows"
    return derived.left_out.get("decided", "")


def _of(visit: Visit) -> tuple[KernelSet, tuple[int, ...]]:
    kernels: KernelSet = visit.game.kernels()
    return kernels, kernels.encode(visit.state)


def unless_refused(
    reason: Callable[[Any], str], make: Callable[[Any], object], refused: str = ""
) -> Callable[[Any], str]:
    """Return a function for the field `applies` of a law. If `reason(game)` is not empty, the law is not tried for
    this reason. If `make(game)` raises `CompiledTierUnavailable`, the law is not tried; the reason is `refused` or,
    if `refused` is empty, the error's text.
    """

    def applies(game: Any) -> str:
        if why := reason(game):
            return why
        try:
            make(game)
        except CompiledTierUnavailable as error:
            return refused or str(error)
        return ""

    return applies


kernel_law: Final = partial(law, about="game", cases=positions, applies=why_no_kernels)


@kernel_law(catches=("F40",))
def kernels_fit_their_words(_ground: Ground, visit: Visit) -> None:
    """encode(state) returns the declared number of words of at most 63 bits. pack(words) has at most the declared
    number of bits. No game has more plies than the kernels declare as `longest`.
    """
    kernels, words = _of(visit)
    if len(words) != kernels.words:
        raise Broken(f"{kernels.words} words", f"{len(words)}: {show(words)}")
    for word in words:
        if not (isinstance(word, int) and 0 <= word < WORD_LIMIT):
            raise Broken("each word of a state to be from 0 to 2**63 - 1", show(words))
    if kernels.pack is not None and not 0 <= kernels.pack(words) < 1 << kernels.pack_bits:
        raise Broken(f"pack(words) to be a number of at most {kernels.pack_bits} bits", show(kernels.pack(words)))
    if len(visit.path) > kernels.longest:
        raise Broken(f"a game of at most {kernels.longest} plies, as `longest` declares", f"{len(visit.path)} plies")


@kernel_law(name="kernel actions are the rules'", catches=("F17", "F38", "F40"))
def kernel_actions_are_the_rules(_ground: Ground, visit: Visit) -> None:
    """each_action(encode(s)) gives the legal actions in the order of actions(s)."""
    if visit.game.terminal(visit.state):
        return
    kernels, words = _of(visit)
    legal = list(visit.game.actions(visit.state))
    numbers = list(kernels.each_action(words))
    if kernels.action is by_place:
        if len(numbers) != len(legal):
            raise Broken(f"{len(legal)} actions", f"{len(numbers)}: {show(numbers)}")
        return
    found = [kernels.action(number) for number in numbers]
    if found != legal:
        raise Broken(
            f"the kernels to list the same actions as the rules, in the same order: {show(legal)}", show(found)
        )


@kernel_law(name="kernel results are the rules'", catches=("F16", "F37", "F40"))
def kernel_results_are_the_rules(ground: Ground, visit: Visit) -> None:
    """apply(encode(s), a) == encode(result(s, a)). If the player to move in s moves again after the action a,
    stays(encode(s), a) is true, else false.
    """
    if visit.game.terminal(visit.state):
        return
    kernels, words = _of(visit)
    pairs = list(zip(visit.game.actions(visit.state), kernels.each_action(words), strict=True))
    for action, number in ground.some_actions(pairs):
        child = visit.game.result(visit.state, action)
        applied = kernels.apply(words, number)
        if applied != kernels.encode(child) or not all(isinstance(word, int) for word in applied):
            what = f"`apply` to return encode(result), {kernels.encode(child)}"
            raise Broken(what, show(applied), action=show(action))
        stays = bool(kernels.stays(words, number)) if kernels.stays is not None else False
        if not visit.game.terminal(child) and stays != (visit.game.player(child) == visit.game.player(visit.state)):
            next_player = "the same player" if not stays else "the other player"
            raise Broken(
                f"`stays` to be {not stays}, because {next_player} moves next", show(stays), action=show(action)
            )


@kernel_law(name="kernel outcomes are the rules'", catches=("F2", "F38", "F40"))
def kernel_outcomes_are_the_rules(_ground: Ground, visit: Visit) -> None:
    """outcome(encode(s), cells) is ONGOING before the end of a game. At the end, outcome(encode(s), cells)
    is the utility for the player to move in s.
    """
    kernels, words = _of(visit)
    outcome = kernels.outcome(words, kernels.actions(words))
    if not visit.game.terminal(visit.state):
        if outcome != ONGOING:
            raise Broken("`outcome` to be ONGOING, because the game is not over", show(outcome))
        return
    utility = visit.game.utility(visit.state, visit.game.player(visit.state))
    if outcome != utility:
        raise Broken(f"`outcome` to be {show(utility)}, the utility to the player to move", show(outcome))
    if abs(utility) > kernels.utmost:
        raise Broken(f"a utility from -{kernels.utmost} to {kernels.utmost}, as `utmost` declares", show(utility))


@kernel_law(catches=("F48", "F49"))
def kernels_declare_their_draws(_ground: Ground, visit: Visit) -> None:
    """A game whose kernels declare draws=False never ends without a winner."""
    game, kernels = visit.game, visit.game.kernels()
    if kernels.draws or utilities_of(game) != "outcome" or not game.terminal(visit.state):
        return
    if not game.utility(visit.state, 0):
        raise Broken("no draw, because the kernels declare draws=False", "a finished game with utility 0")


@law(about="game", catches=("F27", "F49", "F53"), cases=positions, applies=why_no_bounds)
def kernel_bounds_are_true(_ground: Ground, visit: Visit) -> None:
    """The utility with best play is within the bounds that the kernel `decided` returns. The kernel `rank` returns
    SKIP only for actions that are no better than the lower bound.
    """
    kernels: Any = kernels_of(visit.game)
    if kernels.decided is None or visit.game.terminal(visit.state):
        return
    words = kernels.encode(visit.state)
    lower, upper = kernels.decided(words, kernels.actions(words))
    if lower > upper:
        raise Broken("lower <= upper from `decided`", f"{lower} > {upper}")
    true = _solved(visit.game, visit.state)
    mover = visit.game.player(visit.state)
    if true is None:
        return
    if not lower <= true[visit.state][mover] <= upper:
        what = f"bounds from `decided` that contain the true utility, {true[visit.state][mover]!r}"
        raise Broken(what, f"[{lower}, {upper}]")
    if kernels.rank is None:
        return
    for action, number in zip(visit.game.actions(visit.state), kernels.each_action(words), strict=True):
        after = kernels.apply(words, number)
        worth = true[visit.game.result(visit.state, action)][mover]
        if kernels.rank(words, number, after, kernels.actions(after)) == SKIP and worth > lower:
            what = f"`rank` to return SKIP only for actions with a value of at most {lower}"
            got = f"SKIP for an action with the value {worth}"
            raise Broken(what, got, action=show(action))


def _solved(game: Any, state: Any) -> dict[Any, tuple[Any, Any]] | None:
    """Return the utilities for both players with best play, for a state and for all states after it. Return None if
    there are too many states.
    """
    values: dict[Any, tuple[Any, Any]] = {}

    def solve(state: Any) -> tuple[Any, Any]:
        if state not in values:
            if len(values) > SOLVED:
                raise _TooMany
            values[state] = (0, 0)
            if game.terminal(state):
                values[state] = (game.utility(state, 0), game.utility(state, 1))
            else:
                below = [solve(game.result(state, action)) for action in game.actions(state)]
                mover = game.player(state)
                values[state] = max(below, key=lambda each: each[mover])
        return values[state]

    try:
        solve(state)
    except (_TooMany, RecursionError):
        return None
    return values


class _TooMany(Exception):
    pass


@kernel_law(catches=("F22",))
def kernel_symmetries_keep_the_rules(_ground: Ground, visit: Visit) -> None:
    """A state and its image under a symmetry have the same outcome. The next states of the image are images of the
    state's next states.

    The law compares states by the smallest of their images.
    """
    kernels, words = _of(visit)
    if visit.game.terminal(visit.state):
        return
    every = (lambda s: s, *kernels.symmetries)

    def plain(state: tuple[int, ...]) -> tuple[int, ...]:
        return min(tuple(symmetry(state)) for symmetry in every)

    expected = sorted(plain(kernels.apply(words, number)) for number in kernels.each_action(words))
    for index, symmetry in enumerate(kernels.symmetries):
        image = tuple(symmetry(words))
        if plain(image) != plain(words):
            raise Broken(
                f"the state's image under symmetry {index} to have the same images as the state", "other images"
            )
        if kernels.outcome(image, kernels.actions(image)) != kernels.outcome(words, kernels.actions(words)):
            raise Broken(f"the state's image under symmetry {index} to have the same outcome", "another outcome")
        found = sorted(plain(kernels.apply(image, number)) for number in kernels.each_action(image))
        if found != expected:
            raise Broken(
                "the next states of an image to be images of the state's next states",
                f"other states under symmetry {index}",
            )


@law(about="game", catches=("F16", "F17"), applies=why_no_kernels)
def words_and_packs_tell_states_apart(ground: Ground) -> int:
    """States with equal words are the same position. If the words of two states differ, the kernel `pack` returns
    different numbers.
    """
    game: Any = ground.game
    kernels: KernelSet = game.kernels()
    packed: dict[int, tuple[int, ...]] = {}
    encoded: dict[tuple[int, ...], Visit] = {}
    for visit in ground.visits:
        words = kernels.encode(visit.state)
        known = encoded.setdefault(words, visit)
        for property_name, one, two in (
            ("end", game.terminal(known.state), game.terminal(visit.state)),
            ("number of actions", len(game.actions(known.state)), len(game.actions(visit.state))),
        ):
            if one != two:
                raise Broken(
                    f"two states that `encode` gives equal words to have the same {property_name}",
                    f"{one} and {two}",
                    path=visit.path,
                )
        if kernels.pack is not None:
            other = packed.setdefault(kernels.pack(words), words)
            if other != words:
                raise Broken("different numbers from `pack` for different states", f"{show(other)} and {show(words)}")
    return len(ground.visits)


# --- derived kernels ------------------------------------------------------------------------------------------


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
