"""Two implementations of the same rules, played in step."""

from __future__ import annotations

from typing import Any

from advsearch.notation import action_text
from advsearch.testing.defining import Law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.report import Broken, show


def law_against(other: Any) -> Law:
    """The law that another implementation says the same of every position."""

    def check(_ground: Ground, visit: Visit) -> None:
        state, theirs = visit.game.initial(), other.initial()
        _agree(visit.game, state, other, theirs)
        for action in visit.path:
            legal = _theirs(visit.game, state, other, theirs)
            if action not in legal:  # this game takes what it does not list; another law is for that
                return
            state, theirs = visit.game.result(state, action), other.result(theirs, legal[action])
            _agree(visit.game, state, other, theirs)

    return Law(
        "the other implementation agrees",
        "played in step with another implementation, every position has the same player, actions, end and utility; "
        "actions are the same if they are equal, or written alike",
        ("F2", "F37", "F38", "F40"),
        check,
        positions,
        about="game",
    )


def _theirs(game: Any, state: Any, other: Any, theirs: Any) -> dict[Any, Any]:
    """The other's action for each of ours."""
    ours = [] if game.terminal(state) else list(game.actions(state))
    legal = [] if other.terminal(theirs) else list(other.actions(theirs))
    if set(ours) == set(legal):
        return {action: action for action in ours}
    named = {action_text(other, theirs, action): action for action in legal}
    mine = {action_text(game, state, action): action for action in ours}
    if set(named) != set(mine):
        raise Broken(f"the actions of the other implementation, {show(sorted(named))}", show(sorted(mine)))
    return {action: named[text] for text, action in mine.items()}


def _agree(game: Any, state: Any, other: Any, theirs: Any) -> None:
    over, expected = bool(game.terminal(state)), bool(other.terminal(theirs))
    if over != expected:
        raise Broken(f"the game {'' if expected else 'not '}to be over, as in the other implementation", over)
    if over:
        for player in (0, 1):
            one, two = other.utility(theirs, player), game.utility(state, player)
            if one != two:
                raise Broken(f"utility {show(one)} for player {player}, as in the other implementation", show(two))
        return
    if game.player(state) != other.player(theirs):
        raise Broken(
            f"player {other.player(theirs)} to move, as in the other implementation", str(game.player(state))
        )
    _theirs(game, state, other, theirs)
