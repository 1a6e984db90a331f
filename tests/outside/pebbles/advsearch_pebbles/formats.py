"""An export format: one line of text per game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from advsearch import GameRecord


def ledger(games: Iterable[GameRecord]) -> Iterator[str]:
    """The line of each game: the players, the actions and the result."""
    yield "# first : second | result | opening / actions\n"
    for game in games:
        played = " ".join(game.actions)
        yield f"{game.first} : {game.second} | {game.result} ({game.termination}) | {len(game.opening)} / {played}\n"
