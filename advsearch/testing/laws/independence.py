"""Laws for the independence of answers: an answer depends only on the tree, not on hashes, randomness, the order of
actions, or earlier searches.
"""

from __future__ import annotations

import random
from typing import Any, Final

import attrs

from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import ask, depths_of, facts, growing, mostly, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.growing import Shape, Turns, grow
from advsearch.testing.laws.minimax_value import check_depth, judge_value
from advsearch.testing.report import Broken
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree

SALTS: Final = (-1, 3, 4)
"""Salts change the hashes of a game's states. With the salt -1, all hashes are equal. With the salts 3 and 4, the
hashes differ from the usual hashes (with the salt 0)."""


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
        try:
            check_depth(subject, searched, worth, Call(depth))
        except Broken as broken:
            broken.case |= {"searched": what, "searched before": "; ".join(before) or "nothing"}
            raise
        before.append(f"{what} to depth {depth}")


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
        oracle = oracle_of(subject, shuffled)
        for depth in list(depths_of(subject, shuffled))[-3:]:
            try:
                check_depth(subject, shuffled, oracle, Call(depth))
            except Broken as broken:
                broken.case["listed as"] = str(shuffled)
                raise


LAWS: Final[tuple[Law, ...]] = (
    any_order_of_actions,
    asked_again_the_same_answer,
    chance_does_not_matter,
    hashes_do_not_matter,
    another_game_is_another_game,
    searches_leave_nothing_behind,
)
