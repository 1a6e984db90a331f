"""The referee runs the games of matches, of tournaments and of `advsearch play`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import attrs

from advsearch.errors import AgentFault, Fault, IllegalAction
from advsearch.limits import StopSignal, now
from advsearch.match.agents import Agent, Answer, Leave, Play, Prepares, Reported, Resign, TakeBack, Turn
from advsearch.match.clock import Clocks, TimeControl
from advsearch.plugins.blame import is_the_games
from advsearch.plugins.manager import cause_and_line
from advsearch.protocol import AnyGame
from advsearch.results import Result
from advsearch.search.changed_states import refuse_changing_rules
from advsearch.search.returned import checked_actions, utility_of
from advsearch.values import Value

Finished: TypeAlias = Literal["normal", Fault, "resigned", "adjudicated"]
"""The ways in which a game can end with a result. `normal`: by the rules. `resigned`: by resignation. `adjudicated`:
by a rule of the tournament, such as too many plies. A fault of an agent also ends a game."""
Termination: TypeAlias = Literal[Finished, "stopped"]
"""The ways in which a game can end. A game that was `stopped` has no result."""


@attrs.frozen
class Move:
    """An action in a game, and the time and nodes that the agent spent on it."""

    player: int
    action: Any
    seconds: float = 0.0
    late_s: float = 0.0
    """The seconds by which the move exceeded its limit, at most the grace."""
    result: Result | None = None
    reported: Reported | None = None


@attrs.frozen
class Verdict:
    """The end of a game: its reason, the winner and the utility."""

    termination: Termination
    winner: int | None
    """The player who won; None if the game was drawn or stopped."""
    utility: Value | None = None
    """The first player's utility if the rules ended the game, else None."""
    fault: int | None = None
    """The player whose fault ended the game: a late or illegal action, a crash, or no answer."""
    detail: str = ""
    stderr: str = ""


@attrs.frozen
class Played:
    """A game that was played. The actions in `moves` lead from `start` to `state`."""

    start: Any
    state: Any
    moves: tuple[Move, ...]
    verdict: Verdict

    @property
    def actions(self) -> tuple[Any, ...]:
        return tuple(move.action for move in self.moves)


Watch: TypeAlias = Callable[["Referee"], None]
Adjudicate: TypeAlias = Callable[[Any, Sequence[Move]], "Verdict | None"]


