"""Laws of searchers that sample, as Monte Carlo tree search does: with fixed seeds they converge to the best action.

Such a searcher is called with a number of iterations where another is called with a depth.
"""

from __future__ import annotations

import inspect
import random
from typing import Final

from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import ask, facts
from advsearch.testing.defining import Law, grown
from advsearch.testing.growing import Shape, action_name, grow
from advsearch.testing.laws.minimax_value import judge_action
from advsearch.testing.oracle import Oracle, Verdict
from advsearch.testing.report import Broken, show
from advsearch.testing.small_games import OwnLists
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Node, Tree
from advsearch.testing.watching import Watched

BUDGETS: Final = (400, 2_000, 10_000)
"""Iterations after which the answer must be right: the next one is tried only where it is not yet."""
CLOSE: Final = 0.35
"""How far the mean of samples may be from the utility it converges to."""
SEED: Final = 1
RUNS: Final = (range(40, 250), range(300, 900))
"""Numbers of iterations, one after another, at all of which the action must be right; the second run is tried only
where the first is not. Upper confidence bounds of a width of 1 or more go through all the bad actions in either."""


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
        raise Broken(f"a value near {truth.value!r}, within {CLOSE}", f"{answer.value!r}", **_facts(call))


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
    """A game that one action ends: nothing is left to chance, so that a few iterations find the best."""
    moves = tuple((action_name(index), index + 1) for index in range(len(utilities)))
    ends = (Node(place, 1 - turn, utility=utility) for place, utility in enumerate(utilities, start=1))
    return Tree((Node(0, turn, moves), *ends), utilities="outcome")


ONE_PLY: Final = (_one_ply(0, (0, 0, 0, 0, 0, 1, 0, 0)), _one_ply(1, (1, 1, 0, 1, 1, 1, 1, 1)))


def _settles(subject: Subject) -> int:
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


def _grow_any(rng: random.Random, _subject: Subject) -> Tree:
    """Wide trees, long trees, and trees of one position."""
    kind = rng.choice(("wide", "long", "comb", "small"))
    if kind == "small":
        return _grow(rng, _subject)
    turn = rng.randint(0, 1)
    if kind == "wide":
        width = rng.choice((20, 40, 70))
        return _one_ply(turn, tuple(rng.choice((0, 1, -1)) for _ in range(width)))
    plies, nodes = rng.choice((20, 50, 51)), []
    for ply in range(plies):
        moves = (("on", 2 * ply + 2), ("stop", 2 * ply + 1))[: 1 + (kind == "comb")]
        nodes.append(Node(2 * ply, (turn + ply) % 2, moves))
        nodes.append(Node(2 * ply + 1, (turn + ply + 1) % 2, utility=rng.choice((0, 1, -1))))
    nodes.append(Node(2 * plies, (turn + plies) % 2, utility=rng.choice((0, 1, -1))))
    return Tree(tuple(nodes), utilities="outcome").pruned()


def _few(subject: Subject, tree: Tree) -> None:
    """After one iteration, or two or three, there is an action, and the value is one that samples can have."""
    legal = tree.actions(tree.initial())
    for budget in (1, 2, 3, 7, 60):
        call = Call(budget, seed=SEED)
        own = OwnLists(tree)
        answer, _ = ask(subject, tree, call, on=Watched(own))
        if (changed := own.changed()) is not None:
            raise Broken("the lists of actions to be left alone", f"another list at {show(changed)}", **_facts(call))
        if subject.can("action") and not answer.silent and legal and answer.action not in legal:
            raise Broken("a legal action", f"action {show(answer.action)}", **_facts(call))
        if not answer.mute and not -1 <= answer.value <= 1:
            raise Broken("a value of -1 to 1", f"{answer.value!r}", **_facts(call))


def _forced(subject: Subject, tree: Tree) -> None:
    """Games in which one play is possible: its end is the value, after however few iterations reach it."""
    plies = tree.height
    call = Call(2 * plies + 5, seed=SEED)
    answer, _ = ask(subject, tree, call)
    truth = _truth(tree)
    judge_action(subject, tree, call, truth, answer)
    if not answer.mute and (truth.value > 0) - (truth.value < 0) != (answer.value > 0) - (answer.value < 0):
        what = f"a value with the sign of {truth.value!r}, that of the only play"
        raise Broken(what, f"{answer.value!r}", **_facts(call))


def _grow_forced(rng: random.Random, _subject: Subject) -> Tree:
    """A chain whose players move in any order."""
    plies = rng.choice((1, 2, 3, 10, 50))
    nodes = [Node(ply, rng.randint(0, 1), (("on", ply + 1),)) for ply in range(plies)]
    return Tree((*nodes, Node(plies, rng.randint(0, 1), utility=rng.choice((0, 1, -1)))), utilities="outcome")


