"""Hexapawn on 4x4: pawns step forward or capture diagonally. Reach the last rank, or leave no move."""

FILES = "abcd"


class Hexapawn:
    utilities = "outcome"

    def __init__(self, ranks=4):
        self.ranks = ranks

    def initial(self):
        empty = "." * len(FILES)
        return "/".join(["P" * len(FILES), *[empty] * (self.ranks - 2), "p" * len(FILES)]) + " w"

    def player(self, state):
        return 0 if state.endswith("w") else 1

    def _moves(self, state):
        position, colour = state.split()
        rows = position.split("/")
        mine, theirs, step = ("P", "p", 1) if colour == "w" else ("p", "P", -1)
        for y, row in enumerate(rows):
            for x, piece in enumerate(row):
                if piece != mine or not 0 <= y + step < len(rows):
                    continue
                here = f"{FILES[x]}{y + 1}"
                if rows[y + step][x] == ".":
                    yield f"{here}-{FILES[x]}{y + step + 1}"
                for side in (x - 1, x + 1):
                    if 0 <= side < len(FILES) and rows[y + step][side] == theirs:
                        yield f"{here}x{FILES[side]}{y + step + 1}"

    def actions(self, state):
        return [] if self._promoted(state) else list(self._moves(state))

    def result(self, state, move):
        position, colour = state.split()
        grid = [list(row) for row in position.split("/")]
        x0, y0, x1, y1 = FILES.index(move[0]), int(move[1]) - 1, FILES.index(move[3]), int(move[4]) - 1
        grid[y1][x1], grid[y0][x0] = grid[y0][x0], "."
        return "/".join("".join(row) for row in grid) + (" b" if colour == "w" else " w")

    def _promoted(self, state):
        rows = state.split()[0].split("/")
        return "P" in rows[-1] or "p" in rows[0]

    def terminal(self, state):
        return self._promoted(state) or next(self._moves(state), None) is None

    def utility(self, state, player):
        # the player to move has just lost, in either way
        return -1 if player == self.player(state) else 1
