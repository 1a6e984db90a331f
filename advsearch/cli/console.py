"""Print the output of commands, and handle Ctrl-C. In a terminal, results are coloured tables. Elsewhere, results are
plain aligned text.

After the first Ctrl-C, a search stops and returns its result. The second Ctrl-C ends the program.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import re
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import click

from advsearch.notation import count as count
from advsearch.notation import plural as plural
from advsearch.notation import seconds_text as seconds_text
from advsearch.values import EVALUATION_LIMIT, Utilities, Value

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text


OUTPUT: Final = "advsearch.output"
"""With --json, a command prints one line on the original standard output. `OUTPUT` is the key of the original
standard output in click's context."""
INTERRUPTED: Final = 130
"""The exit status of a program that Ctrl-C has ended, as in shells."""
GAP: Final = 2
"""The number of spaces between columns."""
_TO_ASK_FOR_IT = re.compile(r"(, or|;) ask for tier=reference$")


def console() -> Console:
    """The console that prints results. Outside a terminal the console is so wide that no line is cut."""
    from rich.console import Console

    made = Console(highlight=False, soft_wrap=False)
    return made if made.is_terminal else Console(highlight=False, width=1_000, color_system=None)


def print_anything() -> None:
    """Make standard output print an escape sequence for a character that its encoding lacks."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def speaks_unicode() -> bool:
    """Return whether the output's encoding has the characters of boards, such as `●`."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        "·●○▒┌".encode(encoding)
    except (LookupError, UnicodeError):
        return False
    return True


def table(headers: Sequence[str], rows: Sequence[Sequence[str | Text]], *, right: Sequence[int] = ()) -> Table:
    """A table with headers. `right` lists the indexes of the columns with numbers. Columns with text are wrapped in
    narrow terminals."""
    from rich.table import Table
    from rich.text import Text

    made = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for number, header in enumerate(headers):
        numbers = number in right
        made.add_column(header, justify="right" if numbers else "left", no_wrap=numbers, overflow="fold")
    for row in rows:
        made.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return made


def show(renderable: Any) -> None:
    """Print a table, text or another object of the library rich. Outside a terminal, spaces at the ends of lines are
    removed.
    """
    out = console()
    if out.is_terminal:
        out.print(renderable)
        return
    with out.capture() as captured:
        out.print(renderable)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def show_wide(headers: Sequence[str], rows: Sequence[Sequence[str]], *, keys: int) -> None:
    """Print a table of numbers. A table that is wider than the terminal is printed in pieces, each with the first
    `keys` columns.
    """
    widths = [max(map(len, column)) + GAP for column in zip(headers, *rows, strict=True)]
    room = console().width + GAP - sum(widths[:keys])
    columns = range(keys, len(headers))
    for size in range(len(columns), 0, -1):  # the largest pieces that fit
        pieces = [columns[start : start + size] for start in range(0, len(columns), size)]
        if all(sum(widths[column] for column in piece) <= room for piece in pieces):
            break
    for number, piece in enumerate(pieces):
        if number:
            click.echo()
        chosen = [*range(keys), *piece]
        shown = [[row[column] for column in chosen] for row in rows]
        show(table([headers[column] for column in chosen], shown, right=range(keys, len(chosen))))


def say(text: str) -> None:
    """Print sentences. In a terminal, lines are broken between words."""
    from rich.text import Text

    show(Text(text))


def say_actions(label: str, actions: Iterable[str]) -> None:
    """Print a label, and then the actions. In a terminal, lines break between actions and are indented below the
    first."""
    out = console()
    room = max(1, out.width - len(label)) if out.is_terminal else None
    lines = broken_between(actions, room)
    click.echo(label + f"\n{' ' * len(label)}".join(lines))


def broken_between(actions: Iterable[str], room: int | None) -> list[str]:
    """Break a list of actions into lines of at most `room` characters. If `room` is None, there is only one line. If
    an action has more than `room` characters, it has a line of its own.
    """
    from rich.cells import cell_len

    lines = [""]
    for action in actions:
        longer = f"{lines[-1]} {action}" if lines[-1] else action
        if lines[-1] and room is not None and cell_len(longer) > room:
            lines.append(action)
        else:
            lines[-1] = longer
    return lines


def show_json(value: Any) -> None:
    context = click.get_current_context(silent=True)
    with contextlib.redirect_stdout(sys.stdout if context is None else context.meta.get(OUTPUT, sys.stdout)):
        click.echo(json.dumps(value, ensure_ascii=not speaks_unicode(), allow_nan=False))


def note(text: str) -> None:
    """Print a remark that is not part of the result, at most once in a command.

    If the remark is an error message, the advice at the end of the message is left out.
    """
    text = _TO_ASK_FOR_IT.sub("", text)
    context = click.get_current_context(silent=True)
    said: set[str] = set() if context is None else context.meta.setdefault("advsearch.notes", set())
    if text not in said:
        said.add(text)
        click.echo(f"note: {text}", err=True)


def finite(value: Value) -> Value:
    """Return the value as a number that JSON can represent. Infinity becomes the largest evaluation."""
    if isinstance(value, int):
        return int(value)
    number = float(value)
    return number if math.isfinite(number) else math.copysign(EVALUATION_LIMIT, number)


def worth(value: Value, utilities: Utilities) -> str:
    """The value of a finished or solved game as text. A win, a draw or a loss is named in words."""
    if utilities == "outcome":
        return "a win" if value > 0 else "a loss" if value < 0 else "a draw"
    return f"{value:+d}" if isinstance(value, int) and value else f"{value:g}"


def rate(number: float, seconds: float) -> str:
    return count(number / seconds) if seconds > 0 else "-"


class StopRequest(threading.Event):
    """A stop signal that is set by Ctrl-C. While `ends_at_once` is true, Ctrl-C ends the program instead of setting
    the signal."""

    ends_at_once = False


@contextlib.contextmanager
def stop_on_interrupt() -> Iterator[StopRequest]:
    """A context manager for a stop signal that Ctrl-C sets."""
    stop = StopRequest()
    if threading.current_thread() is not threading.main_thread():
        yield stop  # only the main thread may set signal handlers
        return

    def request(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set() or stop.ends_at_once:
            raise KeyboardInterrupt
        stop.set()

    previous = signal.signal(signal.SIGINT, request)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, previous)
