"""No depth: the game is solved to its end, with a dictionary of solved states."""


def solve(game, state):
    me = game.player(state)
    solved = {}
    agenda = [state]
    while agenda:
        s = agenda[-1]
        if s in solved:
            agenda.pop()
        elif game.terminal(s):
            solved[s] = game.utility(s, me)
            agenda.pop()
        else:
            after = [game.result(s, a) for a in game.actions(s)]
            todo = [t for t in after if t not in solved]
            if todo:
                agenda.extend(todo)
            else:
                solved[s] = (max if game.player(s) == me else min)(solved[t] for t in after)
                agenda.pop()
    if game.terminal(state):
        return solved[state], None
    for a in game.actions(state):
        if solved[game.result(state, a)] == solved[state]:
            return solved[state], a
    raise AssertionError("some action has the value")
