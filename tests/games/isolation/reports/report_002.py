# The formula of report 002, typed as a student would type it into the player class of the 11x9 course program.
# ruff: noqa
# mypy: ignore-errors
# fmt: off


class CustomPlayer:
    M = 1000

    def ind2xy(self, ind):
        return (ind % 13, ind // 13)

    def distance(self, a, b):
        ax, ay = self.ind2xy(a)
        bx, by = self.ind2xy(b)
        return ((ax - bx)**2 + (ay - by)**2) ** 0.5

    def score(self, state):
        own_loc = state.locs[self.player_id]
        opp_loc = state.locs[1 - self.player_id]
        own_liberties = len(state.liberties(own_loc))
        opp_liberties = len(state.liberties(opp_loc))
        d_c = self.distance(own_loc, 57)
        d_opp = self.distance(own_loc, opp_loc)
        if opp_liberties > own_liberties:
            return -self.M * d_c**2 * (opp_liberties - own_liberties)
        return -(d_c + d_opp)**2 * max(1, own_liberties - opp_liberties)


def liberties_difference(state, player_id):
    if state.terminal_test():
        return state.utility(player_id)
    return len(state.liberties(state.locs[player_id])) - len(state.liberties(state.locs[1 - player_id]))
