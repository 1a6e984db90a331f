"""Laws for searches of other states: a searcher can search any states of one game object, one after another, with
different evaluators.
"""

from __future__ import annotations

import random
from typing import Any, Final

import attrs

from advsearch.testing.answers import Call
from advsearch.testing.asking import growing, mostly, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.laws.minimax_value import check_depth
from advsearch.testing.report import Broken
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree
from advsearch.testing.watching import Watched
from advsearch.values import Value

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
        try:
            check_depth(subject, tree, oracle_of(subject, part), call, game)
        except Broken as broken:
            broken.case["searched before"] = ", ".join(before) or "nothing"
            raise
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
            try:
                check_depth(subject, tree, oracle_of(subject, meant), Call(depth, evaluator=evaluator), game)
            except Broken as broken:
                broken.case["evaluator"] = "the game's own" if evaluator is None else str(other)
                raise


LAWS: Final[tuple[Law, ...]] = (
    any_state_of_a_game,
    the_evaluator_that_is_given,
)
