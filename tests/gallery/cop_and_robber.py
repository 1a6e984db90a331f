"""A cop chases a robber on a grid for a number of moves. Words such as "north" are the actions; "stay" is one too.

The cop (player 0) wins when it stands on the robber's square. With holes in the grid the robber may escape.
"""

from dataclasses import dataclass, field

import advsearch

WORDS = ["north", "east", "south", "west", "stay"]


@dataclass(frozen=True)
class Chase:
    cop: tuple
    robber: tuple
    left: int
    robbers_turn: bool = False


@dataclass(frozen=True)
class CopAndRobber:
    width: int = 3
    height: int = 3
    moves: int = 8
    holes: tuple = field(default=((1, 1),))

    name = "cop-and-robber"
    utilities = "outcome"

    def initial(self):
        return Chase((0, 0), (self.width - 1, self.height - 1), self.moves)

    def player(self, chase):
        return 1 if chase.robbers_turn else 0

    def step(self, square, word):
        x, y = square
        match word:
            case "north":
                y -= 1
            case "south":
                y += 1
            case "east":
                x += 1
            case "west":
                x -= 1
            case _:
                pass
        inside = 0 <= x < self.width and 0 <= y < self.height and (x, y) not in self.holes
        return (x, y) if inside else None

    def actions(self, chase):
        if self.terminal(chase):
            return []
        mine = chase.robber if chase.robbers_turn else chase.cop
        return [word for word in WORDS if self.step(mine, word)]

    def result(self, chase, word):
        if word not in self.actions(chase):
            raise advsearch.IllegalAction(f"expected one of {WORDS}, and no wall there, got {word!r}")
        if chase.robbers_turn:
            return Chase(chase.cop, self.step(chase.robber, word), chase.left - 1)
        return Chase(self.step(chase.cop, word), chase.robber, chase.left - 1, True)

    def terminal(self, chase):
        return chase.cop == chase.robber or chase.left <= 0

    def utility(self, chase, player):
        caught = chase.cop == chase.robber
        return 1 if caught == (player == 0) else -1
