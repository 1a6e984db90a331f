"""What a search remembers must not show: tables of any size, states with any hash, searches made before."""

from __future__ import annotations

import random
from typing import Any, Final

import attrs

from advsearch.testing.answers import Answer, Call
from advsearch.testing.growing import Shape, grow
from advsearch.testing.laws.minimax_value import check_depth, check_depths, judge_action, judge_value
from advsearch.testing.laws.search_law import SearchLaw, TreeLaw, ask, depths_of, facts, growing, mostly, oracle_of
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree
from advsearch.testing.verdicts import Broken, show
from advsearch.values import Value

SIZES: Final = (1, 2, 3, 5, 8, 64, 100_000)
SALTS: Final = (-1, 3, 4)
"""Hashes all equal, and two other ways to hash the same states."""


def _sizes(subject: Subject, tree: Tree) -> None:
    oracle = oracle_of(subject, tree)
    for depth in depths_of(subject, tree, most=5):
        for size in SIZES:
            check_depth(subject, tree, oracle, Call(depth, table_size=size))


def _hashes(subject: Subject, tree: Tree) -> None:
    """The same answer, action and effort included, however states and actions hash and whatever chance was drawn."""
    for depth in list(depths_of(subject, tree))[-3:]:
        seen: list[tuple[Answer, int]] = []
        for salt in (0, *SALTS):
            random.seed(salt)
            salted = tree.salted(salt)
            call = Call(depth)
            answer, results = ask(subject, salted, call)
            judge_value(tree, call, oracle_of(subject, tree).verdict(depth), answer)
            seen.append((answer, results))
            _same(seen[0], seen[-1], facts(call))


def _same(one: tuple[Answer, int], two: tuple[Answer, int], case: dict[str, object]) -> None:
    (first, results), (second, results_again) = one, two
    for what in ("value", "action", "nodes"):
        if getattr(first, what) != getattr(second, what):
            raise Broken(
                f"{what} {getattr(first, what)!r} again, with states that hash otherwise and another random.seed()",
                f"{what} {getattr(second, what)!r}",
                **case,
            )
    if results != results_again:
        raise Broken(
            f"{results} positions entered again, with states that hash otherwise and another random.seed()",
            str(results_again),
            **case,
        )


def _warm(subject: Subject, tree: Tree) -> None:
    """Deeper, shallower, from other positions, with another game between: always as from a fresh start."""
    depths = list(depths_of(subject, tree, most=6))
    oracle = oracle_of(subject, tree)
    other = grow(random.Random(tree.size).randint, Shape(height=3, utilities=tree.utilities, numbers="outcome"))
    for depth in (*depths[::-1], *depths):
        check_depth(subject, tree, oracle, Call(depth))
    for index in tree.bottom_up[::-1][1:4]:
        part = tree.rooted(index).pruned()
        for depth in list(depths_of(subject, part, most=4))[:3]:
            check_depth(subject, part, oracle_of(subject, part), Call(depth))
    check_depth(subject, other, oracle_of(subject, other), Call(other.height))
    for depth in depths[-2:]:
        check_depth(subject, tree, oracle, Call(depth))


def _other_rules(subject: Subject, tree: Tree) -> None:
    """The same positions, worth something else: what was learnt of the one game says nothing of the other."""
    nodes = tuple(
        attrs.evolve(node, utility=-node.utility, estimates=node.estimates[::-1]) if not node.moves else node
        for node in tree.nodes
    )
    mirrored = attrs.evolve(tree, nodes=nodes)
    depth = max(tree.height, 1)
    for game in (tree, mirrored, tree):
        call = Call(depth)
        answer, _ = ask(subject, game, call)
        verdict = oracle_of(subject, game).verdict(depth)
        judge_value(game, call, verdict, answer)
        judge_action(subject, game, call, verdict, answer)


