"""The laws of every game: whose turn it is, legal actions, results, the end, utilities, and equal states."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

from advsearch.limits import cpu_now
from advsearch.protocol import utilities_of
from advsearch.testing.defining import law, positions
from advsearch.testing.exploring import shortest_loop
from advsearch.testing.report import Broken, show, shown_error
from advsearch.testing.visits import Ground, Visit, replay


@law(about="game", catches=("F38", "F40"))
def methods_answer(ground: Ground) -> int:
    """initial, actions and result raise no error in the positions of the game."""
    if ground.crash is not None:
        path, call, error = ground.crash
        raise Broken(f"{call} to return without an error", shown_error(error), path=path) from error
    return len(ground.visits)


@law(about="game", catches=("F16",), cases=positions)
def states_and_actions_are_hashable(_ground: Ground, visit: Visit) -> None:
    """Every state and every action can be a key of a dictionary."""
    for state_or_action, thing in (("state", visit.state), *(("action", a) for a in visit.game.actions(visit.state))):
        try:
            hash(thing)
        except TypeError as error:
            raise Broken(f"a hashable {state_or_action}", f"{show(thing)}: {error}") from error


@law(about="game", catches=("F37",), cases=positions)
def player_is_0_or_1(_ground: Ground, visit: Visit) -> None:
    """player(state) is 0 or 1, also if the game is over."""
    player = visit.game.player(visit.state)
    if isinstance(player, bool) or not isinstance(player, int) or player not in (0, 1):
        raise Broken("player(state) to be 0 or 1", show(player))


@law(about="game", name="utilities are zero-sum", catches=("F2", "F43", "F48"), cases=positions)
def utilities_are_zero_sum(_ground: Ground, visit: Visit) -> None:
    """If the game is over, utility(state, 0) and utility(state, 1) are numbers whose sum is 0."""
    if not visit.game.terminal(visit.state):
        return
    first, second = visit.game.utility(visit.state, 0), visit.game.utility(visit.state, 1)
    for player, utility in enumerate((first, second)):
        if isinstance(utility, bool) or not isinstance(utility, int | float) or math.isnan(utility):
            raise Broken(f"utility(state, {player}) to be a number", show(utility))
    if first != -second:
        raise Broken(f"utility(state, 1) to be {show(-first)}, the negative of utility(state, 0)", show(second))


@law(about="game", catches=("F9",), cases=positions)
def utilities_are_as_declared(_ground: Ground, visit: Visit) -> None:
    """A game that declares utilities = 'outcome' has only the utilities -1, 0 and 1."""
    if utilities_of(visit.game) != "outcome" or not visit.game.terminal(visit.state):
        return
    utility = visit.game.utility(visit.state, 0)
    if utility not in (-1, 0, 1):
        raise Broken("utility -1, 0 or 1, as the game declares utilities = 'outcome'", show(utility))


@law(about="game", catches=("F30", "F38"), cases=positions)
def actions_are_a_fixed_list(_ground: Ground, visit: Visit) -> None:
    """actions(state) is a sequence in which each action occurs once, and is the same at every call."""
    actions = visit.game.actions(visit.state)
    if not isinstance(actions, Sequence) or isinstance(actions, str):
        raise Broken("actions(state) to be a sequence such as a tuple", show(actions))
    for index, action in enumerate(actions):
        if action in actions[:index]:
            raise Broken(
                "each action once in actions(state)", f"{show(action)} at index {actions.index(action)} and {index}"
            )
    again = visit.game.actions(visit.state)
    if list(again) != list(actions):
        raise Broken(f"actions(state) to return {show(list(actions))} again at the second call", show(list(again)))


@law(about="game", catches=("F38",), cases=positions)
def actions_are_empty_exactly_when_terminal(_ground: Ground, visit: Visit) -> None:
    """actions(state) is empty if terminal(state) is True, and only then."""
    terminal, actions = visit.game.terminal(visit.state), visit.game.actions(visit.state)
    if not isinstance(terminal, bool):
        raise Broken("terminal(state) to be True or False", show(terminal))
    if terminal and len(actions):
        raise Broken(
            "no actions, because terminal(state) is True",
            show(list(actions)),
            remedy="begin actions with `if self.terminal(state): return ()`",
        )
    if not terminal and not len(actions):
        raise Broken(
            "an action, because terminal(state) is False",
            "none",
            remedy="let terminal return True where no action is legal, or return an action that passes",
        )


@law(about="game", catches=("F47",))
def the_start_is_fixed(ground: Ground) -> int:
    """initial() returns the same state at every call."""
    first, second = ground.game.initial(), ground.game.initial()
    if first != second:
        raise Broken("initial() to be the same every time", f"{show(first)}, then {show(second)}")
    return 1


def _results(ground: Ground, visit: Visit) -> Iterator[tuple[Any, Any]]:
    for action in ground.some_actions(visit.game.actions(visit.state)):
        yield action, visit.game.result(visit.state, action)


@law(about="game", catches=("F34", "F35", "F36"), cases=positions)
def result_leaves_its_state_alone(ground: Ground, visit: Visit) -> None:
    """result(state, action) returns a new state and does not change `state`."""
    state = replay(visit.game, visit.path)  # result was already called on the state of the visit
    before = copy.deepcopy(state)
    text, code, equal = repr(state), hash(state), state == before
    actions = list(visit.game.actions(state))
    for action in ground.some_actions(actions):
        visit.game.result(state, action)
        if (state == before) != equal or repr(state) != text or hash(state) != code:
            raise Broken(f"result to leave the state {text} unchanged", repr(state), action=show(action))
        if list(visit.game.actions(state)) != actions:
            raise Broken(
                f"result to leave the state's actions unchanged, {show(actions)}",
                show(list(visit.game.actions(state))),
            )


@law(about="game", catches=("F35", "F36", "F47"), cases=positions)
def result_is_a_function(ground: Ground, visit: Visit) -> None:
    """result(state, action) returns the same next state at every call, and the next state does not equal `state`."""
    first = list(_results(ground, visit))
    for (action, one), (_, two) in zip(first, _results(ground, visit), strict=True):
        if one != two or visit.game.player(one) != visit.game.player(two):
            raise Broken(
                f"result(state, action) to return {show(one)} again at the second call",
                show(two),
                action=show(action),
            )
    for action, child in first:
        if child == visit.state:
            raise Broken("an action to lead to another state", "the same state", action=show(action))


_ENDING: Final = (
    "count the plies in the state, and let terminal be True, with utility 0, when the count reaches a limit; or "
    "forbid actions that repeat a position"
)


@law(about="game", catches=("F38", "F21"))
def the_game_ends(ground: Ground) -> int:
    """No line of play reaches a position twice, and every line of play ends."""
    if ground.endless is not None:
        path, what = ground.endless
        loop = shortest_loop(ground.game, path)
        if loop is not None:
            path, what = loop, "the position that was on the board before the last actions"
        raise Broken("every random game to end, and to reach no position twice", what, path=path, remedy=_ENDING)
    return len(ground.walks)


BASIC: Final = (
    methods_answer,
    states_and_actions_are_hashable,
    player_is_0_or_1,
    utilities_are_zero_sum,
    utilities_are_as_declared,
)
"""Laws on which most other laws rely."""


# --- states ---------------------------------------------------------------------------------------------------


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


SAID: Final = ("player", "actions", "terminal", "utility", "format_state", "ply")


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
        for field, one, two in zip(SAID, signature(game, known.state), signature(game, visit.state), strict=True):
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
