"""Laws by which `advsearch check` tests games and searchers."""

from __future__ import annotations

from typing import Any

from advsearch.testing import Broken, Call, ask, law


@law(about="game")
def actions_are_told_apart_in_print(game: Any, state: Any) -> None:
    """No two actions of a state are printed alike."""
    printed = [repr(action) for action in game.actions(state)]
    assert len(set(printed)) == len(printed)


@law(about="searcher", needs=("line",))
def lines_are_no_longer_than_the_depth(subject: Any, tree: Any) -> None:
    """A line of play has no more actions than plies were searched."""
    answer, _ = ask(subject, tree, Call(depth=3))
    if answer.line is not None and len(answer.line) > 3:
        raise Broken("at most 3 actions", len(answer.line))