def _draws(subject: Subject, tree: Tree) -> None:
    call = Call(200, seed=SEED)
    answer, _ = ask(subject, tree, call)
    if answer.value != 0 and not answer.mute:
        raise Broken("value 0, as every play is a draw", f"{answer.value!r}", **_facts(call))


def _reuse(subject: Subject, tree: Tree) -> None:
    """Positions of one game after one another, as in play: what is kept of the last search must not mislead."""
    converge(subject, tree)
    for _, to in tree.nodes[0].moves:
        converge(subject, tree.rooted(to).pruned())


def _repeats(subject: Subject, tree: Tree) -> None:
    answers = []
    for chance in (5, 5, 6):
        random.seed(5 if "seed" not in _named(subject) else chance)
        answers.append(ask(subject, tree, Call(100, seed=SEED))[0])
    for again in answers[1:]:
        if (again.value, again.action) != (answers[0].value, answers[0].action):
            first = f"value {answers[0].value!r}, action {show(answers[0].action)}, as the first time with this seed"
            raise Broken(first, f"value {again.value!r}, action {show(again.action)}", iterations="100")


def _named(subject: Subject) -> tuple[str, ...]:
    return tuple(inspect.signature(subject.original).parameters) if callable(subject.original) else ()


def _exact(subject: Subject, tree: Tree) -> None:
    for budget in (10, 100, 1_000):
        call = Call(budget, seed=SEED)
        random.seed(SEED)
        answer, _ = ask(subject, tree, call)
        truth = _truth(tree).value
        if answer.exact and answer.value != truth:
            raise Broken(
                f"exact only of the true value, {truth!r}", f"{answer.value!r}, said to be exact", **_facts(call)
            )


def _visits(subject: Subject) -> int:
    for number in range(30):
        tree = _grow(random.Random(number), subject)
        call = Call(150, seed=SEED)
        random.seed(SEED)
        answer, _ = ask(subject, tree, call)
        if answer.visits is None or not tree.nodes[0].moves:
            continue
        total = sum(answer.visits.values())
        if min(answer.visits.values()) < 0 or not 149 <= total <= 150:
            raise Broken("visits that add up to the 150 iterations", show(answer.visits), tree=str(tree))
    return 30


LAWS: Final[tuple[Law, ...]] = (
    Law(
        "few iterations",
        "on wide trees, long ones and those of one position, after 1, 2, 3 iterations or more, the action is legal, "
        "and the value is one that samples can have",
        ("F10", "F32", "F55"),
        _few,
        grown(_grow_any),
        about="sampler",
        share=0.2,
    ),
    Law(
        "one possible play",
        "where there is one play, of up to 50 plies, its result is the value",
        ("F45", "F47", "F2", "F37"),
        _forced,
        grown(_grow_forced),
        about="sampler",
        share=0.2,
    ),
    Law(
        "only draws",
        "where every play is a draw, the value is 0",
        ("F48",),
        _draws,
        grown(_grow_draws),
        about="sampler",
        share=0.2,
    ),
    Law(
        "convergence",
        "with ever more iterations the action becomes one of the best and the value the utility, for both players "
        "and in games where a player moves twice",
        ("F45", "F47", "F10", "F2", "F37"),
        converge,
        grown(_grow),
        about="sampler",
        share=0.25,
    ),
    Law(
        "the action settles",
        "where one action ends the game best, it is the answer after any number of iterations that is large enough, "
        "whichever was tried last",
        ("F7", "F45"),
        _settles,
        about="sampler",
        needs=("action",),
    ),
    Law(
        "one seed, one answer",
        "the same seed gives the same answer, whatever chance was drawn elsewhere",
        ("F30",),
        _repeats,
        grown(_grow),
        about="sampler",
        share=0.1,
    ),
    Law(
        "what is proven is true",
        "a value called exact is the game's own, after however few iterations",
        ("F49",),
        _exact,
        grown(_grow),
        about="sampler",
        needs=("exact",),
        share=0.25,
    ),
    Law(
        "reuse equals rebuild",
        "positions of one game searched after one another converge as each does alone",
        ("F47", "F20"),
        _reuse,
        grown(_grow),
        about="sampler",
        share=0.08,
    ),
    Law(
        "visits are conserved",
        "the visits of the root's actions add up to the iterations, none negative: every virtual loss is undone",
        ("F46",),
        _visits,
        about="sampler",
        needs=("visits",),
    ),
)
