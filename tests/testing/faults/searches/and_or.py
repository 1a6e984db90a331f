"""Retrograde and-or proof: wins spread backwards over the graph of positions, so cycles do no harm."""


def proves(game):
    start = game.initial()
    me = game.player(start)
    order, seen = [start], {start}
    for state in order:
        if not game.terminal(state):
            for action in game.actions(state):
                after = game.result(state, action)
                if after not in seen:
                    seen.add(after)
                    order.append(after)
    won = set()
    changed = True
    while changed:
        changed = False
        for state in reversed(order):
            if state in won:
                continue
            if game.terminal(state):
                good = game.utility(state, me) > 0
            else:
                after = [game.result(state, action) in won for action in game.actions(state)]
                good = any(after) if game.player(state) == me else all(after)
            if good:
                won.add(state)
                changed = True
    return start in won
