"""The command `advsearch search`."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final

import attrs
import click

from advsearch.cli.board import board
from advsearch.cli.building import get_ready, note_tier
from advsearch.cli.console import (
    GAP,
    INTERRUPTED,
    broken_between,
    console,
    count,
    finite,
    note,
    plural,
    rate,
    say_actions,
    seconds_text,
    show,
    show_json,
    speaks_unicode,
    stop_on_interrupt,
    table,
    worth,
)
from advsearch.cli.options import (
    SEARCHER,
    GivenGame,
    chosen_limits,
    evaluator_option,
    limit_options,
    position_command,
    reporting_options,
)
from advsearch.limits import Limits, Request, now
from advsearch.notation import action_text, line_text
from advsearch.protocol import AnyGame, utilities_of
from advsearch.results import Answered, Line, Result
from advsearch.specs import Spec
from advsearch.values import value_text

_NO_VALUE: Final = "none, because the player reports none"


@position_command(
    "search",
    "advsearch search {game} --time 2s",
    "advsearch search {game} --searcher 'alphabeta(depth=4)' --all",
    "advsearch search {game} --evaluator mine.py:my_heuristic --depth 6 --json",
    "advsearch search mine.py:MyGame --searcher 'hybrid(stages=[greedy, alphabeta], switches=[actions(8)])'",
)
@click.option(
    "--searcher", type=SEARCHER, metavar="SEARCHER", help="The search algorithm. [default: the game's own searcher]"
)
@evaluator_option
@limit_options
@click.option(
    "--all", "every_action", is_flag=True, help="Print the exact value of every action, not only of the best action."
)
@reporting_options
def command(
    game: GivenGame,
    position: str | None,
    searcher: Spec | None,
    evaluator: Spec | None,
    limits: Limits,
    every_action: bool,
    as_json: bool,
) -> int:
    """Search a position and show the best action.

    A search runs as machine code if the game's rules compile and the searcher has a compiled form.
    'alphabeta(tier=reference)' uses plain Python. If machine code has to be built first, a search with only a time
    limit begins in plain Python. When the build is ready, the compiled search takes over.

    Without --time, --depth or --nodes, a search takes one second. If the searcher's settings set its depth, as in
    'alphabeta(depth=6)', the search has no time limit. Ctrl-C ends a search early and shows the best result so far.

    Values are for the side to move: "win in 5" plies, or an estimate such as +1.25.
    """
    state = game.position(position)
    spec, engine = game.searcher(searcher, evaluator)
    limits = chosen_limits(spec, limits)
    bound = get_ready(engine, game.game)
    table_of_lines = _Lines(game.game, state, silent=as_json)
    if not as_json:
        show(board(game.game, state, unicode=speaks_unicode()))
        click.echo(f"\n{spec}")
    begins = bound.building is not None
    with stop_on_interrupt() as stop, table_of_lines:
        result = bound(state, Request(limits, stop, table_of_lines.report, every_action))
    if begins:
        note_tier(bound, stopped=stop.is_set())
    if as_json:
        show_json(result_object(game.game, state, result))
    else:
        _show_result(game.game, state, result, table_of_lines.lines)
    if result.note is not None:
        note(result.note)
    return INTERRUPTED if stop.is_set() else 0


_MOST_VISITED: Final = 10
"""The number of root actions whose visits are printed."""


def result_object(game: AnyGame, state: Any, result: Result) -> dict[str, Any]:
    """A result as a JSON object."""
    utilities = utilities_of(game)
    found: dict[str, Any] = {
        "action": None if result.action is None else action_text(game, state, result.action),
        "value": None if isinstance(result, Answered) else finite(result.value),
        "value_text": _NO_VALUE
        if isinstance(result, Answered)
        else value_text(result.value, utilities, bound=result.bound),
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "pv": list(line_text(game, state, result.pv)),
        "exact": result.exact,
        **({"proven": True} if result.bound else {}),
        "tier": result.tier,
        **({} if result.compiled_from is None else {"compiled_from": result.compiled_from}),
    }
    if result.scores is not None:
        found["actions"] = [
            {
                "action": action_text(game, state, action),
                "value": finite(value),
                "value_text": value_text(value, utilities),
                "best": action in result.best,
            }
            for action, value in result.scores
        ]
    if result.visits is not None:
        found["visits"] = [
            {"action": action_text(game, state, action), "visits": visits, "value": finite(value)}
            for action, visits, value in result.visits
        ]
    return found


def _show_result(game: AnyGame, state: Any, result: Result, lines: Sequence[Line]) -> None:
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
        click.echo(f"value  {_NO_VALUE}, {seconds_text(result.seconds)}")
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
class _Lines:
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

    def __enter__(self) -> _Lines:
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
            self._print(self._row(line))
        self.lines.append(line)

    def _cells(self, line: Line) -> tuple[str, ...]:
        """Return all columns of a table row except the principal variation."""
        value = value_text(line.value, utilities_of(self.game))
        return str(line.depth), value, count(line.nodes), rate(line.nodes, line.seconds)

    def _row(self, line: Line, room: int | None = None) -> tuple[str, ...]:
        """Return all columns of a table row. A principal variation that is too long for one line is broken between
        actions."""
        actions = broken_between(line_text(self.game, self.state, line.pv), room)
        return *self._cells(line), "\n".join(actions)

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
        rows = self._last_rows() if running else [self._row(line, self._room()) for line in self.lines]
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
            row = self._row(line, room)
            left -= 1 + row[-1].count("\n")
            if left < 0 and rows:
                break
            rows.append(row)
        return rows[::-1]
