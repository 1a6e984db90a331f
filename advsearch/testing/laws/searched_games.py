"""Laws for searches of games with symmetries and `undo`. A search may call `symmetries` and `undo`, and must still be
right.
"""

from __future__ import annotations

import random
from typing import Any, Final

import attrs

from advsearch.testing.answers import Call
from advsearch.testing.asking import ask, facts, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.laws.minimax_value import in_words
from advsearch.testing.report import Broken, show
from advsearch.testing.small_games import Heaps, Lines, OwnLists, written
from advsearch.testing.subjects import Subject
from advsearch.testing.watching import Watched
from advsearch.values import Utilities

BOARDS: Final = ((3, 3, 3, 4), (4, 3, 3, 6), (3, 2, 2, 0), (2, 4, 2, 2))
"""Settings of the game `Lines`. Each tuple has the number of columns, the number of rows, the length of a winning
line, and the number of stones at the start."""
PILES: Final = ((3, 3, 0), (2, 4, 1), (4, 1, 0))
DEEPEST: Final = 6
IMAGES: Final = 4


def _games(subject: Subject) -> list[tuple[Any, list[Any]]]:
    """Return small games, each with a list of states to search. Some states in the list are symmetric to each
    other."""
    found: list[tuple[Any, list[Any]]] = []
    for number, (columns, rows, length, stones) in enumerate(BOARDS):
        utilities: Utilities = "outcome" if subject.can("distances") else "score"
        game = Lines(columns, rows, length, mirrors=not subject.can("onesided"), utilities=utilities)
        rng = random.Random(number)
        state = game.initial()
        while sum(map(bool, state)) < stones or game.terminal(state):
            state = game.initial() if game.terminal(state) else game.result(state, rng.choice(game.actions(state)))
        after = game.result(state, rng.choice(game.actions(state)))
        images = [each.state(state) for each in game.symmetries()]
        found.append((game, [state, *rng.sample(images, min(IMAGES, len(images))), after]))
    if subject.can("turns"):
        swapped = [(b, a, turn) for a, b, turn in PILES]
        found.append((Heaps(), [*PILES, *swapped, (2, 2, 1)]))
    return found


@law(catches=("F22", "F35", "F36", "F10"))
def games_with_symmetries_and_undo(subject: Subject) -> int:
    """In small games with symmetries, undo and an unusual order of actions, a search returns the minimax value and a
    best action. The action is legal in the searched position, not only in one of its images.
    """
    tried = 0
    for game, states in _games(subject):
        shared = Watched(OwnLists(game))
        for state in states:
            started = attrs.evolve(game, start=state)
            _search_one(subject, game, started, state, shared if subject.can("start") else None)
            tried += 1
    return tried


def _search_one(subject: Subject, game: Any, started: Any, state: Any, shared: Watched | None) -> None:
    """Search a state of a game to several depths, with the game object `shared` or a new one for each search."""
    tree, names = written(game, state)
    oracle = oracle_of(subject, tree)
    height = tree.height
    for depth in range(1, min(height, DEEPEST) + 1) if subject.can("horizon") else (height,):
        call = Call(depth, start=None if shared is None else state)
        own = OwnLists(started) if shared is None else shared.game
        answer, _ = ask(subject, started, call, on=shared or Watched(own))
        if (changed := own.changed()) is not None:
            raise Broken(
                "the search to leave the game's lists of actions unchanged",
                f"a changed list at {show(changed)}",
                game=repr(game),
            )
        verdict = oracle.verdict(depth)
        case = {"game": repr(started), "state": show(state)} | facts(call)
        if answer.value != verdict.value and not answer.mute:
            raise Broken(in_words(tree, verdict.value), in_words(tree, answer.value), **case)
        if not subject.can("action") or answer.silent or not verdict.best:
            continue
        best = [names[name] for name in verdict.best]
        if answer.action not in best:
            raise Broken(f"action {' or '.join(map(repr, best))}", f"action {show(answer.action)}", **case)


LAWS: Final[tuple[Law, ...]] = (games_with_symmetries_and_undo,)
