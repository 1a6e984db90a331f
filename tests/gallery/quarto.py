"""A tiny Quarto: pieces are numbers whose bits are their properties; the other player chooses what you place.

Choosing and placing are two actions: who has placed a piece chooses the next one for the other player.
"""

from advsearch import IllegalAction


class Quarto:
    """state = (board, piece in hand or -1, player to move); an empty square is -1."""

    utilities = "outcome"

    def __init__(self, bits: int = 2, side: int = 2) -> None:
        self.bits = bits
        self.side = side

    def initial(self):
        return ((-1,) * self.side**2, -1, 0)

    def player(self, state):
        return state[2]

    def lines(self, board):
        n = self.side
        rows = [board[n * r : n * r + n] for r in range(n)]
        columns = [board[c::n] for c in range(n)]
        return [*rows, *columns, board[:: n + 1], board[n - 1 : n * n - 1 : n - 1]]

    def alike(self, line):
        if -1 in line:
            return False
        ones = zeros = (1 << self.bits) - 1
        for piece in line:
            ones &= piece
            zeros &= ~piece
        return ones != 0 or zeros != 0

    def won(self, board):
        return any(self.alike(line) for line in self.lines(board))

    def actions(self, state):
        board, piece, _ = state
        if self.won(board):
            return []
        if piece == -1:
            return sorted(set(range(1 << self.bits)) - set(board)) if -1 in board else []
        return [square for square, there in enumerate(board) if there == -1]

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"expected {'a piece' if state[1] == -1 else 'an empty square'}, got {action!r}")
        board, piece, mover = state
        if piece == -1:
            return (board, action, 1 - mover)
        return ((*board[:action], piece, *board[action + 1 :]), -1, mover)

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        if not self.won(state[0]):
            return 0
        return 1 if player == state[2] else -1  # who placed the last piece would choose now
