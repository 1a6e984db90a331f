"""The application: a board, what stands beside it, and what keys and clicks do."""

from __future__ import annotations

import asyncio
import signal
from typing import ClassVar, Final

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Footer, Input, OptionList

from advsearch.analysis.live.asking import MOST_LINES
from advsearch.analysis.live.positions import SEATS
from advsearch.cli.terminal.colours import DARK, LIGHT, prefers_light, themes
from advsearch.cli.terminal.opening import Left, Opened
from advsearch.cli.terminal.painted import BoardView, Word, Words
from advsearch.cli.terminal.panels import move_lines, seat_lines, verdict_lines
from advsearch.cli.terminal.session import Session
from advsearch.drawing.clicks import meaning
from advsearch.drawing.tiles import Decor

TICK_S: Final = 0.1
WORDS: Final = {
    "hint": "hint",
    "back": "take_back",
    "undo": "take_back",
    "resign": "resign",
    "new": "new",
    "flip": "flip",
    "players": "players",
    "help": "help",
    "?": "help",
    "quit": "leave",
    "exit": "leave",
}
"""What may be typed instead of an action, and the action of the application that it means."""
_OF_A_GAME: Final = ("hint", "resign", "players")
_OF_AN_ANALYSIS: Final = ("lines", "values", "stop", "deeper", "best", "sideways")


class Choices(OptionList):
    """A list of actions, of which the one under the mouse is highlighted."""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        option = event.style.meta.get("option")
        if option is not None:
            self.highlighted = option


