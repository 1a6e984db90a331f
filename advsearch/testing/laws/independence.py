"""Laws for the independence of answers: an answer depends only on the tree, not on hashes, randomness, the order of
actions, earlier searches, the size of a table, or methods such as `undo` and `symmetries`.
"""

from __future__ import annotations

import random
from typing import Any, Final

import attrs

from advsearch.testing.answers import Answer, Call
from advsearch.testing.defining import law
from advsearch.testing.games import Heaps, Lines
from advsearch.testing.growing import Shape, Turns, grow, growing, mostly
from advsearch.testing.judging import (
    ask,
    check_depth,
    check_depths,
    depths_of,
    facts,
    in_words,
    judge_value,
    oracle_of,
)
from advsearch.testing.report import Broken, noting, show
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree, as_tree
from advsearch.testing.watching import OwnLists, Watched
from advsearch.values import Utilities, Value

SALTS: Final = (-1, 3, 4)
"""Salts change the hashes of a game's states. With the salt -1, all hashes are equal. With the salts 3 and 4, the
hashes differ from the usual hashes (with the salt 0)."""


@law(catches=("F25", "F29"), cases=growing(salt=0, nodes=40), share=0.3)
def any_order_of_actions(subject: Subject, tree: Tree) -> None:
    """The value and the best actions do not depend on the order in which the game lists its actions.

    The same tree is searched with its actions in several random orders.
    """
    rng = random.Random(tree.size)
    for _ in range(3):
        order: dict[int, Any] = {}
        for index, node in enumerate(tree.nodes):
            order[index] = rng.sample(range(len(node.moves)), len(node.moves))
        shuffled = tree.reordered(order)
        with noting(listed_as=shuffled):
            check_depths(subject, shuffled, list(depths_of(subject, shuffled))[-3:])


@law(
    groups=("style",),
    name="asked again, the same answer",
    catches=("F20", "F30"),
    cases=growing(nodes=30, salt=0),
    needs=("same again",),
    share=0.2,
)
def asked_again_the_same_answer(subject: Subject, tree: Tree) -> None:
    """A repeated search gives the same value and action. Declare history=True if a repeated search may return
    another, equally good answer.

    The same game is searched several times with the same `random.seed()`. If the searcher promises counts, each
    search enters the same number of positions.
    """
    for depth in list(depths_of(subject, tree))[-2:]:
        seen = [_asked(subject, tree, depth, chance=0) for _ in range(3)]
        for number in (1, 2):
            _same(subject, seen[0], seen[number], f"in search {number + 1} of the same game", Call(depth))


@law(groups=("style",), catches=("F30",), cases=growing(nodes=30, salt=0), needs=("same again",), share=0.2)
def chance_does_not_matter(subject: Subject, tree: Tree) -> None:
    """The value and the action do not depend on random.seed(), and neither does the number of positions entered if
    the searcher promises counts. Declare ties='random' if the action may depend on random.seed().
    """
    for depth in list(depths_of(subject, tree))[-2:]:
        seen = [_asked(subject, tree, depth, chance) for chance in (0, 1, 2, 3)]
        for each in seen[1:]:
            _same(subject, seen[0], each, "after another random.seed() than 0", Call(depth))


@law(groups=("style",), catches=("F16", "F17", "F30"), cases=growing(nodes=60), share=0.4)
def hashes_do_not_matter(subject: Subject, tree: Tree) -> None:
    """The value and the action do not depend on the hashes of states and actions, even if all hashes are equal. The
    search must not identify states by their hashes, or depend on the order of a set.

    The game is searched with other hashes of its states and actions. If the searcher promises counts, the number of
    positions entered does not depend on hashes either.
    """
    for depth in list(depths_of(subject, tree))[-3:]:
        seen = [_asked(subject, tree.salted(salt), depth, chance=0) for salt in (0, *SALTS)]
        if not subject.can("same again"):
            continue
        for each, salt in zip(seen[1:], SALTS, strict=True):
            _same(subject, seen[0], each, f"with states that have other hashes (salt={salt})", Call(depth))


@law(catches=("F20",), cases=growing(nodes=40, salt=0, lattice=mostly), share=0.3)
def another_game_is_another_game(subject: Subject, tree: Tree) -> None:
    """A search gives the values of its own game, even if a game with the same states but other rules was searched
    before.

    The searcher searches a game, then a game with the same states and opposite utilities, and then the first game
    again.
    """
    nodes = tuple(
        attrs.evolve(node, utility=-node.utility, estimates=node.estimates[::-1]) if not node.moves else node
        for node in tree.nodes
    )
    mirrored = attrs.evolve(tree, nodes=nodes)
    depth = max(tree.height, 1)
    for game, before in ((tree, None), (mirrored, tree), (tree, mirrored)):
        try:
            check_depth(subject, game, oracle_of(subject, game), Call(depth))
        except Broken as broken:
            broken.case |= {} if before is None else {"searched": str(game), "searched before": str(before)}
            raise


@law(catches=("F11", "F14", "F15", "F18", "F20", "F34"), cases=growing(nodes=40, salt=0, lattice=mostly), share=0.3)
def searches_leave_nothing_behind(subject: Subject, tree: Tree) -> None:
    """Earlier searches by the same searcher, with other depths, positions or games, do not change the result of a
    search.

    One searcher searches the tree at every depth, then other positions, then another game, and then the tree again.
    """
    depths = list(depths_of(subject, tree, most=6))
    oracle = oracle_of(subject, tree)
    turns: Turns = "any" if subject.can("turns") else "strict"
    shape = Shape(height=3, utilities=tree.utilities, numbers="outcome", turns=turns)
    other = grow(random.Random(tree.size).randint, shape)
    before: list[str] = []
    searches = [(tree, "the tree", oracle, depth) for depth in (*depths[::-1], *depths)]
    for index in tree.bottom_up[::-1][1:4]:
        part = tree.rooted(index).pruned()
        what, worth = f"the position {index} of the tree", oracle_of(subject, part)
        searches += [(part, what, worth, depth) for depth in list(depths_of(subject, part, most=4))[:3]]
    searches.append((other, f"another game,\n{other}\n", oracle_of(subject, other), other.height))
    searches += [(tree, "the tree", oracle, depth) for depth in depths[-2:]]
    for searched, what, worth, depth in searches:
        with noting(searched=what, searched_before="; ".join(before) or "nothing"):
            check_depth(subject, searched, worth, Call(depth))
        before.append(f"{what} to depth {depth}")


