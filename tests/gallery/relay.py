"""A race for cards: take a card from either pile; runs of one suit score their length squared, by recursion."""

from dataclasses import dataclass, field

import advsearch


@dataclass(frozen=True)
class Hand:
    cards: str = ""

    def with_card(self, card):
        return Hand(self.cards + card)

    def score(self):
        return run_score(self.cards, 0)


def run_length(cards, start):
    if start + 1 >= len(cards) or cards[start + 1] != cards[start]:
        return 1
    return 1 + run_length(cards, start + 1)


def run_score(cards, start):
    if start >= len(cards):
        return 0
    length = run_length(cards, start)
    return length * length + run_score(cards, start + length)


@dataclass(frozen=True)
class Table:
    left: str
    right: str
    hands: tuple[Hand, Hand] = field(default=(Hand(), Hand()))

    @property
    def turn(self):
        return sum(len(hand.cards) for hand in self.hands) % 2


class Relay:
    def __init__(self, left="shhsdh", right="dshhsd"):
        self.left = left
        self.right = right

    def initial(self):
        return Table(self.left, self.right)

    def player(self, table):
        return table.turn

    def actions(self, table):
        piles = ["left"] if table.left else []
        return [*piles, "right"] if table.right else piles

    def result(self, table, pile):
        if pile not in self.actions(table):
            raise advsearch.IllegalAction(f"expected a pile with cards, got {pile!r}")
        cards = table.left if pile == "left" else table.right
        hands = [*table.hands]
        hands[table.turn] = hands[table.turn].with_card(cards[0])
        left, right = (cards[1:], table.right) if pile == "left" else (table.left, cards[1:])
        return Table(left, right, tuple(hands))

    def terminal(self, table):
        return not table.left and not table.right

    def utility(self, table, player):
        mine, theirs = table.hands[player], table.hands[1 - player]
        return mine.score() - theirs.score()
