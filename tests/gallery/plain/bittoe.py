"""Tic-tac-toe with everything in one integer: 9 bits of crosses, 9 bits of noughts, 1 bit for the turn."""

FULL = 0b111_111_111
LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
TURN = 1 << 18


def has_line(bits):
    for line in LINES:  # noqa: SIM110
        if bits & line == line:
            return True
    return False


class BitToe:
    utilities = "outcome"

    def __init__(self, misere=False):
        self.misere = misere

    def initial(self):
        return 0

    def player(self, state):
        return state >> 18

    def actions(self, state):
        if self.terminal(state):
            return []
        free = ~(state | state >> 9) & FULL
        moves = []
        while free:
            low = free & -free
            moves.append(low)
            free ^= low
        return moves

    def result(self, state, bit):
        shift = 9 if state & TURN else 0
        return (state | bit << shift) ^ TURN

    def terminal(self, state):
        x, o = state & FULL, state >> 9 & FULL
        return has_line(x) or has_line(o) or x | o == FULL

    def utility(self, state, player):
        x, o = state & FULL, state >> 9 & FULL
        score = has_line(x) - has_line(o)
        if self.misere:
            score = -score
        return score if player == 0 else -score
