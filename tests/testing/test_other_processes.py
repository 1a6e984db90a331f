"""The kit gets results from other processes, whatever the game or the searcher prints, reads or ends."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advsearch.testing import LawBroken, check_game, check_searcher

GAME = '''
import os
import sys
import advsearch

{top}

class Chatty:
    """Say 1 or 2; the player who reaches five wins."""

    utilities = "outcome"

    def initial(self):
        return (0, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        {middle}
        return {actions}

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"expected 1 or 2, got {{action!r}}")
        return (state[0] + int(action), 1 - state[1])

    def terminal(self, state):
        return state[0] >= 5

    def utility(self, state, player):
        return -1 if player == state[1] else 1


def search(tree, depth):
    {middle}
    state = tree.initial()
    me = tree.player(state)

    def value(state, depth):
        if tree.terminal(state):
            return tree.utility(state, me)
        if not depth:
            return tree.evaluate(state, me)
        values = [value(tree.result(state, action), depth - 1) for action in tree.actions(state)]
        return max(values) if tree.player(state) == me else min(values)

    if tree.terminal(state):
        return tree.utility(state, me), None
    children = [(value(tree.result(state, action), depth - 1), action) for action in tree.actions(state)]
    best = max(each for each, _ in children)
    return best, next(action for each, action in children if each == best)
'''
PLAIN = "() if state[0] >= 5 else (1, 2)"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(name: str, *, top: str = "", middle: str = "pass", actions: str = PLAIN) -> Any:
        (tmp_path / f"{name}.py").write_text(GAME.format(top=top, middle=middle, actions=actions))
        monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(name)

    return make


PRINTING = {
    "print": "print('hello')",
    "descriptor": "os.write(1, b'hello')",
    "child": "os.system('exit 0') if not hasattr(os, 'once') else None; os.once = True",
}


@pytest.mark.parametrize("how", PRINTING)
def test_a_game_and_a_search_that_print_agree_with_other_processes(
    how: str, module: Callable[..., Any], capfd: pytest.CaptureFixture[str]
) -> None:
    """Output of the code under test, at import or later, does not mix with the results of the other process."""
    chatty = module(f"chatty_{how}", top=PRINTING[how], middle=PRINTING[how])
    report = check_game(chatty.Chatty(), profile="fast", only="processes agree")
    assert [law.not_tried for law in report.laws] == [""]
    report = check_searcher(chatty.search, profile="fast", only="processes agree")
    assert [law.not_tried for law in report.laws] == [""]
    capfd.readouterr()


def test_a_printing_game_whose_actions_come_from_a_set_is_found_out(
    module: Callable[..., Any], capfd: pytest.CaptureFixture[str]
) -> None:
    """A printing game whose actions come from a set breaks the law about other processes."""
    shuffled = "() if state[0] >= 5 else tuple({'1', '2', '01', '02', '001', '002'})"
    game = module("chatty_set", middle="print('hello')", actions=shuffled).Chatty()
    with pytest.raises(LawBroken) as caught:
        check_game(game, profile="fast", only="processes agree")
    assert caught.value.law == "processes agree"
    capfd.readouterr()


def test_a_game_that_ends_the_other_process_leaves_the_law_untried(module: Callable[..., Any]) -> None:
    """If the other process ends without a result, the law is not tried, with this reason."""
    game = module("chatty_exit", top="if os.environ.get('PYTHONHASHSEED') == '1': sys.exit(0)").Chatty()
    report = check_game(game, profile="fast", only="processes agree")
    ended = "another process could not load the game: it ended with exit status 0"
    assert [law.not_tried for law in report.laws] == [ended]
