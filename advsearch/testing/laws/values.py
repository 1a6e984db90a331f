"""The main laws of searchers: a search returns the value of plain minimax and a best action, on every kind of tree,
at every depth and in every window.
"""

from __future__ import annotations

import math
from typing import Final

from advsearch.testing.answers import Call
from advsearch.testing.defining import law
from advsearch.testing.growing import growing, mostly
from advsearch.testing.judging import ask, check_depth, check_depths, depths_of, facts, judge_value, oracle_of
from advsearch.testing.report import Broken, noting
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Node, Tree
from advsearch.values import Value


def _is_plain(tree: Tree) -> bool:
    numbers = [number for node in tree.nodes for number in (node.utility, *node.estimates)]
    return (
        not tree.cyclic and not tree.salt and all(number == number // 1 and abs(number) < 1_000 for number in numbers)
    )


MIRRORED: Final = ("few", "numbers", "adversarial", "none")
"""The kinds of evaluations that mirror: what is good for one player is bad for the other."""


def _without_turns(tree: Tree) -> bool:
    return _is_plain(tree) and tree.alternates and not tree.shares


@law(
    weight=4,
    plain=lambda tree: _without_turns(tree) and not any(any(node.estimates) for node in tree.nodes if node.moves),
    catches=("F1", "F2", "F3", "F4", "F7", "F10", "F12", "F25"),
    cases=growing(turns="alternate", sharing=False, lattice=False, numbers="small", estimates="none", salt=0),
)
def the_whole_tree(subject: Subject, tree: Tree) -> None:
    """A search to the end of the game returns the minimax value and a best action.

    The law searches to the height of the tree, and to larger depths.
    """
    check_depths(subject, tree, (max(tree.height, 1), tree.height + 1, tree.height + 4))


@law(
    weight=4,
    plain=lambda tree: _without_turns(tree) and tree.mirrors,
    catches=("F1", "F3", "F15", "F27", "F54"),
    cases=growing(
        turns="alternate",
        sharing=False,
        lattice=False,
        numbers="small",
        salt=0,
        estimates=lambda rng: rng.choice(MIRRORED),
    ),
    needs=("horizon",),
)
def the_horizon(subject: Subject, tree: Tree) -> None:
    """At every depth, a search returns the minimax value and a best action. At the horizon, positions have the
    evaluator's values.
    """
    check_depths(subject, tree)


@law(catches=("F3",), cases=growing(salt=0, lattice=False, nodes=30), needs=("horizon", "own depth"), share=0.1)
def the_smaller_of_two_depths(subject: Subject, tree: Tree) -> None:
    """If the searcher has a setting `depth`, the search's depth is the smaller of the setting and the depth of the
    call.

    The law tries a setting two plies above the depth of the call, and a setting two plies below it.
    """
    oracle = oracle_of(subject, tree)
    for depth in range(1, min(tree.height, 3) + 1):
        check_depth(subject, tree, oracle, Call(depth, own_depth=depth + 2))
        answer, _ = ask(subject, tree, call := Call(depth + 2, own_depth=depth))
        judge_value(tree, call, oracle.verdict(depth), answer)


@law(catches=("F2", "F10"))
def a_finished_game(subject: Subject) -> int:
    """If the game is over, a search returns the utility for the player whose turn it would be, and no action."""
    for turn in (0, 1):
        for utility in (1, 0, -1):
            for utilities in ("score", "outcome"):
                if utilities == "outcome" and not subject.can("distances"):
                    continue
                tree = Tree((Node(0, turn, (), utility),), utilities=utilities)
                with noting(tree=tree):
                    check_depths(subject, tree, (1,))
    return 6


@law(
    weight=2,
    plain=lambda tree: _is_plain(tree) and not tree.shares and tree.mirrors and tree.repeats,
    catches=("F37", "F1", "F43"),
    cases=growing(turns="any", sharing=False, lattice=False, salt=0),
    needs=("turns",),
)
def repeated_turns(subject: Subject, tree: Tree) -> None:
    """If a player moves several times in a row, that player chooses the best action each time."""
    check_depths(subject, tree)


@law(
    plain=lambda tree: _is_plain(tree) and tree.shares and tree.mirrors,
    catches=("F11", "F12", "F13", "F14", "F15", "F18", "F19"),
    cases=growing(sharing=True, lattice=mostly, salt=0),
)
def shared_positions(subject: Subject, tree: Tree) -> None:
    """If several paths lead to the same position, the search uses the position's minimax value on each path."""
    check_depths(subject, tree)


@law(
    weight=4,
    plain=lambda tree: _is_plain(tree) and not (tree.shares or tree.mirrors or tree.repeats),
    catches=("F37", "F43", "F54"),
    cases=growing(estimates="onesided", turns="alternate", sharing=False, lattice=False, salt=0),
    needs=("horizon", "onesided"),
)
def evaluators_that_do_not_mirror(subject: Subject, tree: Tree) -> None:
    """At the horizon, the search calls the evaluator for the player who moves at the root, never for the opponent."""
    check_depths(subject, tree)


@law(
    name="quickest win, slowest loss",
    catches=("F19", "F41", "F9"),
    cases=growing(utilities="outcome", salt=0),
    needs=("distances",),
)
def quickest_win_slowest_loss(subject: Subject, tree: Tree) -> None:
    """In a game with the utilities -1, 0 and 1, a search prefers the quickest win and the slowest loss."""
    check_depths(subject, tree)


@law(
    catches=("F9", "F23", "F41"),
    cases=growing(utilities="outcome", estimates="infinite"),
    needs=("distances", "horizon"),
)
def evaluations_stay_below_proofs(subject: Subject, tree: Tree) -> None:
    """If the utilities are -1, 0 and 1, every evaluation, even an infinite one, is worse than a proven win and better
    than a proven loss.
    """
    check_depths(subject, tree)


@law(
    catches=("F4", "F6", "F7", "F8", "F10", "F12", "F25", "F48"),
    cases=growing(numbers=lambda rng: rng.choice(("few", "outcome", "equal")), estimates="few"),
)
def equal_values_everywhere(subject: Subject, tree: Tree) -> None:
    """If most values in the tree are equal, the search still returns the minimax value and a best action."""
    check_depths(subject, tree)


@law(
    catches=("F9", "F10", "F23", "F26", "F40"),
    cases=growing(utilities="score", numbers="huge", estimates=lambda rng: rng.choice(("numbers", "few", "none"))),
)
def utilities_without_bounds(subject: Subject, tree: Tree) -> None:
    """A search returns the right value also if utilities are huge, such as 2**63 or -10**18."""
    check_depths(subject, tree)


@law(
    catches=("F26", "F9"),
    cases=growing(utilities="score", numbers=lambda rng: rng.choice(("fractions", "floats")), estimates="numbers"),
    needs=("floats",),
)
def fractions(subject: Subject, tree: Tree) -> None:
    """A search does not round utilities or evaluations that are floats."""
    with noting(remedy="declare floats=False, if it is for whole numbers"):
        check_depths(subject, tree)


@law(
    catches=("F23", "F24", "F26", "F27", "F33"),
    cases=growing(estimates="adversarial", numbers=lambda rng: rng.choice(("small", "wide"))),
    needs=("horizon",),
)
def an_evaluator_that_lies(subject: Subject, tree: Tree) -> None:
    """If an evaluator returns the negated true values, a search still returns the minimax value and a best action."""
    check_depths(subject, tree)


@law(
    catches=("F9", "F10"),
    cases=growing(utilities="score", estimates="infinite", numbers="few", nodes=20, salt=0),
    needs=("floats", "horizon", "infinite"),
    share=0.4,
)
def infinite_evaluations(subject: Subject, tree: Tree) -> None:
    """If evaluations are infinite, the search still returns a best action, even if every action has the worst
    possible value.
    """
    with noting(remedy="declare infinite=False, if it is for finite evaluations"):
        check_depths(subject, tree)


# --- windows --------------------------------------------------------------------------------------------------


def windows_around(values: list[Value]) -> list[tuple[Value, Value]]:
    """Return all windows between certain bounds. The bounds are the `values`, the numbers one above and one below
    each value, and infinity and minus infinity.
    """
    points: set[Value] = {-math.inf, math.inf}
    for value in values:
        points.update((value, value - 1, value + 1))
    chosen = sorted(points)
    return [(low, high) for low in chosen for high in chosen if low < high]


@law(
    groups=("value",),
    name="the window's inequalities",
    catches=("F4", "F8", "F9", "F12", "F24", "F25"),
    cases=growing(nodes=30, salt=0),
    needs=("window",),
    share=0.4,
)
def the_window_s_inequalities(subject: Subject, tree: Tree) -> None:
    """A result at or below alpha means that the true value is at most alpha. A result at or above beta means that the
    true value is at least beta. A result between alpha and beta is the true value. A search that is declared
    fail-soft returns bounds on the true value. A search that is declared fail-hard returns alpha or beta if the true
    value is outside the window.
    """
    oracle = oracle_of(subject, tree)
    for depth in depths_of(subject, tree, most=4):
        verdict = oracle.verdict(depth)
        around = sorted({verdict.value, *(value for _, value in verdict.actions)})[:3]
        for low, high in windows_around(around):
            call = Call(depth, alpha=low, beta=high)
            got = ask(subject, tree, call)[0].value
            if wrong := _wrong(got, verdict.value, low, high, subject.settings.window):
                raise Broken(wrong, f"value {got!r}", true_value=str(verdict.value), **facts(call))


def _wrong(got: Value, true: Value, low: Value, high: Value, kind: str) -> str:
    """Return "" if `got` is a correct result for the window, and else a description of the correct result."""
    if kind == "hard":
        expected = min(max(true, low), high)
        return "" if got == expected else f"value {expected!r}, the true value limited to the window"
    if got <= low:
        bound = got if kind == "soft" else low
        return "" if true <= bound else f"a value above {bound!r}, because the true value is {true!r}"
    if got >= high:
        bound = got if kind == "soft" else high
        return "" if true >= bound else f"a value below {bound!r}, because the true value is {true!r}"
    return "" if got == true else f"value {true!r}, because the answer is inside the window"
