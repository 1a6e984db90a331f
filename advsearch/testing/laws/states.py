"""Laws for states: two states are equal if they are the same position, and only then."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any, Final

from advsearch.limits import cpu_now
from advsearch.testing.defining import law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.report import Broken, NotTried, show, shown_error

MEETING_S: Final = 0.15
"""The seconds of processor time for random games that find several paths to the same position."""


def signature(game: Any, state: Any) -> tuple[Any, ...]:
    """Return the results of the game's methods for a state. Equal states must have equal results."""
    terminal = game.terminal(state)
    return (
        game.player(state),
        tuple(game.actions(state)),
        terminal,
        game.utility(state, 0) if terminal else None,
        game.format_state(state) if hasattr(game, "format_state") else None,
        game.ply(state) if hasattr(game, "ply") else None,
    )


_SAID: Final = ("player", "actions", "terminal", "utility", "format_state", "ply")


@law(groups=("states",), about="game", catches=("F16",), cases=positions)
def equal_states_have_equal_hashes(_ground: Ground, visit: Visit) -> None:
    """A state and its copy are equal and have equal hashes. A state does not equal an object of another type."""
    state = visit.state
    twin = copy.deepcopy(state)
    if state != twin or twin != state or not state == state:
        raise Broken("a copy of a state to equal the state", f"{show(twin)} != {show(state)}")
    if hash(state) != hash(twin):
        raise Broken("equal states to have equal hashes", f"{hash(state)} and {hash(twin)} for {show(state)}")
    for stranger in (None, object(), "a stranger"):
        if state == stranger:
            raise Broken("a state to differ from objects of other types", f"a state equal to {show(stranger)}")


@law(groups=("states",), about="game", catches=("F16", "F21", "F39"))
def equal_states_are_the_same_position(ground: Ground) -> int:
    """Equal states have the same player to move, actions, next states, utility, text and `terminal`.

    The law compares states that were reached by different paths, and the states after them.
    """
    game: Any = ground.game
    first: dict[Any, Visit] = {}
    meetings = 0
    for visit in (*ground.visits, *_strolled(ground)):
        known = first.setdefault(visit.state, visit)
        if known is visit:
            continue
        meetings += 1
        case = {"path": visit.path, "other path": known.path}
        for field, one, two in zip(_SAID, signature(game, known.state), signature(game, visit.state), strict=True):
            if one != two:
                raise Broken(
                    f"`{field}` to be {show(one)}, as in the equal state on the other path", show(two), **case
                )
        for action in ground.some_actions(game.actions(visit.state)):
            one, two = game.result(known.state, action), game.result(visit.state, action)
            if one != two:
                what = f"the next state to be {show(one)}, as after the equal state on the other path"
                raise Broken(what, show(two), action=show(action), **case)
    return meetings + len(first)


def _strolled(ground: Ground) -> Iterator[Visit]:
    """Yield positions of many random games: even in a large game, several paths then lead to the same position."""
    begun, rng, game = cpu_now(), random.Random(0), ground.game
    while cpu_now() - begun < MEETING_S:
        visit = Visit(game, (), game.initial())
        while len(visit.path) < ground.max_plies and (actions := game.actions(visit.state)):
            action = rng.choice(actions)
            visit = Visit(game, (*visit.path, action), game.result(visit.state, action))
            yield visit


def _only_with_notation(game: Any) -> str:
    return "" if hasattr(game, "format_state") else "the game has no notation"


@law(groups=("states",), about="game", catches=("F16", "F21", "F35", "F39"), applies=_only_with_notation)
def the_same_position_is_one_state(ground: Ground) -> int:
    """States with the same text are equal, even if they were reached by different paths.

    The law compares states that have the same text and the same player to move.
    """
    game: Any = ground.game
    first: dict[Any, Visit] = {}
    for visit in ground.visits:
        known = first.setdefault((game.format_state(visit.state), game.player(visit.state)), visit)
        if known.state != visit.state:
            raise Broken(
                f"the state to be {show(known.state)}, as on the other path with the same notation",
                show(visit.state),
                path=visit.path,
                other_path=known.path,
            )
    return len(first)


@law(groups=("states",), about="game", catches=("F39",), cases=positions)
def states_survive_copying(_ground: Ground, visit: Visit) -> None:
    """A state that was pickled, copied or deep-copied is the same position."""
    for copied, again in (("pickled", _pickled), ("deep-copied", copy.deepcopy), ("copied", copy.copy)):
        try:
            state = again(visit.state)
        except Exception as error:
            _excuse_local_classes(error)
            raise Broken(f"the state to be {copied} without an error", shown_error(error)) from error
        if state != visit.state or hash(state) != hash(visit.state):
            raise Broken(f"the {copied} state to equal {show(visit.state)}", show(state))
        for field, one, two in zip(
            _SAID, signature(visit.game, visit.state), signature(visit.game, state), strict=True
        ):
            if one != two:
                raise Broken(f"`{field}` of the {copied} state to be {show(one)}, as before", show(two))


@law(groups=("states",), about="game", catches=("F20", "F39"))
def the_rules_survive_copying(ground: Ground) -> int:
    """A rules object that was pickled or deep-copied gives the same results for every state."""
    for copied, again in (("pickled", _pickled), ("deep-copied", copy.deepcopy)):
        try:
            game = again(ground.game)
        except Exception as error:
            _excuse_local_classes(error)
            raise Broken(f"the game object to be {copied} without an error", shown_error(error)) from error
        for visit in ground.visits[:40]:
            one, two = signature(ground.game, visit.state), signature(game, visit.state)
            if one != two:
                raise Broken(
                    f"the {copied} game to return {show(one)}, as the game itself does", show(two), path=visit.path
                )
    return 2


def _excuse_local_classes(error: Exception) -> None:
    """Raise `NotTried` if pickle failed because a class is defined in a function."""
    if "local object" in str(error) or "<locals>" in str(error):
        raise NotTried("pickle cannot find a class that is defined inside a function") from error


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


LAWS: Final = (
    equal_states_have_equal_hashes,
    equal_states_are_the_same_position,
    the_same_position_is_one_state,
)

COPYING: Final = (
    states_survive_copying,
    the_rules_survive_copying,
)
