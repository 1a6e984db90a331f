"""Whether a command may take the whole terminal, what it opens there, and what it prints when the reader leaves."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any, Final, Literal, TypeAlias

import attrs
import click

from advsearch.cli.console import note, plural, say_actions, speaks_unicode
from advsearch.limits import Limits
from advsearch.protocol import AnyGame

View: TypeAlias = Literal["play", "analyze"]
PERSON: Final = "person"
HINT: Final = "install textual for a board that you click: pip install 'textual>=8'"

plain_option = click.option("--plain", is_flag=True, help="Print lines of text, even if this is a terminal.")


def runs_here(plain: bool, *limits: Limits, courses: bool = False) -> bool:
    """Return whether a command takes the whole terminal. Where only Textual is missing, a note says how to get it.
    `courses` says whether a player of a course plays: it loses if it exceeds its time, which only the text judges.
    """
    if plain or not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout) and speaks_unicode()):
        return False
    if importlib.util.find_spec("textual") is None:
        note(HINT)
        return False
    if courses:
        note("players of courses are shown as lines of text")
        return False
    from advsearch.analysis.live.asking import LONGEST_S

    if any((each.time_s or 0) > LONGEST_S for each in limits):
        note(f"searches of more than {LONGEST_S:g} s are shown as lines of text")
        return False
    return True


def _is_terminal(stream: Any) -> bool:
    return stream is not None and bool(stream.isatty())


@attrs.frozen
class Seat:
    """Who plays a seat: "person", or the spec of a searcher with limits for each of its moves."""

    player: str = PERSON
    limits: Limits = attrs.field(factory=Limits)

    @property
    def person(self) -> bool:
        return self.player == PERSON


@attrs.frozen(kw_only=True)
class Opened:
    """What a command opens."""

    view: View
    spec: str
    """The text by which the user named the game."""
    position: dict[str, Any]
    """The first position, as `first_position` returns it."""
    start: str = ""
    seats: tuple[Seat, Seat] = (Seat(), Seat())
    hints: Seat = attrs.field(factory=Seat)
    searcher: str = ""
    """The searcher that analyses; "" for iterative deepening with the game's own evaluator."""
    limits: Limits = attrs.field(factory=Limits)
    lines: int = 1
    values: bool = True
    seed: int = 0
    max_plies: int = 0
    """The number of plies after which a game is a draw; 0 for no limit."""

    @property
    def named(self) -> tuple[str, ...]:
        """The searchers that the user named."""
        specs = [each.player for each in (*self.seats, self.hints) if not each.person]
        return tuple(dict.fromkeys([*specs, *([self.searcher] if self.searcher else [])]))


def first_position(game: AnyGame, start: str | None) -> dict[str, Any]:
    """Return the position at which a reader begins, as JSON values. The game's process adds the actions."""
    from advsearch.analysis.live.positions import position_of, walk

    return position_of(walk(game, start or "", ()), cells=True, clicks=False)


@attrs.frozen
class Left:
    """How the reader left the game."""

    ending: str
    moves: tuple[str, ...]
    position: str
    failed: str = ""
    """An error of the program itself."""


def run(opened: Opened) -> int:
    """Take the terminal until the reader leaves. Then print how the game stands, so that it can be resumed."""
    from advsearch.cli.terminal.app import Terminal

    left = Terminal(opened).run()
    if left is None:
        return 1
    click.echo(left.ending or f"stopped after {plural(len(left.moves), 'ply', 'plies')}, undecided")
    if left.moves:
        say_actions("played    ", left.moves)
    click.echo(f"position  {left.position}")
    return 0
