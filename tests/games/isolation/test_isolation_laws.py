"""The laws that every game obeys, from the test kit."""

from __future__ import annotations

import pytest

from advsearch.plugins.manager import make_plugin_manager
from advsearch.plugins.registry import Registry
from advsearch.testing import check_game
from advsearch_isolation import Isolation


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(Isolation(), marks=pytest.mark.slow),  # .ci/run checks the game under its name
        Isolation(11, 9),
        Isolation(4, 3, "queen"),
        Isolation(1, 1),
    ],
    ids=repr,
)
def test_the_laws_hold(game: Isolation) -> None:
    """The course boards, a small board with queens and the smallest board obey every law of the kit, with every
    registered evaluator.
    """
    registry = Registry(make_plugin_manager(no_plugins=True))
    names = [name for name in registry.evaluators_of(game) if not name.endswith(":")]  # a prefix names no evaluator
    if game.moves == "queen":  # longest walks of queens take minutes without compilation
        names = [name for name in names if not name.startswith("heuristic")]
    check_game(game, evaluators={name: registry.evaluator(name, game) for name in names})
