"""Laws for searchers that promise less than minimax: the best action of one ply, or a legal action."""

from __future__ import annotations

import random
from typing import Any, Final

import attrs

from advsearch.protocol import name_of
from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import ask, facts, growing, mostly, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.laws import independence, sharing_a_searcher
from advsearch.testing.laws.minimax_value import check_depth
from advsearch.testing.report import Broken, show, shown_error
from advsearch.testing.small_games import Lines
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree
from advsearch.testing.watching import Runaway, cpu_limit


@law(catches=("F1", "F2", "F37", "F54"), cases=growing(nodes=30, salt=0))
def the_best_of_one_ply(subject: Subject, tree: Tree) -> None:
    """At any requested depth, the search returns the action that leads to the state with the best utility or
    evaluation.
    """
    for depth in (1, 2, 5):
        answer, _ = ask(subject, tree, Call(depth))
        if not tree.nodes[0].moves and answer.action is None:
            continue
        check_depth(subject, tree, oracle_of(subject, tree), Call(1))


@law(groups=("action",), catches=("F10", "F32"), cases=growing(nodes=30, salt=0, lattice=mostly), needs=("action",))
def a_legal_action(subject: Subject, tree: Tree) -> None:
    """The search returns a legal action in every state, and no action if the game is over."""
    for index in tree.bottom_up[::-1][:6]:
        part = tree if index == 0 else tree.rooted(index).pruned()
        legal = part.actions(part.initial())
        for depth in (1, 3):
            call = Call(depth)
            answer, _ = ask(subject, part, call)
            if legal and answer.action not in legal:
                raise Broken(f"a legal action, {' or '.join(map(repr, legal))}", show(answer.action), **facts(call))
            if not legal and answer.action is not None:
                raise Broken("no action, because the game is over", show(answer.action), **facts(call))


@law(groups=("style",), catches=("F16", "F30"), cases=growing(nodes=30), needs=("action", "same again"), share=0.3)
def the_same_action_again(subject: Subject, tree: Tree) -> None:
    """A repeated search returns the same action, even if the hashes of the states have changed."""
    for salt in (0, *independence.SALTS):
        first, again = (ask(subject, tree.salted(each), Call(2))[0] for each in (0, salt))
        if first.action != again.action:
            raise Broken(
                f"the same action, {show(first.action)}, after the states' hashes changed", show(again.action)
            )


PLAYED: Final = 10
"""The number of states of each random game in which the law makes a search."""
PLAY_S: Final = 0.1
"""The time limit per move, in seconds, for a searcher that uses all of its time."""


@law(groups=("action",), about="searcher", catches=("F10", "F32"), needs=("start",))
def a_legal_action_in_its_games(subject: Subject) -> int:
    """In every state of the games that the searcher plays, the searcher returns a legal action, and no action if the
    game is over. The law tries states of random games.
    """
    tried = 0
    for game in subject.settings.games or (Lines(4, 3), Lines()):
        states = _of_a_game(game, random.Random(0))
        for state in states:
            bound = attrs.evolve(game, start=state) if isinstance(game, Lines) else game
            call = Call(2, start=state, time_s=PLAY_S)
            answer = _played(subject, bound, call)
            legal = () if game.terminal(state) else game.actions(state)
            case = {"game": name_of(game), "state": show(state)}
            if legal and answer.action not in legal:
                raise Broken("a legal action", f"action {show(answer.action)}", **case)
            if not legal and answer.action is not None:
                raise Broken("no action, because the game is over", f"action {show(answer.action)}", **case)
            tried += 1
    return tried


def _of_a_game(game: Any, rng: random.Random) -> list[Any]:
    """Return the first and the last state of a random game, and some in between."""
    states = [game.initial()]
    while not game.terminal(states[-1]):
        states.append(game.result(states[-1], rng.choice(game.actions(states[-1]))))
    chosen = {0, len(states) - 1, *(round(len(states) * part / PLAYED) for part in range(1, PLAYED))}
    return [states[index] for index in sorted(chosen) if index < len(states)]


def _played(subject: Subject, game: Any, call: Call) -> Answer:
    try:
        with cpu_limit(max(subject.patience_s, 60)):  # machine code may have to be built first
            return subject.ask_plainly(game, call)
    except (Exception, Runaway) as error:
        raise Broken("an answer", shown_error(error), state=show(call.start)) from error


_LEGAL: Final = a_legal_action
_SAME: Final = the_same_action_again
_SHARING: Final = tuple(law for law in sharing_a_searcher.LAWS if law.name == "processes agree")

ONE_PLY: Final[tuple[Law, ...]] = (
    the_best_of_one_ply,
    _LEGAL,
    _SAME,
    *_SHARING,
)
PLAY: Final[tuple[Law, ...]] = (a_legal_action_in_its_games,)
LEGAL: Final[tuple[Law, ...]] = (_LEGAL, _SAME, *_SHARING)
