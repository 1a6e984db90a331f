"""Atari go on 4x3: the first player to capture a stone wins. No suicide; who cannot move loses."""

BLACK, WHITE, EMPTY = "B", "W", " "


class AtariGo:
    utilities = "outcome"

    def __init__(self, width=4, height=3):
        self.width = width
        self.height = height

    def initial(self):
        return (EMPTY * (self.width * self.height), BLACK, False)

    def player(self, state):
        return 0 if state[1] == BLACK else 1

    def neighbours(self, point):
        x = point % self.width
        if x > 0:
            yield point - 1
        if x < self.width - 1:
            yield point + 1
        if point >= self.width:
            yield point - self.width
        if point < self.width * (self.height - 1):
            yield point + self.width

    def breathes(self, board, point, seen):
        """Whether the group of this point has a liberty, by recursion; adds to `seen`."""
        seen.add(point)
        return any(
            board[near] == EMPTY
            or (board[near] == board[point] and near not in seen and self.breathes(board, near, seen))
            for near in self.neighbours(point)
        )

    def play(self, state, point):
        """The state after a stone, or None if it is suicide."""
        board, colour, _ = state
        other = WHITE if colour == BLACK else BLACK
        board = board[:point] + colour + board[point + 1 :]
        captured = any(
            board[near] == other and not self.breathes(board, near, set()) for near in self.neighbours(point)
        )
        if not captured and not self.breathes(board, point, set()):
            return None
        return (board, other, captured)

    def actions(self, state):
        board, _, captured = state
        if captured:
            return []
        return [p for p, c in enumerate(board) if c == EMPTY and self.play(state, p) is not None]

    def result(self, state, action):
        after = self.play(state, action)
        if after is None:
            raise ValueError("suicide")
        return after

    def terminal(self, state):
        return state[2] or not self.actions(state)

    def utility(self, state, player):
        return -1 if player == self.player(state) else 1