class Terminal(App[Left]):
    """A game in the terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "terminal.tcss"
    TITLE = "advsearch"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "Quit"),
        Binding("question_mark", "help", "Keys", key_display="?"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("h", "hint", "Hint"),
        Binding("b", "take_back", "Back"),
        Binding("r", "resign", "Resign"),
        Binding("n", "new", "New"),
        Binding("p", "players", "Players"),
        Binding("1", "lines(1)", "Lines", key_display="1-5"),
        *(Binding(str(n), f"lines({n})", show=False) for n in range(2, MOST_LINES + 1)),
        Binding("v", "values", "Values"),
        Binding("s", "stop", "Stop"),
        Binding("d", "deeper", "Deeper"),
        Binding("g", "best", "Best"),
        Binding("left_curly_bracket", "sideways(-1)", show=False),
        Binding("right_curly_bracket", "sideways(1)", show=False),
        Binding("left_square_bracket,comma", "step(-1)", show=False),
        Binding("right_square_bracket,full_stop", "step(1)", show=False),
        Binding("home", "step(-9999)", show=False),
        Binding("end", "step(9999)", show=False),
        Binding("a", "view", show=False),
        Binding("f", "flip", "Flip"),
        Binding("t", "theme", "Theme"),
        Binding("escape", "undo_clicks", show=False),
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, opened: Opened) -> None:
        super().__init__()
        for each in themes():
            self.register_theme(each)
        self.theme = LIGHT if prefers_light() else DARK
        self.session = Session(opened, self._paint)
        self.flipped = False
        self._new_asked = False
        self._listed: list[str] = []

    def compose(self) -> ComposeResult:
        yield Words(id="top")
        with Horizontal(id="middle"):
            yield BoardView()
            with Vertical(id="side"):
                yield Words(id="seats")
                yield Words(id="status")
                yield Choices(id="choices", compact=True, markup=False)
                yield Words(id="verdict")
                with VerticalScroll(id="moves-room", can_focus=False):
                    yield Words(id="moves")
        yield Input(placeholder="press / to type an action, or a word such as hint", compact=True, id="typed")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self.set_interval(TICK_S, self._tick)
        if not self.is_headless:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self.action_leave)
        self.call_after_refresh(self.session.begin)  # the board is seen before another process takes time
        self._paint()

    async def on_unmount(self) -> None:
        await self.session.wire.close()

    # --- showing --------------------------------------------------------------------------------------------------

    def _paint(self) -> None:
        """Show everything anew. A widget whose content is the same stays as it is."""
        if not self.is_running or self._exit:
            return
        session = self.session
        self._paint_board()
        self._paint_seats()
        self._paint_choices()
        self.query_one("#status", Words).show(self._status())
        verdict = self.query_one("#verdict", Words)
        verdict.display = session.analyses
        if session.analyses:
            verdict.show(verdict_lines(session.search, session.position, on=session.searching, lines=session.lines))
        moves = self.query_one("#moves", Words)
        moves.show(move_lines(session.round, session.position.moves, tree=session.analyses))
        line = moves.line_of(("line", session.round.played))
        if line is not None:
            self.query_one("#moves-room").scroll_to(y=max(0, line - 2), animate=False)

    def _status(self) -> list[list[Word]]:
        session, mover = self.session, SEATS[self.session.position.player or 0]
        if session.failed:
            head = [Word(each, "bad") for each in session.failed.split()]
        elif session.ending:
            head = [Word(session.ending, bold=True)]
        elif session.waits:
            head = [Word("…", "soft")]
        elif not session.round.newest and not session.analyses:
            head = [Word("an earlier position;", "soft"), Word("] goes forward", "soft")]
        elif session.thinks:
            head = [Word(f"{mover}:", "soft"), *(Word(each, "soft") for each in session.thinks.split())]
        else:
            head = [Word(f"{mover} to move", bold=True)]
        return [head, *([[Word(each, "soft") for each in session.said.split()]] if session.said else [])]

    def _paint_seats(self) -> None:
        session = self.session
        seats = self.query_one("#seats", Words)
        seats.display = not session.analyses
        mover = None if session.ending or session.waits else session.position.player
        seats.show(seat_lines(session.seats, mover, session.clock))
        tabs = []
        for name, analyses in (("Play", False), ("Analyse", True)):
            here = analyses == session.analyses
            role, ground = ("on-first", "first") if here else ("ink", "ground")
            tabs.append(Word(f" {name} ", role, ("view", analyses), here, ground))
        self.query_one("#top", Words).show([[*tabs, Word(session.opened.spec, "soft")]])

    def _paint_board(self) -> None:
        session = self.session
        board = self.query_one(BoardView)
        if session.preview is None:
            position, decors = session.position, self._decors()
            caption = session.ending or position.caption
        else:
            position, decors, caption = session.preview, {}, "a preview"
        board.show(position.scene, position.state, caption, decors, self.flipped)

    def _shorts(self) -> dict[str, str]:
        """The short values of actions by their texts, the best first; or the hint."""
        session = self.session
        if session.analyses:
            return dict(session.search.shorts) if session.values else {}
        return {session.hinted: "hint"} if session.hinted else {}

    def _decors(self) -> dict[int, Decor]:
        session = self.session
        means, marks = meaning(session.position.actions, session.path), {} if session.path else self._marks()
        decors = {}
        for cell in {*means.dots, *session.path, *marks}:
            mark, best = marks.get(cell, ("", False))
            may = session.may_play and cell in means.dots
            decors[cell] = Decor(mark, "best" if best else "plain", may, cell in session.path)
        return decors

    def _marks(self) -> dict[int, tuple[str, bool]]:
        """The values of actions by the cells that they change, and whether they are the best."""
        shorts = self._shorts()
        marks: dict[int, tuple[str, bool]] = {}
        top = next(iter(shorts.values()), None)
        by_text = {each.text: each for each in self.session.position.actions}
        for text, short in shorts.items():
            action = by_text.get(text)
            if action is not None and action.shown is not None and action.shown not in marks:
                marks[action.shown] = short, short == top
        return marks

    def _paint_choices(self) -> None:
        session, list_ = self.session, self.query_one("#choices", OptionList)
        shorts = self._shorts()
        names = [(each.rest if session.path else each.text, shorts.get(each.text, "")) for each in session.choices]
        texts = [f"{name}   {short}".rstrip() for name, short in names]
        if texts == self._listed:
            return
        grown, self._listed = len(texts) != len(self._listed), texts
        if not grown:
            for number, text in enumerate(texts):
                list_.replace_option_prompt_at_index(number, text)
            return
        had_focus = list_.has_focus
        list_.set_options(texts)
        list_.display = bool(texts)
        list_.set_class(session.position.scene is None, "all")
        if texts and session.path:
            list_.focus()
            list_.highlighted = 0
        elif had_focus and not texts:
            self.query_one(BoardView).focus()

    def _tick(self) -> None:
        self.session.tick()
        if self.session.clock.budget:
            self._paint_seats()

    # --- what was clicked and typed ---------------------------------------------------------------------------------

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        self.session.click(event.cell)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        choices = self.session.choices
        if event.option_index < len(choices):
            self.session.play(choices[event.option_index].text)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        choices = self.session.choices
        if self.session.path and event.option_index < len(choices):
            self.session.point((*self.session.round.played, choices[event.option_index].text))

    def on_words_chosen(self, event: Words.Chosen) -> None:
        match event.target:
            case ("view", bool() as analyses):
                self.session.look(analyses)
                self.refresh_bindings()
            case ("line", tuple() as moves):
                self.session.follow(moves)
            case ("pv", tuple() as moves):
                self.session.follow((*self.session.round.played, *moves))
            case _:
                self.action_players()

    def on_words_pointed(self, event: Words.Pointed) -> None:
        match event.target:
            case ("line", tuple() as moves):
                self.session.point(moves)
            case ("pv", tuple() as moves):
                self.session.point((*self.session.round.played, *moves))
            case None if self.session.preview is not None:
                self.session.point(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        event.input.clear()
        word = text.casefold()
        if word in WORDS and self.session.position.action(text) is None:
            self.call_later(self.run_action, WORDS[word])
        elif text:
            self.session.typed(text)

    # --- keys -----------------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        if action in _OF_A_GAME:
            return not self.session.analyses
        return self.session.analyses if action in _OF_AN_ANALYSIS else True

    def action_type(self) -> None:
        self.query_one("#typed", Input).focus()

    def action_undo_clicks(self) -> None:
        self.session.undo_clicks()
        self.query_one(BoardView).focus()

    def action_hint(self) -> None:
        self.session.hint()

    def action_take_back(self) -> None:
        self.session.back()

    def action_resign(self) -> None:
        self.session.resign()

    def action_new(self) -> None:
        session = self.session
        under_way = bool(session.round.moves) and not session.ending
        if under_way and not self._new_asked:
            session.said = "the game is not over; n again begins a new one"
            self._new_asked = True
            self._paint()
            return
        self._new_asked = False
        session.new()

    def action_players(self) -> None:
        from advsearch.cli.terminal.dialogs import Players, PlayersDialog

        session = self.session

        def chosen(players: Players | None) -> None:
            if players is not None:
                session.sit(players.seats, players.budget, players.start)

        given = Players(session.seats, session.clock.budget, session.round.start)
        self.push_screen(PlayersDialog(given, session.searchers, readable=session.position.readable), chosen)

    def action_lines(self, lines: int) -> None:
        self.session.search_with(lines=lines)

    def action_values(self) -> None:
        self.session.search_with(values=not self.session.values)

    def action_stop(self) -> None:
        self.session.stop_or_go()

    def action_deeper(self) -> None:
        self.session.deeper()

    def action_best(self) -> None:
        self.session.best()

    def action_sideways(self, by: int) -> None:
        self.session.sideways(by)

    def action_step(self, by: int) -> None:
        self.session.step(by)

    def action_flip(self) -> None:
        self.flipped = not self.flipped
        self._paint()

    def action_view(self) -> None:
        self.session.look(not self.session.analyses)
        self.refresh_bindings()

    def action_theme(self) -> None:
        self.theme = LIGHT if self.theme == DARK else DARK

    def action_help(self) -> None:
        from advsearch.cli.terminal.dialogs import HelpDialog

        self.push_screen(HelpDialog())

    def action_leave(self) -> None:
        self.exit(self.session.left())
