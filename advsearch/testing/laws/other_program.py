"""Laws that compare the rules of a game with a program that speaks UGI."""

from __future__ import annotations

from typing import Any, Final

from advsearch.errors import InvalidSettings
from advsearch.testing.defining import Law, Trials, law
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.report import Broken, NotTried, show
from advsearch.ugi.child import program_words
from advsearch.ugi.rules import Told, UgiRules
from advsearch.ugi.words import NONE, RESIGN, action_word

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
