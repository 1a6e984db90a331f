"""Makes a failing case smaller step by step, as long as the law is still broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, TypeVar

import attrs

from advsearch.limits import cpu_now
from advsearch.testing.defining import Case
from advsearch.testing.trees import Tree
from advsearch.values import Value

REDUCING_S: Final = 8.0
"""The limit, in seconds of processor time, for the search for a smaller failing case."""
CaseType = TypeVar("CaseType", bound=Case)
Found = TypeVar("Found")


def smallest(
    case: CaseType,
    found: Found,
    fails: Callable[[CaseType], Found | None],
    *,
    tries: int = 3_000,
    seconds: float = REDUCING_S,
) -> tuple[CaseType, Found]:
    """Return the smallest case found that still breaks a law, and the result of `fails` for this case.

    The search for smaller cases stops after `tries` attempts, or when its processor time is used up.
    """
    end = cpu_now() + seconds
    # after a success the loop continues with the next simplification, because the ones before it would probably
    # not fail now either
    place, progress = 0, False
    while True:
        for candidate in islice(case.smaller(), place, None):
            tries -= 1
            if tries < 0 or cpu_now() > end:
                return case, found
            again = fails(candidate)
            if again is not None:
                case, found, progress = candidate, again, True
                break
            place += 1
        else:
            if not progress:
                return case, found
            place, progress = 0, False


def simpler(tree: Tree) -> Iterator[Tree]:
    """Yield trees that are one step simpler, such as trees with one action less. The simplest trees come first."""
    reached = tree.bottom_up
    if len(reached) > LARGE:
        yield from _much_smaller(tree)
    for index in reached[::-1][1:]:
        if tree.nodes[index].moves:
            yield tree.rooted(index).pruned()
    yield from _with_less(tree, reached)
    yield from _with_plainer_numbers(tree, reached)
    if tree.salt:
        yield tree.salted(0)


LARGE: Final = 40


def _much_smaller(tree: Tree) -> Iterator[Tree]:
    """Yield trees that are much smaller than `tree`. In each yielded tree, one position has lost half, a quarter or
    an eighth of its actions, or has become a finished game.
    """
    for index in tree.bottom_up[::-1]:
        moves = tree.nodes[index].moves
        for size in (len(moves) // 2, len(moves) // 4, len(moves) // 8):
            for start in range(0, len(moves), size) if size > 1 else ():
                yield _with(tree, index, moves=moves[:start] + moves[start + size :])
    for index in tree.bottom_up[::-1]:
        if tree.nodes[index].moves and index:
            yield _with(tree, index, moves=(), utility=_guess(tree, index), estimates=(0, 0))


def _with(tree: Tree, index: int, **changes: object) -> Tree:
    nodes = list(tree.nodes)
    nodes[index] = attrs.evolve(nodes[index], **changes)  # type: ignore[arg-type]
    return attrs.evolve(tree, nodes=tuple(nodes)).pruned()


def _with_less(tree: Tree, reached: tuple[int, ...]) -> Iterator[Tree]:
    for index in reached[::-1]:
        node = tree.nodes[index]
        if node.moves and index:
            yield _with(tree, index, moves=(), utility=_guess(tree, index), estimates=(0, 0))
    for index in reached[::-1]:
        node = tree.nodes[index]
        for number in range(len(node.moves)):
            if len(node.moves) > 1:
                yield _with(tree, index, moves=node.moves[:number] + node.moves[number + 1 :])
    for index in reached[::-1]:
        for number, (name, to) in enumerate(tree.nodes[index].moves):
            if len(tree.nodes[to].moves) == 1:  # skip a position with one action
                moves = list(tree.nodes[index].moves)
                moves[number] = (name, tree.nodes[to].moves[0][1])
                yield _with(tree, index, moves=tuple(moves))


def _guess(tree: Tree, index: int) -> Value:
    node = tree.nodes[index]
    for _ in range(len(tree.nodes)):
        if not node.moves:
            break
        node = tree.nodes[node.moves[0][1]]
    return node.utility


def _with_plainer_numbers(tree: Tree, reached: tuple[int, ...]) -> Iterator[Tree]:
    places = {node.place for node in tree.nodes}
    if places != set(range(len(tree.nodes))):
        for index in reached:
            if tree.nodes[index].place != index and index not in places:
                yield _with(tree, index, place=index)
    for index in reached:
        node = tree.nodes[index]
        if node.estimates != (0, 0):
            yield _with(tree, index, estimates=(0, 0))
            first = node.estimates[0]
            if node.estimates[1] != -first:
                yield _with(tree, index, estimates=(first, -first))
        for plain in _plainer(node.utility):
            yield _with(tree, index, utility=plain)
        for plain in _plainer(node.estimates[0]):
            yield _with(tree, index, estimates=(plain, -plain))


def _plainer(value: Value) -> Iterator[Value]:
    if value == 0:
        return
    yield 0
    for small in (1, -1, 2, -2):
        if abs(small) < abs(value) or (abs(small) == abs(value) and small > value):
            yield small
    if isinstance(value, float) and value == value and abs(value) < 2**53 and value != int(value):
        yield int(value)
