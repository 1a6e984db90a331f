"""Laws that compare two implementations of the same rules, move by move."""

from __future__ import annotations

from typing import Any, Final

from advsearch.notation import action_text
from advsearch.testing.defining import Law, law, positions
from advsearch.testing.ground import Ground, Path, Visit
from advsearch.testing.laws.sharing_rules import walk_of
from advsearch.testing.report import Broken, show
from advsearch.testing.siblings import siblings

WALKS: Final = 30
PLIES: Final = 60


def laws_against(other: Any) -> list[Law]:
    """Return the laws that compare a game with another implementation of its rules. One law compares the games at
    every position, and the other law compares games with other settings.
    """

    @law(about="game", catches=("F2", "F37", "F38", "F40"), cases=positions)
    def the_other_implementation_agrees(_ground: Ground, visit: Visit) -> None:
        """After the same actions, the game and the other implementation have the same player to move, the same
        actions, the same `terminal` and the same utility. Actions with the same text count as the same action.
        """
        _in_step(visit.game, other, visit.path)

    @law(about="game", catches=("F38", "F40"))
    def the_other_implementation_agrees_on_other_boards(ground: Ground) -> int:
        """If both implementations support other settings, such as `width=5`, they also agree in games with these
        settings."""
        theirs, tried = dict(siblings(other)), 0
        for text, game in siblings(ground.game):
            if text not in theirs:
                continue
            for number in range(WALKS):
                path = walk_of(game, number, PLIES)
                try:
                    _in_step(game, theirs[text], path)
                except Broken as broken:
                    raise Broken(broken.expected, broken.got, settings=text, actions=show(path)) from broken
                tried += 1
        return tried

    return [the_other_implementation_agrees, the_other_implementation_agrees_on_other_boards]


def _in_step(game: Any, other: Any, path: Path) -> None:
    state, theirs = game.initial(), other.initial()
    _agree(game, state, other, theirs)
    for action in path:
        legal = _theirs(game, state, other, theirs)
        if action not in legal:  # the game accepts an action that it does not list; another law tests this
            return
        state, theirs = game.result(state, action), other.result(theirs, legal[action])
        _agree(game, state, other, theirs)


def _theirs(game: Any, state: Any, other: Any, theirs: Any) -> dict[Any, Any]:
    """Return a dictionary that maps each legal action of the game to the equal action of the other implementation."""
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
        raise Broken(f"terminal(state) to be {expected}, as in the other implementation", over)
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
