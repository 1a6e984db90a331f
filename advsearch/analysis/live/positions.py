"""A position as data for a face: its picture, its actions and how they are clicked, and how the game stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from advsearch.drawing.boards import drawing_of
from advsearch.drawing.clicks import Clicks, clicks_of
from advsearch.drawing.scenes import scene_data, scene_of
from advsearch.notation import action_text, read_action, read_state, state_text
from advsearch.protocol import AnyGame, HasNotation, utilities_of
from advsearch.scene import Scene

SEATS = ("first", "second")


@attrs.frozen
class Walked:
    """The game after some moves."""

    game: AnyGame
    states: tuple[Any, ...]
    actions: tuple[Any, ...]

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def scene(self) -> Scene | None:
        return scene_of(self.game, self.state, self.actions[-1] if self.actions else None)


def walk(game: AnyGame, start: str, moves: Sequence[str]) -> Walked:
    """Play moves from a start. Raises `InvalidNotation` or `IllegalAction` for what the game refuses."""
    states = [read_state(game, start) if start else game.initial()]
    actions = []
    for text in moves:
        actions.append(read_action(game, states[-1], text))
        states.append(game.result(states[-1], actions[-1]))
    return Walked(game, tuple(states), tuple(actions))


def position_of(walked: Walked, *, cells: bool = False, clicks: bool = True) -> dict[str, Any]:
    """Return a position as JSON values. The board is a list of shapes, or a scene if `cells` is true. Without
    `clicks`, actions are left out, so that no action is tried."""
    game, state, scene = walked.game, walked.state, walked.scene
    over = bool(game.terminal(state))
    actions = [] if over or not clicks else clicks_of(game, state, scene)
    ending = ending_text(game, state) if over else ""
    mover = None if over else game.player(state)
    to_move = "" if mover is None else f"{SEATS[mover]} to move"
    texts = zip(walked.states, walked.actions, strict=False)
    return {
        "kind": "position",
        "state": state_text(game, state),
        "readable": isinstance(game, HasNotation),
        "over": over,
        "player": mover,
        "first_player": game.player(walked.states[0]) if not game.terminal(walked.states[0]) else None,
        "caption": (scene.caption if scene is not None else "") or ending or to_move,
        "ending": ending,
        "winner": winner_of(game, state) if over else None,
        **({"scene": scene_data(scene)} if cells else {"drawing": scene and drawing_of(scene).data()}),
        "actions": [_action(each) for each in actions],
        "moves": [action_text(game, before, action) for before, action in texts],
        "movers": [game.player(before) for before, _ in zip(walked.states, walked.actions, strict=False)],
        "score": utilities_of(game) == "score",
    }


def _action(clicks: Clicks) -> dict[str, Any]:
    return {
        "text": clicks.text,
        "ways": [list(way) for way in clicks.ways],
        "shown": clicks.shown,
        "rest": clicks.rest,
    }


def winner_of(game: AnyGame, state: Any) -> int | None:
    """Return the winner of a finished game, or None for a draw."""
    utility = game.utility(state, 0)
    return 0 if utility > 0 else 1 if utility < 0 else None


def ending_text(game: AnyGame, state: Any) -> str:
    """Return how a finished game ended, in words."""
    winner = winner_of(game, state)
    if winner is None:
        return "a draw"
    size = abs(game.utility(state, 0))
    return f"{SEATS[winner]} wins{f' by {size:g}' if size != 1 else ''}"
