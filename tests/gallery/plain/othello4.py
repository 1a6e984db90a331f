"""Othello on 4x4. The state is a string: 16 squares and the colour to move. None is a pass."""

N = 4
STEPS = [-N - 1, -N, -N + 1, -1, 1, N - 1, N, N + 1]


def ray(square, step):
    """Squares from one square to the edge."""
    while True:
        x = square % N
        square += step
        if not 0 <= square < N * N or abs(square % N - x) > 1:
            return
        yield square


RAYS = {sq: [list(ray(sq, step)) for step in STEPS] for sq in range(N * N)}


def flips(board, square, me):
    if board[square] != ".":
        return []
    turned = []
    for line in RAYS[square]:
        run = []
        for sq in line:
            if board[sq] == ".":
                break
            if board[sq] == me:
                turned += run
                break
            run.append(sq)
    return turned


def placings(board, me):
    return [sq for sq in range(N * N) if flips(board, sq, me)]


class Othello4:
    def initial(self):
        return ".....OX..XO....." + "X"

    def player(self, state):
        return "XO".index(state[-1])

    def actions(self, state):
        if self.terminal(state):
            return []
        return placings(state, state[-1]) or [None]

    def result(self, state, action):
        me = state[-1]
        other = "O" if me == "X" else "X"
        if action is None:
            return state[:-1] + other
        board = list(state[:-1])
        turned = flips(state, action, me)
        if not turned:
            raise ValueError(f"{action} turns nothing")
        for sq in [action] + turned:  # noqa: RUF005
            board[sq] = me
        return "".join(board) + other

    def terminal(self, state):
        return not placings(state[:-1], "X") and not placings(state[:-1], "O")

    def utility(self, state, player):
        diff = state[:-1].count("X") - state[:-1].count("O")
        return (diff, -diff)[player]
