"""Trees of textbooks, and trees grown from a seed, as the starts of one game.

    game = Trees()
    state = game.parse_state("seed 7")

A page that shows searches offers them. The address of the page has the start, so that a link gives a class the same
tree.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Final

import attrs

from advsearch.errors import InvalidNotation
from advsearch.testing.growing import action_name
from advsearch.testing.textbook import textbook_trees
from advsearch.testing.tree_text import read_tree
from advsearch.testing.trees import Draft, Tree, TreeAction, TreeState, tree_of
from advsearch.values import Utilities, Value

_SEED: Final = re.compile(r"seed ([0-9]{1,9})(?: of ([2-4]) plies)?")
_PLACE: Final = re.compile(r"(.+) at (\S+)")


@attrs.frozen
class Place:
    """A position of one of the trees."""

    tree: str
    """The name of the tree, as in the text of a position."""
    state: TreeState


@attrs.frozen
class Trees:
    """Trees of textbooks, and trees grown from a seed, such as `seed 7` or `seed 7 of 4 plies`."""

    name = "trees"
    utilities: Utilities = attrs.field(default="score", init=False)
    default_evaluator = "advsearch.testing.trees:estimate"

    def initial(self) -> Place:
        return self.parse_state("three-ply-of-russell-and-norvig")

    def player(self, state: Place) -> int:
        return state.state.turn

    def actions(self, state: Place) -> tuple[TreeAction, ...]:
        return _tree(state.tree).actions(state.state)

    def result(self, state: Place, action: TreeAction) -> Place:
        return Place(state.tree, _tree(state.tree).result(state.state, action))

    def terminal(self, state: Place) -> bool:
        return _tree(state.tree).terminal(state.state)

    def utility(self, state: Place, player: int) -> Value:
        return _tree(state.tree).utility(state.state, player)

    def evaluate(self, state: Place, player: int) -> Value:
        """Return the evaluation of a position for a player, as the tree lists it."""
        return _tree(state.tree).evaluate(state.state, player)

    def format_action(self, _state: Place, action: TreeAction) -> str:
        return action.name

    def parse_action(self, state: Place, text: str) -> TreeAction:
        return _tree(state.tree).parse_action(state.state, text)

    def format_state(self, state: Place) -> str:
        tree = _tree(state.tree)
        return state.tree if state.state == tree.initial() else f"{state.tree} at {tree.format_state(state.state)}"

    def parse_state(self, text: str) -> Place:
        place = _PLACE.fullmatch(text)
        name = place[1] if place else text
        if name not in known_trees() and not _SEED.fullmatch(name):
            raise InvalidNotation(f"expected 'seed 7' or one of {', '.join(known_trees())}, got {text!r}")
        tree = _tree(name)
        return Place(name, tree.parse_state(place[2]) if place else tree.initial())


@cache
def known_trees() -> tuple[str, ...]:
    """Return the names of the textbook trees whose utilities are scores, in alphabetical order."""
    return tuple(sorted(name for name, text in textbook_trees().items() if read_tree(text).utilities == "score"))


@cache
def _tree(name: str) -> Tree:
    seed = _SEED.fullmatch(name)
    return grown(int(seed[1]), int(seed[2] or 3)) if seed else read_tree(textbook_trees()[name])


def grown(seed: int, plies: int = 3) -> Tree:
    """Return the tree of a seed: two or three actions at each position, and whole numbers from -9 to 9 at the end."""
    rng = random.Random(f"{seed} {plies}")
    names = iter(range(10_000))

    def add(parent: Draft, ply: int) -> Draft:
        for _ in range(rng.randint(2, 3)):
            action = action_name(next(names))
            ends = ply == plies or (ply > 1 and rng.random() < 0.12)
            child = Draft(ply % 2, utility=rng.randint(-9, 9) if ends else 0)
            parent.moves.append((action, child if ends else add(child, ply + 1)))
        return parent

    return tree_of(add(Draft(0), 1), name=f"seed-{seed}")
