"""A small mancala without stores on the board: (pits, scores, ply). Twos and threes are captured on the far side.

Nobody need feed the other. After a fixed number of plies each side keeps the seeds that lie before it.
"""

from typing import NamedTuple

import advsearch


class Village(NamedTuple):
    pits: tuple[int, ...]
    scores: tuple[int, int] = (0, 0)
    ply: int = 0


class Mancala:
    name = "mancala"

    def __init__(self, pits: int = 3, seeds: int = 3, plies: int = 12) -> None:
        self.half, self.seeds, self.plies = pits, seeds, plies

    def initial(self):
        return Village((self.seeds,) * (2 * self.half))

    def player(self, village):
        return village.ply % 2

    def own(self, village):
        return range(self.half) if self.player(village) == 0 else range(self.half, 2 * self.half)

    def actions(self, village):
        if village.ply >= self.plies:
            return []
        return [pit for pit in self.own(village) if village.pits[pit]]

    def result(self, village, action):
        if action not in self.actions(village):
            raise advsearch.IllegalAction(f"pit {action!r} cannot be sown")
        n = 2 * self.half
        laps, rest = divmod(village.pits[action], n)
        pits = [
            (0 if pit == action else seeds) + laps + (1 if 0 < (pit - action) % n <= rest else 0)
            for pit, seeds in enumerate(village.pits)
        ]
        last = (action + village.pits[action]) % n
        gained = 0
        while last not in self.own(village) and pits[last] in (2, 3):
            gained += pits[last]
            pits[last] = 0
            last = (last - 1) % n
        scores = list(village.scores)
        scores[village.ply % 2] += gained
        return Village(tuple(pits), tuple(scores), village.ply + 1)

    def terminal(self, village):
        return not self.actions(village)

    def utility(self, village, player):
        south = village.scores[0] + sum(village.pits[: self.half])
        north = village.scores[1] + sum(village.pits[self.half :])
        return (south - north) * (1 if player == 0 else -1)
