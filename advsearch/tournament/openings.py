"""Openings, which are the first plies of games. Openings come from a book or a list, are random, or are chosen by the
agents."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final

import attrs

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings
from advsearch.notation import action_text, read_action, read_state
from advsearch.protocol import AnyGame

MAX_BOOK: Final = 1_000_000
"""The largest number of lines in a book file."""
MAX_LINE: Final = 10_000
MOST_RANDOM_PLIES: Final = 10_000
MOST_PAIRS: Final = 100_000
"""The largest number of pairs of games that a command plays in one match."""
_TRIES: Final = 2_000
"""If `_TRIES` random openings in a row are not new, the game is assumed to have no more openings."""


@attrs.frozen
class Opening:
    """The plies with which both games of a pair begin. The first ply is played in the state `start`, or in the game's
    initial state if `start` is None.

    With `chosen=2`, the agents choose the first two plies in the pair's first game. The second game of the pair
    replays the chosen plies with exchanged seats.
    """

    actions: tuple[str, ...] = ()
    start: str | None = None
    chosen: int = 0
    number: int = 0
    """The number of the opening. Openings that agents will choose differ only in their numbers."""

    @property
    def key(self) -> str:
        if self.chosen:
            return f"chosen {self.chosen} #{self.number}"
        return f"{self.start or ''} | {' '.join(self.actions)}"


def replay(game: AnyGame, opening: Opening) -> Any:
    """The state to which an opening leads. Raises an error if an action is illegal, or if the game is over after the
    opening."""
    state = game.initial() if opening.start is None else read_state(game, opening.start)
    for text in opening.actions:
        if game.terminal(state):
            raise InvalidNotation(f"expected an opening that does not end the game, got {opening.key!r}")
        state = game.result(state, read_action(game, state, text))
    if game.terminal(state):
        raise InvalidNotation(f"expected an opening that does not end the game, got {opening.key!r}")
    return state


FEWEST_PLIES: Final = 2
_MOST_PLIES: Final = 12


def plies_for(game: AnyGame, count: int, seed: int) -> tuple[int, int]:
    """Choose a number of random plies that gives `count` different openings. Return the number of plies, and the
    number of openings found.

    The function tries two plies, then three, and so on, until there are enough openings. If no number of plies gives
    enough openings, the function chooses the number with the most openings.
    """
    best = 0, 0
    for plies in range(FEWEST_PLIES, _MOST_PLIES + 1):
        found = len(draw_openings(game, plies, count, seed))
        if found > best[1]:
            best = plies, found
        if found == count:
            break
    return best


def random_openings(game: AnyGame, plies: int, count: int, seed: int, start: str | None = None) -> list[Opening]:
    """Draw `count` different openings of `plies` random plies. Raises an error if the game has fewer than `count`
    openings of this length.
    """
    found = draw_openings(game, plies, count, seed, start)
    if len(found) < count:
        raise InvalidSettings(
            f"expected {count} different openings of {plies} random plies, found only {len(found)}; "
            "lower `count` or raise `random_plies`"
        )
    return found


def draw_openings(game: AnyGame, plies: int, count: int, seed: int, start: str | None = None) -> list[Opening]:
    """Draw up to `count` different openings of `plies` random plies. A larger `count` gives the same openings and
    more.

    Openings are different if their final positions are different. An opening begins at `start`, or at the game's
    initial state.
    """
    rng = random.Random(f"openings/{seed}/{plies}")
    found: dict[Any, Opening] = {}
    misses = 0
    while len(found) < count:
        state = game.initial() if start is None else read_state(game, start)
        texts: list[str] = []
        while len(texts) < plies and not game.terminal(state):
            action = rng.choice(list(game.actions(state)))
            texts.append(action_text(game, state, action))
            state = game.result(state, action)
        if game.terminal(state) or state in found:
            misses += 1
            if misses > _TRIES:
                break
            continue
        misses = 0
        found[state] = Opening(tuple(texts), start)
    return list(found.values())


def book_openings(game: AnyGame, lines: Iterable[str], source: str) -> list[Opening]:
    """Read openings from the lines of a book. A line is `action action …` or `position | action …`.

    A line that is `#`, or begins with `#` and a space, is a comment. In a line that is not a comment, `#` belongs to
    the game's notation.
    """
    openings: dict[str, Opening] = {}
    for number, raw in enumerate(lines, 1):
        if number > MAX_BOOK or len(raw) > MAX_LINE:
            raise InvalidNotation(
                f"{source}:{number}: expected at most {MAX_BOOK:,} lines of {MAX_LINE:,} characters"
            )
        line = raw.strip().lstrip("\ufeff")
        if not line or line.split(maxsplit=1)[0] == "#":
            continue
        position, bar, actions = line.rpartition("|")
        opening = Opening(tuple(actions.split()), position.strip() if bar else None)
        try:
            replay(game, opening)
        except AdvsearchError as error:
            hint = "; a comment needs a line of its own that begins with '# '" if "#" in actions else ""
            raise InvalidNotation(f"{source}:{number}: {error}{hint}") from None
        openings.setdefault(opening.key, opening)
    if not openings:
        raise InvalidNotation(f"{source}: expected at least one opening, got none")
    return list(openings.values())


def position_openings(game: AnyGame, positions: Iterable[str]) -> list[Opening]:
    """Make openings from a list of positions. A string in the list is a position even if it begins with `#`."""
    openings: dict[str, Opening] = {}
    for number, position in enumerate(positions, 1):
        place = f"positions in [openings], number {number}"
        if not isinstance(position, str):
            raise InvalidSettings(f"{place}: expected a string, got {position!r}")
        opening = Opening((), position.strip())
        try:
            replay(game, opening)
        except AdvsearchError as error:
            raise InvalidNotation(f"{place}: {error}") from None
        if opening.key in openings:
            raise InvalidSettings(f"{place}: expected each position once, got {position!r} twice")
        openings[opening.key] = opening
    if not openings:
        raise InvalidNotation("positions in [openings]: expected at least one position, got none")
    return list(openings.values())


def chosen_openings(plies: int, count: int) -> list[Opening]:
    return [Opening(chosen=plies, number=number) for number in range(count)]
