"""Laws of any game, and of any search."""

from __future__ import annotations

from typing import Any

from advsearch.testing import Broken, Call, ask, law


@law(about="game", needs=("format_action",))
def actions_are_written_in_one_word(game: Any, state: Any) -> None:
    """An action is written without spaces, so that a game is a list of words."""
    for action in game.actions(state):
        text = game.format_action(state, action)
        if text.split() != [text]:
            raise Broken("one word", text)


@law(about="searcher", needs=("line", "horizon"))
def depth_one_looks_one_ply_ahead(subject: Any, tree: Any) -> None:
    """At depth 1 the line of play has one action at most."""
    answer, _ = ask(subject, tree, Call(depth=1))
    if answer.line is not None and len(answer.line) > 1:
        raise Broken("at most one action", answer.line)
