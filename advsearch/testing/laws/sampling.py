"""Laws of searchers that sample, such as Monte Carlo tree search: a search with a fixed seed finds the best action.

A sampling searcher is called with a number of iterations in place of a depth.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterable
from itertools import pairwise, product
from typing import Final

import attrs

from advsearch.testing.answers import Answer, Call
from advsearch.testing.calls import is_searcher
from advsearch.testing.defining import grown, law
from advsearch.testing.growing import Shape, action_name, grow
from advsearch.testing.judging import ask as ask_searcher
from advsearch.testing.judging import facts, judge_action
from advsearch.testing.oracle import Oracle, Verdict
from advsearch.testing.report import Broken, NotTried, noting, show
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Draft, Node, Tree, tree_of
from advsearch.testing.watching import OwnLists, Watched
from advsearch.values import is_proven

BUDGETS: Final = (400, 2_000, 10_000)
"""Numbers of iterations. A law tries the numbers in this order until the answer is right. If the answer is wrong with
the largest number, the law is broken."""
CLOSE: Final = 0.35
"""The largest allowed difference between the value of an answer and the true utility."""
SEED: Final = 1
RUNS: Final = (range(40, 340, 3), range(300, 900, 3))
"""Numbers of iterations for the law *the action settles*, in two ranges. The law holds if every number in the first
range gives the right action, or if every number in the second range does."""
GOOD_AT_SECOND_SIGHT: Final = ((1, -1, 0), (0, -1, -1), (1, -1, -1))
BAD_AT_SECOND_SIGHT: Final = ((-1, 1, 0), (0, 1, 1), (-1, 1, 1))
"""Triples of utilities for `_grow_misleading`, to the player at the root. The first utility is the result of one
reply to `through`. The second utility is the result of all other replies to `through`. The third utility is the
result of the action `end`."""
WIDE: Final = (33, 70)
"""Numbers of actions in the games of the law *the best of many*."""
DEEP: Final = 1_500
"""The number of plies of a long game. A search that calls itself at every ply overflows Python's stack in this
game."""


def ask(subject: Subject, tree: Tree, call: Call, *, on: Watched | None = None) -> tuple[Answer, int]:
    """Make one search. A searcher's proven win in n plies is the utility that it proves."""
    answer, results = ask_searcher(subject, tree, call, on=on)
    if is_searcher(subject.original) and tree.utilities == "outcome" and is_proven(answer.value):
        answer = attrs.evolve(answer, value=1 if answer.value > 0 else -1)
    return answer, results


def _grow(rng: random.Random, _subject: Subject) -> Tree:
    return grow(
        rng.randint,
        Shape(height=3, branching=3, nodes=14, numbers="outcome", utilities="outcome", estimates="none"),
    )


def _grow_draws(rng: random.Random, _subject: Subject) -> Tree:
    tree = _grow(rng, _subject)
    return Tree(tuple(Node(n.place, n.turn, n.moves) for n in tree.nodes), utilities="outcome")


def _truth(tree: Tree) -> Verdict:
    return Oracle(tree, distances=False).full()


def _judge(subject: Subject, tree: Tree, call: Call, answer: Answer) -> None:
    truth = _truth(tree)
    judge_action(subject, tree, call, truth, answer)
    if not answer.mute and abs(answer.value - truth.value) > CLOSE:
        raise Broken(
            f"a value that differs from {truth.value!r} by at most {CLOSE}", f"{answer.value!r}", **_facts(call)
        )


def _facts(call: Call) -> dict[str, object]:
    case = facts(call)
    case["iterations"] = case.pop("depth")
    return case


def converge(subject: Subject, tree: Tree) -> None:
    for number, budget in enumerate(BUDGETS):
        call = Call(budget, seed=SEED)
        random.seed(SEED)
        answer, _ = ask(subject, tree.salted(0), call)
        if not tree.nodes[0].moves:
            judge_action(subject, tree, call, _truth(tree), answer)
            return
        try:
            _judge(subject, tree, call, answer)
            return
        except Broken:
            if number == len(BUDGETS) - 1 or not tree.nodes[0].moves:
                raise


