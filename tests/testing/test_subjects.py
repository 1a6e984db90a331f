"""A searcher may have many forms: which arguments it gets, what it may return, and which objects are refused."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from advsearch.errors import InvalidSettings
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.testing import LawBroken, check_searcher, estimate
from advsearch.testing.answers import Call
from advsearch.testing.calls import with_settings
from advsearch.testing.subjects import subject_of
from advsearch.testing.trees import Node, Tree
from advsearch.values import win_in

TREE = Tree((Node(0, 0, (("a", 1), ("b", 2))), Node(1, 1, utility=3), Node(2, 1, utility=5)))
BASIC = {"only": ["the whole tree"], "profile": 5}


def plain(game: Any, state: Any, depth: int) -> Any:
    return Minimax(evaluator=estimate).search(game, state, limits=None if depth is None else _limits(depth))


def _limits(depth: int) -> Any:
    from advsearch.limits import Limits

    return Limits(depth=depth)


@pytest.mark.parametrize(
    "form",
    [
        lambda tree, depth: (r := plain(tree, tree.initial(), depth)) and (r.value, r.action),
        lambda g, d: (r := plain(g, g.initial(), d)) and (r.value, r.action),
        lambda game, state, depth: plain(game, state, depth),
        lambda game, state: plain(game, state, None),
        lambda *both: plain(both[0], both[0].initial(), both[1]),
        lambda game, *, depth: plain(game, game.initial(), depth),
        lambda game, depth, evaluator: Minimax(depth, evaluator).search(game, game.initial()),
        lambda game, depth, seed=0: plain(game, game.initial(), depth),
        lambda game, depth, verbose=False: plain(game, game.initial(), depth),
    ],
)
def test_a_function_may_take_what_it_needs(form: Any) -> None:
    """Game, start, depth, evaluator and seed are passed to the parameters that need them."""
    answer = subject_of(form).ask(TREE, Call(1))
    assert (answer.value, answer.action.name) == (5, "b")
    check_searcher(form, distances=False, **BASIC) if answer.line is None else check_searcher(form, **BASIC)


def test_what_a_function_can_do_is_seen_from_its_parameters() -> None:
    """Laws about windows, budgets, table sizes and depths apply only to functions with such parameters."""

    def rich(tree: Any, depth: int, alpha: Any, beta: Any, nodes: int = 9, table_size: int = 1) -> Any:
        return 1

    subject = subject_of(rich)
    assert subject.can("window", "budget", "table sizes", "depth", "horizon")
    assert not subject.can("action")
    lean = subject_of(lambda tree: (0, None))
    assert not lean.can("depth")
    assert not lean.can("horizon")


def test_values_are_utilities_or_distances_as_the_smallest_tree_shows() -> None:
    """A search that counts plies to a win is recognised without a declaration, or can be declared."""
    assert subject_of(lambda tree, depth: (win_in(1), None)).can("distances")
    assert not subject_of(lambda tree, depth: (1, None)).can("distances")
    assert subject_of(lambda tree, depth: (1, None), distances=True).can("distances")


def test_a_searcher_object_is_given_depth_evaluator_and_table() -> None:
    """The settings of a searcher, and of searchers inside it, are set for each search, and the object does not
    change.
    """
    inner = AlphaBeta(table=7)
    changed = with_settings(Deepening(inner, max_depth=9), {"table": 3, "depth": 4, "evaluator": estimate})
    assert (changed.inner.table, changed.inner.depth, changed.inner.evaluator) == (3, 4, estimate)
    assert inner == AlphaBeta(table=7)

    class Plain:
        def __init__(self) -> None:
            self.depth = 2

        def search(self, game: Any, state: Any, *, limits: Any = None) -> Any:
            return Minimax(self.depth, estimate).search(game, state, limits=limits)

    mine = Plain()
    check_searcher(mine, **BASIC)
    check_searcher(Plain, **BASIC)
    assert mine.depth == 2


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "expected a pair (value, action), got None"),
        ("best", "expected a pair (value, action), got 'best'"),
        ((True, None), "expected a number as the value, got True"),
        (("a", 3), "expected a number as the value, got 'a'"),
        ((float("nan"), None), "expected a number as the value, got nan"),
    ],
)
def test_what_is_no_answer_is_told(answer: Any, words: str) -> None:
    """A return value that cannot be read as a value and an action breaks a law, and the message shows it."""
    with pytest.raises(LawBroken) as caught:
        check_searcher(lambda tree, depth: answer, profile=1)
    assert words in str(caught.value)


def test_what_is_no_searcher_is_refused_at_the_door() -> None:
    """Neither a function nor an object with a method `search`; an unknown kind; a law that does not exist."""
    with pytest.raises(InvalidSettings, match=r"expected a searcher or a function \(tree, depth\)"):
        check_searcher(7)
    with pytest.raises(InvalidSettings, match="expected `kind` to be one of minimax, one-ply, .*, got 'other'"):
        check_searcher(plain, kind="other")  # type: ignore[arg-type]
    with pytest.raises(InvalidSettings, match="expected the name of a law, got 'no such law'; a check"):
        check_searcher(plain, skip=["no such law"])
    with pytest.raises(InvalidSettings, match="got 'deep chain'; did you mean 'deep chains'"):
        check_searcher(plain, only="deep chain")
    with pytest.raises(
        InvalidSettings, match="expected the parameter 'more' to have a default, or one of the names game"
    ):
        check_searcher(lambda tree, depth, state, more: None)


def test_an_answer_that_depends_on_what_was_asked_before_is_called_that() -> None:
    """A failure that does not occur again is reported as depending on earlier searches, not on the tree."""
    calls: list[int] = []

    def moody(tree: Any, depth: int) -> Any:
        calls.append(depth)
        result = plain(tree, tree.initial(), depth)
        return (result.value + (len(calls) == 40), result.action)

    with pytest.raises(LawBroken, match="searches are independent"):
        check_searcher(moody, profile=60)


def test_a_frozen_searcher_is_tried_in_threads_and_another_is_not() -> None:
    """A frozen searcher is tried in threads, and one that can change is not."""

    @attrs.frozen
    class Frozen:
        def search(self, game: Any, state: Any, *, limits: Any = None) -> Any:
            return Minimax(evaluator=estimate).search(game, state, limits=limits)

    class Loose:
        def search(self, game: Any, state: Any, *, limits: Any = None) -> Any:
            return Minimax(evaluator=estimate).search(game, state, limits=limits)

    assert subject_of(Frozen()).can("threads")
    assert not subject_of(Loose()).can("threads")
    assert subject_of(Loose(), threads=True).can("threads")


def test_an_action_that_is_never_there_is_no_answer() -> None:
    """A search that returns a pair must return an action in every unfinished state."""
    with pytest.raises(LawBroken, match="remedy    return the value alone, if the search finds no action") as caught:
        check_searcher(lambda tree, depth: (plain(tree, tree.initial(), depth).value, None), **BASIC)
    assert caught.value.got == "action None"
    check_searcher(lambda tree, depth: plain(tree, tree.initial(), depth).value, **BASIC)
