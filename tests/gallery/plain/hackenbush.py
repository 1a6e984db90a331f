"""Red-blue Hackenbush: cut an edge of your colour; all that hangs in the air falls down."""

GROUND = "_"

# name: (end, end, colour); blue belongs to player 0
PICTURE = {
    "trunk": (GROUND, "a", "blue"),
    "stem": (GROUND, "b", "red"),
    "beam": ("a", "b", "red"),
    "left": ("a", "c", "red"),
    "right": ("b", "d", "blue"),
    "roof": ("c", "d", "blue"),
    "flag": ("d", "e", "red"),
    "weed": (GROUND, "f", "blue"),
    "bud": ("f", "g", "red"),
}


def grounded(edges):
    """The edges that are still connected to the ground, by a flood fill from it."""
    reached, frontier = {GROUND}, {GROUND}
    while frontier:
        frontier = {
            end
            for edge in edges
            for near, end in (PICTURE[edge][:2], PICTURE[edge][1::-1])
            if near in frontier and end not in reached
        }
        reached |= frontier
    return frozenset(edge for edge in edges if PICTURE[edge][0] in reached)


class Hackenbush:
    utilities = "outcome"

    def __init__(self, first="blue"):
        self.colours = ("blue", "red") if first == "blue" else ("red", "blue")

    def initial(self):
        return (grounded(frozenset(PICTURE)), self.colours[0])

    def player(self, state):
        return self.colours.index(state[1])

    def actions(self, state):
        edges, colour = state
        return sorted(filter(lambda edge: PICTURE[edge][2] == colour, edges))

    def result(self, state, edge):
        edges, colour = state
        if PICTURE[edge][2] != colour:
            raise ValueError("not your colour")
        return grounded(edges - {edge}), self.colours[1 - self.player(state)]

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        return 1 if self.player(state) != player else -1
