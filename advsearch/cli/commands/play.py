"""The command `advsearch play`."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Sequence
from typing import Any, Final

import attrs
import click

from advsearch.binding import BoundSearch
from advsearch.cli.board import board
from advsearch.cli.building import get_ready
from advsearch.cli.console import (
    INTERRUPTED,
    StopRequest,
    note,
    plural,
    say_actions,
    seconds_text,
    show,
    speaks_unicode,
    stop_on_interrupt,
)
from advsearch.cli.options import (
    COUNT,
    SEARCHER,
    GivenGame,
    chosen_limits,
    limit_options,
    position_command,
    registry,
    seed_defaults,
    shared_options,
)
from advsearch.cli.playing import MAX_PLIES_HELP
from advsearch.cli.terminal.opening import Opened, Seat, first_position, plain_option, run, runs_here
from advsearch.errors import AdvsearchError, near_names, unknown_name
from advsearch.limits import Limits, Request, StopSignal
from advsearch.match import (
    Agent,
    Answer,
    Leave,
    Move,
    Play,
    Played,
    Referee,
    Resign,
    SearcherAgent,
    TakeBack,
    TimeControl,
    Turn,
    Verdict,
)
from advsearch.match.clock import control_text
from advsearch.notation import action_text, line_text, read_action, state_text
from advsearch.plugins.blame import is_the_games
from advsearch.plugins.manager import cause_and_line
from advsearch.protocol import AnyGame, Searcher, utilities_of
from advsearch.results import Answered
from advsearch.search.settings import is_as_written
from advsearch.specs import Spec
from advsearch.tournament.schedule import DEFAULT_GRACE_S, DEFAULT_MAX_PLIES
from advsearch.values import value_text

PERSON: Final = Spec("person")
SEATS: Final = ("first", "second")
WORDS: Final = {
    "moves": "list the legal actions",
    "hint": "show the searcher's action",
    "back": "take back your last action and all after it",
    "board": "show the board again",
    "position": "print the position on one line, as --position takes it",
    "resign": "give the game up",
    "quit": "stop here, undecided",
    "help": "show this list, as ? does",
}


@position_command(
    "play",
    "advsearch play {game}",
    "advsearch play {game} --first deepening --second person --time 500ms",
    "advsearch play {game} --first greedy --second 'alphabeta(depth=3)'",
)
@click.option(
    "--first",
    type=SEARCHER,
    metavar="PLAYER",
    help="Player that moves first: a searcher or person. [default: person]",
)
@click.option(
    "--second", type=SEARCHER, metavar="PLAYER", help="The other player. [default: the game's own searcher]"
)
@click.option(
    "--hints", type=SEARCHER, metavar="SEARCHER", help="Searcher that gives hints. [default: the game's own searcher]"
)
@limit_options
@click.option("--max-plies", type=COUNT, default=DEFAULT_MAX_PLIES, help=MAX_PLIES_HELP)
@plain_option
@shared_options
def command(
    game: GivenGame,
    position: str | None,
    first: Spec | None,
    second: Spec | None,
    hints: Spec | None,
    limits: Limits,
    max_plies: int,
    plain: bool,
) -> int:
    """Play a game in the terminal, or watch one.

    In a terminal, this opens a board that you click or use by keys, if Textual is installed: 'pip install textual'.
    --plain prints lines of text, as in a pipe.

    A PLAYER is a searcher, or "person" for yourself. --time, --depth and --nodes limit every move of a searcher.
    Without --time, --depth and --nodes, a move takes one second. If the searcher's settings set its depth, the move
    has no time limit. A player of a course, course:FILE.py:PLAYER, loses if it exceeds its time.

    When it is your turn, type an action, or help for a list of commands.
    """
    state = game.position(position)
    spec, adviser = game.searcher(hints)
    courses = any(given is not None and given.name.startswith("course:") for given in (first, second))
    if runs_here(plain, limits, courses=courses):
        seats = (_seat(game, first or PERSON, limits), _seat(game, second, limits))
        return run(
            Opened(
                view="play",
                spec=game.text,
                position=first_position(game.game, position),
                start=position or "",
                seats=seats,
                hints=Seat(str(spec), chosen_limits(spec, limits)),
                seed=seed_defaults().get("seed", 0),
                max_plies=max_plies,
            )
        )
    advice = _Adviser(adviser, chosen_limits(spec, limits))
    agents: list[Agent] = []
    controls: list[TimeControl] = []
    for given in (first or PERSON, second):
        if given == PERSON:
            agents.append(_Person(advice))
            controls.append(TimeControl())
        else:
            _refuse_unknown(given)
            spec, searcher = game.searcher(given)
            get_ready(searcher, game.game)
            agents.append(SearcherAgent(searcher, str(spec), at_once=True))
            grace_s = DEFAULT_GRACE_S if is_as_written(searcher) else None
            controls.append(TimeControl(chosen_limits(spec, limits), grace_s=grace_s))
    click.echo("   ".join(f"{seat}: {agent.name}" for seat, agent in zip(SEATS, agents, strict=True)))
    timed = [control_text(control) for control, agent in zip(controls, agents, strict=True) if agent.name != "person"]
    if timed:
        click.echo(f"limits: {', '.join(dict.fromkeys(timed))}")
    _show_board(game.game, state, [])
    with stop_on_interrupt() as stop:
        referee = Referee(
            game.game,
            agents,
            start=state,
            control=(controls[0], controls[1]),
            take_backs=True,
            stop=stop,
            watch=_show_action,
            adjudicate=functools.partial(_too_long, max_plies) if max_plies else None,
        )
        played = referee.play()
    click.echo(_ending(played))
    if printed := played.verdict.stderr:
        note(f"the last lines that the player printed:\n{printed}")
    if played.moves:
        say_actions("played    ", line_text(game.game, state, played.actions))
    click.echo(f"position  {state_text(game.game, played.state)}")
    return INTERRUPTED if stop.is_set() else 0


def _seat(game: GivenGame, given: Spec | None, limits: Limits) -> Seat:
    """A seat as the application shows it. A searcher that cannot be is refused here."""
    if given == PERSON:
        return Seat()
    _refuse_unknown(given)
    spec, _ = game.searcher(given)
    return Seat(str(spec), chosen_limits(spec, limits))


def _too_long(max_plies: int, _state: Any, moves: Sequence[Move]) -> Verdict | None:
    return Verdict("adjudicated", None) if len(moves) >= max_plies else None


def _refuse_unknown(player: Spec | None) -> None:
    """Raise an error for an unknown player. The suggestions include `person`, which is not in the registry."""
    known = [*registry().searchers, PERSON.name]
    if (
        player is not None and player.name not in known and not re.search(r":|\.py$", player.name)
    ):  # the player is not a file of the user's
        raise unknown_name("player", player.name, known)


# --- the players ------------------------------------------------------------------------------------------------


@attrs.define
class _Adviser:
    """The searcher that gives hints. The searcher is prepared when the user first asks for a hint, because
    preparation takes time."""

    searcher: Searcher
    limits: Limits
    bound: BoundSearch | None = None

    def hint(self, turn: Turn) -> str:
        if self.bound is None:
            self.bound = get_ready(self.searcher, turn.game)
        result = self.bound(turn.state, Request(self.limits, turn.stop))
        action = action_text(turn.game, turn.state, result.action)
        if isinstance(result, Answered):
            return action
        value = value_text(result.value, utilities_of(turn.game), bound=result.bound)
        return f"{action}   ({value}, depth {result.depth})"


@attrs.frozen
class _Person:
    """The user at the terminal. After invalid input, the program prints a message and asks again."""

    adviser: _Adviser
    name: str = "person"

    def choose(self, turn: Turn) -> Answer:
        while True:
            typed = _read(f"{SEATS[turn.player]} to move (help for help): ", turn.stop)
            if typed is None:
                return Leave()
            word = {"?": "help", "exit": "quit", "undo": "back"}.get(typed.lower(), typed.lower())
            match word:
                case "":
                    continue
                case "resign":
                    return Resign()
                case "quit":
                    return Leave()
                case "back":
                    if any(turn.game.player(state) == turn.player for state in _before(turn)):
                        return TakeBack()
                    click.echo("there is nothing to take back")
                case _ if word in WORDS:
                    self._obey(word, turn)
                case _:
                    try:
                        return Play(read_action(turn.game, turn.state, typed))
                    except AdvsearchError as error:
                        click.echo(f"{error}{_near_word(word)}")

    def _obey(self, word: str, turn: Turn) -> None:
        game, state = turn.game, turn.state
        if word == "help":
            click.echo("an action, such as " + action_text(game, state, game.actions(state)[0]) + ", or")
            for each, meaning in WORDS.items():
                click.echo(f"  {each:<9} {meaning}")
        elif word == "moves":
            say_actions("", (action_text(game, state, action) for action in game.actions(state)))
        elif word == "hint":
            try:
                click.echo(self.adviser.hint(turn))
            except Exception as error:  # a failed hint does not lose the game
                if is_the_games(error, game):
                    raise
                click.echo(f"there is no hint: {cause_and_line(error)}")
        elif word == "position":
            click.echo(state_text(game, state))
        else:
            _show_board(game, state, [Move(0, action) for action in turn.actions])


def _near_word(typed: str) -> str:
    """Return the suggestion for a mistyped command, or ""."""
    near = near_names(typed, WORDS, cutoff=0.7)
    return f"; did you mean {near[0]}?" if near else ""


def _before(turn: Turn) -> list[Any]:
    """The states of the game before this turn."""
    states = [turn.start]
    for action in turn.actions:
        states.append(turn.game.result(states[-1], action))
    return states[:-1]


def _read(prompt: str, stop: StopSignal | None) -> str | None:
    """Read a line that the user types. Return None at the end of input, or after Ctrl-C.

    A line from a pipe is printed, so that a log reads like a game.
    """
    click.echo(prompt, nl=False)
    sys.stdout.flush()
    if isinstance(stop, StopRequest):
        stop.ends_at_once = True
    try:
        line = "" if sys.stdin is None else sys.stdin.readline()
    except KeyboardInterrupt:
        if not isinstance(stop, StopRequest):
            raise
        stop.set()
        line = ""
    if isinstance(stop, StopRequest):
        stop.ends_at_once = False
    if not line:
        click.echo()
        return None
    if sys.stdin is None or not sys.stdin.isatty():
        click.echo(line.rstrip("\r\n"))
    return line.strip()


# --- showing ----------------------------------------------------------------------------------------------------


def _show_board(game: AnyGame, state: Any, moves: Sequence[Move]) -> None:
    click.echo()
    show(board(game, state, moves[-1].action if moves else None, unicode=speaks_unicode()))
    click.echo()


def _show_action(referee: Referee) -> None:
    """Print the last action and the board after it. A person sees the own action on the board only."""
    game, move = referee.game, referee.moves[-1] if referee.moves else None
    if move is not None and move.result is None and not isinstance(referee.agents[move.player], _Person):
        action = action_text(game, referee.states[-2], move.action)
        click.echo(f"{SEATS[move.player]} plays {action}   ({seconds_text(move.seconds)})")
    if move is not None and move.result is not None:
        found, action = move.result, action_text(game, referee.states[-2], move.action)
        value = value_text(found.value, utilities_of(game), bound=found.bound)
        click.echo(
            f"{SEATS[move.player]} plays {action}   ({value}, "
            f"depth {found.depth}, {plural(found.nodes, 'node')}, {seconds_text(move.seconds)})"
        )
    _show_board(game, referee.state, referee.moves)


def _ending(played: Played) -> str:
    verdict, length = played.verdict, plural(len(played.moves), "ply", "plies")
    match verdict.termination:
        case "stopped":
            return f"stopped after {length}, undecided"
        case "resigned":
            return f"{SEATS[1 - verdict.winner]} resigns after {length}" if verdict.winner is not None else ""
        case "adjudicated":
            return f"a draw after {length}, the limit; --max-plies sets another"
        case "normal":
            ending = "a draw" if verdict.winner is None else f"{SEATS[verdict.winner]} wins"
            score = abs(verdict.utility or 0)
            return f"{ending}{f' by {score}' if score > 1 else ''} after {length}"
        case _:
            assert verdict.fault is not None
            return f"{SEATS[verdict.fault]} loses: {verdict.termination}, {verdict.detail}"
