"""Right searches that look at the stop signal and at the clock only once in so many positions."""

import time
from math import inf


class Enough(Exception):
    pass


def _deepening(every):
    def search(game, state, depth=60, stop=None, time_s=None):
        me = game.player(state)
        end = inf if time_s is None else time.monotonic() + 0.9 * time_s
        entered = 0

        def enter(s, action):
            nonlocal entered
            entered += 1
            if entered % every == 0 and ((stop is not None and stop.is_set()) or time.monotonic() > end):
                raise Enough
            return game.result(s, action)

        def value(s, d, low, high):
            if game.terminal(s):
                return game.utility(s, me)
            if d == 0:
                return game.evaluate(s, me)
            mine = game.player(s) == me
            best = -inf if mine else inf
            for action in game.actions(s):
                found = value(enter(s, action), d - 1, low, high)
                if mine:
                    best = max(best, found)
                    low = max(low, best)
                else:
                    best = min(best, found)
                    high = min(high, best)
                if low >= high:
                    break
            return best

        if game.terminal(state):
            return {"value": game.utility(state, me), "action": None, "depth": 0}
        answer = {"value": game.evaluate(state, me), "action": game.actions(state)[0], "depth": 0}
        try:
            for limit in range(1, depth + 1):
                if (stop is not None and stop.is_set()) or time.monotonic() > end:
                    break
                best, chosen = -inf, None
                for action in game.actions(state):
                    found = value(enter(state, action), limit - 1, best, inf)
                    if chosen is None or found > best:
                        best, chosen = found, action
                answer = {"value": best, "action": chosen, "depth": limit}
        except Enough:
            pass
        return answer

    return search


every_128 = _deepening(128)
every_1024 = _deepening(1024)


def every_500_deep(game, state, depth=60, stop=None):
    """As the others, but the signal is read only inside the search, not between depths."""
    me, entered = game.player(state), 0

    def value(s, d, low, high):
        nonlocal entered
        entered += 1
        if entered % 500 == 0 and stop is not None and stop.is_set():
            raise Enough
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        if game.player(s) == me:
            best = -inf
            for action in game.actions(s):
                best = max(best, value(game.result(s, action), d - 1, max(low, best), high))
                if best >= high:
                    break
            return best
        best = inf
        for action in game.actions(s):
            best = min(best, value(game.result(s, action), d - 1, low, min(high, best)))
            if best <= low:
                break
        return best

    if game.terminal(state):
        return game.utility(state, me), None, 0
    answer = game.evaluate(state, me), game.actions(state)[0], 0
    try:
        for limit in range(1, depth + 1):
            best, chosen = -inf, None
            for action in game.actions(state):
                found = value(game.result(state, action), limit - 1, best, inf)
                if chosen is None or found > best:
                    best, chosen = found, action
            answer = best, chosen, limit
    except Enough:
        pass
    return answer
