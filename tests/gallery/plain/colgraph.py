"""Col: colour the countries of a map; neighbours may not have the same colour. Who cannot colour loses."""

import enum

MAP = {
    "Austria": {"Czechia", "Germany", "Hungary", "Slovakia"},
    "Czechia": {"Austria", "Germany", "Poland", "Slovakia"},
    "Germany": {"Austria", "Czechia", "Poland"},
    "Hungary": {"Austria", "Romania", "Slovakia"},
    "Poland": {"Czechia", "Germany", "Slovakia", "Ukraine"},
    "Romania": {"Hungary", "Ukraine"},
    "Slovakia": {"Austria", "Czechia", "Hungary", "Poland", "Ukraine"},
    "Ukraine": {"Poland", "Romania", "Slovakia"},
}


class Colour(enum.Enum):
    RED = "r"
    GREEN = "g"

    @property
    def other(self):
        return Colour.GREEN if self is Colour.RED else Colour.RED


class ColGraph:
    utilities = "outcome"

    def __init__(self, graph=None):
        self.graph = graph if graph is not None else MAP

    def initial(self):
        return ((), Colour.RED)

    def player(self, state):
        return 0 if state[1] is Colour.RED else 1

    def actions(self, state):
        painted, brush = dict(state[0]), state[1]
        return [
            country
            for country in sorted(self.graph)
            if country not in painted
            and all(painted.get(neighbour) is not brush for neighbour in self.graph[country])
        ]

    def result(self, state, country):
        coloured, brush = state
        both = dict(coloured)
        both[country] = brush
        return tuple(sorted(both.items(), key=lambda item: item[0])), brush.other

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        return {True: -1, False: 1}[player == self.player(state)]