def _one_ply(turn: int, utilities: tuple[int, ...]) -> Tree:
    """Return a game that ends after one action, so that no playout is random and a few iterations find the best
    action.
    """
    ends = [(action_name(index), Draft(1 - turn, utility=utility)) for index, utility in enumerate(utilities)]
    return tree_of(Draft(turn, ends), utilities="outcome")


ONE_PLY: Final = (_one_ply(0, (0, 0, 0, 0, 0, 1, 0, 0)), _one_ply(1, (1, 1, 0, 1, 1, 1, 1, 1)))


def _grow_misleading(rng: random.Random, _subject: Subject) -> Tree:
    """Generate a game with the two actions `through` and `end`. In random play, the worse action looks better.

    The action `end` ends the game. After the action `through`, one player chooses among several replies, and only one
    reply is good for this player. If the player at the root chooses the reply, `through` is better than it looks. If
    the opponent of the root's player chooses the reply, `through` is worse than it looks.
    """
    turn, own, replies = rng.randint(0, 1), rng.random() < 0.5, rng.randint(4, 7)
    rare, frequent, end = rng.choice(GOOD_AT_SECOND_SIGHT if own else BAD_AT_SECOND_SIGHT)
    sign = 1 if turn == 0 else -1
    choice, hidden = Draft(turn if own else 1 - turn), rng.randrange(replies)
    for number in range(replies):
        worth = sign * (rare if number == hidden else frequent)
        choice.moves.append((action_name(number), Draft(1 - choice.turn, utility=worth)))
    through = Draft(1 - turn, [("on", choice)]) if own else choice
    moves = [("through", through), ("end", Draft(1 - turn, utility=sign * end))]
    return tree_of(Draft(turn, rng.sample(moves, 2)), utilities="outcome")


def _grow_wide(rng: random.Random, _subject: Subject) -> Tree:
    width = rng.choice(WIDE)
    best, turn = rng.choice((width - 1, rng.randrange(width))), rng.randint(0, 1)
    sign, other = (1 if turn == 0 else -1), rng.choice((0, -1))
    return _one_ply(turn, tuple(sign if number == best else sign * other for number in range(width)))


def _grow_any(rng: random.Random, _subject: Subject) -> Tree:
    kind = rng.choice(("wide", "long", "comb", "small", "over"))
    if kind == "small":
        return _grow(rng, _subject)
    turn = rng.randint(0, 1)
    if kind == "over":
        return _line([turn], rng.choice((0, 1, -1)))
    if kind == "wide":
        width = rng.choice((20, 40, 70))
        return _one_ply(turn, tuple(rng.choice((0, 1, -1)) for _ in range(width)))
    line = [Draft((turn + ply) % 2) for ply in range(rng.choice((20, 50, 51)) + 1)]
    for here, after in pairwise(line):
        here.moves = [("on", after), ("stop", Draft(after.turn, utility=rng.choice((0, 1, -1))))][
            : 1 + (kind == "comb")
        ]
    line[-1].utility = rng.choice((0, 1, -1))
    return tree_of(line[0], utilities="outcome")


@law(groups=("action",), about="sampler", catches=("F10", "F32", "F55"), cases=grown(_grow_any), share=0.2)
def few_iterations(subject: Subject, tree: Tree) -> None:
    """In wide trees, long trees and trees of one position, a search with any number of iterations returns a legal
    action and a value from -1 to 1.

    The searches have 1, 2, 3, 7 and 60 iterations.
    """
    legal = tree.actions(tree.initial())
    for budget in (1, 2, 3, 7, 60):
        call = Call(budget, seed=SEED)
        own = OwnLists(tree)
        answer, _ = ask(subject, tree, call, on=Watched(own))
        own.refuse_changes(**_facts(call))
        if subject.can("action") and not answer.silent and answer.action not in (legal or (None,)):
            what = "a legal action" if legal else "no action, because the game is over"
            raise Broken(what, f"action {show(answer.action)}", **_facts(call))
        if not answer.mute and not -1 <= answer.value <= 1:
            raise Broken("a value from -1 to 1", f"{answer.value!r}", **_facts(call))


def _grow_forced(rng: random.Random, _subject: Subject) -> Tree:
    """Generate a game with only one line of play. At each ply, the player to move is random."""
    plies = rng.choice((1, 2, 3, 10, 50))
    return _line([rng.randint(0, 1) for _ in range(plies + 1)], rng.choice((0, 1, -1)))


