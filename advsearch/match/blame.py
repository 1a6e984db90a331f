"""Whether the agent or the game is to blame for an error that was raised while an agent chose."""

from __future__ import annotations

from typing import Final

from advsearch.plugins.frames import their_frames
from advsearch.protocol import AnyGame
from advsearch.search.dead_ends import BrokenGame

_RULES: Final = frozenset({"initial", "player", "actions", "result", "terminal", "utility"})


def is_the_games(error: BaseException, game: AnyGame) -> bool:
    """Whether one of our searches met a game that breaks a law, or a method of the game that raised.

    If third-party code called the method, its arguments are unknown, so the caller is blamed.
    """
    if isinstance(error, BrokenGame):
        return True
    frames = their_frames(error)
    if not frames or isinstance(error, RecursionError | MemoryError | SystemExit):
        return False
    code, known = frames[0][0].f_code, frames[0][0].f_locals
    return code.co_name in _RULES and code.co_argcount > 0 and known.get(code.co_varnames[0]) is game
