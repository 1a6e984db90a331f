"""Minimax whose values are numpy numbers and whose choice is an argmax."""

import numpy as np


def value(tree, state, depth, me):
    if tree.terminal(state):
        return np.float64(tree.utility(state, me))
    if depth == 0:
        return np.float64(tree.evaluate(state, me))
    below = np.array([value(tree, tree.result(state, a), depth - 1, me) for a in tree.actions(state)])
    return below.max() if tree.player(state) == me else below.min()


def best(tree, depth):
    state = tree.initial()
    me = tree.player(state)
    if tree.terminal(state) or depth == 0:
        return value(tree, state, 0, me), None
    actions = list(tree.actions(state))
    below = np.array([value(tree, tree.result(state, a), depth - 1, me) for a in actions])
    return below.max(), actions[int(np.argmax(below))]
