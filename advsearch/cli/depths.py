"""The text of a search: the finished depths while it runs, and its result."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final

import attrs
import click

from advsearch.cli.console import (
    GAP,
    broken_between,
    console,
    count,
    plural,
    rate,
    say_actions,
    seconds_text,
    show,
    table,
    worth,
)
from advsearch.limits import now
from advsearch.notation import action_text, line_text
from advsearch.protocol import AnyGame, utilities_of
from advsearch.results import Answered, Line, Result
from advsearch.values import value_text

NO_VALUE: Final = "none, because the player reports none"
_MOST_VISITED: Final = 10
"""The number of root actions whose visits are printed."""


def show_result(game: AnyGame, state: Any, result: Result, lines: Sequence[Line]) -> None:
    """Print the result of a search. `lines` are its finished depths."""
    utilities = utilities_of(game)
    if result.action is None:
        click.echo(f"\nthe game is over: {worth(result.value, utilities)} for the side to move")
        return
    if result.scores is not None:
        rows = [
            [
                ("* " if action in result.best else "  ") + action_text(game, state, action),
                value_text(value, utilities),
            ]
            for action, value in sorted(result.scores, key=lambda each: each[1], reverse=True)
        ]
        click.echo()
        show(table(["  action", "value"], rows, right=[1]))
    elif result.visits:
        rows = [
            [action_text(game, state, action), str(visits), value_text(value, utilities)]
            for action, visits, value in sorted(result.visits, key=lambda each: each[1], reverse=True)[:_MOST_VISITED]
        ]
        click.echo()
        show(table(["action", "visits", "value"], rows, right=[1, 2]))
    kind = "exact" if result.exact else "proven" if result.proven else "estimated"
    line = line_text(game, state, result.pv)
    click.echo(f"\nbest   {action_text(game, state, result.action)}")
    if isinstance(result, Answered):
        click.echo(f"value  {NO_VALUE}, {seconds_text(result.seconds)}")
        return
    # "beyond": the action was found in the next, unfinished depth, and is better than that of the last finished one
    where = "beyond" if lines and lines[-1].pv[:1] != (result.action,) else "at"
    value = value_text(result.value, utilities, bound=result.bound)
    click.echo(f"value  {value}, {kind} {where} depth {result.depth}")
    if line:
        say_actions("line   ", line)
    speed = rate(result.nodes, result.seconds)
    effort = f"{plural(result.nodes, 'node')} in {seconds_text(result.seconds)}"
    since = "" if result.compiled_from is None else f" from depth {result.compiled_from}"
    click.echo(f"{effort}, {speed} nodes/s, {result.tier} tier{since}")


@attrs.define
class Depths:
    """Shows the finished depths, as a live table in a terminal and as lines of text elsewhere. With --json, nothing
    is shown."""

    game: AnyGame
    state: Any
    silent: bool
    lines: list[Line] = attrs.field(factory=list)
    _live: Any = None
    _started: float = attrs.field(factory=now)

    HEADERS = ("depth", "value", "nodes", "nodes/s", "line")
    WIDTHS = (5, 11, 13, 12)

    def __enter__(self) -> Depths:
        self._started = now()
        if not self.silent and console().is_terminal:
            from rich.live import Live

            self._live = Live(get_renderable=self._table, console=console(), refresh_per_second=8)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._started = float("inf")
            self._live.stop()

    def report(self, line: Line) -> None:
        """Show a finished depth. The search calls this method at the end of each depth."""
        if self.silent:
            return
        if self._live is None:
            if not self.lines:
                self._print(self.HEADERS)
            for row in self._rows(line):
                self._print(row)
        self.lines.append(line)

    def _cells(self, line: Line) -> tuple[str, ...]:
        """Return all columns of a table row except the principal variation."""
        value = value_text(line.value, utilities_of(self.game))
        return str(line.depth), value, count(line.nodes), rate(line.nodes, line.seconds)

    def _rows(self, line: Line, room: int | None = None) -> list[tuple[str, ...]]:
        """Return the row of the best line, and those of the other best root actions if they were asked for. A line of
        play that is too long is broken between actions."""
        pvs = [line.pv, *(each.pv for each in line.lines[1:])]
        values = [value_text(each.value, utilities_of(self.game)) for each in line.lines[1:]]
        cells = [self._cells(line), *(("", value, "", "") for value in values)]
        texts = (broken_between(line_text(self.game, self.state, pv), room) for pv in pvs)
        return [(*row, "\n".join(text)) for row, text in zip(cells, texts, strict=True)]

    def _room(self) -> int:
        """The width that this terminal leaves for the table's last column."""
        columns = zip(self.HEADERS[:-1], *map(self._cells, self.lines), strict=True)
        return max(10, console().width - sum(max(map(len, column)) + GAP for column in columns) - GAP)

    def _print(self, row: tuple[str, ...]) -> None:
        padded = [f"{text:>{width}}" for text, width in zip(row, self.WIDTHS, strict=False)]
        click.echo("  ".join([*padded, row[-1]]).rstrip())

    def _table(self) -> Any:
        from rich.console import Group
        from rich.text import Text

        seconds = now() - self._started
        running = seconds >= 0
        rows = (
            self._last_rows() if running else [row for line in self.lines for row in self._rows(line, self._room())]
        )
        shown = table(self.HEADERS, rows, right=range(4))
        status = [Text(f"{seconds:5.1f} s, Ctrl-C shows the best so far", style="dim")] if running else []
        return Group(shown, *status)

    def _last_rows(self) -> list[tuple[str, ...]]:
        """Return the rows of the last depths that fit on the terminal. If the table were higher than the terminal,
        the library rich would leave out the last rows.
        """
        left, room = console().height - 3, self._room()
        rows: list[tuple[str, ...]] = []
        for line in reversed(self.lines):
            shown = self._rows(line, room)
            left -= sum(1 + row[-1].count("\n") for row in shown)
            if left < 0 and rows:
                break
            rows = [*shown, *rows]
        return rows
