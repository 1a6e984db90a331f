"""Negamax as a relay of generators: each asks for a child's value with `yield`, and a loop runs them on a stack."""

from math import inf


def visit(game, state, depth, low, high, me):
    mover = game.player(state)
    sign = 1 if mover == me else -1
    if game.terminal(state):
        return sign * game.utility(state, me)
    if depth == 0:
        return sign * game.evaluate(state, me)
    best = -inf
    for action in game.actions(state):
        child = game.result(state, action)
        if game.player(child) == mover:
            value = yield visit(game, child, depth - 1, low, high, me)
        else:
            value = yield visit(game, child, depth - 1, -high, -low, me)
            value = -value
        best = max(best, value)
        low = max(low, value)
        if low >= high:
            break
    return best


def run(relay):
    stack, back = [relay], None
    while stack:
        try:
            stack.append(stack[-1].send(back))
            back = None
        except StopIteration as done:
            stack.pop()
            back = done.value
    return back


def relayed(game, depth):
    state = game.initial()
    mover = game.player(state)
    if game.terminal(state) or depth == 0:
        return run(visit(game, state, depth, -inf, inf, mover)), None
    best, chosen = -inf, None
    for action in game.actions(state):
        child = game.result(state, action)
        same = game.player(child) == mover
        window = (best, inf) if same else (-inf, -best)
        value = run(visit(game, child, depth - 1, *window, mover))
        value = value if same else -value
        if chosen is None or value > best:
            best, chosen = value, action
    return best, chosen
