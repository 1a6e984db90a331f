"""A game as a reader goes through it: the moves, the place in them, and the lines that were tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from advsearch.analysis.live.positions import SEATS
from advsearch.drawing.clicks import Clicks
from advsearch.drawing.scenes import scene_from
from advsearch.scene import Scene

_MOST_LINES: Final = 40
Moves = tuple[str, ...]


@attrs.frozen
class Position:
    """What the game's process says of a position."""

    state: str
    readable: bool
    over: bool
    player: int | None
    caption: str
    ending: str
    scene: Scene | None
    actions: tuple[Clicks, ...]
    moves: Moves
    movers: tuple[int, ...]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Position:
        actions = tuple(
            Clicks(each["text"], each["text"], tuple(map(tuple, each["ways"])), each["shown"], each["rest"])
            for each in data["actions"]
        )
        plain = {name: data[name] for name in ("state", "readable", "over", "player", "caption", "ending")}
        return cls(
            scene=scene_from(data["scene"]),
            actions=actions,
            moves=tuple(data["moves"]),
            movers=tuple(data["movers"]),
            **plain,
        )

    def action(self, typed: str) -> Clicks | None:
        """Return the action that was typed, with capitals as they come and spaces left out, or None."""
        wanted = "".join(typed.split()).casefold()
        same = [each for each in self.actions if "".join(each.text.split()).casefold() == wanted]
        exact = [each for each in same if each.text == typed.strip()]
        found = exact or same
        return found[0] if len(found) == 1 else None


@attrs.define
class Round:
    """The moves of a game, and how many of them are shown as played."""

    start: str = ""
    moves: Moves = ()
    at: int = 0
    lines: list[Moves] = attrs.field(factory=list)
    """The lines that were tried, none of which begins another."""

    @property
    def played(self) -> Moves:
        return self.moves[: self.at]

    @property
    def newest(self) -> bool:
        return self.at == len(self.moves)

    def play(self, action: str) -> None:
        """Go on by one action. The later moves stay if it is the next of them."""
        if not self.newest and self.moves[self.at] == action:
            self.at += 1
        else:
            self.go((*self.played, action))

    def go(self, moves: Moves) -> None:
        """Go to the end of a line."""
        self.moves, self.at = moves, len(moves)
        if moves and not any(line[: len(moves)] == moves for line in self.lines):
            kept = [line for line in self.lines if moves[: len(line)] != line]
            self.lines = [*kept[-_MOST_LINES:], moves]

    def show(self, line: Moves, at: int) -> None:
        """Show a place in a line that was tried."""
        self.moves, self.at = line, max(0, min(len(line), at))

    def step(self, by: int) -> None:
        self.at = max(0, min(len(self.moves), self.at + by))

    def sideways(self, by: int) -> None:
        """Show the next line that leaves this one at the last place where lines part."""
        if self.moves not in self.lines or len(self.lines) < 2:
            return
        ordered = sorted(self.lines)
        line = ordered[(ordered.index(self.moves) + by) % len(ordered)]
        shared = next((n for n, pair in enumerate(zip(line, self.moves, strict=False)) if pair[0] != pair[1]), 0)
        self.show(line, shared + 1)

    def begin(self, start: str | None = None) -> None:
        """Begin anew, from the same start or another."""
        self.start = self.start if start is None else start
        self.moves, self.at, self.lines = (), 0, []

    def back_for(self, movers: Sequence[int], people: Sequence[int]) -> None:
        """Take back the last action and, against a searcher, all after the person's last action."""
        at = self.at - 1
        while at > 0 and len(people) == 1 and movers[at] != people[0]:
            at -= 1
        self.moves = self.moves[: max(0, at)]
        self.at = len(self.moves)


@attrs.define
class Clock:
    """The seconds that each seat has left for a game. Without a budget there is no clock."""

    budget: float = 0.0
    left: list[float] = attrs.field(factory=lambda: [0.0, 0.0])

    def begin(self, budget: float) -> None:
        self.budget, self.left = budget, [budget, budget]

    def spend(self, seat: int, seconds: float) -> None:
        if self.budget:
            self.left[seat] = max(0.0, self.left[seat] - seconds)

    @property
    def flagged(self) -> int | None:
        """The seat that has no time left."""
        return next((seat for seat in (0, 1) if self.budget and self.left[seat] <= 0), None)

    def text(self, seat: int) -> str:
        seconds = self.left[seat]
        return f"{int(seconds) // 60}:{int(seconds) % 60:02d}" if self.budget else ""


def decided(position: Position | None, resigned: int | None, clock: Clock) -> str:
    """Return how the game ended, in words; "" while it goes on."""
    if position is not None and position.over:
        return position.ending
    if resigned is not None:
        return f"{SEATS[resigned]} resigns: {SEATS[1 - resigned]} wins"
    if clock.flagged is not None:
        return f"{SEATS[clock.flagged]} ran out of time: {SEATS[1 - clock.flagged]} wins"
    return ""
