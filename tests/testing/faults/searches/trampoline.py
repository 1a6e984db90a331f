"""Minimax by generators: a visit yields the states whose values it needs, and a trampoline sends the values back."""


def visit(game, state, depth, me):
    if game.terminal(state):
        return game.utility(state, me), None
    if depth == 0:
        return game.evaluate(state, me), None
    choose = max if game.player(state) == me else min
    results = []
    for action in game.actions(state):
        value, _ = yield (game.result(state, action), depth - 1)
        results.append((value, action))
    values = [value for value, _ in results]
    return results[values.index(choose(values))]


def search(game, state, depth):
    me = game.player(state)
    tasks = [visit(game, state, depth, me)]
    answer = None
    while tasks:
        try:
            below = tasks[-1].send(answer)
        except StopIteration as finished:
            answer = finished.value
            tasks.pop()
        else:
            tasks.append(visit(game, *below, me))
            answer = None
    return answer
