"""Ten submissions of a course, each with one typical fault: the same alpha-beta search with some lines changed."""

from __future__ import annotations

from typing import Final

RIGHT: Final = '''
from math import inf
from time import monotonic


class OutOfTime(Exception):
    pass


def search(game, state, depth=40, time_s=None):
    """Iterative deepening with alpha-beta. The value is for the player who moves at the root."""
    me = game.player(state)
    end = inf if time_s is None else monotonic() + 0.9 * time_s

    def visit(s, d, alpha, beta):
        if monotonic() > end:
            raise OutOfTime
        if game.terminal(s):
            return game.utility(s, me), ()
        if d == 0:
            return game.evaluate(s, me), ()
        mine = game.player(s) == me
        best, line = None, ()
        for action in game.actions(s):
            value, rest = visit(game.result(s, action), d - 1, alpha, beta)
            if best is None or (value > best if mine else value < best):
                best, line = value, (action, *rest)
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, line

    if game.terminal(state):
        return {"value": game.utility(state, me), "action": None, "depth": 0, "pv": ()}
    action = game.actions(state)[0]
    answer = {"value": game.evaluate(state, me), "action": action, "depth": 0, "pv": (action,)}
    try:
        for limit in range(1, depth + 1):
            value, line = visit(state, limit, -inf, inf)
            answer = {"value": value, "action": line[0], "depth": limit, "pv": line}
    except OutOfTime:
        pass
    return answer
'''
EDITS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "right": (),
    "never prunes": (("            if alpha >= beta:\n                break\n", ""),),
    "searches a ply too little": (("for limit in range(1, depth + 1):", "for limit in range(1, max(2, depth)):"),),
    "reads the clock between depths": (
        ("        if monotonic() > end:\n            raise OutOfTime\n", ""),
        (
            "            value, line = visit",
            "            if monotonic() > end:\n                break\n            value, line = visit",
        ),
    ),
    "evaluates for the player to move": (
        ("game.evaluate(s, me), ()", "game.evaluate(s, game.player(s)) * (1 if game.player(s) == me else -1), ()"),
    ),
    "returns the last action": (('"action": line[0]', '"action": game.actions(state)[-1]'),),
    "narrows the window of the other player": (
        (
            "            else:\n                beta = min(beta, best)\n",
            "            alpha, beta = max(alpha, best - 2), min(beta, best + 2)\n",
        ),
    ),
    "maximizes for both players": (("mine = game.player(s) == me", "mine = True"),),
    "evaluates finished games": (
        ("            return game.utility(s, me), ()", "            return game.evaluate(s, me), ()"),
    ),
    "never ends": (
        (
            "            if alpha >= beta:\n                break\n",
            "            while alpha >= beta:\n                pass\n",
        ),
    ),
}
"""From the best to the worst, as a teacher would order them."""


def source(name: str) -> str:
    text = RIGHT
    for old, new in EDITS[name]:
        assert text.count(old) == 1, (name, old)
        text = text.replace(old, new)
    return text
