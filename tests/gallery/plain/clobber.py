"""Clobber on 4x3: move a stone onto a neighbouring stone of the other colour, which is removed."""


def as_state(board, mover):
    """A dict from squares to colours is not hashable, so sort its items into a tuple."""
    return tuple(sorted(board.items())), mover


class Clobber:
    utilities = "outcome"

    def __init__(self, width=4, height=3):
        self.width = width
        self.height = height

    def initial(self):
        board = {}
        for y in range(self.height):
            for x in range(self.width):
                board[(x, y)] = "black" if (x + y) % 2 else "white"
        return as_state(board, "white")

    def player(self, state):
        if state[1] == "white":
            return 0
        else:  # noqa: RET505
            return 1

    def actions(self, state):
        board = dict(state[0])
        moves = set()
        for (x, y), colour in board.items():
            if colour == state[1]:
                for near in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]:
                    if near in board and board[near] != colour:
                        moves.add(((x, y), near))
        return sorted(moves)

    def result(self, state, move):
        board = dict(state[0])
        start, end = move
        if board.get(start) != state[1] or board.get(end) in (None, state[1]):
            raise ValueError("no such move: %r" % (move,))  # noqa: UP031
        board[end] = board.pop(start)
        return as_state(board, "black" if state[1] == "white" else "white")

    def terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        if player == self.player(state):
            return -1
        return 1
