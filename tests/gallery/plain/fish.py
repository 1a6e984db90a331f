"""Penguins on hexagonal ice: slide in a straight line, and eat the fish of the floe that you leave."""

import attrs


@attrs.frozen(order=True)
class Hex:
    q: int
    r: int

    def __add__(self, other):
        return Hex(self.q + other.q, self.r + other.r)

    def __abs__(self):
        return max(abs(self.q), abs(self.r), abs(self.q + self.r))


SIX = [Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1)]


@attrs.frozen
class Ice:
    floes: frozenset
    penguins: tuple
    eaten: tuple = (0.0, 0.0)
    turn: int = 0


class Fish:
    def __init__(self, radius=2):
        self.radius = radius

    def value(self, floe):
        return [3.0, 2.0, 1.5][(floe.q - floe.r) % 3]

    def initial(self):
        span = range(-self.radius, self.radius + 1)
        floes = frozenset(h for q in span for r in span if abs(h := Hex(q, r)) <= self.radius)
        return Ice(floes, (Hex(-self.radius, 0), Hex(self.radius, 0)))

    def player(self, ice):
        return ice.turn

    def slides(self, ice, who):
        found = []
        for direction in SIX:
            at = ice.penguins[who] + direction
            while at in ice.floes and at not in ice.penguins:
                found.append(at)
                at += direction
        return found

    def actions(self, ice):
        if self.terminal(ice):
            return []
        return self.slides(ice, ice.turn) or [None]

    def result(self, ice, target):
        if target is None:
            return attrs.evolve(ice, turn=1 - ice.turn)
        me = ice.turn
        left = ice.penguins[me]
        penguins = tuple(target if i == me else p for i, p in enumerate(ice.penguins))
        eaten = tuple(f + self.value(left) if i == me else f for i, f in enumerate(ice.eaten))
        return Ice(ice.floes - {left}, penguins, eaten, 1 - me)

    def terminal(self, ice):
        return not (self.slides(ice, 0) or self.slides(ice, 1))

    def utility(self, ice, player):
        return ice.eaten[player] - ice.eaten[1 - player]