def _asked(subject: Subject, tree: Tree, depth: int, chance: int) -> tuple[Answer, int]:
    """Make one search, and check its value. Return the answer and the number of positions entered."""
    random.seed(chance)
    call = Call(depth)
    answer, results = ask(subject, tree, call)
    judge_value(tree, call, oracle_of(subject, tree).verdict(depth), answer)
    return answer, results


def _same(subject: Subject, one: tuple[Answer, int], two: tuple[Answer, int], circumstance: str, call: Call) -> None:
    (first, results), (second, results_again) = one, two
    counts = subject.can("counts")
    for field in ("value", "action", "nodes") if counts else ("value", "action"):
        if getattr(first, field) != getattr(second, field):
            raise Broken(
                f"the {field} {getattr(first, field)!r} {circumstance}, as in the first search",
                f"the {field} {getattr(second, field)!r}",
                **facts(call),
            )
    if counts and results != results_again:
        raise Broken(
            f"the search {circumstance} to enter {results} positions, like the first search",
            str(results_again),
            **facts(call),
        )


# --- tables ---------------------------------------------------------------------------------------------------


SIZES: Final = (1, 2, 3, 5, 8, 64, 100_000)


@law(
    catches=("F11", "F12", "F14", "F15", "F19"),
    cases=growing(
        lattice=True,
        height=7,
        branching=4,
        early_ends=False,
        salt=0,
        turns=lambda rng: rng.choice(("alternate", "alternate", "any")),
        numbers=lambda rng: rng.choice(("small", "wide")),
        estimates=lambda rng: rng.choice(("numbers", "none")),
    ),
    share=2.0,
)
def crossed_paths(subject: Subject, tree: Tree) -> None:
    """Hundreds of paths with different windows lead to a few positions. The search never uses a stored result for a
    window in which the result is wrong.
    """
    check_depths(subject, tree)


@law(
    catches=("F11", "F15", "F18", "F19"),
    cases=growing(sharing=True, lattice=mostly, salt=0),
    needs=("table sizes",),
    share=0.3,
)
def tables_of_any_size(subject: Subject, tree: Tree) -> None:
    """With a table for 1, 2, 3, 5, 8, 64 or 100,000 states, a search returns the minimax value."""
    oracle = oracle_of(subject, tree)
    for depth in depths_of(subject, tree, most=5):
        for size in SIZES:
            check_depth(subject, tree, oracle, Call(depth, table_size=size))


@law(
    groups=("value",),
    catches=("F12", "F13", "F14"),
    cases=growing(sharing=True, lattice=mostly, salt=0),
    needs=("entries",),
    share=0.4,
)
def table_entries_bracket_the_truth(subject: Subject, tree: Tree) -> None:
    """In every table entry, the minimax value to the entry's depth lies between the entry's two bounds."""
    if subject.settings.entries is None:
        return
    for depth in depths_of(subject, tree, most=5):
        call = Call(depth)
        ask(subject, tree, call)
        for state, searched, low, high in subject.settings.entries():
            if low > high:
                raise Broken("lower bound <= upper bound", f"{low!r} > {high!r} for {show(state)}", **facts(call))
            index = tree.index_of(state)
            true = _worth(subject, tree, index, searched)
            if not low <= true <= high:
                what = f"bounds of {show(state)} around {true!r}, its value at depth {searched}"
                raise Broken(what, f"[{low!r}, {high!r}]", **facts(call))


def _worth(subject: Subject, tree: Tree, index: int, depth: int) -> Value:
    return oracle_of(subject, tree).layer(depth)[index]


@law(
    catches=("F14", "F15", "F21"),
    cases=growing(cyclic=True, lattice=False, nodes=16, salt=0),
    needs=("horizon",),
    share=0.6,
)
def cycles(subject: Subject, tree: Tree) -> None:
    """In games whose positions may repeat, the search finds the minimax value. On each path, the value of
    a position is its minimax value to the depth that remains on this path.
    """
    check_depths(subject, tree, range(1, 6))


# --- symmetries and undo --------------------------------------------------------------------------------------


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
    tree, names = as_tree(game, state)
    oracle = oracle_of(subject, tree)
    height = tree.height
    for depth in range(1, min(height, DEEPEST) + 1) if subject.can("horizon") else (height,):
        call = Call(depth, start=None if shared is None else state)
        own = OwnLists(started) if shared is None else shared.game
        answer, _ = ask(subject, started, call, on=shared or Watched(own))
        own.refuse_changes(game=repr(game))
        verdict = oracle.verdict(depth)
        case = {"game": repr(started), "state": show(state)} | facts(call)
        if answer.value != verdict.value and not answer.mute:
            raise Broken(in_words(tree, verdict.value), in_words(tree, answer.value), **case)
        if not subject.can("action") or answer.silent or not verdict.best:
            continue
        best = [names[name] for name in verdict.best]
        if answer.action not in best:
            raise Broken(f"action {' or '.join(map(repr, best))}", f"action {show(answer.action)}", **case)
