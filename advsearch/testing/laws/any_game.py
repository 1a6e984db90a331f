"""Laws for searches of any state with any evaluator, and of larger trees: with many actions, many positions, or paths
of different lengths.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any, Final

import attrs

from advsearch.testing.answers import Call
from advsearch.testing.defining import grown, law
from advsearch.testing.games import Vast
from advsearch.testing.growing import action_name, growing, mostly
from advsearch.testing.judging import check_depth, check_depths, oracle_of
from advsearch.testing.report import noting
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Draft, Tree, as_tree, tree_of
from advsearch.testing.watching import Watched
from advsearch.values import Utilities, Value

ASKED: Final = 9


@law(catches=("F20", "F11", "F37"), cases=growing(nodes=40, salt=0, lattice=mostly), needs=("start",), share=0.5)
def any_state_of_a_game(subject: Subject, tree: Tree) -> None:
    """A search of any state gives the minimax value for the player to move, even after searches of other states of
    the same game object.

    Random states, also of finished games, are searched to random depths.
    """
    rng, game = random.Random(tree.size), Watched(tree)
    nodes = rng.sample(tree.bottom_up, min(ASKED, tree.size))
    before: list[str] = []
    for index in (0, *nodes, 0):
        part = tree.rooted(index)
        height = max(part.height, 1)
        depth = rng.randint(1, min(height + 1, 5)) if subject.can("horizon") else height
        call = Call(depth, start=tree.state_of(index))
        with noting(searched_before=", ".join(before) or "nothing"):
            check_depth(subject, tree, oracle_of(subject, part), call, game)
        before.append(f"{tree.state_of(index)!r} to depth {depth}")


class Estimates:
    """An evaluator that returns the evaluations of a given tree, also in searches of other games."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def __call__(self, _game: Any, state: Any, player: int) -> Value:
        return self.tree.evaluate(state, player)

    def __repr__(self) -> str:
        return "an evaluator that is not the game's own"


@law(catches=("F54", "F20"), cases=growing(nodes=30, salt=0), needs=("evaluator", "horizon"), share=0.3)
def the_evaluator_that_is_given(subject: Subject, tree: Tree) -> None:
    """A search uses the evaluator that it is given, and no values that were stored with another evaluator.

    The law makes searches with two evaluators in turn: the game's evaluator, and an evaluator with random values.
    """
    rng = random.Random(tree.size)
    said = [(rng.randint(-4, 4), rng.randint(-4, 4)) for _ in tree.nodes]
    if not subject.can("onesided"):
        said = [(first, -first) for first, _ in said]
    nodes = (attrs.evolve(node, estimates=each) for node, each in zip(tree.nodes, said, strict=True))
    other = attrs.evolve(tree, nodes=tuple(nodes))
    game, evaluators = Watched(tree), {None: tree, Estimates(other): other}
    for depth in range(1, min(tree.height, 3) + 1):
        for evaluator, meant in (*evaluators.items(), *evaluators.items()):
            with noting(evaluator="the game's own" if evaluator is None else other):
                check_depth(subject, tree, oracle_of(subject, meant), Call(depth, evaluator=evaluator), game)


# --- larger trees ---------------------------------------------------------------------------------------------


WIDTHS: Final = (9, 12, 17, 24, 33, 40, 65, 70, 130, 260, 300, 300)
"""Numbers of actions at a wide position. Some numbers, such as 65, are a little larger than the number of bits in a
machine word."""
DETOURS: Final = (1, 2, 3, 4, 6, 8, 9, 12, 15, 16, 17, 24, 31, 32)
"""Differences between the lengths of two paths to the same position, in plies."""


def _wide(rng: random.Random, _subject: Subject) -> Tree:
    """Return a tree with one wide position, which has many actions. After each of these actions, the line of play has
    one to nine more plies. The wide position is the start, or follows the only action of the start.
    """
    width, late, turn = rng.choice(WIDTHS), rng.random() < 0.4, rng.randint(0, 1)
    plies = rng.randint(1, 9) if width <= 40 else 1
    chooser = 1 - turn if late else turn
    sign = 1 if chooser == 0 else -1
    values = rng.sample(range(-2 * width, 2 * width), width)
    values[rng.choice((width - 1, width - 1, rng.randrange(width)))] = 2 * width
    wide = Draft(chooser)
    for number, value in enumerate(values):
        line = [Draft((chooser + ply) % 2) for ply in range(1, plies + 2)]
        for here, after in pairwise(line):
            said = rng.randint(-2 * width, 2 * width)
            here.moves, here.estimates = [("on", after)], (said, -said)
        line[-1].utility = sign * value
        wide.moves.append((action_name(number), line[0]))
    return tree_of(Draft(turn, [("on", wide)]) if late else wide)


@law(catches=("F29", "F10", "F40"), cases=grown(_wide), share=0.16)
def wide_positions(subject: Subject, tree: Tree) -> None:
    """The search examines all actions of a position with 9, 24, 65 or 300 actions, at the root and one ply below the
    root.
    """
    check_depths(subject, tree, range(1 if subject.can("horizon") else max(tree.height, 1), tree.height + 1))


