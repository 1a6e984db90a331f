"""Every position of a game with its value for the mover and the plies to the end, by retrograde analysis."""


def tablebase(game):
    table = {}

    def worth(state):
        """(utility for the player to move, plies to the end)"""
        stack = [state]
        while stack:
            s = stack[-1]
            if s in table:
                stack.pop()
                continue
            if game.terminal(s):
                table[s] = (game.utility(s, game.player(s)), 0)
                continue
            after = [game.result(s, a) for a in game.actions(s)]
            missing = [t for t in after if t not in table]
            if missing:
                stack.extend(missing)
                continue
            options = []
            for t in after:
                utility, plies = table[t]
                options.append((utility if game.player(t) == game.player(s) else -utility, plies + 1))
            best = max(u for u, _ in options)
            lengths = [n for u, n in options if u == best]
            table[s] = (best, max(lengths) if best < 0 else min(lengths))
        return table[state]

    worth(game.initial())
    return table