def _line(turns: Iterable[int], utility: int) -> Tree:
    """Return a game with only one line of play, in which the players of `turns` move."""
    line = [Draft(turn) for turn in turns]
    for here, after in pairwise(line):
        here.moves = [("on", after)]
    line[-1].utility = utility
    return tree_of(line[0], utilities="outcome")


@law(about="sampler", catches=("F45", "F47", "F2", "F37"), cases=grown(_grow_forced), share=0.2)
def one_possible_play(subject: Subject, tree: Tree) -> None:
    """In a game with only one line of play, a search of three iterations returns a value with the sign of the game's
    result.

    Three iterations are enough, because every playout has the same result.
    """
    for iterations in (3, 2 * tree.height + 5):
        _forced_after(subject, tree, iterations)


def _forced_after(subject: Subject, tree: Tree, iterations: int) -> None:
    call = Call(iterations, seed=SEED)
    answer, _ = ask(subject, tree, call)
    truth = _truth(tree)
    judge_action(subject, tree, call, truth, answer)
    if not answer.mute and (truth.value > 0) - (truth.value < 0) != (answer.value > 0) - (answer.value < 0):
        what = f"a value with the sign of {truth.value!r}, the result of the only line of play"
        raise Broken(what, f"{answer.value!r}", **_facts(call))


@law(about="sampler", catches=("F48",), cases=grown(_grow_draws), share=0.2)
def only_draws(subject: Subject, tree: Tree) -> None:
    """If every line of play ends in a draw, the search returns the value 0."""
    call = Call(200, seed=SEED)
    answer, _ = ask(subject, tree, call)
    if answer.value != 0 and not answer.mute:
        raise Broken("value 0, because every line of play is a draw", f"{answer.value!r}", **_facts(call))


@law(about="sampler", catches=("F45", "F47", "F10", "F2", "F37"), cases=grown(_grow), share=0.25)
def convergence(subject: Subject, tree: Tree) -> None:
    """With more iterations, the search returns a best action, and its value approaches the true utility."""
    converge(subject, tree)


@law(about="sampler", catches=("F45", "F47"), cases=grown(_grow_misleading), share=0.1)
def what_looks_bad_at_first(subject: Subject, tree: Tree) -> None:
    """The search finds the best action even if most lines of play after it are bad. The search does not choose an
    action that the opponent can refute, even if most lines of play after it are good.
    """
    converge(subject, tree)


@law(about="sampler", catches=("F10", "F45"), cases=grown(_grow_wide), share=0.025)
def the_best_of_many(subject: Subject, tree: Tree) -> None:
    """If 33 or 70 actions end the game, the search finds the best of these actions, even if it is the last one."""
    converge(subject, tree)


@law(about="sampler", catches=("F7", "F45"), needs=("action",))
def the_action_settles(subject: Subject) -> int:
    """If one action ends the game with the best result, a search with enough iterations returns this action,
    and not the action that was tried last.
    """
    for tree in ONE_PLY:
        try:
            _right_throughout(subject, tree, RUNS[0])
        except Broken as broken:
            if not str(broken.expected).startswith("action"):
                raise
            _right_throughout(subject, tree, RUNS[1])
    return len(ONE_PLY)


def _right_throughout(subject: Subject, tree: Tree, run: range) -> None:
    for budget in run:
        call = Call(budget, seed=SEED)
        random.seed(SEED)
        answer, _ = ask(subject, tree, call)
        try:
            judge_action(subject, tree, call, _truth(tree), answer)
        except Broken as broken:
            raise Broken(broken.expected, broken.got, tree=str(tree), **_facts(call)) from broken


POINTS: Final = ((1, 3), (3, 1), (-3, -1), (-1, -3), (0, 2, 5), (4, 1, 2))
"""For the law *more is better*: the utilities of the actions, for the player at the root."""


@law(about="sampler", catches=("F45", "F48"), needs=("action",))
def more_is_better(subject: Subject) -> int:
    """In a game with points, the search chooses the action with the most points, and not any action that wins.

    The games end after one action.
    """
    for turn, points in product((0, 1), POINTS):
        worth = points if turn == 0 else tuple(-each for each in points)
        tree = attrs.evolve(_one_ply(turn, worth), utilities="score")
        with noting(tree=tree, remedy="use utility(state, player) itself, and not only its sign"):
            converge(subject, tree)
    return 2 * len(POINTS)


