"""Play one game of a tournament: turn a `Task` into a `GameRecord`.

The worker process may be on another machine.

Between two tasks, a worker keeps loaded games, loaded searchers and running programs. All random numbers depend only
on the seed of the game. If a game is played twice, both games are the same.
"""

from __future__ import annotations

import atexit
import collections
import contextlib
import functools
import gc
import hashlib
import json
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import now
from advsearch.match import Agent, Move, Played, Referee, SearcherAgent, TimeControl, Verdict, function_agent
from advsearch.match.resigning import Resigning
from advsearch.notation import action_text, read_action, read_state
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import AnyGame, Searcher, TierChoice, utilities_of
from advsearch.specs import Reference, reference_in
from advsearch.tournament.asked import Announced
from advsearch.tournament.openings import Opening, replay
from advsearch.tournament.records import GameRecord, MoveCost, result_text
from advsearch.tournament.runner import Task
from advsearch.tournament.schedule import AgentSpec, Conditions, Slot
from advsearch.tournament.texts import text_of_agent, text_of_game
from advsearch.tournament.tiers import spec_on_tier, without_tier
from advsearch.ugi.agent import START_S, UgiAgent
from advsearch.ugi.child import program_words
from advsearch.values import Utilities, value_text

MAX_IDLE: Final = 16
"""The largest number of programs that are kept running for their next game."""
OUR_START_S: Final = 120.0
"""The seconds that advsearch's own UGI program may take to start. The program may first have to
build machine code."""


def play(task: Task, loaded: Loaded | None = None) -> GameRecord:
    """Play one game, and return its record. If an agent makes a fault, the fault is recorded. If the schedule has an
    error, the error is raised."""
    started = now()
    loaded = loaded or _installed
    slot, conditions = task.slot, task.conditions
    game = loaded.game(conditions.game, conditions.text)
    start, opening = loaded.opening(
        conditions.game, conditions.text, task.opening, allow_over=slot.follows is not None
    )
    first_player = game.player(start)
    seats = (slot.first, slot.second) if first_player == 0 else (slot.second, slot.first)
    controls = (_control(seats[0], conditions), _control(seats[1], conditions))
    with contextlib.ExitStack() as stack:
        if any(control.limits.time_s is not None or control.total_s is not None for control in controls):
            stack.enter_context(_memory_at_rest())
        agents: list[Agent] = [
            Announced(stack.enter_context(_agent(seat, conditions.game, _seed(slot, seat), loaded))) for seat in seats
        ]
        referee = Referee(
            game,
            agents,
            start=start,
            opening=opening,
            control=controls,
            adjudicate=functools.partial(_too_long, conditions),
        )
        played = referee.play()
    _check_texts(conditions, seats)
    return _record(task, game, referee.states, played, first_player, now() - started)


def close_idle() -> None:
    """End the agents' programs that wait for their next game."""
    _idle.close()


# --- before the game --------------------------------------------------------------------------------------------


class Loaded:
    """The games, searchers and other objects that schedules name. Each object is loaded once for each text of its
    file."""

    def __init__(self, registry: Registry | None = None) -> None:
        self._registry = registry
        self.game = functools.lru_cache(maxsize=64)(self._game)
        self.searcher = functools.lru_cache(maxsize=256)(self._searcher)
        self.opening = functools.lru_cache(maxsize=4096)(self._opening)

    @property
    def registry(self) -> Registry:
        return self._registry or default_registry()

    def _game(self, text: str, _digest: str | None) -> AnyGame:
        return self.registry.game(text)

    def _searcher(self, text: str, _digest: str | None) -> tuple[Searcher, TierChoice | None]:
        spec, tier = without_tier(text)
        return self.registry.searcher(spec), tier

    def _opening(
        self, game_text: str, digest: str | None, opening: Opening, *, allow_over: bool
    ) -> tuple[Any, tuple[Any, ...]]:
        """Return the first state of an opening, and the plies of the opening. If `allow_over` is true, the game may
        be over after the opening."""
        game = self.game(game_text, digest)
        if not allow_over:
            replay(game, opening)  # refuses an opening after which the game is over
        start = state = game.initial() if opening.start is None else read_state(game, opening.start)
        actions: list[Any] = []
        for text in opening.actions:
            actions.append(read_action(game, state, text))
            state = game.result(state, actions[-1])
        return start, tuple(actions)


_installed: Final = Loaded()


def _seed(slot: Slot, agent: AgentSpec) -> int:
    """The seed of one agent in one game. The seed is different for every game and every side."""
    seat = 0 if agent is slot.first else 1
    digest = hashlib.sha256(f"{slot.seed}/{agent.seed}/{seat}".encode()).hexdigest()
    return int(digest[:15], 16)


