"""A pawn race in a text such as 'bbbb/..../..../wwww w': rows joined by '/', then whose turn it is."""

import advsearch


def read(text):
    board, turn = text.split(" ")
    return [list(row) for row in board.split("/")], turn


def write(rows, turn):
    return "/".join("".join(row) for row in rows) + " " + turn


class Pawns:
    utilities = "outcome"

    def __init__(self, width: int = 4, height: int = 4):
        self.width, self.height = width, height

    def initial(self):
        empty = "." * self.width
        return "/".join(["b" * self.width] + [empty] * (self.height - 2) + ["w" * self.width]) + " w"

    def player(self, text):
        return "wb".index(text[-1])

    def actions(self, text):
        if self.across(text):
            return []
        rows, turn = read(text)
        moves = []
        ahead = {"w": -1, "b": 1}[turn]
        for y, row in enumerate(rows):
            for x, pawn in enumerate(row):
                if pawn != turn or not 0 <= y + ahead < self.height:
                    continue
                if rows[y + ahead][x] == ".":
                    moves.append(f"{y}{x}{y + ahead}{x}")
                for side in (x - 1, x + 1):
                    if 0 <= side < self.width and rows[y + ahead][side] not in (".", turn):
                        moves.append(f"{y}{x}{y + ahead}{side}")
        return moves

    def result(self, text, move):
        if move not in self.actions(text):
            raise advsearch.IllegalAction(f"expected a move such as '3020', got {move!r}")
        rows, turn = read(text)
        y, x, y2, x2 = (int(digit) for digit in move)
        rows[y2][x2] = rows[y][x]
        rows[y][x] = "."
        return write(rows, "b" if turn == "w" else "w")

    def across(self, text):
        rows = text[:-2].split("/")
        return "w" in rows[0] or "b" in rows[-1]

    def terminal(self, text):
        return not self.actions(text)

    def utility(self, text, player):
        return -1 if self.player(text) == player else 1
