"""Finds the positions of a game on which laws are tried: every position near the start, and the positions of random
games with fixed seeds.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from typing import Any, Final

from advsearch.limits import cpu_now
from advsearch.protocol import AnyGame
from advsearch.system.typed import is_hashable
from advsearch.testing.visits import MAX_PLIES, Effort, Ground, Visit, replay

_KINDS: Final = ("random", "late", "random", "narrow")
LATE_TRIES: Final = 8
NARROW_TRIES: Final = {"narrow": 4, "narrowest": 12}
MOST_POSITIONS: Final = 6_000
ENDS: Final = 400
_ENDS_OF: Final = ((("random", "late", "random", "narrow"), 0.2), (("narrowest",), 0.6))
"""For `_Scout.more_ends`: kinds of random games, and the seconds of processor time for playing them."""
ENUMERATING_S: Final = 0.5
"""The limit, in seconds of processor time, for listing all positions of a game. If the limit is exceeded, the game is
treated as large."""


def explore(game: AnyGame, effort: Effort, *, max_plies: int = MAX_PLIES, seed: int = 0) -> Ground:
    """Visit positions of a game. If a method of the game raises an error, the error is recorded in `Ground.crash`."""
    ground = Ground(game, effort, max_plies)
    scout = _Scout(ground)
    scout.near_the_start()
    walked: list[Visit] = []
    for number in range(effort.walks):
        if ground.crash or ground.endless:
            break
        walked.extend(scout.walk(random.Random(f"{seed}:{number}"), _KINDS[number % len(_KINDS)]))
    if effort.complete:
        scout.every_position()
        scout.more_ends(seed)
    ended = {id(path) for path in ground.walks}  # ids, because actions need not be hashable here
    ends = [visit for visit in walked if id(visit.path) in ended]
    between = [visit for visit in walked if id(visit.path) not in ended]
    room = max(0, effort.visits - len(ground.visits) - len(ends))
    if len(between) > room:
        between = random.Random(seed).sample(between, room)
    ground.visits.extend(sorted(ends + between, key=lambda visit: len(visit.path)))
    return ground


LOOP_S: Final = 1.0
"""The processor time for finding a short line of play that repeats a position."""
LOOP_TRIES: Final = 6
LOOP_ACTIONS: Final = 40


def shortest_loop(game: AnyGame, path: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return a short line of play that reaches a position twice; None if none is found along `path`.

    From each position of the path, beginning with the start, the function looks for at most four actions that lead
    back to the position, such as both players moving a piece there and back.
    """
    begun, rng, state = cpu_now(), random.Random(0), game.initial()
    for length in range(len(path)):
        for _ in range(LOOP_TRIES):
            loop = _back_to(game, state, state, (), rng)
            if loop is not None:
                return path[:length] + loop
            if cpu_now() - begun > LOOP_S:
                return None
        state = game.result(state, path[length])
    return None


def _back_to(
    game: AnyGame, start: Any, state: Any, done: tuple[Any, ...], rng: random.Random
) -> tuple[Any, ...] | None:
    """Return actions from `state` back to `start`, after the actions `done`. The first two actions of a loop are
    random, and the last two are tried one after another.
    """
    actions = list(game.actions(state))
    if len(done) < 2:
        actions = [rng.choice(actions)] if actions else []
    for action in actions[:LOOP_ACTIONS]:
        child = game.result(state, action)
        if child == start:
            return (*done, action)
        if len(done) < 3 and (loop := _back_to(game, start, child, (*done, action), rng)) is not None:
            return loop
    return None