def _entries(subject: Subject, tree: Tree) -> None:
    """Every entry left in the table, against the truth about its state at its depth."""
    if subject.entries is None:
        return
    for depth in depths_of(subject, tree, most=5):
        call = Call(depth)
        ask(subject, tree, call)
        for state, searched, low, high in subject.entries():
            if low > high:
                raise Broken("lower bound <= upper bound", f"{low!r} > {high!r} for {show(state)}", **facts(call))
            index = tree.index_of(state)
            true = _worth(subject, tree, index, searched)
            if not low <= true <= high:
                what = f"bounds of {show(state)} around {true!r}, its value at depth {searched}"
                raise Broken(what, f"[{low!r}, {high!r}]", **facts(call))


def _worth(subject: Subject, tree: Tree, index: int, depth: int) -> Value:
    """A position's value at a depth, to the player who moves at the root, as seen from itself."""
    return oracle_of(subject, tree).layer(depth)[index]


def _cycles(subject: Subject, tree: Tree) -> None:
    oracle = oracle_of(subject, tree)
    for depth in range(1, 6):
        check_depth(subject, tree, oracle, Call(depth))


def _any_order(subject: Subject, tree: Tree) -> None:
    """The actions listed in another order: the same value, and the same actions are best."""
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


LAWS: Final[tuple[SearchLaw, ...]] = (
    TreeLaw(
        "any order of actions",
        "value and best actions do not depend on the order in which the game lists its actions",
        ("F25", "F29"),
        growing(salt=0, nodes=40),
        _any_order,
        share=0.3,
    ),
    TreeLaw(
        "hashes and chance do not matter",
        "value, action and effort are the same however states and actions hash, even all alike, and whatever "
        "random.seed() was: nothing is known by its hash, and nothing depends on the order of a set",
        ("F16", "F17", "F30"),
        growing(nodes=60),
        _hashes,
        share=0.5,
    ),
    TreeLaw(
        "searches leave nothing behind",
        "a search gives what it gives from a fresh start, after deeper and shallower ones, other positions and games",
        ("F11", "F14", "F15", "F18", "F20", "F34"),
        growing(nodes=40, salt=0, lattice=mostly),
        _warm,
        share=0.3,
    ),
    TreeLaw(
        "crossed paths",
        "where hundreds of paths lead to a few positions, each time under another window, what was found out on one "
        "path serves another only as far as it goes",
        ("F11", "F12", "F14", "F15", "F19"),
        growing(
            lattice=True,
            height=7,
            branching=4,
            early_ends=False,
            salt=0,
            turns=lambda rng: rng.choice(("alternate", "alternate", "any")),
            numbers=lambda rng: rng.choice(("small", "wide")),
            estimates=lambda rng: rng.choice(("numbers", "none")),
        ),
        check_depths,
        share=2.0,
    ),
    TreeLaw(
        "another game is another game",
        "the same states under other rules are worth what those rules say",
        ("F20",),
        growing(nodes=40, salt=0, lattice=mostly),
        _other_rules,
        share=0.3,
    ),
    TreeLaw(
        "tables of any size",
        "with room for 1, 2, 3, 5, 8, 64 or 100,000 states the value is the same",
        ("F11", "F15", "F18", "F19"),
        growing(sharing=True, lattice=mostly, salt=0),
        _sizes,
        needs=("table sizes",),
        share=0.3,
    ),
    TreeLaw(
        "table entries bracket the truth",
        "every entry's bounds hold the value of its state at its depth, and the lower is not above the upper",
        ("F12", "F13", "F14"),
        growing(sharing=True, lattice=mostly, salt=0),
        _entries,
        needs=("entries",),
        share=0.4,
    ),
    TreeLaw(
        "cycles",
        "where positions come back, each is worth what minimax of the depth left says, however it was reached",
        ("F14", "F15", "F21"),
        growing(cyclic=True, lattice=False, nodes=16, salt=0),
        _cycles,
        needs=("horizon",),
        share=0.6,
    ),
)
