"""Dots and Boxes: the player who closes a box owns it and draws again. Edges are words such as 'h10' and 'v02'."""

from dataclasses import dataclass, replace

from advsearch import IllegalAction


@dataclass(frozen=True)
class Sheet:
    drawn: frozenset[str] = frozenset()
    scores: tuple[int, int] = (0, 0)
    mover: int = 0


@dataclass(frozen=True)
class DotsAndBoxes:
    across: int = 2
    down: int = 2

    name = "dots-and-boxes"

    def initial(self):
        return Sheet()

    def player(self, sheet):
        return sheet.mover

    def edges(self):
        flat = [f"h{row}{col}" for row in range(self.down + 1) for col in range(self.across)]
        upright = [f"v{row}{col}" for row in range(self.down) for col in range(self.across + 1)]
        return flat + upright

    def walls(self, row, col):
        return {f"h{row}{col}", f"h{row + 1}{col}", f"v{row}{col}", f"v{row}{col + 1}"}

    def actions(self, sheet):
        return [edge for edge in self.edges() if edge not in sheet.drawn]

    def result(self, sheet, edge):
        if edge not in self.actions(sheet):
            raise IllegalAction(f"{edge!r} is not an open edge")
        drawn = sheet.drawn | {edge}
        closed = sum(
            edge in self.walls(row, col) and self.walls(row, col) <= drawn
            for row in range(self.down)
            for col in range(self.across)
        )
        if not closed:
            return replace(sheet, drawn=drawn, mover=1 - sheet.mover)
        first, second = sheet.scores
        scores = (first + closed, second) if sheet.mover == 0 else (first, second + closed)
        return replace(sheet, drawn=drawn, scores=scores)

    def terminal(self, sheet):
        return sum(sheet.scores) == self.across * self.down

    def utility(self, sheet, player):
        return sheet.scores[player] - sheet.scores[1 - player]
