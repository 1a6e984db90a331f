"""Laws for searches of very large games: a search ends when a signal, a budget or a clock stops it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

from advsearch.limits import cpu_now, now
from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import facts, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.growing import action_name
from advsearch.testing.hashed import hashed_game
from advsearch.testing.laws.interruption import After
from advsearch.testing.laws.minimax_value import check_depth
from advsearch.testing.report import Broken, NotTried, show, shown_error
from advsearch.testing.subjects import ENDLESS, Subject
from advsearch.testing.trees import Node, Tree
from advsearch.testing.vast import Vast
from advsearch.testing.watching import Overtime, Runaway, Watched, cpu_limit

PLIES: Final = 50
DEPTH: Final = 40
"""A depth that no search can finish."""
LATE: Final = 10_000
"""The number of positions that a search may enter after the stop signal is set."""
TIME_S: Final = 0.05
LONGER_S: Final = 0.4
"""The time limit in a game whose first two depths take some milliseconds, and the third several seconds. On a busy
machine, too, a search finishes two depths in this time."""
SLACK_S: Final = 1.0
"""A search may exceed its time limit by this many seconds, because it may have to wait for a processor."""
SIGNALS: Final = (0, 1, 40, 500)
"""The stop signal is set after this many positions."""
POLLS: Final = (0, 1, 10, 40)
"""The stop signal is set after this many readings of the signal. The numbers are small, because a search may read the
signal only once in a thousand positions. A compiled search reads it 100 times per second."""
BUDGETS: Final = (0, 1, 2, 30, 500)
WIDE: Final = (200,)
"""The number of actions at every ply of a wide game. If a search enters all actions of a position before it reads the
clock, it exceeds its time limit in this game."""
SUDDENLY_WIDE: Final = (40, 1, 600, 5)
"""The number of actions at each ply of a game in which the third ply has 24,000 positions, none of which a search may
leave out. If a search reads the clock only between depths, it exceeds its time limit in this game."""
ONE_LONG_ACTION: Final = (1, 1, 1, 60, 600, 5)
"""The number of actions at each ply of a game with only one root action. If a search reads the clock only between
root actions, it exceeds its time limit in this game."""
WAIT_S: Final = 0.0001
SLOW: Final = int((TIME_S + SLACK_S) / WAIT_S) + LATE
"""The largest number of positions that a search of a game with slow rules may enter. A search that enters more than
`SLOW` positions exceeds its time limit by more than `SLACK_S`."""
OWN_TIME_S: Final = 0.2
OWN_TIME_TRIES: Final = 3
"""The number of tries for a search with a time limit of `OWN_TIME_S`. A correct search may exceed the limit, because
it may have to wait for a processor."""


def _vast(seed: int) -> Any:
    return hashed_game(seed, height=PLIES, branching=5, estimates=40, values=8)


def _games(subject: Subject, seed: int, wait_s: float = 0.0) -> Sequence[Any]:
    """Return a large hashed game. If the searcher needs no kernels, also return two large games without kernels."""
    wide = (WIDE, ONE_LONG_ACTION, SUDDENLY_WIDE) if subject.reference is None else ()
    more = [Vast(widths, wait_s, quick=2 * (widths == SUDDENLY_WIDE)) for widths in wide]
    return [_vast(seed), *more]


def _ended(
    subject: Subject,
    game: Any,
    watched: Watched,
    call: Call,
    allowed: int,
    before_result: Callable[[int], None] | None = None,
) -> Answer:
    """Make a search, and return its answer. Raise `Broken` if the search enters more than `allowed` positions."""
    subject.prepare(game, call)
    subject.meet(watched)
    watched.watch(allowed, before_result)
    case = {"game": f"{game!r}, of {PLIES} plies"} | facts(call)
    try:
        with cpu_limit(subject.patience_s):
            answer = subject.ask(watched, call)
    except Runaway as error:
        broken = Broken(ENDLESS, str(error), **case)
        broken.hangs = isinstance(error, Overtime)
        raise broken from error
    except NotTried:
        raise
    except Exception as error:
        raise Broken("an answer", shown_error(error), **case) from error
    if not answer.silent and answer.action not in game.actions(game.initial()):
        raise Broken("a legal action", f"action {show(answer.action)}", **case)
    return answer


@law(groups=("clock",), catches=("F31", "F32"), needs=("stop",))
def a_signal_ends_any_search(subject: Subject) -> int:
    """In a very large game, a search enters at most 10,000 positions after the stop signal is set, and returns a
    legal action.

    The law sets the stop signal at the start of the search or later.
    """
    tried = 0
    for seed, (positions, polls) in enumerate(zip(SIGNALS, POLLS, strict=True)):
        for game in _games(subject, seed):
            signals: list[tuple[Any, str]] = []
            if subject.reference is None:
                signals.append((threading.Event(), f"after {positions} positions"))
            # in a wide game, a search that reads the signal only when it reads the clock reads it rarely
            if not isinstance(game, Vast):
                signals.append((After(polls), f"after it was read {polls} times"))
            for signal, when in signals:
                try:
                    _signal(subject, game, signal, positions)
                except Broken as broken:
                    broken.case["stop signal"] = f"set {when if positions else 'from the start'}"
                    raise
                tried += 1
    return tried


def _signal(subject: Subject, game: Any, signal: Any, positions: int) -> None:
    """Make a search that `signal` stops. An `After` is set when it is read too often. A `threading.Event` is
    set after so many `positions`. What the search enters is counted from then on."""
    watched = Watched(game)

    def ring(results: int) -> None:
        if isinstance(signal, threading.Event):
            if results == positions:
                signal.set()
        elif not signal.rang:
            watched.ceiling = results + LATE

    ring(0)
    call = Call(DEPTH, stop=signal)
    _ended(subject, game, watched, call, positions + LATE, ring)
    if isinstance(signal, threading.Event) and not signal.is_set() and watched.results >= positions:
        raise Broken("the search to leave the stop signal set", "a cleared signal", game=repr(game), **facts(call))


@law(groups=("clock",), catches=("F31", "F32"), needs=("budget",))
def a_budget_ends_any_search(subject: Subject) -> int:
    """In a very large game, a search enters no more positions than its budget allows, and returns a legal action."""
    tried = 0
    for seed, budget in enumerate(BUDGETS):
        for game in _games(subject, seed):
            watched = Watched(game)
            call = Call(DEPTH, nodes=budget)
            answer = _ended(subject, game, watched, call, budget + LATE)
            entered = watched.results if subject.reference is None else answer.nodes or 0
            if entered > budget:
                raise Broken(
                    f"the search to enter at most {budget} positions", str(entered), game=repr(game), **facts(call)
                )
            tried += 1
    return tried


@law(groups=("clock",), catches=("F31", "F32"), needs=("time",))
def a_clock_ends_any_search(subject: Subject) -> int:
    """In a very large game, a search returns a legal action when its time is up."""
    tried = 0
    for seed, seconds in enumerate((0.0, TIME_S)):
        for game in _games(subject, seed, WAIT_S):
            limit = LONGER_S if seconds and isinstance(game, Vast) and game.quick else seconds
            watched, call = Watched(game), Call(DEPTH, time_s=limit)
            subject.prepare(game, call)
            begun = now(), cpu_now()
            _ended(subject, game, watched, call, SLOW if isinstance(game, Vast) else 3_000_000)
            lasted = min(now() - begun[0], cpu_now() - begun[1])
            if lasted > limit + SLACK_S:
                raise Broken(f"an answer within {limit:g} s", f"an answer after {lasted:.2f} s", game=repr(game))
            tried += 1
    return tried


def _quick(copies: int) -> Tree:
    """Return a tree in which the root's actions lead to `copies` copies of a small game, without shared states."""
    nodes = [Node(0, 1, tuple((action_name(number), 1 + 4 * number) for number in range(copies)))]
    for first in range(1, 4 * copies, 4):
        nodes.append(Node(first, 0, (("a", first + 1), ("b", first + 2))))
        nodes.append(Node(first + 1, 1, utility=1))
        nodes.append(Node(first + 2, 1, (("c", first + 3),)))
        nodes.append(Node(first + 3, 0, utility=2))
    return Tree(tuple(nodes))


