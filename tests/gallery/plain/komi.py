"""Fences: place stones for a number of turns, then count stones and surrounded points; white gets komi."""

WIDTH, HEIGHT = 4, 3
POINTS = [complex(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
INDEX = {point: i for i, point in enumerate(POINTS)}
NEAR = [[INDEX[p + d] for d in (1, -1, 1j, -1j) if p + d in INDEX] for p in POINTS]


def regions(board):
    """Pairs of the size of an empty region and the set of colours at its border."""
    todo = {i for i, stone in enumerate(board) if stone == 0}
    while todo:
        stack, size, border = [todo.pop()], 0, set()
        while stack:
            size += 1
            for j in NEAR[stack.pop()]:
                if board[j]:
                    border.add(board[j])
                elif j in todo:
                    todo.discard(j)
                    stack.append(j)
        yield size, border


class Komi:
    def __init__(self, turns=6, komi=0.5):
        self.turns = turns
        self.komi = komi

    def initial(self):
        return (0,) * len(POINTS)

    def stones(self, board):
        return sum(map(abs, board))

    def player(self, board):
        return self.stones(board) % 2

    def actions(self, board):
        if self.terminal(board):
            return []
        return [i for i in range(len(board)) if board[i] == 0]

    def result(self, board, i):
        if board[i]:
            raise IndexError(i)
        colour = -1 if self.player(board) else 1
        return tuple(colour if i == j else stone for j, stone in enumerate(board))

    def terminal(self, board):
        return self.stones(board) >= self.turns

    def utility(self, board, player):
        score = float(sum(board)) - self.komi
        for size, border in regions(board):
            if len(border) == 1:
                (colour,) = border
                score += size * colour
        return -score if player else score