def _large(rng: random.Random, subject: Subject) -> Tree:
    """Return a random tree of about 650 positions and five plies, with two to nine actions per position."""
    widths = rng.sample((9, 6, 3, 2, 2), 5)
    again = 0.25 if subject.can("turns") and rng.random() < 0.5 else 0.0
    mirrored, most = rng.random() < 0.7 or not subject.can("onesided"), rng.choice((9, 60))
    bias = rng.choice((0, 0, 2 * most, -2 * most))
    """A number that is added to the evaluations for player 0, so that evaluations are mostly too high or too low."""

    def grow(ply: int, turn: int) -> Draft:
        ended = ply == len(widths) or (ply > 1 and rng.random() < 0.05)
        said = rng.randint(-most, most)
        if ended:
            return Draft(turn, utility=said)
        follows = [grow(ply + 1, turn if rng.random() < again else 1 - turn) for _ in range(widths[ply])]
        seen = (said + bias, -said - bias if mirrored else rng.randint(-most, most))
        return Draft(turn, [(action_name(number), child) for number, child in enumerate(follows)], estimates=seen)

    return tree_of(grow(0, rng.randint(0, 1)))


@law(catches=("F27", "F4", "F25", "F29"), cases=grown(_large), share=0.24)
def large_trees(subject: Subject, tree: Tree) -> None:
    """In trees with hundreds of positions, a search returns the minimax value at every depth."""
    depths = sorted({min(depth, max(tree.height, 1)) for depth in (3, 4, 5)})
    check_depths(subject, tree, [each for each in depths if each == tree.height or subject.can("horizon")])


_MANY: Final = Vast((4,), plies=6)
"""A game of 5,461 positions."""


@law(catches=("F17", "F18"))
def thousands_of_positions(subject: Subject) -> int:
    """A search of a game with 5,461 positions, with four actions at each of six plies, returns the minimax value."""
    tree, _ = as_tree(_MANY, _MANY.initial())
    depths = (5, 6) if subject.can("horizon") else (6,)
    with noting(game=f"{_MANY!r}, with its {tree.size:,} positions written down as a tree"):
        check_depths(subject, tree, depths)
    return len(depths)


LAYERS: Final = (1, 4, 16, 64, 256, 400, 400, 400)
"""The number of positions at each ply of a game in which four actions lead to random positions of the next ply."""


def _woven(rng: random.Random) -> Tree:
    """Return a game of 1,541 positions, most of which several paths of the same length reach."""
    layers = [[Draft(ply % 2) for _ in range(size)] for ply, size in enumerate(LAYERS)]
    for ply, layer in enumerate(layers):
        for number, draft in enumerate(layer):
            said = rng.randint(-30, 30)
            if ply + 1 == len(LAYERS):
                draft.utility = said
                continue
            below = layers[ply + 1]
            one_way = len(below) == 4 * len(layer)
            follows = below[4 * number : 4 * number + 4] if one_way else rng.sample(below, 4)
            draft.moves = [(action_name(way), child) for way, child in enumerate(follows)]
            draft.estimates = (said, -said)
    return tree_of(layers[0][0])


@law(catches=("F18", "F13"))
def many_shared_positions(subject: Subject) -> int:
    """In a game of 1,541 positions, most of which are reached by several paths, a search returns the minimax value.

    A table for these positions has hundreds of entries at once.
    """
    for seed in range(2):
        tree = _woven(random.Random(seed))
        with noting(game=f"plies of {', '.join(map(str, LAYERS))} positions, four actions at each (seed {seed})"):
            check_depths(subject, tree, (5, 6, 7) if subject.can("horizon") else (7,))
    return 2


def _detour(rng: random.Random, subject: Subject) -> Tree:
    """Return a tree with two paths of different lengths to one position, whose value depends on the depth of the
    search.
    """
    turn, extra = rng.randint(0, 1), rng.choice(DETOURS)
    if not subject.can("turns"):
        extra += extra % 2
    outcome = subject.can("distances") and rng.random() < 0.4
    utilities: Utilities = "outcome" if outcome else "score"
    below = rng.choice((rng.randint(2, 6), rng.randint(12, 24))) + (extra if rng.random() < 0.7 else 0)
    shared = [Draft((turn + step) % 2) for step in range(below + 1)]
    """The line of play from the position at which the two paths meet."""
    short, long = Draft(1 - turn), [Draft((1 - turn + step) % 2) for step in range(extra + 1)]
    start = Draft(turn, rng.sample([("a", short), ("b", long[0])], 2))
    for here, after in ((short, shared[0]), *pairwise([*long, shared[0]])):
        here.moves, here.estimates = [("on", after)], _said(rng)
    losing = rng.random() < 0.5
    """Whether the action `stop` loses. If `stop` loses, both players play `on` up to the horizon of the search."""
    for here, after in pairwise(shared):
        end = Draft(1 - here.turn)
        here.moves = [("on", after), ("stop", end)]
        rng.shuffle(here.moves)
        here.estimates = _said(rng)
        end.utility = (-1 if outcome else -10) * (1 - 2 * here.turn) if losing else _worth(rng, outcome)
    shared[-1].utility = _worth(rng, outcome)
    if (
        rng.random() >= 0.5
    ):  # a single action before the tree, because a search may treat the root's actions specially
        start = Draft(1 - turn, [("on", start)], estimates=_said(rng))
    return tree_of(start, utilities=utilities)


def _said(rng: random.Random) -> tuple[Value, Value]:
    said = rng.randint(-9, 9)
    return said, -said


def _worth(rng: random.Random, outcome: bool) -> Value:
    return rng.choice((0, 1, -1)) if outcome else rng.randint(-9, 9)


@law(catches=("F14", "F15", "F19"), cases=grown(_detour), share=0.24)
def ways_of_different_lengths(subject: Subject, tree: Tree) -> None:
    """If paths of different lengths lead to a position, the search finds the minimax value. On each path, the value
    of a position is its minimax value to the depth that remains on this path.
    """
    first = 1 if subject.can("horizon") else max(tree.height, 1)
    near, far = range(first, min(first + 4, 8)), range(max(first, tree.height - 8), tree.height + 2)
    check_depths(subject, tree, sorted({*near, *far}))
