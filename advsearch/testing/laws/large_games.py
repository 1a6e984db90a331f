"""Games too large to finish: there a search, or a proof, ends when it is stopped."""

from __future__ import annotations

from typing import Any, Final

from advsearch.limits import cpu_now, now
from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import facts
from advsearch.testing.defining import Law
from advsearch.testing.hashed import HashedGame, hashed_game
from advsearch.testing.laws.interruption import After
from advsearch.testing.report import Broken, NotTried, show, shown_error
from advsearch.testing.subjects import ENDLESS, Subject
from advsearch.testing.watching import Runaway, Watched, cpu_limit

PLIES: Final = 50
DEPTH: Final = 40
"""To search to which would take longer than the universe has lasted."""
LATE: Final = 10_000
"""Positions that a search may still enter once it is to stop."""
TIME_S: Final = 0.05
SLACK_S: Final = 1.0
"""How late a search may be back: it may have been waiting for a processor."""
SIGNALS: Final = (0, 1, 40, 500)
"""How often the signal is read before it is set."""
BY_THE_CLOCK: Final = 40
"""Of a form that reads it at intervals, every hundredth of a second: 500 times would outlast the patience."""
BUDGETS: Final = (0, 1, 2, 30, 500)


def _vast(seed: int) -> HashedGame:
    return hashed_game(seed, height=PLIES, branching=5, estimates=40, values=8)


class _SetAt:
    """A stop signal that is set once a search has entered so many positions."""

    def __init__(self, game: Watched, results: int) -> None:
        self.game, self.results = game, results

    def is_set(self) -> bool:
        return self.game.results >= self.results


def _ended(subject: Subject, game: HashedGame, watched: Watched, call: Call, allowed: int) -> Answer:
    """The answer of a search that has to end within so many positions."""
    subject.prepare(game, call)
    watched.watch(allowed)
    case = {"game": f"{game!r}, of {PLIES} plies"} | facts(call)
    try:
        with cpu_limit(subject.patience_s):
            answer = subject.ask(watched, call)
    except Runaway as error:
        raise Broken(ENDLESS, str(error), **case) from error
    except NotTried:
        raise
    except Exception as error:
        raise Broken("an answer", shown_error(error), **case) from error
    if not answer.silent and answer.action not in game.actions(game.initial()):
        raise Broken("a legal action", f"action {show(answer.action)}", **case)
    return answer


def _signals(subject: Subject) -> int:
    for seed, most in enumerate(SIGNALS):
        polls = most if subject.reference is None else min(most, BY_THE_CLOCK)
        game = _vast(seed)
        watched = Watched(game)
        signals: list[Any] = [After(polls)]
        if subject.reference is None:
            signals.append(_SetAt(watched, polls))
        for signal in signals:
            try:
                _ended(subject, game, watched, Call(DEPTH, stop=signal), polls * 100 + LATE)
            except Broken as broken:
                when = "from the start" if polls == 0 else f"after {polls} polls or positions"
                broken.case["stop signal"] = f"set {when}"
                raise
    return 2 * len(SIGNALS)


def _budgets(subject: Subject) -> int:
    for seed, budget in enumerate(BUDGETS):
        game = _vast(seed)
        watched = Watched(game)
        call = Call(DEPTH, nodes=budget)
        answer = _ended(subject, game, watched, call, budget + LATE)
        entered = watched.results if subject.reference is None else answer.nodes or 0
        if entered > budget:
            raise Broken(f"at most {budget} positions entered", str(entered), game=repr(game), **facts(call))
    return len(BUDGETS)


def _times(subject: Subject) -> int:
    for seed, seconds in enumerate((0.0, TIME_S)):
        game = _vast(seed)
        watched, call = Watched(game), Call(DEPTH, time_s=seconds)
        subject.prepare(game, call)
        begun = now(), cpu_now()
        _ended(subject, game, watched, call, 3_000_000)
        lasted = min(now() - begun[0], cpu_now() - begun[1])
        if lasted > seconds + SLACK_S:
            raise Broken(f"the answer after {seconds:g} s", f"after {lasted:.2f} s", game=repr(game))
    return 2


LAWS: Final[tuple[Law, ...]] = (
    Law(
        "a signal ends any search",
        f"of a game too large to finish: at most {LATE:,} positions are entered after the stop signal is set, from "
        "the start or later, and the answer is a legal action",
        ("F31", "F32"),
        _signals,
        needs=("stop",),
    ),
    Law(
        "a budget ends any search",
        "of a game too large to finish: no more positions are entered, and the answer is a legal action",
        ("F31", "F32"),
        _budgets,
        needs=("budget",),
    ),
    Law(
        "a clock ends any search",
        "of a game too large to finish: when the time is up there is an answer, and it is a legal action",
        ("F31", "F32"),
        _times,
        needs=("time",),
    ),
)