@law(groups=("clock",), catches=("F31", "F20"), needs=("time",))
def every_search_has_its_own_time(subject: Subject) -> int:
    """Each search has its whole time limit, even if the searcher was created or used long before.

    Between two searches by one searcher, the law waits until the time limit of the first search has passed.
    """
    tree = _quick(1 + OWN_TIME_TRIES)
    game = Watched(tree)
    before: list[str] = []
    for number in range(1 + OWN_TIME_TRIES):
        index = 1 + 4 * number if subject.can("start") else 0
        part = tree.rooted(index).pruned()
        call = Call(part.height, time_s=OWN_TIME_S, start=tree.state_of(index) if index else None)
        try:
            check_depth(subject, tree, oracle_of(subject, part), call, game)
        except Broken as broken:
            if number == OWN_TIME_TRIES:
                broken.case |= {"tree": str(tree), "time_s": f"{OWN_TIME_S}, which it has from when it is asked"}
                broken.case["searched before"] = f"{', '.join(before)}, each {OWN_TIME_S * 1.25:g} s earlier"
                raise
        else:
            if number:
                return number
        before.append(repr(tree.state_of(index)))
        threading.Event().wait(OWN_TIME_S * 1.25)
    return OWN_TIME_TRIES


LAWS: Final[tuple[Law, ...]] = (
    a_signal_ends_any_search,
    a_budget_ends_any_search,
    a_clock_ends_any_search,
    every_search_has_its_own_time,
)
