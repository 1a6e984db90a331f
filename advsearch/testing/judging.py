"""Makes the searches of a law, and judges their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from advsearch.testing.answers import Answer, Call
from advsearch.testing.grades import Group
from advsearch.testing.oracle import Oracle, Verdict, nodes_of_full_search
from advsearch.testing.report import Broken, NotTried, show, shown_error
from advsearch.testing.subjects import ENDLESS, Subject
from advsearch.testing.trees import Tree
from advsearch.testing.watching import Overtime, Runaway, Watched, cpu_limit
from advsearch.values import WIN, value_text


def depths_of(subject: Subject, tree: Tree, most: int = 8) -> Iterator[int]:
    """Yield the depths to which a law searches a tree: every depth up to the tree's height, and two larger depths. If
    the searcher has no horizon, the smallest depth is the tree's height.
    """
    if tree.cyclic:
        yield from range(1, 5)
        return
    height = max(tree.height, 1)
    yield from range(1 if subject.can("horizon") else height, min(height + 1, max(most, height)) + 1)
    yield height + 3


def oracle_of(subject: Subject, tree: Tree) -> Oracle:
    return Oracle(tree, distances=subject.can("distances"))


def ask(
    subject: Subject,
    tree: Any,
    call: Call,
    *,
    before_result: Callable[[int], None] | None = None,
    on: Watched | None = None,
) -> tuple[Answer, int]:
    """Make one search. Return the searcher's answer and the number of positions that the search entered. Raise
    `Broken` if there is no answer.

    By default, each call makes a new game object from `tree`. If several searches must use the same game object, `on`
    is this object.
    """
    subject.prepare(tree, call)
    game = on or Watched(tree)
    subject.meet(game)
    game.watch(3_000_000, before_result)
    # the limit is computed only if it is needed, because that takes as long as a full search
    if isinstance(tree, Tree) and subject.settings.kind != "sampling":
        rooted = tree if call.start is None else tree.rooted(tree.index_of(call.start))
        game.ceiling, game.allowed = 5_000, lambda: 5_000 + 200 * nodes_of_full_search(rooted, call.depth)
    with answering(subject.patience_s, facts(call)):
        answer = subject.ask(game, call)
    return answer, game.results if subject.reference is None else answer.nodes or 0  # kernels do not call the rules


@contextmanager
def answering(
    patience_s: float, case: Mapping[str, object], *, end: str = ENDLESS, too_many_hang: bool = True
) -> Iterator[None]:
    """Raise `Broken` if a search does not end within its processor time or its positions, or raises an exception."""
    try:
        with cpu_limit(patience_s):
            yield
    except Runaway as error:
        broken = Broken(end, str(error), **case)
        broken.hangs = end == ENDLESS and (too_many_hang or isinstance(error, Overtime))
        raise broken from error
    except NotTried:
        raise
    except Exception as error:
        raise Broken("an answer", shown_error(error), **case) from error


def facts(call: Call) -> dict[str, object]:
    """Return the arguments of a search (depth, window, limits) as texts for the message about a broken law."""
    case: dict[str, object] = {"depth": str(call.depth)}
    if call.alpha is not None or call.beta is not None:
        case["window"] = f"({call.alpha}, {call.beta})"
    if call.start is not None:
        case["state"] = repr(call.start)
    for name in ("own_depth", "nodes", "time_s", "table_size", "seed"):
        if getattr(call, name) is not None:
            case[name.replace("_", " ")] = str(getattr(call, name))
    return case


def in_words(tree: Tree, value: Any) -> str:
    """Return a value as text. If the value is a proven win or loss, the text also says what the value means."""
    if abs(value) > WIN:  # larger than every proven win
        return f"value {value!r}"
    text = value_text(value, tree.utilities)
    return f"value {value!r}" if tree.utilities == "score" or text == repr(value) else f"value {value!r} ({text})"


def judge_value(tree: Tree, call: Call, verdict: Verdict, answer: Answer) -> None:
    if answer.value != verdict.value and not answer.mute:
        with _searched(tree, call, "value"):
            raise Broken(in_words(tree, verdict.value), in_words(tree, answer.value), **facts(call))


@contextmanager
def _searched(tree: Tree, call: Call, *groups: Group) -> Iterator[None]:
    """Record in a `Broken` which tree was searched, and what was wrong."""
    try:
        yield
    except Broken as broken:
        broken.tree = tree if call.start is None else tree.rooted(tree.index_of(call.start)).pruned()
        broken.groups = groups
        raise


def judge_action(subject: Subject, tree: Tree, call: Call, verdict: Verdict, answer: Answer) -> None:
    with _searched(tree, call, "action"):
        _judge_action(subject, tree, call, verdict, answer)


def _judge_action(subject: Subject, tree: Tree, call: Call, verdict: Verdict, answer: Answer) -> None:
    if not subject.can("action") or not call.depth:
        return
    names = verdict.best
    if not names:
        if answer.action is not None:
            raise Broken("no action, because the game is over", f"action {show(answer.action)}", **facts(call))
        return
    start = tree.initial() if call.start is None else call.start
    legal = {action: action.name for action in tree.actions(start)}
    found = next((name for action, name in legal.items() if action == answer.action), None)
    if found is None:
        case = facts(call)
        if answer.action is None:
            case["remedy"] = "return the value alone, if the search finds no action"
        raise Broken(f"a legal action, {' or '.join(names)}", f"action {show(answer.action)}", **case)
    values = ", ".join(f"{name}: {value!r}" for name, value in verdict.actions)
    if found not in names:
        raise Broken(f"action {' or '.join(names)} (values {values})", f"action {found}", **facts(call))
    if subject.settings.ties == "first" and found != names[0]:
        raise Broken(
            f"action {names[0]}, the first of the best actions (values {values})", f"action {found}", **facts(call)
        )


def check_depths(subject: Subject, tree: Tree, depths: Iterable[int] | None = None) -> None:
    """Check the value and the action of one search at every depth, or at some depths."""
    oracle = oracle_of(subject, tree)
    for depth in depths_of(subject, tree) if depths is None else depths:
        check_depth(subject, tree, oracle, Call(depth))


def check_depth(subject: Subject, tree: Tree, oracle: Oracle, call: Call, on: Watched | None = None) -> None:
    """Check the value and the action of one search. `oracle` has the true values of the state that is searched."""
    with _searched(tree, call):
        answer, _ = ask(subject, tree, call, on=on)
    verdict = oracle.verdict(call.depth)
    try:
        judge_value(tree, call, verdict, answer)
    except Broken as broken:
        try:
            judge_action(subject, tree, call, verdict, answer)
        except Broken:
            broken.groups = ("value", "action")
        raise
    judge_action(subject, tree, call, verdict, answer)
