"""Alpha-beta without recursion: a stack of frames, each a list that the loop changes in place."""

from math import inf

STATE, ACTIONS, NEXT, BEST, CHOICE, LOW, HIGH, MAX = range(8)


def run(tree, depth):
    start = tree.initial()
    me = tree.player(start)
    if tree.terminal(start):
        return tree.utility(start, me), None
    if depth == 0:
        return tree.evaluate(start, me), None

    def frame(state, low, high):
        maximizing = tree.player(state) == me
        return [state, tree.actions(state), 0, -inf if maximizing else inf, None, low, high, maximizing]

    stack = [frame(start, -inf, inf)]
    returned = None
    while True:
        top = stack[-1]
        if returned is not None:
            value, returned = returned, None
            if top[CHOICE] is None or (value > top[BEST] if top[MAX] else value < top[BEST]):
                top[BEST], top[CHOICE] = value, top[ACTIONS][top[NEXT] - 1]
            if top[MAX]:
                top[LOW] = max(top[LOW], value)
            else:
                top[HIGH] = min(top[HIGH], value)
        if top[NEXT] == len(top[ACTIONS]) or top[LOW] >= top[HIGH]:
            stack.pop()
            if not stack:
                return top[BEST], top[CHOICE]
            returned = top[BEST]
            continue
        child = tree.result(top[STATE], top[ACTIONS][top[NEXT]])
        top[NEXT] += 1
        if tree.terminal(child):
            returned = tree.utility(child, me)
        elif len(stack) == depth:
            returned = tree.evaluate(child, me)
        else:
            stack.append(frame(child, top[LOW], top[HIGH]))
