"""Col and Snort on a grid: colour a point. In Col neighbours must differ in colour, in Snort they must agree."""

from __future__ import annotations

import attrs

from advsearch import IllegalAction


@attrs.frozen
class Map:
    colours: tuple[str | None, ...]
    next: str = "blue"


@attrs.frozen
class Colouring:
    width: int = 4
    height: int = 2
    snort: bool = False

    utilities = "outcome"

    @property
    def name(self) -> str:
        return "snort" if self.snort else "col"

    def initial(self) -> Map:
        return Map((None,) * (self.width * self.height))

    def player(self, state: Map) -> int:
        return ("blue", "red").index(state.next)

    def neighbours(self, point: int) -> list[int]:
        column = point % self.width
        near = []
        if column > 0:
            near.append(point - 1)
        if column < self.width - 1:
            near.append(point + 1)
        if point >= self.width:
            near.append(point - self.width)
        if point + self.width < self.width * self.height:
            near.append(point + self.width)
        return near

    def allowed(self, state: Map, point: int) -> bool:
        if state.colours[point] is not None:
            return False
        around = [state.colours[p] for p in self.neighbours(point)]
        other = "red" if state.next == "blue" else "blue"
        return other not in around if self.snort else state.next not in around

    def actions(self, state: Map) -> list[int]:
        return [point for point in range(len(state.colours)) if self.allowed(state, point)]

    def result(self, state: Map, action: int) -> Map:
        if action not in self.actions(state):
            raise IllegalAction(f"point {action!r} may not be {state.next}")
        colours = tuple(state.next if p == action else colour for p, colour in enumerate(state.colours))
        return Map(colours, next="red" if state.next == "blue" else "blue")

    def terminal(self, state: Map) -> bool:
        return not any(self.allowed(state, point) for point in range(len(state.colours)))

    def utility(self, state: Map, player: int) -> int:
        return -1 if player == self.player(state) else 1
