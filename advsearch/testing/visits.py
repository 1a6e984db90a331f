"""The positions visited in a game, and how laws are tried at them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import attrs

from advsearch.protocol import AnyGame, name_of
from advsearch.testing.defining import Law, lacks
from advsearch.testing.reducing import REDUCING_S
from advsearch.testing.report import Broken, NotTried, show, shown_error
from advsearch.testing.runner import Checked, reduced
from advsearch.testing.variants import settings_of
from advsearch.testing.watching import cpu_limit

Path: TypeAlias = tuple[Any, ...]

MAX_PLIES: Final = 5_000
"""The most plies of a random game. A longer game is assumed to be endless, unless the user gives a larger number."""

SHORTENINGS: Final = 300  # shorter paths tried for a failure far from the start
MORE_S: Final = 0.1
"""If a law has used more than `MORE_S` seconds of processor time, it is not tried at the additional positions
(`Ground.more`)."""
LEAST_S: Final = 0.1
"""The processor time that every law may use, even if earlier laws have used up the time of the check."""


@attrs.frozen
class Effort:
    """The numbers of positions and actions that a check of a game tries."""

    walks: int = 40
    near: int = 150
    """The number of positions visited by breadth-first search from the start. A fault near the start is easiest to
    understand."""
    visits: int = 500
    """The number of positions at which every law is tried. The random games visit more positions; at these positions,
    only errors that `actions` or `result` raise are found."""
    actions: int = 6
    """The number of actions that are tried in each position."""
    seconds: float = 25.0
    """The approximate processor time for all laws together. If a law is slow, it is tried at fewer positions."""
    complete: bool = True
    """Whether to try every position of a small game, if the time allows."""


EFFORTS: Final = {
    "fast": Effort(walks=10, near=40, visits=80, actions=4, seconds=5.0, complete=False),
    "default": Effort(),
    "nightly": Effort(walks=2_000, near=5_000, visits=50_000, actions=12, seconds=math.inf),
}


@attrs.frozen(eq=False)
class Visit:
    """A position of a game, and the actions that lead to it."""

    game: Any
    """The game. The type is Any, because laws call optional methods."""
    path: Path
    state: Any

    @property
    def size(self) -> int:
        """The number of plies played."""
        return len(self.path)

    def smaller(self) -> Iterator[Visit]:
        """Yield visits with shorter paths. The first visits have half of the actions. The last visits leave out one
        action."""
        for path in _shorter(self.path):
            try:
                yield Visit(self.game, path, replay(self.game, path))
            except Exception:
                continue


@attrs.define(eq=False)
class Ground(Checked):
    """The positions of a game that were visited, and the errors that were found."""

    game: AnyGame
    effort: Effort
    max_plies: int = MAX_PLIES
    visits: list[Visit] = attrs.field(factory=list)
    more: list[Visit] = attrs.field(factory=list)
    """Additional positions, at which only quick laws are tried: all other positions of a small game, and finished
    positions of a large game."""
    walks: list[Path] = attrs.field(factory=list)
    """The actions of complete random games, from the start to a terminal state."""
    actions_seen: list[Any] = attrs.field(factory=list)
    """All different actions that occurred. Laws also try these actions in other positions; the game should refuse an
    action that is not legal."""
    crash: tuple[Path, str, BaseException] | None = None
    """If a method of the game raised an error: the path to the position, the method's name, and the error."""
    endless: tuple[Path, str] | None = None
    """If a random game did not end, or reached a position twice: the path, and a description."""
    seconds: float = 0.0
    """Processor time that laws have taken."""

    @property
    def allowance(self) -> float:
        """The processor time for the next law: a fifth of the remaining time, but at least `LEAST_S` seconds."""
        return max(LEAST_S, (self.effort.seconds - self.seconds) / 5)

    def some_actions(self, actions: Iterable[Any]) -> list[Any]:
        """Return some of the given actions: the first, the last, and a random sample (with a fixed seed) of the
        others.
        """
        every = list(actions)
        if len(every) <= self.effort.actions:
            return every
        chosen = random.Random(len(every)).sample(range(1, len(every) - 1), self.effort.actions - 2)
        return [every[0], *(every[index] for index in sorted(chosen)), every[-1]]

    # --- for the runner -------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return name_of(self.game)

    def excuse(self, law: Law) -> str:
        return lacks(self.game, *law.needs) or law.applies(self.game)

    def is_enough(self, number: int, seconds: float) -> bool:
        return number >= len(self.visits) and seconds > MORE_S

    def spend(self, seconds: float) -> None:
        self.seconds += seconds

    def attempt(self, law: Law, case: Visit, seconds: float | None = None) -> Broken | None:
        """Try a law at a position. If the game raises an error, the law counts as broken."""
        try:
            with cpu_limit(self.allowance / 4 if seconds is None else seconds):
                law.check(self, case)
        except Exception as error:
            if isinstance(error, Broken):
                return error
            if isinstance(error, NotTried):
                raise
            return self.broken_by(error)
        return None

    def broken_by(self, error: Exception) -> Broken | None:
        """Return a `Broken` for a failed `assert`, or for an error that a method of the game raised."""
        if isinstance(error, Broken | NotTried):
            return None
        broken = super().broken_by(error) or Broken("an answer", shown_error(error))
        broken.__cause__ = error
        return broken

    def reduced(
        self, law: Law, case: Visit, broken: Broken, seconds: float = REDUCING_S
    ) -> tuple[Law, Visit, Broken]:
        """Search for a shorter path to a position that breaks the law. Return the law, the position, and the
        `Broken`.
        """
        return law, *reduced(case, broken, lambda visit: self.attempt(law, visit, LEAST_S), SHORTENINGS, seconds)

    def shown(self, case: Visit | None, broken: Broken) -> Mapping[str, object]:
        game: Any = self.game
        found = dict(broken.case)
        path: Any = case.path if case is not None else found.pop("path", ())
        settings = ", ".join(f"{name}={show(value)}" for name, value in settings_of(game).items())
        shown: dict[str, object] = {"settings": settings} if settings else {}
        shown["after"] = path_text(game, path)
        try:
            state = replay(game, path)
            shown["state"] = show(state)
            if hasattr(game, "format_state"):
                shown["state"] = str(game.format_state(state))
        except Exception as error:
            shown["state"] = f"unknown: {shown_error(error)}"
        for label, what in found.items():
            shown[label.replace("_", " ")] = path_text(game, what) if isinstance(what, tuple) else what
        return shown


def replay(game: AnyGame, path: Path) -> Any:
    """Return the state after a path of actions."""
    state = game.initial()
    for action in path:
        state = game.result(state, action)
    return state


def _shorter(path: Path) -> Iterator[Path]:
    for length in (len(path) // 2, len(path) // 4):
        if length > 1:
            for start in range(0, len(path) - length + 1, length):
                yield path[:start] + path[start + length :]
    for width in (2, 1):
        for start in range(len(path) - width + 1):
            yield path[:start] + path[start + width :]


def path_text(game: Any, path: Path) -> str:
    """Return a path in the game's notation, such as `d4 e2 c6 (3 plies)`."""
    if not path:
        return "no action (the start)"
    words = []
    try:
        state = game.initial()
        for action in path:
            words.append(str(game.format_action(state, action)))
            state = game.result(state, action)
    except Exception:
        words = [repr(action) for action in path]
    if len(words) > 60:
        words[30:-30] = ["…"]
    return f"{' '.join(words)} ({len(path)} {'ply' if len(path) == 1 else 'plies'})"
