"""Two kings on an island that crumbles: each step removes the square left behind. Steps are words.

A player who cannot step has lost.
"""

import attrs

from advsearch import IllegalAction

STEPS = {
    "north": (-1, 0),
    "northeast": (-1, 1),
    "east": (0, 1),
    "southeast": (1, 1),
    "south": (1, 0),
    "southwest": (1, -1),
    "west": (0, -1),
    "northwest": (-1, -1),
}


@attrs.frozen
class Island:
    kings: tuple[tuple[int, int], tuple[int, int]]
    gone: frozenset[tuple[int, int]] = frozenset()
    turn: int = 0


@attrs.frozen
class Trap:
    width: int = 4
    height: int = 3

    utilities = "outcome"

    def initial(self):
        return Island(((0, 0), (self.height - 1, self.width - 1)))

    def player(self, island):
        return island.turn

    def destination(self, island, word):
        row, col = island.kings[island.turn]
        down, right = STEPS[word]
        target = (row + down, col + right)
        on_board = 0 <= target[0] < self.height and 0 <= target[1] < self.width
        if on_board and target not in island.gone and target not in island.kings:
            return target
        return None

    def actions(self, island):
        return [word for word in STEPS if self.destination(island, word) is not None]

    def result(self, island, word):
        if word not in self.actions(island):
            raise IllegalAction(f"expected a direction such as 'north', got {word!r}")
        target = self.destination(island, word)
        here = island.kings[island.turn]
        kings = (target, island.kings[1]) if island.turn == 0 else (island.kings[0], target)
        return Island(kings, island.gone | {here}, 1 - island.turn)

    def terminal(self, island):
        return not self.actions(island)

    def utility(self, island, player):
        return -1 if island.turn == player else 1
