"""A prover with a budget of positions: True or False when it knows, None when the budget ran out."""


class Exhausted(Exception):
    pass


def prove(game, nodes=None):
    start = game.initial()
    me = game.player(start)
    entered = 0

    def win(state, path):
        nonlocal entered
        if game.terminal(state):
            return game.utility(state, me) > 0
        if state in path:
            return False
        mine = game.player(state) == me
        for action in game.actions(state):
            if nodes is not None and entered >= nodes:
                raise Exhausted
            entered += 1
            if win(game.result(state, action), path | {state}) == mine:
                return mine
        return not mine

    try:
        return win(start, frozenset())
    except Exhausted:
        return None
