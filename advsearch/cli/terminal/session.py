"""What goes on in the terminal, without its widgets: the game, its players, the reader's clicks, and the analysis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from advsearch.analysis.live.asking import LONGEST_S, MOST_MOVES, Ask
from advsearch.analysis.live.positions import SEATS
from advsearch.cli.terminal.opening import Left, Opened, Seat
from advsearch.cli.terminal.panels import Search
from advsearch.cli.terminal.round import Clock, Moves, Position, Round, decided
from advsearch.cli.terminal.wire import Wire
from advsearch.drawing.clicks import Clicks, after_click, meaning
from advsearch.limits import now

ANALYSED_S: Final = 60.0
"""How long a position is searched before the reader asks for more."""


class Session:
    """A game that is played or analysed. `changed` is called whenever what is shown may have changed."""

    def __init__(self, opened: Opened, changed: Callable[[], None]) -> None:
        self.opened, self.changed = opened, changed
        self.analyses = opened.view == "analyze"
        self.wire = Wire(opened)
        self.round = Round(opened.start)
        self.clock = Clock()
        self.seats = opened.seats
        self.position = Position.of(opened.position)
        self.preview: Position | None = None
        """Another position that the reader points at."""
        self.waits = True
        """Whether the position after the moves has not come yet."""
        self.failed = ""
        """The error that keeps the game from going on, or that answers what was typed."""
        self.said = ""
        """What was answered last, such as a hint."""
        self.hinted = ""
        self.thinks = ""
        self.path: tuple[int, ...] = ()
        self._early: int | None = None
        """The cell that was clicked before the first position had its actions."""
        self.resigned: int | None = None
        self.search = Search()
        self.searching = True
        self.lines, self.values = opened.lines, opened.values
        self.searchers: list[str] = list(opened.named)
        self._analysed_s = opened.limits.time_s or ANALYSED_S
        self._ticked = now()

    def begin(self) -> None:
        """Start the game's process, and go on from the first position."""

        def about(message: dict[str, Any]) -> None:
            if message["kind"] == "about":
                self.searchers = message["searchers"]

        self.wire.ask("about", Ask("about"), about)
        self.moved()

    def left(self) -> Left:
        """Return how the reader leaves the game."""
        position = self.wire.known(self.round.start, self.round.moves) or self.position
        return Left("" if self.analyses else self.ending, self.round.moves, position.state)

    # --- the game -------------------------------------------------------------------------------------------------

    def moved(self) -> None:
        """Show the place of the round, after the reader or a searcher has changed it."""
        self.path, self.hinted, self.preview, self.failed, self.said, self.thinks = (), "", None, "", "", ""
        self.search, self._analysed_s = Search(), self.opened.limits.time_s or ANALYSED_S
        self.wire.stop("choose", "hint", "analyse", "preview", "typed")
        self.waits = True
        self.wire.position("position", self.round.start, self.round.played, self._arrived)
        self.changed()

    def _arrived(self, told: Position | str) -> None:
        self.waits = False
        if isinstance(told, str):
            self.failed = told
        else:
            self.position = told
            if self.analyses:
                self._analyse()
            else:
                self._let_choose()
        early, self._early = self._early, None
        if early is not None and early < len(self.position.scene.cells if self.position.scene else ()):
            self.click(early)
        self.changed()

    def _let_choose(self) -> None:
        """Ask the searcher whose turn it is."""
        mover = self.position.player
        if mover is None or self.seats[mover].person or not self.round.newest or self.ending:
            return
        moves, self.thinks = self.round.moves, f"{self.seats[mover].player} thinks …"

        def hear(message: dict[str, Any]) -> None:
            if message["kind"] == "building":
                self.thinks = f"machine code for {message['label']} is being built …"
            elif message["kind"] == "error":
                self.thinks, self.failed = "", f"{SEATS[mover]} does not move: {message['text']}"
            elif message["kind"] == "end" and message["action"] is not None:
                best = message["best"]
                self.round.go((*moves, message["action"]))
                self.moved()
                self.said = f"{SEATS[mover]} played {message['action']}: {best['value']}, depth {message['depth']}"
            self.changed()

        self.wire.choose("choose", self.round.start, moves, self.seats[mover], hear)

    @property
    def ending(self) -> str:
        """How the game ended, in words; "" while it goes on."""
        position = self.position if self.round.newest and not self.waits else None
        if self.analyses:
            return "" if position is None else position.ending
        most = min(self.opened.max_plies or MOST_MOVES, MOST_MOVES)
        limit = f"a draw after {most} plies, the limit" if len(self.round.moves) >= most else ""
        return decided(position, self.resigned, self.clock) or limit

    @property
    def may_play(self) -> bool:
        """Whether the reader may play an action now."""
        mover = self.position.player
        if self.waits or mover is None or (self.ending and self.round.newest):
            return False
        return self.analyses or not self.round.newest or self.seats[mover].person

    def play(self, action: str) -> None:
        """Play an action of the position, if the reader may."""
        if self.may_play:
            self.resigned = None
            self.round.play(action)
            self.moved()

    def click(self, cell: int) -> None:
        """Click a cell of the board. A click that comes before the game's process has started waits for it."""
        if self.waits and not self.round.moves:
            self._early = cell
        elif self.may_play:
            self._end_preview()
            self.path, action = after_click(self.position.actions, self.path, cell)
            if action is not None:
                self.play(action.text)
            self.changed()

    def undo_clicks(self) -> None:
        self._end_preview()
        self.path = ()
        self.changed()

    @property
    def choices(self) -> tuple[Clicks, ...]:
        """The actions that are chosen from a list: those that the clicks leave open, or that have no clicks."""
        if not self.may_play:
            return ()
        if self.path:
            return meaning(self.position.actions, self.path).complete
        return tuple(each for each in self.position.actions if not each.ways)

    def typed(self, text: str) -> None:
        """Play what was typed. The game reads what is not the text of an action."""
        found = self.position.action(text)
        if not self.may_play:
            self.failed = "one moment: the game has not answered yet" if self.waits else "it is not your turn"
        elif found is not None:
            self.play(found.text)
        else:
            self._read(text)
        self.changed()

    def _read(self, text: str) -> None:
        def hear(told: Position | str) -> None:
            if isinstance(told, str):
                self.failed = told
                self.changed()
            else:
                self.play(told.moves[-1])

        self.wire.position("typed", self.round.start, (*self.round.played, text), hear)

    def hint(self) -> None:
        """Ask for a hint, and show it on the board."""
        if self.analyses or not self.may_play:
            return
        self.said = "a hint is searched …"

        def hear(message: dict[str, Any]) -> None:
            if message["kind"] == "end" and message["action"] is not None:
                self.hinted = message["action"]
                self.said = f"{self.hinted}: {message['best']['value']}, depth {message['depth']}"
            elif message["kind"] == "error":
                self.said = f"there is no hint: {message['text']}"
            self.changed()

        self.wire.choose("hint", self.round.start, self.round.played, self.opened.hints, hear)
        self.changed()

    def back(self) -> None:
        """Take back a resignation, or the person's last action and all after it."""
        if self.resigned is not None or self.clock.flagged is not None:
            self.resigned = None
            self.clock.begin(self.clock.budget)
        elif self.analyses:
            self.round.step(-1)
        else:
            people = [number for number, seat in enumerate(self.seats) if seat.person]
            self.round.back_for(self.position.movers, people)
        self.moved()

    def resign(self) -> None:
        if not self.analyses and self.may_play and self.round.moves:
            self.resigned = self.position.player
            self.wire.stop("choose", "hint")
        self.changed()

    def new(self, start: str | None = None) -> None:
        """Begin a new game."""
        self.round.begin(start)
        self.clock.begin(self.clock.budget)
        self.resigned = None
        self.moved()

    def sit(self, seats: tuple[Seat, Seat], budget: float, start: str) -> None:
        """Change who plays, the clock and the start. Another start or clock begins a new game."""
        self.seats = seats
        if start != self.round.start or budget != self.clock.budget:
            self.clock.begin(budget)
            self.new(start)
        else:
            self.moved()

    def look(self, analyses: bool) -> None:
        """Play or analyse from here."""
        if analyses != self.analyses:
            self.analyses = analyses
            self.resigned = None
            self.moved()

    def step(self, by: int) -> None:
        """Show an earlier or a later position."""
        self.round.step(by)
        self.moved()

    def sideways(self, by: int) -> None:
        self.round.sideways(by)
        self.moved()

    def tick(self) -> None:
        """Let the clock of the seat to move run."""
        seconds, self._ticked = now() - self._ticked, now()
        mover = self.position.player
        if self.clock.budget and mover is not None and self.round.moves and not (self.analyses or self.ending):
            self.clock.spend(mover, seconds)
            if self.clock.flagged is not None:
                self.wire.stop("choose", "hint")
                self.thinks = ""
                self.changed()

    # --- what the reader points at --------------------------------------------------------------------------------

    def point(self, moves: Moves | None) -> None:
        """Show the position after more moves than those played, or end that."""
        if moves is None:
            self._end_preview()
            self.changed()
            return

        def hear(told: Position | str) -> None:
            if isinstance(told, Position):
                self.preview = told
                self.changed()

        self.wire.position("preview", self.round.start, moves, hear)

    def _end_preview(self) -> None:
        self.wire.stop("preview")
        self.preview = None

    def follow(self, target: Moves) -> None:
        """Go to a place in a line: one of the lines that were tried if it has this place, or a new one."""
        line = next((each for each in (self.round.moves, *self.round.lines) if each[: len(target)] == target), None)
        if line is None:
            self.round.go(target)
        else:
            self.round.show(line, len(target))
        self.moved()

    # --- analysis -------------------------------------------------------------------------------------------------

    def _analyse(self) -> None:
        """Search the position that is shown."""
        self.wire.stop("analyse")
        search = self.search = Search()
        if self.position.over or not self.searching:
            return
        limits = attrs.evolve(self.opened.limits, time_s=self._analysed_s)

        def hear(message: dict[str, Any]) -> None:
            search.hear(message)
            if search is self.search:
                self.changed()

        asked = Ask(
            "analyse",
            self.round.start,
            self.round.played,
            searcher=self.opened.searcher,
            lines=self.lines,
            every=self.values,
            depth=limits.depth,
            nodes=limits.nodes,
            time_s=limits.time_s,
            seed=self.opened.seed,
        )
        self.wire.ask("analyse", asked, hear)

    def search_with(self, *, lines: int | None = None, values: bool | None = None) -> None:
        """Search for more or fewer lines, with or without values of all actions."""
        self.lines = self.lines if lines is None else lines
        self.values = self.values if values is None else values
        if self.analyses and not self.waits:
            self._analyse()
        self.changed()

    def stop_or_go(self) -> None:
        """Stop the search, which keeps its lines; or search again."""
        self.searching = not self.searching
        if self.searching:
            self._analyse()
        else:
            self.wire.stop("analyse")
            self.search.ended = True
        self.changed()

    def deeper(self) -> None:
        """Search the position for ten minutes."""
        self._analysed_s, self.searching = LONGEST_S, True
        self._analyse()
        self.changed()

    def best(self) -> None:
        """Play the best action that the search has found."""
        line = self.search.line
        if self.analyses and line is not None and line["lines"][0]["pv"]:
            self.play(line["lines"][0]["pv"][0])
