"""Dominoes with open hands: put a tile at either end, pass if you cannot; the fewest pips left win."""

import attrs
from attrs import evolve, field


def pips(hand):
    return sum(a + b for a, b in hand)


@attrs.frozen
class Layout:
    hands: tuple = field(converter=lambda hands: tuple(tuple(sorted(hand)) for hand in hands))
    ends: tuple | None = None
    turn: int = 0
    passes: int = 0


@attrs.frozen
class Dominoes:
    highest: int = 4

    def initial(self):
        tiles = [(a, b) for a in range(self.highest + 1) for b in range(a, self.highest + 1)]
        tiles.sort(key=lambda tile: (7 * tile[0] + 5 * tile[1]) % 11)
        return Layout((tiles[0:10:2], tiles[1:10:2]))

    def player(self, layout):
        return layout.turn

    def actions(self, layout):
        if self.terminal(layout):
            return []
        hand = layout.hands[layout.turn]
        if layout.ends is None:
            return [(tile, "start") for tile in hand]
        left, right = layout.ends
        fits = [(tile, "left") for tile in hand if left in tile]
        if left != right:
            fits.extend((tile, "right") for tile in hand if right in tile)
        return fits if fits else [None]

    def result(self, layout, action):
        turn = 1 - layout.turn
        if action is None:
            return evolve(layout, turn=turn, passes=layout.passes + 1)
        tile, where = action
        hands = [[t for t in hand if t != tile] for hand in layout.hands]
        if where == "start":
            ends = tile
        else:
            left, right = layout.ends
            match = left if where == "left" else right
            fresh = sum(tile) - match
            ends = (fresh, right) if where == "left" else (left, fresh)
        return Layout(hands, tuple(sorted(ends)), turn)

    def terminal(self, layout):
        return layout.passes == 2 or () in layout.hands

    def utility(self, layout, player):
        mine, yours = layout.hands[player], layout.hands[player ^ 1]
        return pips(yours) - pips(mine)
