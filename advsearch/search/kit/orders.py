"""Memories of actions that caused cut-offs, and actions in the order of their weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from advsearch.search.kit.fields import NOTHING, Action, Arena, Machine, Record
from advsearch.search.kit.numbers import number

MOST_WEIGHT: Final = 1 << 40
PLACE_BITS: Final = 21
MOST_PLACES: Final = (1 << PLACE_BITS) - 1
SORTED: Final = 16
"""So many actions of a position are sorted by weight. All further actions are tried as they then stand."""


class Killer(Record):
    """The last two actions that cut at a ply."""

    one: Action
    two: Action


class Killers(Machine):
    """For each ply the last two actions that caused a cut-off there."""

    def __init__(self, plies: int) -> None:
        self.rows: Arena[Killer] = Arena(Killer, plies)

    def cut(self, ply: int, action: Action) -> None:
        """Learn from a cut-off with at least two plies left."""
        row = self.rows[ply]
        if row.one != action:
            row.two = row.one
            row.one = action

    def cut_last(self, ply: int, action: Action) -> None:
        """Learn from a cut-off one ply above the horizon."""
        self.rows[ply].one = action


class Weights(Machine):
    """A whole number for each action, 0 at first. Actions are told apart by `==`."""

    def __init__(self) -> None:
        self.weights: dict[Action, int] = {}

    def get(self, action: Action) -> int:
        return self.weights.get(action, 0)

    def add(self, action: Action, more: int) -> None:
        self.weights[action] = min(MOST_WEIGHT, self.weights.get(action, 0) + more)


class Weight(Record):
    action: Action
    weight: int


class FlatWeights(Machine):
    """The same in the form of machine code: records that are found by the content of the action. When three quarters
    are in use, no further action is learnt."""

    used: int

    def __init__(self, bits: int) -> None:
        self.used = 0
        self.mask = (1 << bits) - 1
        self.rows: Arena[Weight] = Arena(Weight, 1 << bits)

    def find(self, action: Action) -> int:
        """Return the number of the action's record, or of the free one in which it belongs."""
        at = number(action) & self.mask
        while self.rows[at].action is not NOTHING and self.rows[at].action != action:
            at = at + 1 & self.mask
        return at

    def get(self, action: Action) -> int:
        return self.rows[self.find(action)].weight

    def add(self, action: Action, more: int) -> None:
        row = self.rows[self.find(action)]
        if row.action is NOTHING:
            if 4 * self.used > 3 * self.mask:
                return
            self.used += 1
        row.action = action
        row.weight = min(MOST_WEIGHT, row.weight + more)


class History(Machine):
    """How many cut-offs each action has caused, those far from the horizon more: one weight for each player."""

    def __init__(self) -> None:
        self.own = Weights()
        """Of the player to move at the root."""
        self.others = Weights()

    def of(self, own: bool) -> Callable[[Action], int]:
        """Return the function that returns the weight of an action of one player."""

        def weight(action: Action) -> int:
            return self.own.get(action) if own else self.others.get(action)

        return weight

    def cut(self, own: bool, action: Action, depth: int) -> None:
        if own:
            self.own.add(action, depth * depth)
        else:
            self.others.add(action, depth * depth)


def by_count(actions: Sequence[Action], weigh: Callable[[Action], int]) -> Iterator[Action]:
    """Yield actions as `by_weight` does, by whole numbers from 0 to `MOST_WEIGHT`."""
    keys = [weigh(action) << PLACE_BITS for action in actions]  # an action's weight, and how early its place is
    for index in range(len(keys)):
        keys[index] |= MOST_PLACES - index
    for index in range(len(keys)):
        key = keys[index]
        if index < SORTED:
            best = index
            for other in range(index + 1, len(keys)):
                if keys[other] > key:
                    best, key = other, keys[other]
            keys[best] = keys[index]
        yield actions[MOST_PLACES - (key & MOST_PLACES)]


def by_weight(actions: Sequence[Action], weigh: Callable[[Action], float]) -> Iterator[Action]:
    """Yield actions by falling weight. Equal weights keep their order."""
    places = list(range(len(actions)))
    weights = [weigh(action) for action in actions]
    for index in range(len(places)):
        if index < SORTED:
            best, most = index, weights[index]
            for other in range(index + 1, len(places)):
                weight = weights[other]
                if weight > most or (weight == most and places[other] < places[best]):
                    best, most = other, weight
            places[index], places[best] = places[best], places[index]
            weights[best] = weights[index]
        yield actions[places[index]]
