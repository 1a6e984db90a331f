"""Dots and boxes: draw a line; whoever closes a box owns it and draws again."""

import attrs


@attrs.frozen
class Paper:
    lines: frozenset
    margin: int  # boxes of player 0, less boxes of player 1
    turn: int


@attrs.frozen
class DotsAndBoxes:
    width: int = 2
    height: int = 2

    @property
    def all_lines(self):
        across = {("h", x, y) for x in range(self.width) for y in range(self.height + 1)}
        down = {("v", x, y) for x in range(self.width + 1) for y in range(self.height)}
        return across | down

    def boxes(self):
        for x in range(self.width):
            for y in range(self.height):
                yield {("h", x, y), ("h", x, y + 1), ("v", x, y), ("v", x + 1, y)}

    def initial(self):
        return Paper(frozenset(), 0, 0)

    def player(self, paper):
        return paper.turn

    def actions(self, paper):
        return sorted(self.all_lines - paper.lines)

    def result(self, paper, line):
        if line in paper.lines:
            raise ValueError("already drawn")
        lines = paper.lines | {line}
        closed = sum(1 for box in self.boxes() if line in box and box <= lines)
        if closed == 0:
            return Paper(lines, paper.margin, 1 - paper.turn)
        sign = 1 if paper.turn == 0 else -1
        return attrs.evolve(paper, lines=lines, margin=paper.margin + sign * closed)

    def terminal(self, paper):
        return len(paper.lines) == len(self.all_lines)

    def utility(self, paper, player):
        return paper.margin if player == 0 else -paper.margin
