"""Whose fault an error was that came up while an agent was asked: the agent's, or the game's."""

from __future__ import annotations

from typing import Final

from advsearch.plugins.frames import their_frames
from advsearch.protocol import AnyGame
from advsearch.search.dead_ends import BrokenGame

_RULES: Final = frozenset({"initial", "player", "actions", "result", "terminal", "utility"})


def is_the_games(error: BaseException, game: AnyGame) -> bool:
    """Whether a search of ours met a game that breaks a law, or one of its methods that raised.

    Where code of somebody else called the method, nobody knows what with: it may be the caller's fault, and so it is.
    """
    if isinstance(error, BrokenGame):
        return True
    frames = their_frames(error)
    if not frames or isinstance(error, RecursionError | MemoryError | SystemExit):
        return False
    code, known = frames[0][0].f_code, frames[0][0].f_locals
    return code.co_name in _RULES and code.co_argcount > 0 and known.get(code.co_varnames[0]) is game
