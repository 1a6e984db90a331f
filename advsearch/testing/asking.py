"""How a law calls a searcher, and which trees it uses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from advsearch.testing.answers import Answer, Call
from advsearch.testing.defining import Cases, grown
from advsearch.testing.growing import grow, some_shape
from advsearch.testing.oracle import Oracle, nodes_of_full_search
from advsearch.testing.report import Broken, NotTried, shown_error
from advsearch.testing.subjects import ENDLESS, Subject
from advsearch.testing.trees import Tree
from advsearch.testing.watching import Runaway, Watched, cpu_limit
from advsearch.values import Utilities


def growing(**fixed: Any) -> Cases:
    """Return a function that generates random trees. The arguments fix some properties, such as `turns="any"`; the
    other properties are random."""

    def grow_one(rng: random.Random, subject: Subject) -> Tree:
        choose = rng.randint
        utilities: Utilities = fixed.get("utilities") or (
            "outcome" if subject.can("distances") and choose(0, 1) else "score"
        )
        changes = {name: value(rng) if callable(value) else value for name, value in fixed.items()}
        lattice = changes.pop("lattice", None)
        shape = some_shape(choose, utilities=utilities, floats=subject.can("floats"), lattice=lattice)
        if shape.utilities == "outcome":
            changes.pop("numbers", None)
        if not subject.can("turns"):
            changes["turns"] = "strict"
        shape = attrs.evolve(shape, **changes)
        if shape.estimates == "onesided" and not subject.can("onesided"):
            shape = attrs.evolve(shape, estimates="numbers")
        return grow(choose, shape)

    return grown(grow_one)


def mostly(rng: random.Random) -> bool:
    """Return True with a probability of two thirds. With `growing(lattice=mostly)`, two thirds of the trees are
    lattices."""
    return rng.random() < 2 / 3


def depths_of(subject: Subject, tree: Tree, most: int = 8) -> Iterator[int]:
    """Yield the depths to which a law searches a tree: every depth up to the tree's height, and two larger depths. If
    the searcher has no horizon, the smallest depth is the tree's height.
    """
    if tree.cyclic:
        yield from range(1, 5)
        return
    height = max(tree.height, 1)
    yield from range(1 if subject.can("horizon") else height, min(height + 1, max(most, height)) + 1)
    yield height + 3


def oracle_of(subject: Subject, tree: Tree) -> Oracle:
    return Oracle(tree, distances=subject.can("distances"))


def ask(
    subject: Subject,
    tree: Any,
    call: Call,
    *,
    before_result: Callable[[int], None] | None = None,
    on: Watched | None = None,
) -> tuple[Answer, int]:
    """Make one search. Return the searcher's answer and the number of positions that the search entered. Raise
    `Broken` if there is no answer.

    By default, each call makes a new game object from `tree`. If several searches must use the same game object, `on`
    is this object.
    """
    subject.prepare(tree, call)
    game = on or Watched(tree)
    subject.meet(game)
    game.watch(3_000_000, before_result)
    # the limit is computed only if it is needed, because that takes as long as a full search
    if isinstance(tree, Tree) and subject.settings.kind != "sampling":
        rooted = tree if call.start is None else tree.rooted(tree.index_of(call.start))
        game.ceiling, game.allowed = 5_000, lambda: 5_000 + 200 * nodes_of_full_search(rooted, call.depth)
    try:
        with cpu_limit(subject.patience_s):
            answer = subject.ask(game, call)
    except Runaway as error:
        broken = Broken(ENDLESS, str(error), **facts(call))
        broken.hangs = True
        raise broken from error
    except NotTried:
        raise
    except Exception as error:
        raise Broken("an answer", shown_error(error), **facts(call)) from error
    return answer, game.results if subject.reference is None else answer.nodes or 0  # kernels do not call the rules


def facts(call: Call) -> dict[str, object]:
    """Return the arguments of a search (depth, window, limits) as texts for the message about a broken law."""
    case: dict[str, object] = {"depth": str(call.depth)}
    if call.alpha is not None or call.beta is not None:
        case["window"] = f"({call.alpha}, {call.beta})"
    if call.start is not None:
        case["state"] = repr(call.start)
    for name in ("own_depth", "nodes", "time_s", "table_size", "seed"):
        if getattr(call, name) is not None:
            case[name.replace("_", " ")] = str(getattr(call, name))
    return case
