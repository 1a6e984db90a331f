"""The value of each position of a game, as a search finds it or as the players reported it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any, Final

from advsearch.analysis.live.choosing import limits_for
from advsearch.analysis.live.positions import SEATS, Walked
from advsearch.analysis.live.sweeping import SWEEP_S, sweep
from advsearch.binding import bind
from advsearch.drawing.charts import standing_alone
from advsearch.drawing.graphs import Axis, Point, Series, balanced_axis, line_graph, whole_axis
from advsearch.errors import InvalidSettings, unknown_name
from advsearch.limits import Limits, Request
from advsearch.notation import action_text, read_action
from advsearch.plots.plot import Plot
from advsearch.plugins.registry import default_registry
from advsearch.protocol import AnyGame, Searcher, name_of, utilities_of
from advsearch.search.deepening import Deepening
from advsearch.tournament.records import GameRecord
from advsearch.tournament.store import Store
from advsearch.values import WIN

_REPORTED: Final = re.compile(r"(win|loss) in (?:at most )?([0-9]{1,7})|([+-]?[0-9][0-9.e+-]{0,30})")


def values(
    game: AnyGame | str,
    actions: Sequence[Any],
    *,
    start: Any = None,
    searcher: Searcher | str | None = None,
    limits: Limits | None = None,
) -> Plot:
    """Return the value of each position of a game for its first player, with the mistakes that are certain.

    `actions` are the game's own actions or their texts. Each position is searched within `limits`, 0.3 s by default,
    by `searcher`, by default `deepening` with the game's own evaluator.
    """
    rules: AnyGame = default_registry().game(game) if isinstance(game, str) else game
    state = rules.initial() if start is None else start
    if not actions:
        some = ", ".join(action_text(rules, state, each) for each in list(rules.actions(state))[:1]) or "none"
        raise InvalidSettings(f"expected the actions of a game, such as {some}, got none")
    walked = _walked(rules, state, actions)
    search = bind(Deepening() if searcher is None else searcher, rules)
    asked = Request(limits_for(search, limits or Limits(time_s=SWEEP_S)))
    found = sorted(sweep(walked, lambda state: search(state, asked)), key=lambda each: int(each["ply"]))
    texts = [action_text(rules, *pair) for pair in zip(walked.states, walked.actions, strict=False)]
    rows = []
    for each in found:
        ply = each["ply"]
        played = texts[ply] if ply < len(texts) else ""
        rows.append((ply, each["value"], each["number"], each["best"], played, each.get("mistake", "")))
    outcome = utilities_of(rules) == "outcome"
    axis = _value_axis([row[2] for row in rows], "value for the first player", outcome)
    points = []
    for ply, value, number, _, played, wrong in rows:
        after = f"; then {played} {wrong}" if wrong else ""
        points.append(Point(ply, _height(axis, number), f"after {ply} plies: {value}{after}", bool(wrong)))
    title = f"The value of each position: {name_of(rules)}"
    graph = line_graph(title, _plies(len(walked.actions)), axis, [Series("value", tuple(points))])
    columns = ("ply", "value", "number", "best", "played", "mistake")
    return Plot(title, columns, tuple(rows), standing_alone(graph))


def match(store: str | os.PathLike[str], game: str | None = None) -> Plot:
    """Return the values that the players of a stored game reported with their actions, each for the player itself.

    `game` is the id of the game in the store. Without it, the store must have one game only.
    """
    record = _record(store, game)
    opening = len(record.opening)
    rows = []
    for number, (move, action) in enumerate(zip(record.moves, record.actions[opening:], strict=False)):
        rows.append(
            (
                opening + number,
                move.agent,
                action,
                move.value,
                _reported(move.value),
                move.depth,
                move.nodes,
                move.seconds,
            )
        )
    known = [row[4] for row in rows if row[4] is not None]
    if not known:
        raise InvalidSettings(f"expected a game whose players report values, got game {record.id} without any")
    outcome = any("win" in (row[3] or "") or "loss" in (row[3] or "") for row in rows)
    axis = _value_axis(known, "value for the player", outcome)
    series = []
    for name in dict.fromkeys((record.first, record.second)):
        points = [
            Point(row[0], _height(axis, row[4]), f"{name}, ply {row[0]}, {row[2]}: {row[3]}")
            for row in rows
            if row[1] == name and row[4] is not None
        ]
        if points:
            series.append(Series(name, tuple(points)))
    title = f"{record.first} against {record.second}: {record.result}"
    graph = line_graph(title, _plies(len(record.actions)), axis, series)
    columns = ("ply", "player", "action", "value", "number", "depth", "nodes", "seconds")
    return Plot(title, columns, tuple(rows), standing_alone(graph))


def _walked(game: AnyGame, start: Any, actions: Sequence[Any]) -> Walked:
    states, played = [start], []
    for action in actions:
        if game.terminal(states[-1]):
            raise InvalidSettings(
                f"expected the game to go on, got {action!r} after {SEATS[0]} or {SEATS[1]} had won"
            )
        given = isinstance(action, str) and action not in game.actions(states[-1])
        played.append(read_action(game, states[-1], action) if given else action)
        states.append(game.result(states[-1], played[-1]))
    return Walked(game, tuple(states), tuple(played))


def _plies(number: int) -> Axis:
    return whole_axis("plies", (0, number))


def _value_axis(numbers: Sequence[float], title: str, outcome: bool) -> Axis:
    """An axis for evaluations. In a game of wins and losses, proven ones are at its ends."""
    proven = [each for each in numbers if outcome and abs(each) > WIN / 2]
    others = [each for each in numbers if each not in proven]
    return balanced_axis(title, others, ("loss", "win") if proven else None)


def _height(axis: Axis, number: float) -> float:
    return max(axis.low, min(axis.high, number))


def _record(store: str | os.PathLike[str], identity: str | None) -> GameRecord:
    with Store(store, writable=False, make=False) as opened:
        names = sorted(opened.ids())
        if identity is None and len(names) == 1:
            identity = names[0]
        found = None if identity is None else opened.game(identity)
    if found is not None:
        return found
    if identity is None:
        some = ", ".join(names[:3])
        raise InvalidSettings(
            f"expected the id of one of {len(names):,} games, such as {some or 'none yet'}, got none"
        )
    raise unknown_name("game", identity, names, there="in the store")


def _reported(text: str | None) -> float | None:
    """The number of a value that a player reported as text; None for anything else."""
    found = _REPORTED.fullmatch((text or "").strip())
    if found is None:
        return None
    if found[1]:
        return (WIN - int(found[2])) * (1 if found[1] == "win" else -1)
    try:
        number = float(found[3])
    except ValueError:
        return None
    return number if abs(number) < WIN else None
