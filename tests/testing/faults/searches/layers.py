"""Minimax over layers: every position of a ply in one array, and values folded upwards with numpy's `reduceat`."""

import numpy as np


def fold(game, state, depth):
    me = game.player(state)
    if game.terminal(state):
        return game.utility(state, me), None
    if depth == 0:
        return game.evaluate(state, me), None
    layers = [[state]]
    spans = []  # of each layer: where the children of each position begin, or None for those without
    for _ in range(depth):
        below, begin = [], []
        for position in layers[-1]:
            if game.terminal(position):
                begin.append(None)
            else:
                begin.append(len(below))
                below.extend(game.result(position, action) for action in game.actions(position))
        spans.append(begin)
        layers.append(below)
        if not below:
            break
    values = np.array([worth(game, position, me) for position in layers[-1]], dtype=object)
    for ply in reversed(range(len(spans))):
        layer, begin = layers[ply], spans[ply]
        own = np.empty(len(layer), dtype=object)
        starts = [at for at in begin if at is not None]
        largest = np.maximum.reduceat(values, starts) if starts else []
        smallest = np.minimum.reduceat(values, starts) if starts else []
        row = 0
        for number, position in enumerate(layer):
            if begin[number] is None:
                own[number] = game.utility(position, me)
            else:
                own[number] = largest[row] if game.player(position) == me else smallest[row]
                row += 1
        if ply == 0:
            break
        values = own
    actions = game.actions(state)
    return own[0], actions[next(n for n in range(len(actions)) if values[n] == own[0])]


def worth(game, position, me):
    return game.utility(position, me) if game.terminal(position) else game.evaluate(position, me)
