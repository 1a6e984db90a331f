"""The laws of every game: whose turn it is, legal actions, results, the end, and utilities."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

from advsearch.errors import IllegalAction
from advsearch.protocol import utilities_of
from advsearch.testing.defining import law, positions
from advsearch.testing.exploring import shortest_loop
from advsearch.testing.ground import Ground, Visit, replay
from advsearch.testing.report import Broken, show, shown_error


@law(about="game", catches=("F38", "F40"))
def methods_answer(ground: Ground) -> int:
    """initial, actions and result raise no error in the positions of the game."""
    if ground.crash is not None:
        path, call, error = ground.crash
        raise Broken(f"{call} to return without an error", shown_error(error), path=path) from error
    return len(ground.visits)


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


@law(about="game", catches=("F37",), cases=positions)
def player_is_0_or_1(_ground: Ground, visit: Visit) -> None:
    """player(state) is 0 or 1, also if the game is over."""
    player = visit.game.player(visit.state)
    if isinstance(player, bool) or not isinstance(player, int) or player not in (0, 1):
        raise Broken("player(state) to be 0 or 1", show(player))


@law(about="game", catches=("F16",), cases=positions)
def states_and_actions_are_hashable(_ground: Ground, visit: Visit) -> None:
    """Every state and every action can be a key of a dictionary."""
    for state_or_action, thing in (("state", visit.state), *(("action", a) for a in visit.game.actions(visit.state))):
        try:
            hash(thing)
        except TypeError as error:
            raise Broken(f"a hashable {state_or_action}", f"{show(thing)}: {error}") from error


@law(about="game", catches=("F47",))
def the_start_is_fixed(ground: Ground) -> int:
    """initial() returns the same state at every call."""
    first, second = ground.game.initial(), ground.game.initial()
    if first != second:
        raise Broken("initial() to be the same every time", f"{show(first)}, then {show(second)}")
    return 1


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


def _neighbours(action: Any) -> Iterator[Any]:
    """Yield actions that resemble a legal action, such as 4 and 6 for 5. Most of these actions are illegal."""
    if isinstance(action, bool):
        return
    if isinstance(action, int):
        yield from (-1, action - 1, action + 1, -action - 1, action + 1_000_003)
    elif isinstance(action, str):
        yield from ("", action + "?", action[::-1])
    elif type(action) is tuple:
        for index, part in enumerate(action):
            for other in _neighbours(part):
                yield (*action[:index], other, *action[index + 1 :])


_REFUSED: Final = "result(state, action) to raise IllegalAction"
_REFUSE: Final = (
    "begin result with `if action not in self.actions(state): raise IllegalAction(...)`, imported by "
    "`from advsearch import IllegalAction`"
)


@law(groups=("style",), about="game", catches=("F17", "F38"), cases=positions)
def illegal_actions_are_refused(ground: Ground, visit: Visit) -> None:
    """result(state, action) raises IllegalAction unless the action is among actions(state)."""
    legal = list(visit.game.actions(visit.state))
    tried: list[Any] = [*ground.some_actions(a for a in ground.actions_seen if a not in legal)]
    for action in (legal or ground.actions_seen)[:2]:
        tried.extend(_neighbours(action))
    for action in tried:
        if action in legal:
            continue
        try:
            child = visit.game.result(visit.state, action)
        except IllegalAction:
            continue
        except Exception as error:
            raise Broken(_REFUSED, shown_error(error), action=show(action), remedy=_REFUSE) from error
        raise Broken(_REFUSED, f"the state {show(child)}", action=show(action), remedy=_REFUSE)


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


BASIC: Final = (
    methods_answer,
    states_and_actions_are_hashable,
    player_is_0_or_1,
)
"""Laws on which most other laws rely."""

VALUES: Final = (
    utilities_are_zero_sum,
    utilities_are_as_declared,
)

REFUSALS: Final = (illegal_actions_are_refused,)

LAWS: Final = (
    actions_are_a_fixed_list,
    actions_are_empty_exactly_when_terminal,
    the_start_is_fixed,
    result_leaves_its_state_alone,
    result_is_a_function,
    the_game_ends,
)
