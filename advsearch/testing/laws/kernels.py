"""Laws for kernels: kernels that run as plain Python agree with the game's rules at every position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from advsearch.compiled.engine import kernels_of
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import ONGOING, SKIP, KernelSet, by_place
from advsearch.protocol import utilities_of
from advsearch.testing.defining import law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.report import Broken, show

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


LAWS: Final = (
    kernels_fit_their_words,
    kernel_actions_are_the_rules,
    kernel_results_are_the_rules,
    kernel_outcomes_are_the_rules,
    kernels_declare_their_draws,
    kernel_bounds_are_true,
    kernel_symmetries_keep_the_rules,
    words_and_packs_tell_states_apart,
)
