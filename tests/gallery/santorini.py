"""A small Santorini: step at most one level up, then build next to you. Standing on level three wins.

One worker each; a whole turn is one action ((row, column) to go to, (row, column) to build on).
"""

import attrs

import advsearch

AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


@attrs.frozen
class City:
    levels: tuple[tuple[int, ...], ...]
    workers: tuple[tuple[int, int], ...]
    mover: int = attrs.field(default=0, validator=attrs.validators.in_((0, 1)))


@attrs.frozen(kw_only=True)
class Santorini:
    rows: int = 3
    columns: int = 3
    top: int = 2

    name = "santorini"
    utilities = "outcome"

    def initial(self):
        ground = tuple((0,) * self.columns for _ in range(self.rows))
        return City(ground, ((0, 0), (self.rows - 1, self.columns - 1)))

    def player(self, city):
        return city.mover

    def level(self, city, square):
        return city.levels[square[0]][square[1]]

    def near(self, square):
        row, column = square
        return [
            (row + dr, column + dc)
            for dr, dc in AROUND
            if 0 <= row + dr < self.rows and 0 <= column + dc < self.columns
        ]

    def winner(self, city):
        for who, square in enumerate(city.workers):
            if self.level(city, square) == self.top:
                return who
        return None

    def actions(self, city):
        if self.winner(city) is not None:
            return []
        here, there = city.workers[city.mover], city.workers[1 - city.mover]
        turns = []
        for step in self.near(here):
            if step != there and self.level(city, step) <= min(self.top, self.level(city, here) + 1):
                turns += [
                    (step, site) for site in self.near(step) if site != there and self.level(city, site) <= self.top
                ]
        return turns

    def result(self, city, action):
        if action not in self.actions(city):
            raise advsearch.IllegalAction(f"expected (where to step, where to build), got {action!r}")
        step, (row, column) = action
        floor = city.levels[row]
        floor = (*floor[:column], floor[column] + 1, *floor[column + 1 :])
        levels = (*city.levels[:row], floor, *city.levels[row + 1 :])
        workers = tuple(step if who == city.mover else square for who, square in enumerate(city.workers))
        return City(levels, workers, 1 - city.mover)

    def terminal(self, city):
        return not self.actions(city)

    def utility(self, city, player):
        winner = self.winner(city)
        if winner is None:
            winner = 1 - city.mover  # the mover is stuck
        return 1 if winner == player else -1
