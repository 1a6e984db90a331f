"""The game of Y on a triangle: join all three sides. The state is a text of '.', 'X' and 'O', row after row."""

from advsearch import IllegalAction


class Y:
    utilities = "outcome"

    def __init__(self, side: int = 3) -> None:
        self.side = side
        self.points = [(r, c) for r in range(side) for c in range(r + 1)]
        self.number = {point: i for i, point in enumerate(self.points)}

    def initial(self):
        return "." * len(self.points)

    def player(self, text):
        return (text.count("X") + text.count("O")) % 2

    def group(self, text, start):
        """All points joined to start, grown ring by ring as a set."""
        mark = text[self.number[start]]
        inside, ring = set(), {start}
        while ring:
            inside |= ring
            ring = {
                near
                for r, c in ring
                for near in ((r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c), (r + 1, c + 1))
                if near in self.number and text[self.number[near]] == mark
            } - inside
        return inside

    def wins(self, text, mark):
        for start in self.points:
            if start[1] == 0 and text[self.number[start]] == mark:
                group = self.group(text, start)
                right = any(r == c for r, c in group)
                bottom = any(r == self.side - 1 for r, c in group)
                if right and bottom:
                    return True
        return False

    def terminal(self, text):
        return self.wins(text, "X") or self.wins(text, "O")

    def actions(self, text):
        return [] if self.terminal(text) else [p for p, mark in zip(self.points, text, strict=True) if mark == "."]

    def result(self, text, point):
        if point not in self.actions(text):
            raise IllegalAction(f"not a free point: {point!r}")
        i = self.number[point]
        return text[:i] + "XO"[self.player(text)] + text[i + 1 :]

    def utility(self, text, player):
        return 1 if self.wins(text, "XO"[player]) else -1
