"""Laws for searches that are stopped by a node budget, a signal, a clock, or an exception from the game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

from advsearch.limits import cpu_now, now
from advsearch.testing.answers import Answer, Call
from advsearch.testing.defining import law
from advsearch.testing.games import Vast
from advsearch.testing.growing import action_name, growing, mostly
from advsearch.testing.hashed import hashed_game
from advsearch.testing.judging import answering, ask, check_depth, facts, judge_value, oracle_of
from advsearch.testing.oracle import Oracle
from advsearch.testing.report import Broken, noting, show
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Draft, Tree, tree_of
from advsearch.testing.watching import Disturbed, Watched, cpu_limit
from advsearch.values import Value


@law(
    groups=("clock",),
    catches=("F10", "F31", "F32", "F33"),
    cases=growing(nodes=40, salt=0),
    needs=("budget",),
    share=0.2,
)
def every_node_budget(subject: Subject, tree: Tree) -> None:
    """A search enters no more positions than its budget allows, and returns a legal action. The answer is the result
    of the last finished depth, or a strictly better action found at the next depth.
    """
    if not tree.nodes[0].moves:
        return
    depth = max(1, min(tree.height, 5))
    oracle = oracle_of(subject, tree)
    _, needed = ask(subject, tree, Call(depth))
    last = -1
    for budget in range(min(needed, 120) + 2):
        call = Call(depth, nodes=budget)
        answer, results = ask(subject, tree, call)
        if results > budget:
            raise Broken(f"the search to enter at most {budget} positions", str(results), **facts(call))
        judge_stopped(tree, oracle, call, answer)
        if answer.depth is not None:
            if answer.depth < last:
                raise Broken(
                    f"at least depth {last}, which a search with a smaller budget reached",
                    f"depth {answer.depth}",
                    **facts(call),
                )
            last = answer.depth
    _has_its_own(subject, tree, Call(depth, nodes=4 * needed + 10))


def _has_its_own(subject: Subject, tree: Tree, call: Call) -> None:
    game, oracle = Watched(tree), oracle_of(subject, tree)
    first, again = (ask(subject, tree, call, on=game)[0] for _ in range(2))
    judge_stopped(tree, oracle, call, again, note="in the second search of the game")
    if first.depth is not None and again.depth is not None and again.depth < first.depth:
        raise Broken(
            f"depth {first.depth} in the second search of a game, as in the first search",
            f"depth {again.depth}",
            **facts(call),
        )
    if first.depth is None and first.value == oracle.verdict(call.depth).value:
        judge_value(tree, call, oracle.verdict(call.depth), again)


@law(groups=("clock",), catches=("F31", "F32", "F33"), cases=growing(nodes=40, salt=0), needs=("stop",), share=0.2)
def every_stop_signal(subject: Subject, tree: Tree) -> None:
    """A search that is stopped by a signal returns the result of the last finished depth, or a strictly better action
    found at the next depth.
    """
    if not tree.nodes[0].moves:
        return
    depth = max(1, min(tree.height, 5))
    oracle = oracle_of(subject, tree)
    for polls in range(40):
        signal = After(polls)
        call = Call(depth, stop=signal)
        answer, _ = ask(subject, tree, call)
        judge_stopped(tree, oracle, call, answer, note=f"at poll {polls + 1} of the stop signal")
        if not signal.rang:
            judge_value(tree, call, oracle.verdict(depth), answer)
            return


class After:
    """A stop signal that can be read `polls` times before it is set."""

    def __init__(self, polls: int) -> None:
        self.left = polls
        self.rang = False

    def is_set(self) -> bool:
        self.left -= 1
        self.rang = self.rang or self.left < 0
        return self.rang


def judge_stopped(tree: Tree, oracle: Oracle, call: Call, answer: Answer, note: str = "") -> None:
    """Check the answer of a search that was stopped. Raise `Broken` if the answer is wrong."""
    case = facts(call) | ({"stopped": note} if note else {})
    legal = {action: action.name for action in tree.actions(tree.initial())}
    name = next((name for action, name in legal.items() if action == answer.action), None)
    if name is None:
        raise Broken("a legal action", show(answer.action), **case)
    depths = range(call.depth + 1) if answer.depth is None else (answer.depth,)
    if not any(
        _is_fair(oracle, call.depth, depth, name, answer.value, next(iter(legal.values()))) for depth in depths
    ):
        finished_depth = "some finished depth" if answer.depth is None else f"depth {answer.depth}"
        known = "; ".join(
            f"depth {d}: " + ", ".join(f"{a}: {v!r}" for a, v in oracle.verdict(d).actions)
            for d in range(1, call.depth + 1)
        )
        raise Broken(
            f"the answer of {finished_depth}, or a better action of the next depth ({known})",
            f"action {name} with value {answer.value!r} at depth {answer.depth}",
            **case,
        )


def _is_fair(oracle: Oracle, asked: int, depth: int, name: str, value: Value, first: str) -> bool:
    """Whether a stopped search may return the action `name` and the value `value`. The search may return the result
    of its last finished depth, or a better action of the next depth.
    """
    # if no depth is finished: the first legal action, or an action with its value at the depth that was searched
    if depth == 0:
        known = {dict(oracle.verdict(d).actions)[name] for d in {1, asked}}
        return (name == first and value in known | {oracle.layer(0)[0]}) or value in known
    verdict = oracle.verdict(depth)
    if name in verdict.best and value == verdict.value:
        return True
    following = dict(oracle.verdict(depth + 1).actions)
    return value == following[name] and any(value > following[best] for best in verdict.best)


class _Value(Disturbed, ValueError):
    """A `ValueError` that the game raises on purpose."""


class _Runtime(Disturbed, RuntimeError):
    """A `RuntimeError` that the game raises on purpose."""


_RAISED: Final = (Disturbed, _Value, _Runtime)


def _deepest(subject: Subject, tree: Tree) -> int:
    """Return the depth for searches that are ended early: the height of the tree. If the searcher has a horizon, the
    depth is at most five plies.
    """
    return min(max(tree.height, 1), 5) if subject.can("horizon") else max(tree.height, 1)


def _moments(subject: Subject, tree: Tree, depth: int) -> list[int]:
    """Return the numbers of positions after which the law ends a search, from 1 to the number in the whole search."""
    _, every = ask(subject, tree.shifted(50 * FAR), Call(depth))
    return sorted({1, 2, every // 5, every // 3, every // 2, 2 * every // 3, every - 1, every} - {0, -1})


FAR: Final = 1_000
"""A number that is added to the `place` of each state, to make states that no earlier search has seen."""


def _cannot_be_cut_short(subject: Subject) -> str:
    return "" if subject.can("budget") or subject.can("stop") else "it takes neither a node budget nor a stop signal"


@law(
    groups=("clock",),
    catches=("F31", "F33", "F34"),
    cases=growing(nodes=30, salt=0, lattice=mostly),
    share=0.2,
    applies=_cannot_be_cut_short,
)
def searches_cut_short_leave_nothing_behind(subject: Subject, tree: Tree) -> None:
    """After a search that was ended early by a budget or a stop signal, later searches give right results.

    For each stopped search, the law makes a new game object, and searches this object again afterwards.
    """
    if not tree.nodes[0].moves:
        return
    depth = _deepest(subject, tree)
    for number, moment in enumerate(_moments(subject, tree, depth)):
        calls = [Call(depth, nodes=moment)] if subject.can("budget") else []
        calls += [Call(depth, stop=After(moment))] if subject.can("stop") else []
        for kind, call in enumerate(calls):
            strange = tree.shifted((2 * number + kind) * FAR)
            game = Watched(strange)
            ask(subject, strange, call, on=game)
            how = f"stopped at poll {moment + 1}" if call.nodes is None else f"with a budget of {moment}"
            _as_ever(subject, strange, game, depth, f"a search of depth {depth}, {how}")


def _as_ever(subject: Subject, tree: Tree, game: Watched, depth: int, before: str) -> None:
    """Search a game object again after a stopped search, and check the results. If the searcher has a horizon, the
    function searches every depth up to `depth`, and otherwise only `depth`.
    """
    oracle = oracle_of(subject, tree)
    with noting(before=before):
        for after in (depth, *range(1, depth)) if subject.can("horizon") else (depth,):
            check_depth(subject, tree, oracle, Call(after), game)


@law(groups=("style",), catches=("F31", "F34"), cases=growing(nodes=30, salt=0), share=0.3)
def exceptions_leave_nothing_behind(subject: Subject, tree: Tree) -> None:
    """An exception raised by the game reaches the caller of the search, and does not affect the next search."""
    depth = _deepest(subject, tree)
    for number, moment in enumerate(_moments(subject, tree, depth)):
        raised: list[Disturbed] = []

        def disturb(count: int, moment: int = moment, number: int = number, raised: list[Disturbed] = raised) -> None:
            if count == moment:
                raised.append(_RAISED[number % len(_RAISED)](f"at position {moment}"))
                raise raised[0]

        strange = tree.shifted(number * FAR)
        game = Watched(strange)
        subject.meet(game)
        game.watch(None, disturb)
        try:
            with cpu_limit(subject.patience_s):
                answer = subject.ask(game, Call(depth))
        except Exception:  # the search may raise another exception instead of the game's
            pass
        else:
            if raised:
                what = f"the {type(raised[0]).__bases__[-1].__name__} that the game raised at position {moment}"
                got = f"value {answer.value!r} and action {show(answer.action)}"
                raise Broken(what, got, depth=str(depth))
        _as_ever(subject, strange, game, depth, f"a search that an exception ended at position {moment}")


# --- very large games -----------------------------------------------------------------------------------------


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
    with answering(subject.patience_s, case, too_many_hang=False):
        answer = subject.ask(watched, call)
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
                with noting(stop_signal=f"set {when if positions else 'from the start'}"):
                    _signal(subject, game, signal, positions)
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
    start = Draft(1)
    for number in range(copies):
        late = Draft(1, [("c", Draft(0, utility=2))])
        start.moves.append((action_name(number), Draft(0, [("a", Draft(1, utility=1)), ("b", late)])))
    return tree_of(start)


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
