"""Laws for searches with a transposition table. For example, the result must not depend on the size of the table."""

from __future__ import annotations

from typing import Final

from advsearch.testing.answers import Call
from advsearch.testing.asking import ask, depths_of, facts, growing, mostly, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.laws.minimax_value import check_depth, check_depths
from advsearch.testing.report import Broken, show
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree
from advsearch.values import Value

SIZES: Final = (1, 2, 3, 5, 8, 64, 100_000)


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
    """Return the value of a correct search of a position to a depth, for the player to move at the root."""
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
    oracle = oracle_of(subject, tree)
    for depth in range(1, 6):
        check_depth(subject, tree, oracle, Call(depth))


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


LAWS: Final[tuple[Law, ...]] = (
    crossed_paths,
    tables_of_any_size,
    table_entries_bracket_the_truth,
    cycles,
)