class Referee:
    """A game between two agents, and the loop that plays it.

    The referee checks every action by the rules, and an agent that breaks a rule loses. The referee calls an agent's
    method `prepare` before the first turn, while no clock runs. `watch(referee)` is called after every change, and
    `adjudicate(state, moves)` before every turn.
    """

    def __init__(
        self,
        game: AnyGame,
        agents: Sequence[Agent],
        *,
        start: Any = None,
        opening: Sequence[Any] = (),
        control: TimeControl | tuple[TimeControl, TimeControl] | None = None,
        adjudicate: Adjudicate | None = None,
        take_backs: bool = False,
        stop: StopSignal | None = None,
        watch: Watch | None = None,
    ) -> None:
        assert len(agents) == 2
        self.game = game
        self.agents = agents
        self.start = game.initial() if start is None else start
        self.states = [self.start]
        """All states of the game so far. `moves[i]` was played in `states[i]`."""
        self.moves: list[Move] = []
        controls = control if isinstance(control, tuple) else (control or TimeControl(),) * 2
        self.clocks = Clocks(*controls)
        self._adjudicate = adjudicate
        self._take_backs = take_backs
        self._stop = stop
        self._watch = watch or (lambda _: None)
        for action in opening:
            self._enter(Move(game.player(self.state), action), game.result(self.state, action))

    @property
    def state(self) -> Any:
        return self.states[-1]

    def play(self) -> Played:
        """Play the game to its end. Errors in the game's own code are raised, because no agent is to blame."""
        verdict = self._prepare()
        while verdict is None:
            verdict = self._end() or self._turn()
        return Played(self.start, self.state, tuple(self.moves), verdict)

    def _prepare(self) -> Verdict | None:
        refuse_changing_rules(self.game)
        if not self.game.terminal(self.state):
            checked_actions(self.game, self.game.actions(self.state))
        for player, agent in enumerate(self.agents):
            if isinstance(agent, Prepares):
                try:
                    agent.prepare(self.game)
                except (Exception, SystemExit) as error:
                    if is_the_games(error, self.game):
                        raise
                    return _fault_of(player, error)
        return None

    def _end(self) -> Verdict | None:
        if self.game.terminal(self.state):
            utility = utility_of(self.game, self.state, 0)
            winner = None if utility == 0 else 0 if utility > 0 else 1
            return Verdict("normal", winner, utility)
        if self._stop is not None and self._stop.is_set():
            return Verdict("stopped", None)
        return self._adjudicate(self.state, self.moves) if self._adjudicate is not None else None

    def _turn(self) -> Verdict | None:
        player = self.game.player(self.state)
        answer, seconds = self._ask(player)
        match answer:
            case Verdict():
                return answer
            case Play():
                return self._receive(player, answer, seconds)
            case Resign():
                return Verdict("resigned", 1 - player)
            case TakeBack() if self._take_backs:
                self._undo(player)
                return None
            case Leave() if self._take_backs:
                return Verdict("stopped", None)
        return _faulty(player, "illegal", f"answered {answer!r} instead of an action")

    def _ask(self, player: int) -> tuple[Answer | Verdict, float]:
        left = self.clocks.left
        turn = Turn(
            self.game,
            self.state,
            player,
            self.start,
            tuple(move.action for move in self.moves),
            self.clocks.limits(player),
            (left[0], left[1]),
            self._stop,
            self.clocks.controls,
        )
        started = now()
        try:
            answer = self.agents[player].choose(turn)
            seconds = now() - started
            return answer, seconds if not isinstance(answer, Play) or answer.seconds is None else answer.seconds
        except (Exception, SystemExit) as error:
            if is_the_games(error, self.game):
                raise
            return _fault_of(player, error), now() - started

    def _receive(self, player: int, play: Play, seconds: float) -> Verdict | None:
        action = play.action
        try:
            following = self.game.result(self.state, action)
        except IllegalAction as error:
            if action in self.game.actions(self.state):
                raise
            return _faulty(player, "illegal", str(error))
        except Exception as error:
            if action in self.game.actions(self.state):  # if the action is listed, the error is the game's
                raise
            return _faulty(player, "illegal", f"answered {action!r}: {type(error).__name__}: {error}")
        late = self.clocks.late_by(player, seconds)
        grace = self.clocks.controls[player].grace_s
        if grace is not None and late > grace:
            return _faulty(player, "time", f"{late * 1000:.0f} ms late, {grace * 1000:.0f} ms allowed")
        self._enter(Move(player, action, seconds, late, play.result, play.reported), following)
        return None

    def _enter(self, move: Move, state: Any) -> None:
        self.moves.append(move)
        self.states.append(state)
        self._watch(self)

    def _undo(self, player: int) -> None:
        """Undo this player's last action and all actions after it. If `player` has not moved yet, no action is
        undone."""
        own = [number for number, move in enumerate(self.moves) if move.player == player]
        if own:
            del self.moves[own[-1] :], self.states[own[-1] + 1 :]
            self._watch(self)


def _fault_of(player: int, error: BaseException) -> Verdict:
    if isinstance(error, AgentFault):
        return _faulty(player, error.termination, str(error), error.stderr)
    return _faulty(player, "crash", cause_and_line(error))


def _faulty(player: int, termination: Fault, detail: str, stderr: str = "") -> Verdict:
    return Verdict(termination, 1 - player, fault=player, detail=" ".join(detail.split())[:500], stderr=stderr)
