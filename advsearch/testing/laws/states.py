"""Laws for states: two are equal exactly if their positions are, in tables, records and other processes."""

from __future__ import annotations

import copy
import pickle
from typing import Any, Final

from advsearch.testing.defining import Law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.report import Broken, NotTried, show, shown_error


def signature(game: Any, state: Any) -> tuple[Any, ...]:
    """What the rules return for a state; equal states must have equal signatures."""
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


def _equality(_ground: Ground, visit: Visit) -> None:
    state = visit.state
    twin = copy.deepcopy(state)
    if state != twin or twin != state or not state == state:
        raise Broken("a copy of a state to equal it", f"{show(twin)} != {show(state)}")
    if hash(state) != hash(twin):
        raise Broken("equal states to have equal hashes", f"{hash(state)} and {hash(twin)} for {show(state)}")
    for stranger in (None, object(), "a stranger"):
        if state == stranger:
            raise Broken("a state to differ from anything else", f"equal to {show(stranger)}")


def _equal_means_same(ground: Ground) -> int:
    """Compare equal states reached by different paths: their properties, and the states after them."""
    game: Any = ground.game
    first: dict[Any, Visit] = {}
    meetings = 0
    for visit in ground.visits:
        known = first.setdefault(visit.state, visit)
        if known is visit:
            continue
        meetings += 1
        case = {"path": visit.path, "other path": known.path}
        for what, one, two in zip(_SAID, signature(game, known.state), signature(game, visit.state), strict=True):
            if one != two:
                raise Broken(f"equal states to have the same {what}, {show(one)}", show(two), **case)
        for action in ground.some_actions(game.actions(visit.state)):
            one, two = game.result(known.state, action), game.result(visit.state, action)
            if one != two:
                raise Broken(
                    f"equal states to have equal results, {show(one)}", show(two), action=show(action), **case
                )
    return meetings + len(first)


def _text_means_same(ground: Ground) -> int:
    """Compare states with the same notation and the same player to move: they must be equal."""
    game: Any = ground.game
    first: dict[Any, Visit] = {}
    for visit in ground.visits:
        known = first.setdefault((game.format_state(visit.state), game.player(visit.state)), visit)
        if known.state != visit.state:
            raise Broken(
                f"one position to be one state, {show(known.state)}",
                show(visit.state),
                path=visit.path,
                other_path=known.path,
            )
    return len(first)


def _only_with_notation(game: Any) -> str:
    return "" if hasattr(game, "format_state") else "the game has no notation"


def _copies(_ground: Ground, visit: Visit) -> None:
    for how, again in (("pickled", _pickled), ("deep-copied", copy.deepcopy), ("copied", copy.copy)):
        try:
            state = again(visit.state)
        except Exception as error:
            _excuse_local_classes(error)
            raise Broken(f"a state to be {how}", shown_error(error)) from error
        if state != visit.state or hash(state) != hash(visit.state):
            raise Broken(f"the {how} state to equal {show(visit.state)}", show(state))
        for what, one, two in zip(
            _SAID, signature(visit.game, visit.state), signature(visit.game, state), strict=True
        ):
            if one != two:
                raise Broken(f"the {how} state to have the same {what}, {show(one)}", show(two))


def _game_copies(ground: Ground) -> int:
    for how, again in (("pickled", _pickled), ("deep-copied", copy.deepcopy)):
        try:
            game = again(ground.game)
        except Exception as error:
            _excuse_local_classes(error)
            raise Broken(f"the rules object to be {how}", shown_error(error)) from error
        for visit in ground.visits[:40]:
            one, two = signature(ground.game, visit.state), signature(game, visit.state)
            if one != two:
                raise Broken(f"the {how} rules to return {show(one)}", show(two), path=visit.path)
    return 2


def _excuse_local_classes(error: Exception) -> None:
    """Do not test pickling of a class that is defined in a function, where pickle cannot find it."""
    if "local object" in str(error) or "<locals>" in str(error):
        raise NotTried("its classes are defined inside a function, where pickle does not find them") from error


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


LAWS: Final = (
    Law(
        "equal states have equal hashes",
        "a state equals its copy, hash included, and nothing that is no state",
        ("F16",),
        _equality,
        positions,
        about="game",
    ),
    Law(
        "equal states are the same position",
        "equal states agree on player, actions, end, utility, text and everything that can follow",
        ("F16", "F21", "F39"),
        _equal_means_same,
        about="game",
    ),
    Law(
        "the same position is one state",
        "states that are written alike are equal, however they were reached",
        ("F16", "F21", "F35", "F39"),
        _text_means_same,
        applies=_only_with_notation,
        about="game",
    ),
)

COPYING: Final = (
    Law(
        "states survive copying",
        "a state pickled, copied or deep-copied is the same position",
        ("F39",),
        _copies,
        positions,
        about="game",
    ),
    Law(
        "the rules survive copying",
        "the rules object pickled or deep-copied says the same of every state",
        ("F20", "F39"),
        _game_copies,
        about="game",
    ),
)