@contextlib.contextmanager
def _memory_at_rest() -> Iterator[None]:
    """While a clock runs, exempt all existing objects from garbage collection.

    A searcher that keeps proofs has hundreds of thousands of objects after a few dozen games. Garbage collections
    during moves took 50 to 100 ms, and 8 of 700 games were lost on time.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _control(agent: AgentSpec, conditions: Conditions) -> TimeControl:
    """Return the time control of an agent. An agent without limits of its own has the tournament's limits and clock.
    An agent with limits of its own has no clock."""
    if agent.limits is None:
        return conditions.control
    return attrs.evolve(conditions.control, limits=agent.limits, total_s=None, increment_s=0.0)


def _too_long(conditions: Conditions, _state: Any, moves: Sequence[Move]) -> Verdict | None:
    allowed = conditions.plies_allowed
    if allowed is None or len(moves) < allowed:
        return None
    default = ", the default limit; max_plies sets another" if conditions.max_plies is None else ""
    return Verdict("adjudicated", None, detail=f"a draw after {allowed} plies{default}")


# --- agents -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _agent(spec: AgentSpec, game_text: str, seed: int, loaded: Loaded) -> Iterator[Agent]:
    """Make the agent object for one game. If the agent is a program, the program plays no other
    game at the same time."""
    if spec.ugi is None and not spec.isolated:
        if spec.searcher is not None:
            searcher, tier = loaded.searcher(spec.searcher, spec.text)
            yield _as_asked(spec, SearcherAgent(searcher, spec.name, seed, tier or spec.tier))
        else:
            yield function_agent(reference_of(spec), spec.name)
        return
    key = json.dumps([game_text, spec.name, spec.definition()], sort_keys=True)
    agent = _idle.take(key) or _program(spec, game_text, loaded)
    agent.seed = seed
    try:
        yield _as_asked(spec, agent)
    finally:
        _idle.give(key, agent)


def _as_asked(spec: AgentSpec, agent: Agent) -> Agent:
    return Resigning(agent) if spec.resigns else agent


def _program(spec: AgentSpec, game_text: str, loaded: Loaded) -> UgiAgent:
    if spec.ugi is not None:
        words, start_s = program_words(spec.ugi), START_S if spec.start_s is None else spec.start_s
        return UgiAgent(spec.name, words, spec.options, spec.memory_mb, spec.cpu_s, start_s)
    ours = [sys.executable, "-m", "advsearch", "ugi", game_text]
    if spec.searcher is not None:
        loaded.searcher(spec.searcher, spec.text)  # a wrong name is an error in the schedule, and is raised here
        ours += ["--agent", spec_on_tier(spec.searcher, spec.tier)]
    else:
        ours += ["--callable", str(reference_of(spec))]
    start_s = OUR_START_S if spec.start_s is None else spec.start_s
    return UgiAgent(spec.name, ours, memory_mb=spec.memory_mb, cpu_s=spec.cpu_s, start_s=start_s)


def reference_of(spec: AgentSpec) -> Reference:
    """Return the function that an agent's field `callable` names."""
    reference = None if spec.callable is None else reference_in(spec.callable)
    if reference is None or reference.prefix:
        raise InvalidSettings(
            f"expected agent {spec.name!r} to be file.py:function or package.module:function, got {spec.callable!r}"
            f"{'' if reference is None else '; name the player of a course as `searcher`'}"
        )
    return reference


class _Idle:
    """Running programs that play no game at the moment. If more than `MAX_IDLE` programs wait, the program with the
    longest wait is ended."""

    def __init__(self) -> None:
        self._agents: collections.deque[tuple[str, UgiAgent]] = collections.deque()
        self._lock = threading.Lock()
        self._closes_at_exit = False

    def take(self, key: str) -> UgiAgent | None:
        with self._lock:
            for entry in self._agents:
                if entry[0] == key:
                    self._agents.remove(entry)
                    return entry[1]
        return None

    def give(self, key: str, agent: UgiAgent) -> None:
        with self._lock:
            self._agents.append((key, agent))
            surplus = self._agents.popleft()[1] if len(self._agents) > MAX_IDLE else None
            if not self._closes_at_exit:
                atexit.register(self.close)
                self._closes_at_exit = True
        if surplus is not None:
            surplus.close()

    def close(self) -> None:
        while self._agents:
            self._agents.popleft()[1].close()


_idle: Final = _Idle()


def _check_texts(conditions: Conditions, agents: Sequence[AgentSpec]) -> None:
    """Raise an error if a file of the game or of an agent was edited after the schedule recorded its text. The game
    that was played may then belong to another text."""
    changed = [f"agent {agent.name!r}" for agent in agents if agent.text not in (None, text_of_agent(agent))]
    if conditions.text not in (None, text_of_game(conditions.game)):
        changed.append("the game")
    if changed:
        raise InvalidSettings(
            f"the files of {changed[-1]} changed while games were played; run the command again to play the games of "
            "the new text"
        )


# --- after the game ---------------------------------------------------------------------------------------------


def _record(
    task: Task, game: AnyGame, states: Sequence[Any], played: Played, first_player: int, seconds: float
) -> GameRecord:
    slot, verdict = task.slot, played.verdict
    names = (slot.first.name, slot.second.name) if first_player == 0 else (slot.second.name, slot.first.name)
    points = 0.5 if verdict.winner is None else float(verdict.winner == first_player)
    utility = None if verdict.utility is None else float(verdict.utility if first_player == 0 else -verdict.utility)
    utilities = utilities_of(game)
    termination = verdict.termination
    assert termination != "stopped"
    return GameRecord(
        id=slot.id,
        pair=slot.pair,
        game=task.conditions.game,
        first=slot.first.name,
        second=slot.second.name,
        opening=task.opening.actions,
        actions=tuple(
            action_text(game, state, move.action) for state, move in zip(states, played.moves, strict=False)
        ),
        result=result_text(points),
        termination=termination,
        fault=None if verdict.fault is None else names[verdict.fault],
        detail=_plain(f"{verdict.detail}\n{verdict.stderr}".strip()),
        start=task.opening.start,
        utility=utility,
        seed=slot.seed,
        moves=tuple(_cost(names[move.player], move, utilities) for move in played.moves[len(task.opening.actions) :]),
        seconds=seconds,
    )


def _cost(name: str, move: Move, utilities: Utilities) -> MoveCost:
    found = move.result or move.reported
    if found is None:
        return MoveCost(name, move.seconds)
    value = None if found.value is None else value_text(found.value, utilities, bound=found.bound)
    return MoveCost(name, move.seconds, found.depth, found.nodes, value)


def _plain(text: str) -> str:
    """Replace the characters of a string that a database or a JSON file cannot store."""
    return text.replace("\0", "�").encode(errors="replace").decode()
