"""The laws that every game of advsearch obeys."""

from __future__ import annotations

import pytest
from advsearch.testing import check_game

from advsearch_connect4 import ConnectFour


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 4), (5, 5), (7, 8), (1, 1)])
def test_the_laws_of_games_hold(width: int, height: int) -> None:
    """The rules obey every law that advsearch checks, on boards of all sizes."""
    check_game(ConnectFour(width, height))
