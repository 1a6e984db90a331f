"""Laws for searches that are stopped by a node budget, by a signal, or by an exception from the game."""

from __future__ import annotations

from typing import Final

from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import ask, facts, growing, mostly, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.laws.minimax_value import check_depth, judge_value
from advsearch.testing.oracle import Oracle
from advsearch.testing.report import Broken, show
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree
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
    """Check that a second search of the same game object has a full budget, too."""
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
    for after in (depth, *range(1, depth)) if subject.can("horizon") else (depth,):
        try:
            check_depth(subject, tree, oracle, Call(after), game)
        except Broken as broken:
            broken.case["before"] = before
            raise


LAWS: Final[tuple[Law, ...]] = (
    every_node_budget,
    every_stop_signal,
    searches_cut_short_leave_nothing_behind,
    exceptions_leave_nothing_behind,
)
