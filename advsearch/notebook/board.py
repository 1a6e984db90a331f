"""A board in a notebook, played by clicks: `advsearch.Board(game)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from advsearch.analysis.live.choosing import limits_for
from advsearch.analysis.live.lines import Told, line_marks, marks_data
from advsearch.analysis.live.positions import SEATS, Walked, position_of
from advsearch.binding import BoundSearch, bind
from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.limits import Limits, Request
from advsearch.notation import plural, read_action, read_state, seconds_text
from advsearch.notebook.answers import position_view
from advsearch.notebook.modules import joined
from advsearch.notebook.view import style
from advsearch.plugins.registry import default_registry
from advsearch.protocol import AnyGame, Searcher, name_of
from advsearch.results import Line, Result
from advsearch.search.deepening import Deepening

try:
    import anywidget
    import traitlets
except ImportError:
    from advsearch.notebook.absent import anywidget, traitlets

PERSON: Final = "a person"


class Board(anywidget.AnyWidget):  # type: ignore[misc]
    """A game on a board that is played by clicks, by a person or a searcher at each seat.

    `game` is a game or its name, and `start` a state of it or its text. `first` and `second` are searchers or their
    names; None is a person. A searcher answers within `time_s`, `depth` and `nodes`. If both seats are searchers,
    each action waits for `step`.

    `state`, `moves` and `result` are traits: `board.observe(function, "state")` calls a function after each action.
    """

    _esm = joined("widget.js")
    _css = style()

    state = traitlets.Any(read_only=True)
    """The position on the board."""
    moves = traitlets.Tuple(read_only=True)
    """The actions so far, as text."""
    result = traitlets.Any(None, allow_none=True, read_only=True)
    """The result of the last search; None before the first."""
    flipped = traitlets.Bool(False).tag(sync=True)
    """Whether the board is seen from the other side."""
    _position = traitlets.Dict().tag(sync=True)
    _found = traitlets.Dict().tag(sync=True)
    _status = traitlets.Dict().tag(sync=True)
    _seats = traitlets.List().tag(sync=True)

    def __init__(
        self,
        game: AnyGame | str,
        start: Any = None,
        *,
        first: Searcher | str | None = None,
        second: Searcher | str | None = None,
        time_s: float | None = 1.0,
        depth: int | None = None,
        nodes: int | None = None,
        flipped: bool = False,
    ) -> None:
        self.game: AnyGame = default_registry().game(game) if isinstance(game, str) else game
        self._limits = Limits(depth, nodes, time_s)
        self._searches = tuple(None if each is None else bind(each, self.game) for each in (first, second))
        self._analysis: BoundSearch | None = None
        self._walked = Walked(self.game, (self._state_of(start),), ())
        names = [PERSON if each is None else str(each) for each in (first, second)]
        super().__init__(flipped=flipped, _seats=names)
        self.on_msg(self._heard)
        self._shows()
        self._answered()

    def __str__(self) -> str:
        """The position as text, for places without pictures."""
        actions = self._walked.actions
        return str(position_view(self.game, self._walked.state, actions[-1] if actions else None))

    def __repr__(self) -> str:
        return f"<Board of {name_of(self.game)} after {plural(len(self.moves), 'ply', 'plies')}; print it to see it>"

    # --- the game ---------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.terminal(self._walked.state))

    def play(self, action: Any) -> None:
        """Play an action, given as text or as the game's own action. A searcher at the other seat then answers."""
        self._play(action)
        self._answered()

    def step(self) -> None:
        """Let the searcher whose turn it is play one action."""
        search = None if self.over else self._searches[self.game.player(self._walked.state)]
        if search is None:
            raise InvalidSettings(
                "expected a searcher to be to move, and the game is over"
                if self.over
                else f"expected a searcher to be to move, got {PERSON}; play an action"
            )
        self._answer(search)

    def back(self, plies: int | None = None) -> None:
        """Take back some plies. Without a number, take back to the last action of a person."""
        most = len(self._walked.actions)
        if plies is None:
            players = [self.game.player(state) for state in self._walked.states[:-1]]
            persons = [n for n, player in enumerate(players) if self._searches[player] is None]
            plies = most - (persons[-1] if persons else max(0, most - 1))
        if not 0 <= plies <= most:
            raise InvalidSettings(f"expected a number of plies from 0 to {most}, got {plies!r}")
        left = most - plies
        self._walked = Walked(self.game, self._walked.states[: left + 1], self._walked.actions[:left])
        self._shows()

    def new_game(self, start: Any = None) -> None:
        """Begin again, at the start of the game or at a position that is given as a state or as text."""
        self._walked = Walked(self.game, (self._state_of(start),), ())
        for search in self._searches:
            if search is not None:
                search.new_game()
        self._shows()
        self._answered()

    def _state_of(self, start: Any) -> Any:
        if start is None:
            return self.game.initial()
        if isinstance(start, str) and not isinstance(self.game.initial(), str):
            return read_state(self.game, start)
        return start

    def _play(self, action: Any) -> None:
        state = self._walked.state
        if self.over:
            raise InvalidSettings(
                "expected a game that goes on; begin again with new_game(), or take back() an action"
            )
        if isinstance(action, str) and action not in self.game.actions(state):
            action = read_action(self.game, state, action)
        after = self.game.result(state, action)
        self._walked = Walked(self.game, (*self._walked.states, after), (*self._walked.actions, action))
        self._shows()

    def _answered(self) -> None:
        """Let searchers play until a person is to move. Two searchers wait for `step`."""
        while not self.over and None in self._searches:
            search = self._searches[self.game.player(self._walked.state)]
            if search is None:
                return
            self._answer(search)

    def _answer(self, search: BoundSearch) -> None:
        walked = self._walked
        self._status = {"busy": True, "text": f"{SEATS[self.game.player(walked.state)]} thinks…"}
        try:
            result = search(walked.state, Request(limits_for(search, self._limits)))
        finally:
            self._status = {"busy": False}
        self._play(result.action)
        self.set_trait("result", result)
        best = Told(walked).result(result)
        self._found = {"head": f"{best['action']}: {best['best']['value']}", "facts": _facts(result)}

    def _shows(self) -> None:
        """Tell observers and the browser of the position."""
        walked = self._walked
        position = position_of(walked)
        with self.hold_sync():
            self._position, self._found, self._status = position, {}, {"busy": False}
        self.set_trait("state", walked.state)
        self.set_trait("moves", tuple(position["moves"]))

    # --- searches ---------------------------------------------------------------------------------------------------

    def search(
        self,
        searcher: Searcher | str | None = None,
        *,
        time_s: float | None = 1.0,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 3,
    ) -> Result[Any]:
        """Search the position, and show each finished depth: the values at the cells, and the best lines of play.

        Return the result. Without a searcher, `deepening` searches with the game's own evaluator.
        """
        if searcher is None and self._analysis is None:
            self._analysis = bind(Deepening(), self.game)
        search = self._analysis if searcher is None else bind(searcher, self.game)
        assert search is not None
        limits = limits_for(search, Limits(depth, nodes, time_s))
        self._status = {"busy": True, "text": "searching…"}
        try:
            asked = Request(limits, report=self.show, every_action=True, lines=lines)
            result = search(self._walked.state, asked)
        finally:
            self._status = {"busy": False}
        if result.depth:
            self.show(result)
        return result

    def show(self, found: Result[Any] | Line[Any]) -> None:
        """Show what a search found of the position on the board: values at the cells, and lines of play. The marks of
        a line are shown when it is clicked, or if there are no values of all actions.
        """
        told = Told(self._walked)
        line = found if isinstance(found, Line) else _as_line(found)
        data = told.line(line)
        drawn = [each.pv for each in line.lines] or [line.pv]
        for each, pv in zip(data["lines"], drawn, strict=True):
            each["marks"] = self._marks(pv)
        best = data["lines"][0]
        self._found = {
            "head": f"{best['pv'][0]}: {best['value']}" if best["pv"] else best["value"],
            "facts": _facts(found),
            "lines": data["lines"],
            "shorts": data["shorts"],
            "marks": data["marks"] if line.scores else best["marks"],
        }
        if isinstance(found, Result):
            self.set_trait("result", found)

    def clear(self) -> None:
        """Show the board without values and lines."""
        self._found = {}

    def _marks(self, pv: tuple[Any, ...]) -> list[Any]:
        scene = self._walked.scene
        if scene is None:
            return []
        return marks_data(scene, *line_marks(self.game, self._walked.state, pv))

    # --- what the browser says ------------------------------------------------------------------------------------

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Do what a click asks for. The message is data from a browser."""
        doing: dict[Any, Callable[[], object]] = {
            "new": self.new_game,
            "back": self.back,
            "step": self.step,
            "search": self.search,
        }
        asked = message if isinstance(message, dict) else {}
        do, action = asked.get("do"), asked.get("action")
        try:
            if do == "play" and isinstance(action, str):
                self.play(read_action(self.game, self._walked.state, action))
            elif do == "look" and isinstance(action, str):
                self._look(action)
            elif isinstance(do, str) and do in doing:
                doing[do]()
            else:
                raise InvalidSettings(f"expected a message of the board, got {str(message)[:80]!r}")
        except Exception as error:  # a game may raise anything; the reader sees it below the board
            text = str(error) if isinstance(error, AdvsearchError) else f"{type(error).__name__}: {error}"
            self._status = {"busy": False, "error": text[:600]}

    def _look(self, text: str) -> None:
        """Answer with the position after an action, for a reader who points at a button."""
        walked = self._walked
        action = read_action(self.game, walked.state, text)
        after = self.game.result(walked.state, action)
        looked = Walked(self.game, (*walked.states, after), (*walked.actions, action))
        self.send({"kind": "looked", "action": text, "position": position_of(looked)})


def _facts(found: Result[Any] | Line[Any]) -> str:
    return f"depth {found.depth}, {found.nodes:,} nodes in {seconds_text(found.seconds)}, {found.tier} tier"


def _as_line(result: Result[Any]) -> Line[Any]:
    """The last finished depth of a result."""
    return Line(
        result.depth,
        result.value,
        result.nodes,
        result.seconds,
        result.pv,
        scores=result.scores,
        lines=result.lines,
        exact=result.exact,
        proven=result.proven,
        tier=result.tier,
    )
