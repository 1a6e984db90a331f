"""Laws that compare the rules of a game with another implementation, or with a program that speaks UGI."""

from __future__ import annotations

from typing import Any, Final

from advsearch.errors import InvalidSettings
from advsearch.notation import action_text
from advsearch.testing.defining import Law, Trials, law, positions
from advsearch.testing.laws.shared_rules import walk_of
from advsearch.testing.report import Broken, NotTried, show
from advsearch.testing.variants import siblings
from advsearch.testing.visits import Ground, Path, Visit
from advsearch.ugi.child import program_words
from advsearch.ugi.rules import Told, UgiRules
from advsearch.ugi.words import NONE, RESIGN, action_word

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


# --- a program that speaks UGI --------------------------------------------------------------------------------


PREFIX: Final = "ugi:"
_TURN: Final = {True: "player 0 to move", False: "player 1 to move"}
_RESULT: Final = {1: "p1win", 0: "draw", -1: "p2win"}


def law_against_program(text: str) -> Law:
    """Return the law that compares a game with a UGI program at every position. `text` is `ugi:` and the program's
    command line.
    """
    if not text.startswith(PREFIX):
        raise InvalidSettings(f"expected another game, or {PREFIX!r} and the command line of a program, got {text!r}")
    program = UgiRules("the other program", program_words(text.removeprefix(PREFIX)))

    def prepare(ground: Ground) -> None:
        if program.told(ground.game, ()).over is None:
            raise NotTried("the program does not answer 'query gameover'")

    @law(about="game", catches=("F2", "F37", "F38", "F40"), cases=_visits, prepare=prepare, finish=program.close)
    def the_other_program_agrees(_ground: Ground, visit: Visit) -> None:
        """The other program accepts every legal action, and plays only legal actions. The program and the game agree
        on whose turn it is, whether the game is over, and who has won.
        """
        _compare(visit, program)

    return the_other_program_agrees


def _visits(ground: Ground, _trials: Trials) -> list[Visit]:
    """Return the positions to compare. The additional positions in `ground.more` are left out, because the program is
    slow.
    """
    return ground.visits


def _compare(visit: Visit, program: UgiRules) -> None:
    game, state, words = visit.game, visit.game.initial(), []
    for action in visit.path:
        words.append(action_word(game, state, action))
        state = game.result(state, action)
    told = program.told(game, words)
    over = bool(game.terminal(state))
    if told.refused:
        raise Broken("the other program to accept the actions up to this position", told.refused)
    if told.over is not None and told.over != over:
        raise Broken(f"terminal(state) to be {told.over}, as the other program says", f"{over}")
    if over:
        _compare_results(game, state, told)
        return
    first = game.player(state) == 0
    if told.first_to_move is not None and told.first_to_move != first:
        player = 0 if told.first_to_move else 1
        raise Broken(f"player {player} to move, as the other program says", _TURN[first])
    legal = {action_word(game, state, action) for action in game.actions(state)}
    if told.actions is not None and set(told.actions) != legal:
        raise Broken(f"the actions {show(sorted(told.actions))}, as the other program says", show(sorted(legal)))
    if told.move is not None and told.move not in legal | {NONE, RESIGN}:
        raise Broken(f"the action {told.move}, which the other program plays, to be legal", show(sorted(legal)))


def _compare_results(game: Any, state: Any, told: Told) -> None:
    utility = game.utility(state, 0)
    result = _RESULT[(utility > 0) - (utility < 0)]
    if told.result is not None and told.result != result:
        raise Broken(
            f"the result {told.result}, as the other program says", f"{result} (utility {show(utility)} to player 0)"
        )
