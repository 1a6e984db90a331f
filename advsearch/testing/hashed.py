"""Games that are the hash of a seed: as large as one likes, with kernels, and one build serves all of them.

Everything about a position is drawn from a hash of where it stands: how many actions, where each leads, whose turn
follows, what an end is worth, what an evaluator says. The seed and the bounds of the drawing are part of the state's
words, so that the kernels of all these games are the same functions: compiled once, they run thousands of games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.kernel_game import KernelGame, KernelState
from advsearch.kernels import ONGOING, KernelSet, Words
from advsearch.testing.trees import Node, Tree, estimate
from advsearch.values import Utilities, Value

MOST_PLIES: Final = 60
LARGEST: Final = 4_000
"""Positions of a game that may be written down as a tree."""
_LETTERS: Final = "abcdefghijklmnop"
_FAN: Final = 4

# Where in the last word each bound of the drawing stands: first bit, mask.
_BOUNDS: Final = {
    "height": (6, 63),
    "branching": (12, 15),
    "width": (16, 0xFFFF),
    "values": (32, 63),
    "again": (38, 15),
    "ends": (42, 15),
    "estimates": (46, 63),
    "mirrored": (52, 1),
    "skips": (53, 3),
    "choices": (55, 1),
}


def _mixed(h: int, x: int) -> int:
    """A hash of 31 bits. All products stay within 47 bits, so that machine words and Python agree."""
    h = ((h ^ x) * 48271 + 11) % 2147483647
    return h ^ (h >> 13)


def _drawn(s: Words, what: int) -> int:
    return _mixed(_mixed(_mixed(_mixed(s[0], s[1]), s[2] & 63), what), 5)


def _actions(s: Words) -> int:
    level = s[2] & 63
    if level >= (s[2] >> 6 & 63) or (level > 0 and _drawn(s, 1) % 16 < (s[2] >> 42 & 15)):
        return 0
    cells = _drawn(s, 2) % (1 << (s[2] >> 12 & 15))
    return cells if cells else 1


def _apply(s: Words, action: int) -> Words:
    """The next position: a place in the next level or the one after, so that positions occur at several plies."""
    level, height = s[2] & 63, s[2] >> 6 & 63
    step = 2 if level + 2 <= height and _drawn(s, 3_000 + action) % 4 < (s[2] >> 53 & 3) else 1
    place = _drawn(s, 1_000 + action) % ((s[2] >> 16 & 0xFFFF) + 1)
    return (s[0], place, s[2] + step)


def _choices(s: Words, cell: int) -> tuple[int, int]:
    """The choices of a cell: always one, or one or two of three."""
    if s[2] >> 55 & 1 == 0:
        return 0, 1
    number = _drawn(s, 4_000 + cell) & 3
    return number & 1, (number & 1) + 1 + (number >> 1)


def _stays(s: Words, action: int) -> bool:
    return _drawn(s, 2_000 + action) % 16 < (s[2] >> 38 & 15)


def _outcome(s: Words, cells: int) -> int:
    if cells:
        return ONGOING
    most = s[2] >> 32 & 63
    return _drawn(s, 3) % (2 * most + 1) - most


def _decided(s: Words, cells: int) -> tuple[int, int]:  # noqa: ARG001
    most = s[2] >> 32 & 63
    return -most, most


def _evaluate(s: Words, cells: int, side: int) -> int:  # noqa: ARG001 - a kernel's signature
    most = s[2] >> 46 & 63
    mirrored = s[2] >> 52 & 1
    number = _drawn(s, 4 if mirrored else 4 + side) % (2 * most + 1) - most
    return -number if mirrored and side else number


def _evaluate_in_quarters(s: Words, cells: int, side: int) -> float:
    return _evaluate(s, cells, side) / 4


def _words_of(state: KernelState) -> Words:
    return state.words


def _kernels(evaluate: Callable[..., Any]) -> KernelSet:
    return KernelSet(
        encode=_words_of,
        words=3,
        longest=MOST_PLIES,
        actions=_actions,
        apply=_apply,
        outcome=_outcome,
        choices=_choices,
        fan=_FAN,
        stays=_stays,
        utmost=63,
        decided=_decided,
        evaluators={estimate: evaluate},
    )


def letter_of(action: int) -> str:
    """The name of an action in `HashedGame.tree`."""
    choice = action % _FAN
    return _LETTERS[action // _FAN] + (str(choice) if choice else "")


_WHOLE: Final = _kernels(_evaluate)
_QUARTERS: Final = _kernels(_evaluate_in_quarters)


@attrs.frozen(eq=False, repr=False)
class HashedGame(KernelGame):
    """A game drawn by hash; `hashed_game` makes one. Those with the same rules are equal wherever they start."""

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not HashedGame:
            return NotImplemented
        return self._rules() == other._rules()

    def __hash__(self) -> int:
        return hash(self._rules())

    def _rules(self) -> tuple[bool, Utilities]:
        return self.fractions, self.utilities

    def kernels(self) -> KernelSet:
        return self._kernels

    def evaluate(self, state: KernelState, player: int) -> Value:
        """The value of the evaluator `estimate`, the same on both tiers."""
        function = self._kernels.evaluators[estimate]
        number: Value = function(state.words, 0, 0 if player == state.player else 1)
        return number

    @property
    def fractions(self) -> bool:
        """Whether evaluations are floats, with fractions."""
        return self._kernels is _QUARTERS

    def bounds(self) -> dict[str, int]:
        """The arguments of `hashed_game` that limit the game."""
        found = {name: self.start[2] >> first & mask for name, (first, mask) in _BOUNDS.items()}
        return {"seed": self.start[0], **found, "width": found["width"] + 1}

    def tree(self, most: int = LARGEST) -> Tree:
        """The game as a tree, with every position written out."""
        states = [self.initial()]
        places = {states[0]: 0}
        nodes = []
        for index, state in enumerate(states):
            moves = []
            for action in self.actions(state):
                child = self.result(state, action)
                if child not in places:
                    places[child] = len(states)
                    states.append(child)
                moves.append((letter_of(action), places[child]))
            if len(states) > most:
                raise InvalidSettings(f"expected a game of at most {most:,} positions, got {self!r}")
            utility = 0 if moves else self.utility(state, 0)
            estimates = (self.evaluate(state, 0), self.evaluate(state, 1)) if moves else (0, 0)
            nodes.append(Node(index, state.player, tuple(moves), utility, estimates))
        return Tree(tuple(nodes), self.utilities, name="hashed")

    @property
    def size(self) -> int:
        return self.tree().size

    def smaller(self) -> Iterator[HashedGame]:
        """Games with smaller bounds. Each bound is tried with several seeds, because it changes the whole game."""
        return _simpler(self)

    def __str__(self) -> str:
        tree = self.tree()
        return f"{self!r}\n{tree}" if tree.size <= 60 else f"{self!r}, {tree.size:,} positions"

    def __repr__(self) -> str:
        """An expression that makes the game again."""
        settings = [f"{name}={value}" for name, value in self.bounds().items()]
        settings += [f"utilities={self.utilities!r}", f"fractions={self.fractions}"]
        return f"hashed_game({', '.join(settings)})"


def hashed_game(
    seed: int = 0,
    *,
    height: int = 4,
    branching: int = 3,
    width: int = 1 << 16,
    values: int = 3,
    again: int = 0,
    ends: int = 0,
    estimates: int = 3,
    mirrored: bool | int = True,
    skips: int = 0,
    choices: bool | int = False,
    utilities: Utilities = "score",
    fractions: bool = False,
) -> HashedGame:
    """A game of at most `height` plies and `branching` actions, twice as many with `choices`, where a cell may stand
    for two; every position is drawn from a hash of its place.

    Each level has `width` places: with few of them positions are shared by many paths. Ends are worth -`values` to
    `values`; evaluations (the evaluator is `estimate`) are -`estimates` to `estimates`, in quarters with `fractions`,
    and the one player's is the other's negated if `mirrored`. After `again` of 16 moves the same player moves again,
    `ends` of 16 positions are ends before the last level, and `skips` of 4 moves pass over a level, so that positions
    are met at several plies.
    """
    if utilities == "outcome":
        values = min(values, 1)
    given = {"height": height, "branching": branching, "width": width - 1, "values": values, "again": again}
    given |= {"ends": ends, "estimates": estimates, "mirrored": int(mirrored), "skips": skips}
    given["choices"] = int(choices)
    for name, (_, mask) in _BOUNDS.items():
        least, most = int(name == "branching"), min(mask, MOST_PLIES) if name == "height" else mask
        if not least <= given[name] <= most:
            extra = int(name == "width")
            raise InvalidSettings(f"expected {name} of {least + extra} to {most + extra}, got {given[name] + extra}")
    if not 0 <= seed < 1 << 31:
        raise InvalidSettings(f"expected a seed of 31 bits, got {seed}")
    word = sum(given[name] << first for name, (first, _) in _BOUNDS.items())
    start: Words = (seed, 0, word)
    return HashedGame(_QUARTERS if fractions else _WHOLE, start, "hashed", utilities, "estimate")


_SIZES: Final = ((1, 12), (2, 8), (3, 6), (4, 5), (5, 4), (7, 3), (10, 2), (14, 1))


def draw_game(rng: random.Random, *, distances: bool = True, floats: bool = True) -> HashedGame:
    """A random game of any shape that is small enough for plain minimax."""
    height, branching = rng.choice(_SIZES)
    outcome = distances and rng.random() < 0.5
    choices = rng.random() < 0.3
    if choices:
        branching = max(1, branching // 2)
    return hashed_game(
        rng.randrange(1 << 31),
        height=height,
        branching=branching,
        width=rng.choice((2, 4, 12, 1 << 16)),
        values=rng.choice((0, 1, 2, 8, 63)),
        again=rng.choice((0, 0, 4, 12)),
        ends=rng.choice((0, 2, 5)),
        estimates=rng.choice((0, 1, 2, 63)),
        mirrored=rng.random() < 0.6,
        skips=rng.choice((0, 1, 2)),
        choices=choices,
        utilities="outcome" if outcome else "score",
        fractions=floats and not outcome,
    )


_PLAINEST: Final = {
    "choices": 0, "again": 0, "ends": 0, "skips": 0, "mirrored": 1, "estimates": 0, "values": 0, "branching": 1,
}  # fmt: skip
_SEEDS: Final = 60


def _simpler(game: HashedGame) -> Iterator[HashedGame]:
    bounds = game.bounds()
    kind: dict[str, Any] = {"utilities": game.utilities, "fractions": game.fractions}
    steps: list[dict[str, int]] = [{"height": bounds["height"] - 1}, {"height": bounds["height"] // 2}]
    for name, plain in _PLAINEST.items():
        between = (bounds[name] + plain) // 2
        steps += [{name: value} for value in sorted({plain, between}) if value != bounds[name]]
    for step in steps:
        smaller = {**bounds, **step}
        if smaller["height"] < 1:
            continue
        for seed in (bounds["seed"], *range(_SEEDS)):
            yield hashed_game(**{**smaller, "seed": seed}, **kind)
