"""The dialogs: who plays with which limits and clock, and the list of keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import attrs
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Grid, Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from advsearch.analysis.live.positions import SEATS
from advsearch.cli.terminal.opening import PERSON, Seat
from advsearch.cli.terminal.panels import limits_text
from advsearch.limits import Limits

_TIMES: Final = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
_DEPTHS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12)
_CLOCKS: Final = (
    ("no clock", 0.0),
    ("1 minute", 60.0),
    ("3 minutes", 180.0),
    ("5 minutes", 300.0),
    ("10 min", 600.0),
)


@attrs.frozen
class Players:
    """What the dialog returns."""

    seats: tuple[Seat, Seat]
    budget: float
    start: str


class PlayersDialog(ModalScreen[Players | None]):
    """Choose who plays."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, given: Players, searchers: Sequence[str], *, readable: bool) -> None:
        super().__init__()
        self._given, self._searchers, self._readable = given, searchers, readable

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield Label("Players", classes="title")
            with Grid():
                for number, seat in enumerate(self._given.seats):
                    yield Label(SEATS[number])
                    yield from self._choices(number, seat)
                yield Label("clock")
                clocks = _with(_CLOCKS, (f"{self._given.budget:g} s", self._given.budget))
                yield Select(clocks, value=self._given.budget, allow_blank=False, compact=True, id="clock")
            if self._readable:
                yield Label("start, in the game's notation; empty for the beginning")
                yield Input(self._given.start, compact=True, id="start")
            with Horizontal(id="buttons"):
                yield Button("Play", variant="primary", id="play", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    def _choices(self, number: int, seat: Seat) -> ComposeResult:
        names = list(dict.fromkeys([PERSON, *self._searchers, seat.player]))
        yield Select(
            [("a person" if name == PERSON else name, name) for name in names],
            value=seat.player,
            allow_blank=False,
            compact=True,
            id=f"player-{number}",
        )
        limits = seat.limits
        times = _with(
            [(_seconds(each), each) for each in _TIMES], ("no limit", None), (_seconds(limits.time_s), limits.time_s)
        )
        yield Select(times, value=limits.time_s, allow_blank=False, compact=True, id=f"time-{number}")
        depths = _with(
            [("own depth", None), *((f"depth {each}", each) for each in _DEPTHS)],
            (f"depth {limits.depth}", limits.depth),
        )
        yield Select(depths, value=limits.depth, allow_blank=False, compact=True, id=f"depth-{number}")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(self._chosen() if event.button.id == "play" else None)

    def on_input_submitted(self) -> None:
        self.dismiss(self._chosen())

    def _chosen(self) -> Players:
        def value(name: str) -> Any:
            return self.query_one(f"#{name}", Select).value

        seats = []
        for number, seat in enumerate(self._given.seats):
            limits = Limits(value(f"depth-{number}"), seat.limits.nodes, value(f"time-{number}"))
            seats.append(Seat(value(f"player-{number}"), limits))
        start = self.query_one("#start", Input).value.strip() if self._readable else self._given.start
        return Players((seats[0], seats[1]), value("clock"), start)


def _seconds(seconds: float | None) -> str:
    return "no limit" if seconds is None else limits_text(Seat(limits=Limits(time_s=seconds)))


def _with(options: Sequence[tuple[str, Any]], *more: tuple[str, Any]) -> list[tuple[str, Any]]:
    """The options, and those of `more` whose values are not among them."""
    found = list(options)
    for each in more:
        if all(each[1] != value for _, value in found):
            found.append(each)
    return found


HELP: Final = (
    ("arrows", "go to a cell; Enter or a click chooses it"),
    ("/", "type an action, or hint, back, resign, quit"),
    ("h b r", "hint, take back, resign"),
    ("n p", "new game; players, clock and start"),
    ("[ ]", "one ply back or forward; Home, End"),
    ("a f t", "analyse, flip the board, light or dark"),
    ("1 … 5", "when analysing: so many lines"),
    ("v s d", "values on cells; stop or go; deeper"),
    ("g { }", "play the best; the next line tried"),
    ("q", "leave; Ctrl-C does too"),
)


class HelpDialog(ModalScreen[None]):
    """The keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q,question_mark", "dismiss(None)", "Close")]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield Label("Keys", classes="title")
            lines = (Text.assemble((f"{keys:<8}", "bold"), text) for keys, text in HELP)
            yield Static(Text("\n").join(lines))

    def on_click(self) -> None:
        self.dismiss(None)
