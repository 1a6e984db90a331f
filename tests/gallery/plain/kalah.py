"""Kalah with few pits: sow, move again when you end in your store, capture opposite."""

from collections import namedtuple

Kal = namedtuple("Kal", "pits stores to_move")


class Kalah:
    def __init__(self, pits=4, seeds=2):
        self.n = pits
        self.seeds = seeds

    def initial(self):
        return Kal(pits=((self.seeds,) * self.n,) * 2, stores=(0, 0), to_move=0)

    def player(self, s):
        return s.to_move

    def actions(self, s):
        return [i for i, k in enumerate(s.pits[s.to_move]) if k > 0]

    def result(self, s, pit):
        me = s.to_move
        pits = [list(side) for side in s.pits]
        stores = list(s.stores)
        hand, pits[me][pit] = pits[me][pit], 0
        if not hand:
            raise ValueError("empty pit")
        side, at = me, pit
        while hand:
            at += 1
            if at == self.n and side == me:
                stores[me] += 1
                hand -= 1
                if hand == 0:
                    break
                side, at = 1 - side, 0
            elif at == self.n:
                side, at = 1 - side, 0
            pits[side][at] += 1
            hand -= 1
        again = at == self.n
        if not again and side == me and pits[me][at] == 1:
            opposite = self.n - 1 - at
            if pits[1 - me][opposite]:
                stores[me] += 1 + pits[1 - me][opposite]
                pits[me][at] = pits[1 - me][opposite] = 0
        if not any(pits[0]) or not any(pits[1]):
            for p in (0, 1):
                stores[p] += sum(pits[p])
                pits[p] = [0] * self.n
        return Kal(tuple(map(tuple, pits)), tuple(stores), me if again else 1 - me)

    def terminal(self, s):
        return not any(s.pits[0] + s.pits[1])

    def utility(self, s, player):
        return s.stores[player] - s.stores[1 - player]
