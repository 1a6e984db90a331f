"""Connect Four on two bitboards with a spare bit on top of each column (the layout that Fhourstones uses)."""

import advsearch

WIDTH, HEIGHT = 7, 6
H1 = HEIGHT + 1
BOTTOM = sum(1 << column * H1 for column in range(WIDTH))
TOP = BOTTOM << HEIGHT


def four(stones: int) -> bool:
    for shift in (1, H1, H1 - 1, H1 + 1):
        pairs = stones & stones >> shift
        if pairs & pairs >> 2 * shift:
            return True
    return False


class FourBits:
    """A state is (stones of the first player, stones of the second)."""

    name = "connect-four-bits"
    utilities = "outcome"

    def initial(self):
        return (0, 0)

    def player(self, state):
        first, second = state
        return (first | second).bit_count() % 2

    def landing(self, state):
        """One bit for each column that has room: the square a stone falls to."""
        taken = state[0] | state[1]
        return (taken + BOTTOM) & ~TOP

    def actions(self, state):
        if four(state[0]) or four(state[1]):
            return []
        free = self.landing(state)
        columns = []
        while free:
            lowest = free & -free
            columns.append((lowest.bit_length() - 1) // H1)
            free ^= lowest
        return columns

    def result(self, state, column):
        if column not in self.actions(state):
            raise advsearch.IllegalAction(f"column {column!r}")
        stone = self.landing(state) & ((1 << H1) - 1) << int(column) * H1
        first, second = state
        return (first | stone, second) if self.player(state) == 0 else (first, second | stone)

    def terminal(self, state):
        return four(state[0]) or four(state[1]) or not self.landing(state)

    def utility(self, state, player):
        return four(state[player]) - four(state[1 - player])
