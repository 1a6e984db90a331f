"""Positions of a game to hold laws against: every one near the start, and those of seeded random walks to the end."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Final, TypeAlias

import attrs

from advsearch.protocol import AnyGame

Path: TypeAlias = tuple[Any, ...]

MAX_PLIES: Final = 5_000
"""A game that lasts longer than this on a random walk is taken not to end, unless told otherwise."""

LEAST_S: Final = 0.1
"""Processor time that every law has, whatever was spent before."""


@attrs.frozen
class Effort:
    """How hard a check of a game tries."""

    walks: int = 40
    near: int = 150
    """Positions taken breadth first from the start, where faults are easiest to read."""
    visits: int = 500
    """Positions at which every law is tried; the plain rules are tried wherever a walk comes."""
    actions: int = 6
    """Actions followed from each position."""
    seconds: float = 25.0
    """Processor time for all laws together, about: a law that is slow to try is tried at fewer positions."""


EFFORTS: Final = {
    "fast": Effort(walks=10, near=40, visits=80, actions=4, seconds=5.0),
    "default": Effort(),
    "nightly": Effort(walks=2_000, near=5_000, visits=50_000, actions=12, seconds=math.inf),
}


@attrs.frozen(eq=False)
class Visit:
    """A position and how it was reached."""

    game: Any
    """Untyped: laws of optional abilities call methods that only some games have."""
    path: Path
    state: Any


@attrs.define(eq=False)
class Ground:
    """What exploring a game turned up; laws read it, and only the time they have spent changes afterwards."""

    game: AnyGame
    effort: Effort
    max_plies: int = MAX_PLIES
    visits: list[Visit] = attrs.field(factory=list)
    walks: list[Path] = attrs.field(factory=list)
    """Complete walks, from the start to a terminal state."""
    actions_seen: list[Any] = attrs.field(factory=list)
    """Distinct actions in the order met: what is legal somewhere, to be refused elsewhere."""
    crash: tuple[Path, str, BaseException] | None = None
    """A method that raised while exploring: where, which, what."""
    endless: tuple[Path, str] | None = None
    """A walk that came back to a position, or did not end."""
    spent: float = 0.0
    """Processor time that laws have taken."""

    @property
    def allowance(self) -> float:
        """Processor time for the next law: a fifth of what is left, so that a slow one leaves some to others."""
        return max(LEAST_S, (self.effort.seconds - self.spent) / 5)

    def some_actions(self, actions: Iterable[Any]) -> list[Any]:
        """The first, the last and seeded others between them."""
        every = list(actions)
        if len(every) <= self.effort.actions:
            return every
        chosen = random.Random(len(every)).sample(range(1, len(every) - 1), self.effort.actions - 2)
        return [every[0], *(every[index] for index in sorted(chosen)), every[-1]]


def explore(game: AnyGame, effort: Effort, *, max_plies: int = MAX_PLIES, seed: int = 0) -> Ground:
    """Visit positions of a game, trusting it in nothing: what goes wrong is recorded, not raised."""
    ground = Ground(game, effort, max_plies)
    scout = _Scout(ground)
    scout.near_the_start()
    walked: list[Visit] = []
    for number in range(effort.walks):
        if ground.crash or ground.endless:
            break
        walked.extend(scout.walk(random.Random(f"{seed}:{number}")))
    ended = {id(path) for path in ground.walks}  # not the paths themselves: actions need not be hashable here
    ends = [visit for visit in walked if id(visit.path) in ended]
    between = [visit for visit in walked if id(visit.path) not in ended]
    room = max(0, effort.visits - len(ground.visits) - len(ends))
    if len(between) > room:
        between = random.Random(seed).sample(between, room)
    ground.visits.extend(sorted(ends + between, key=lambda visit: len(visit.path)))
    return ground


def replay(game: AnyGame, path: Path) -> Any:
    """The state a path of actions leads to."""
    state = game.initial()
    for action in path:
        state = game.result(state, action)
    return state


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
                if not _hashable(child.state):
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
            if isinstance(action, Hashable) and _hashable(action) and action not in self.known:
                self.known.add(action)
                self.ground.actions_seen.append(action)
        return actions

    def _result(self, visit: Visit, action: Any) -> Any:
        try:
            return self.game.result(visit.state, action)
        except Exception as error:
            self.ground.crash = self.ground.crash or (visit.path, f"result(state, {action!r})", error)
            return None

    def walk(self, rng: random.Random) -> list[Visit]:
        visit = Visit(self.game, (), self.game.initial())
        visits = [visit]
        met = {visit.state} if _hashable(visit.state) else set()
        while len(visit.path) < self.ground.max_plies:
            actions = self._actions(visit)
            if not actions:
                self.ground.walks.append(visit.path)
                return visits
            action = rng.choice(actions)
            state = self._result(visit, action)
            if self.ground.crash:
                return visits
            visit = Visit(self.game, (*visit.path, action), state)
            if _hashable(state):
                if state in met:
                    self.ground.endless = (visit.path, "a position that was on the board before")
                    return visits
                met.add(state)
            visits.append(visit)
        self.ground.endless = (visit.path, f"no end within {self.ground.max_plies:,} plies")
        return visits


def _hashable(thing: Any) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True