class _Scout:
    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.game = ground.game
        self.known: set[Any] = set()

    def near_the_start(self) -> None:
        queue: list[Visit] = [Visit(self.game, (), None)]
        try:
            queue[0] = Visit(self.game, (), self.game.initial())
        except Exception as error:
            self.ground.crash = ((), "initial()", error)
            return
        seen: set[Any] = set()
        for visit in queue:
            self.ground.visits.append(visit)
            if len(queue) >= self.ground.effort.near:
                continue
            for child in self._children(visit):
                if not is_hashable(child.state):
                    queue.append(child)
                elif child.state not in seen:
                    seen.add(child.state)
                    queue.append(child)

    def _children(self, visit: Visit) -> Iterator[Visit]:
        for action in self.ground.some_actions(self._actions(visit)):
            state = self._result(visit, action)
            if state is not None:
                yield Visit(self.game, (*visit.path, action), state)

    def _actions(self, visit: Visit) -> list[Any]:
        try:
            actions = list(self.game.actions(visit.state))
        except Exception as error:
            self.ground.crash = self.ground.crash or (visit.path, "actions(state)", error)
            return []
        for action in actions:
            if isinstance(action, Hashable) and is_hashable(action) and action not in self.known:
                self.known.add(action)
                self.ground.actions_seen.append(action)
        return actions

    def _has_failed(self) -> bool:
        return self.ground.crash is not None or self.ground.endless is not None

    def _step(self, visit: Visit, rng: random.Random, actions: list[Any], kind: str) -> tuple[Any, Any]:
        """Choose an action at random. If the random game has the kind `late`, prefer an action that does not end the
        game. If the kind is `narrow`, prefer an action that leaves few legal actions.
        """
        action = rng.choice(actions)
        state = self._result(visit, action)
        if kind == "late":
            for other in rng.sample(actions, min(len(actions), LATE_TRIES)):
                if self.ground.crash or not self._over(state):
                    break
                action, state = other, self._result(visit, other)
        elif kind in NARROW_TRIES:
            fewest = self._width(state)
            for other in rng.sample(actions, min(len(actions), NARROW_TRIES[kind])):
                candidate = None if self.ground.crash else self._result(visit, other)
                if candidate is not None and (width := self._width(candidate)) < fewest:
                    action, state, fewest = other, candidate, width
        return action, state

    def _width(self, state: Any) -> int:
        try:
            return len(self.game.actions(state))
        except Exception:
            return 0

    def _over(self, state: Any) -> bool:
        try:
            return bool(self.game.terminal(state))
        except Exception:
            return False

    def _result(self, visit: Visit, action: Any) -> Any:
        try:
            return self.game.result(visit.state, action)
        except Exception as error:
            try:  # another action's result may have changed the state; another law tests this
                return self.game.result(replay(self.game, visit.path), action)
            except Exception:
                self.ground.crash = self.ground.crash or (visit.path, f"result(state, {action!r})", error)
                return None

    def every_position(self) -> None:
        """If the game is small, list all its positions, and add the positions not yet visited to `Ground.more`."""
        ground, begun = self.ground, cpu_now()
        if self._has_failed() or not all(is_hashable(visit.state) for visit in ground.visits):
            return
        queue = [Visit(self.game, (), self.game.initial())]
        seen = {queue[0].state}
        for visit in queue:
            if len(queue) > MOST_POSITIONS or cpu_now() - begun > ENUMERATING_S:
                return
            for action in self._actions(visit):
                state = self._result(visit, action)
                if self.ground.crash:
                    return
                if state not in seen:
                    seen.add(state)
                    queue.append(Visit(self.game, (*visit.path, action), state))
        known = {visit.state for visit in ground.visits}
        ground.more = [visit for visit in queue if visit.state not in known]
        random.Random(0).shuffle(ground.more)

    def more_ends(self, seed: int) -> None:
        """Find more finished positions of a large game by random games. Some random games prefer positions with few
        actions, because such games often end early.
        """
        if self.ground.more:
            return
        for kinds, seconds in _ENDS_OF:
            begun = cpu_now()
            for number in range(ENDS):
                if cpu_now() - begun > seconds or self._has_failed():
                    break
                visits = [Visit(self.game, (), self.game.initial())]
                rng = random.Random(f"{seed}:end {number}")
                if self._walk_on(visits, rng, kinds[number % len(kinds)]):
                    self.ground.more.append(visits[-1])

    def walk(self, rng: random.Random, kind: str = "random") -> list[Visit]:
        visits = [Visit(self.game, (), self.game.initial())]
        met: set[Any] = set()
        if self._walk_on(visits, rng, kind, met):
            self.ground.walks.append(visits[-1].path)
        elif not self._has_failed():
            self.ground.endless = (visits[-1].path, f"no end within {self.ground.max_plies:,} plies")
        return visits

    def _walk_on(self, visits: list[Visit], rng: random.Random, kind: str, met: set[Any] | None = None) -> bool:
        """Continue a random game, and return whether it reached its end. If a position is already in `met`, the
        repetition is recorded in `Ground.endless`.
        """
        while len(visits) <= self.ground.max_plies:
            visit = visits[-1]
            if met is not None and is_hashable(visit.state):
                if visit.state in met:
                    self.ground.endless = (visit.path, "a position that was on the board before")
                    return False
                met.add(visit.state)
            actions = self._actions(visit)
            if not actions:
                return True
            action, state = self._step(visit, rng, actions, kind)
            if self.ground.crash:
                return False
            visits.append(Visit(self.game, (*visit.path, action), state))
        return False