@law(
    groups=("style",),
    about="sampler",
    name="one seed, one answer",
    catches=("F30",),
    cases=grown(_grow_any),
    share=0.1,
)
def one_seed_one_answer(subject: Subject, tree: Tree) -> None:
    """Searches with the same seed return the same answer. The hashes of states, and random numbers that other code
    draws, have no effect on the answer.

    A search without a `seed` that draws random numbers of its own has no answer to repeat, and is not tried.
    """
    seeded = "seed" in _named(subject)
    for iterations in (15, 100):
        answers: list[Answer] = []
        for salt, chance in enumerate((5, 5, 6) if seeded else (5, 5, 5)):
            random.seed(chance)
            answers.append(ask(subject, tree.salted(salt), Call(iterations, seed=SEED))[0])
        for again in answers[1:]:
            if (again.value, again.action) != (answers[0].value, answers[0].action):
                if not seeded and not _repeats(subject, tree, iterations):
                    raise NotTried("it takes no seed, and draws other random numbers in every search")
                first = f"value {answers[0].value!r}, action {show(answers[0].action)}, as in the first search"
                raise Broken(first, f"value {again.value!r}, action {show(again.action)}", iterations=str(iterations))


def _repeats(subject: Subject, tree: Tree, iterations: int) -> bool:
    answers = set()
    for _ in range(REPEATED):
        random.seed(5)
        answer, _ = ask(subject, tree.salted(0), Call(iterations))
        answers.add((answer.value, repr(answer.action)))
    return len(answers) == 1


@law(groups=("value",), about="sampler", catches=("F49",), cases=grown(_grow), needs=("exact",), share=0.25)
def what_is_proven_is_true(subject: Subject, tree: Tree) -> None:
    """A value that is marked exact or proven is the true value, even after few iterations."""
    for budget in (10, 100, 1_000):
        call = Call(budget, seed=SEED)
        random.seed(SEED)
        answer, _ = ask(subject, tree, call)
        truth = _truth(tree).value
        if (answer.exact or answer.proven) and answer.value != truth:
            marked = "exact" if answer.exact else "proven"
            raise Broken(
                f"value {truth!r}, because the search marks its value as {marked}",
                f"{answer.value!r}",
                **_facts(call),
            )


@law(about="sampler", catches=("F47", "F20"), cases=grown(_grow), share=0.08)
def reuse_equals_rebuild(subject: Subject, tree: Tree) -> None:
    """A search converges to the right result, even if other positions of the same game were searched before.

    A search may keep results for the next search, but these results must not mislead the next search.
    """
    converge(subject, tree)
    for _, to in tree.nodes[0].moves:
        converge(subject, tree.rooted(to).pruned())


REPEATED: Final = 6


def _named(subject: Subject) -> tuple[str, ...]:
    return tuple(inspect.signature(subject.original).parameters) if callable(subject.original) else ()


@law(groups=("line",), about="sampler", catches=("F46",), needs=("visits",))
def visits_are_conserved(subject: Subject) -> int:
    """The sum of the visit counts of the root's actions is the number of iterations, and no visit count is
    negative. A search that proves the value may end with fewer iterations."""
    for number in range(30):
        tree = _grow(random.Random(number), subject)
        call = Call(150, seed=SEED)
        random.seed(SEED)
        answer, _ = ask(subject, tree, call)
        if answer.visits is None or not tree.nodes[0].moves:
            continue
        total = sum(answer.visits.values())
        least = 0 if answer.exact or answer.proven else 149
        if min(answer.visits.values()) < 0 or not least <= total <= 150:
            raise Broken("the visits to add up to 150, the number of iterations", show(answer.visits), tree=str(tree))
    return 30


@law(groups=("style",), about="sampler", catches=("F55",))
def deep_chains(subject: Subject) -> int:
    """A search of a game of thousands of plies returns the right result.

    The game has only one line of play. A playout that calls itself at every ply overflows Python's stack.
    """
    _forced_after(subject, _line([ply % 2 for ply in range(DEEP + 1)], 1), 3)
    return 1
