"""Minimax with a ledger: dictionaries of lists, filled forwards by breadth and closed backwards."""

from collections import defaultdict


def settle(game, state, depth):
    me = game.player(state)
    children = defaultdict(list)  # (state, ply) -> [(action, (state, ply))]
    order = [(state, 0)]
    known = {(state, 0)}
    for key in order:
        position, ply = key
        if ply == depth or game.terminal(position):
            continue
        for action in game.actions(position):
            child = (game.result(position, action), ply + 1)
            children[key].append((action, child))
            if child not in known:
                known.add(child)
                order.append(child)
    ledger = {}
    for key in reversed(order):
        position, _ = key
        if game.terminal(position):
            ledger[key] = [game.utility(position, me), None]
        elif not children[key]:
            ledger[key] = [game.evaluate(position, me), None]
        else:
            choose = max if game.player(position) == me else min
            action, child = choose(children[key], key=lambda entry: ledger[entry[1]][0])
            ledger[key] = [ledger[child][0], action]
    return tuple(ledger[state, 0])
