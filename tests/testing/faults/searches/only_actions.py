"""A player of a course: it is asked for an action, and says nothing else."""


def get_move(game, state, depth):
    me = game.player(state)

    def minimax(s, d):
        if game.terminal(s):
            return game.utility(s, me)
        if d <= 0:
            return game.evaluate(s, me)
        values = (minimax(game.result(s, a), d - 1) for a in game.actions(s))
        return max(values) if game.player(s) == me else min(values)

    if game.terminal(state):
        return None
    return max(game.actions(state), key=lambda a: minimax(game.result(state, a), depth - 1))
