"""One ply: the action whose position looks best to me."""


def greedy(game, state):
    me = game.player(state)
    if game.terminal(state):
        return game.utility(state, me), None

    def look(action):
        after = game.result(state, action)
        return game.utility(after, me) if game.terminal(after) else game.evaluate(after, me)

    choice = max(game.actions(state), key=look)
    return look(choice), choice
