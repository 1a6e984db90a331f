"""Card moves on 3x4: each card is a set of steps; after you use a card you swap it with the spare one."""

from collections import namedtuple

CARDS = {
    "crab": ((-1, 0), (1, 0), (0, 1)),
    "goose": ((-1, 1), (1, -1), (0, 1)),
    "tiger": ((0, 2), (0, -1)),
    "mantis": ((-1, 1), (1, 1), (0, -1)),
    "ox": ((0, 1), (1, 0), (0, -1)),
}

Hall = namedtuple("Hall", ["masters", "pupils", "cards", "spare", "ply"])
Step = namedtuple("Step", "card start end")


class Onitama:
    utilities = "outcome"

    def __init__(self, width=3, height=4, limit=30):
        self.width, self.height, self.limit = width, height, limit

    def initial(self):
        top = self.height - 1
        masters = ((1, 0), (1, top))
        pupils = (frozenset([(0, 0), (2, 0)]), frozenset([(0, top), (2, top)]))
        return Hall(masters, pupils, (("crab", "mantis"), ("goose", "ox")), "tiger", 0)

    def player(self, hall):
        return hall.ply % 2

    def actions(self, hall):
        if self.terminal(hall):
            return []
        me = self.player(hall)
        sign = -1 if me else 1
        own = hall.pupils[me] | {hall.masters[me]}
        steps = []
        for card in hall.cards[me]:
            for x, y in sorted(own):
                for dx, dy in CARDS[card]:
                    end = (x + sign * dx, y + sign * dy)
                    if 0 <= end[0] < self.width and 0 <= end[1] < self.height and end not in own:
                        steps.append(Step(card, (x, y), end))
        return steps

    def result(self, hall, step):
        me = self.player(hall)
        masters, pupils, cards = list(hall.masters), list(hall.pupils), list(hall.cards)
        if masters[me] == step.start:
            masters[me] = step.end
        else:
            pupils[me] = pupils[me] - {step.start} | {step.end}
        pupils[1 - me] -= {step.end}
        if masters[1 - me] == step.end:
            masters[1 - me] = None
        kept = [card for card in cards[me] if card != step.card]
        cards[me] = tuple(sorted(kept + [hall.spare]))  # noqa: RUF005
        return Hall(tuple(masters), tuple(pupils), tuple(cards), step.card, hall.ply + 1)

    def winner(self, hall):  # noqa: RET503
        temples = ((1, 0), (1, self.height - 1))
        for who in range(2):
            if hall.masters[1 - who] is None or hall.masters[who] == temples[1 - who]:
                return who

    def terminal(self, hall):
        return hall.ply >= self.limit or self.winner(hall) is not None

    def utility(self, hall, player):
        winner = self.winner(hall)
        if winner is None:
            return 0
        return 1 if winner == player else -1
