"""A king and a knight each on 4x4: take the king, or walk your king to the far row. Draw after 24 plies."""

SIZE = 4
KING = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


class OffBoard(Exception):
    pass


def shifted(square, step):
    x, y = square[0] + step[0], square[1] + step[1]
    if x not in range(SIZE) or y not in range(SIZE):
        raise OffBoard
    return x, y


class KnightKing:
    utilities = "outcome"

    def __init__(self, limit=24):
        self.limit = limit

    def initial(self):
        men = {"K": (0, 0), "N": (1, 0), "k": (3, 3), "n": (2, 3)}
        return tuple(sorted(men.items())), 0

    def player(self, state):
        return state[1] % 2

    def actions(self, state):
        if self.terminal(state):
            return []
        men = dict(state[0])
        ours = "KN" if self.player(state) == 0 else "kn"
        moves = []
        for letter in ours:
            try:
                home = men[letter]
            except KeyError:
                continue  # the knight is gone
            for step in KING if letter in "Kk" else KNIGHT:
                try:
                    square = shifted(home, step)
                except OffBoard:
                    continue
                if square not in [men.get(one) for one in ours]:
                    moves.append((letter, square))
        return moves

    def result(self, state, move):
        letter, square = move
        men = {one: at for one, at in state[0] if at != square}
        men[letter] = square
        return tuple(sorted(men.items())), state[1] + 1

    def winner(self, state):
        men = dict(state[0])
        for king, other, goal, who in (("K", "k", SIZE - 1, 0), ("k", "K", 0, 1)):
            if other not in men or (king in men and men[king][1] == goal):
                return who
        return None

    def terminal(self, state):
        return state[1] >= self.limit or self.winner(state) is not None

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == player else -1
