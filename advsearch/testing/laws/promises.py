"""Laws for searchers that promise something other than the minimax value: the best action of one ply, a legal action,
a proof, or a table of all positions.

A prover is a function of a game, and returns True, False, or None for an unknown result. A table is a function of a
game, and returns a dictionary from states to pairs: the utility for the player to move, and the number of plies to
the end. If the utility is 0, the law ignores the number of plies.
"""

from __future__ import annotations

import random
from typing import Any, Final

import attrs

from advsearch.binding import bind
from advsearch.binding.within import searching_on
from advsearch.limits import Limits, Request
from advsearch.protocol import name_of
from advsearch.testing.answers import Answer, Call, read_answer
from advsearch.testing.calls import is_searcher, roles_of, with_settings
from advsearch.testing.defining import Law, law
from advsearch.testing.games import Lines, Vast
from advsearch.testing.growing import growing, mostly
from advsearch.testing.judging import answering, ask, check_depth, facts, oracle_of
from advsearch.testing.laws import effort, independence
from advsearch.testing.laws.stopping import LATE, After
from advsearch.testing.oracle import Oracle, Verdict, forced_wins
from advsearch.testing.report import Broken, show, shown_error
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree, estimate
from advsearch.testing.watching import Runaway, Watched, cpu_limit
from advsearch.values import Value, distance, is_proven


@law(catches=("F1", "F2", "F37", "F54"), cases=growing(nodes=30, salt=0))
def the_best_of_one_ply(subject: Subject, tree: Tree) -> None:
    """At any requested depth, the search returns the action that leads to the state with the best utility or
    evaluation.
    """
    for depth in (1, 2, 5):
        answer, _ = ask(subject, tree, Call(depth))
        if not tree.nodes[0].moves and answer.action is None:
            continue
        check_depth(subject, tree, oracle_of(subject, tree), Call(1))


@law(groups=("action",), catches=("F10", "F32"), cases=growing(nodes=30, salt=0, lattice=mostly), needs=("action",))
def a_legal_action(subject: Subject, tree: Tree) -> None:
    """The search returns a legal action in every state, and no action if the game is over."""
    for index in tree.bottom_up[::-1][:6]:
        part = tree if index == 0 else tree.rooted(index).pruned()
        legal = part.actions(part.initial())
        for depth in (1, 3):
            call = Call(depth)
            answer, _ = ask(subject, part, call)
            if legal and answer.action not in legal:
                raise Broken(f"a legal action, {' or '.join(map(repr, legal))}", show(answer.action), **facts(call))
            if not legal and answer.action is not None:
                raise Broken("no action, because the game is over", show(answer.action), **facts(call))


@law(groups=("style",), catches=("F16", "F30"), cases=growing(nodes=30), needs=("action", "same again"), share=0.3)
def the_same_action_again(subject: Subject, tree: Tree) -> None:
    """A repeated search returns the same action, even if the hashes of the states have changed."""
    for salt in (0, *independence.SALTS):
        first, again = (ask(subject, tree.salted(each), Call(2))[0] for each in (0, salt))
        if first.action != again.action:
            raise Broken(
                f"the same action, {show(first.action)}, after the states' hashes changed", show(again.action)
            )


PLAYED: Final = 10
"""The number of states of each random game in which the law makes a search."""
PLAY_S: Final = 0.1
"""The time limit per move, in seconds, for a searcher that uses all of its time."""


@law(groups=("action",), about="searcher", catches=("F10", "F32"), needs=("start",))
def a_legal_action_in_its_games(subject: Subject) -> int:
    """In every state of the games that the searcher plays, the searcher returns a legal action, and no action if the
    game is over. The law tries states of random games.
    """
    tried = 0
    for game in subject.settings.games or (Lines(4, 3), Lines()):
        states = _of_a_game(game, random.Random(0))
        for state in states:
            bound = attrs.evolve(game, start=state) if isinstance(game, Lines) else game
            call = Call(2, start=state, time_s=PLAY_S)
            answer = _played(subject, bound, call)
            legal = () if game.terminal(state) else game.actions(state)
            case = {"game": name_of(game), "state": show(state)}
            if legal and answer.action not in legal:
                raise Broken("a legal action", f"action {show(answer.action)}", **case)
            if not legal and answer.action is not None:
                raise Broken("no action, because the game is over", f"action {show(answer.action)}", **case)
            tried += 1
    return tried


def _of_a_game(game: Any, rng: random.Random) -> list[Any]:
    """Return the first and the last state of a random game, and some in between."""
    states = [game.initial()]
    while not game.terminal(states[-1]):
        states.append(game.result(states[-1], rng.choice(game.actions(states[-1]))))
    chosen = {0, len(states) - 1, *(round(len(states) * part / PLAYED) for part in range(1, PLAYED))}
    return [states[index] for index in sorted(chosen) if index < len(states)]


def _played(subject: Subject, game: Any, call: Call) -> Answer:
    try:
        with cpu_limit(max(subject.patience_s, 60)):  # machine code may have to be built first
            return subject.ask_plainly(game, call)
    except (Exception, Runaway) as error:
        raise Broken("an answer", shown_error(error), state=show(call.start)) from error


LEGAL: Final[tuple[Law, ...]] = (a_legal_action, the_same_action_again, effort.processes_agree)


# --- provers and tables ---------------------------------------------------------------------------------------


def _asked(subject: Subject, rules: Any, most: int = 200_000, **more: Any) -> Any:
    """Call a prover or a table function for the game `rules`, and return the result. The function may enter at most
    `most` positions.
    """
    game = Watched(rules, ceiling=most)
    subject.meet(game)
    if isinstance(signal := more.get("stop"), After):  # what is entered counts from when the signal is set

        def wait(results: int) -> None:
            if not signal.rang:
                game.ceiling = results + most

        game.before_result = wait
    if is_searcher(subject.original):
        return _found(subject, game, **more)
    roles = roles_of(subject.original)
    known: dict[str, Any] = {"game": game, "state": game.initial()} | more
    positional, named = [], {}
    for name, (role, required) in roles.items():
        if role not in known and not required:
            continue
        if name.startswith("<"):
            positional.append(known.get(role, _UNLIMITED))
        else:
            named[name] = known.get(role, _UNLIMITED)
    with answering(subject.patience_s, {}, end="an end"):
        return subject.original(*positional, **named)


def _found(subject: Subject, game: Any, **more: Any) -> bool | None:
    answer = _answer(subject, game, Call(0, nodes=more.get("nodes"), stop=more.get("stop")))
    return answer.value > 0 if answer.exact or answer.proven else None


def _answer(subject: Subject, game: Any, call: Call) -> Answer:
    searcher = with_settings(subject.original, {"evaluator": estimate})
    request = Request(Limits(nodes=call.nodes), call.stop)
    with answering(subject.patience_s, {}, end="an end"), searching_on("reference"):
        return read_answer(bind(searcher, game)(game.initial(), request))


def _roles(subject: Subject) -> set[str]:
    """Return what a prover takes. A searcher takes both limits."""
    if is_searcher(subject.original):
        return {"nodes", "stop"}
    return {role for role, _ in roles_of(subject.original).values()}


def _proof(subject: Subject, tree: Tree, **limits: int) -> None:
    truth = 0 in forced_wins(tree)
    for salt in (0, -1):
        random.seed(salt)
        got = _asked(subject, tree.salted(salt), **limits)
        if got is not None and bool(got) != truth:
            outcome = "a forced win" if truth else "no forced win"
            raise Broken(f"{truth}, because the player to move has {outcome}", show(got))


_UNLIMITED: Final = 1 << 60


def _takes_a_budget(subject: Subject) -> str:
    roles = _roles(subject)
    return "" if roles & {"nodes", "stop"} else "it takes neither a node budget nor a stop signal"


_TREES: Final = growing(utilities="outcome", nodes=40, estimates="none")


@law(groups=("clock",), catches=("F31", "F33", "F52"), cases=_TREES, share=0.4, applies=_takes_a_budget)
def proofs_that_are_cut_short(subject: Subject, tree: Tree) -> None:
    """If a budget or a stop signal ends a prover early, the prover returns None or the true answer."""
    truth = 0 in forced_wins(tree)
    roles = _roles(subject)
    widest = max(len(node.moves) for node in tree.nodes)  # a search may enter all children before it counts them
    for budget in (0, 1, 2, 3, 5, 8, 13, 21, 34):
        for role, value in (("nodes", budget), ("stop", After(budget))):
            if role not in roles:
                continue
            most = 200_000 if role == "stop" else budget + widest
            got = _asked(subject, tree.shifted(budget * 1_000), most, **{role: value})
            if got is not None and bool(got) != truth:
                raise Broken(f"the search to answer {truth} or None", show(got), **{role: f"at {budget}"})


@law(groups=("clock",), catches=("F31",), applies=_takes_a_budget)
def a_budget_ends_any_proof(subject: Subject) -> int:
    """In a very large game, a prover enters at most 10,000 positions after its budget is spent or the stop signal is
    set.
    """
    roles = _roles(subject)
    tried = 0
    for budget, polls in ((0, 0), (1, 1), (500, 10)):
        for role, value in (("nodes", budget), ("stop", After(polls))):
            if role in roles:
                _asked(subject, Vast((5,)), budget + LATE, **{role: value})
                tried += 1
    return tried


@law(groups=("value",), catches=("F52", "F2", "F37", "F17"), cases=_TREES)
def proofs_of_trees(subject: Subject, tree: Tree) -> None:
    """A prover returns True if the player to move can force a win, and False if not. In the trees
    of this law, paths may share positions, and a player may move twice in a row.
    """
    if _asked(subject, tree) is None:
        raise Broken("True or False for a game this small", "None")
    _proof(subject, tree)


def _gives_values(subject: Subject) -> str:
    return "" if is_searcher(subject.original) else "it returns no value"


_ALL: Final = growing(nodes=40, cyclic=lambda rng: rng.random() < 0.3, lattice=False)
BEYOND: Final = 60
"""A depth at which the value of a position does not change any more, if it is proven."""


@law(groups=("value",), catches=("F49", "F21"), cases=_ALL, applies=_gives_values)
def what_is_called_proven(subject: Subject, tree: Tree) -> None:
    """In trees and graphs with wins or scores, after any number of nodes, a searcher calls nothing exact or proven
    that is not, and plays a best action of what it has proven. Without a limit, it proves the value of any tree.
    """
    truth = _utilities(tree, Oracle(tree, distances=True).verdict(BEYOND if tree.cyclic else tree.height))
    for nodes in (3, 20, 100, None):
        if nodes is None and tree.cyclic:
            continue
        game = Watched(tree.shifted(1_000 * (nodes or 0)), ceiling=200_000)
        subject.meet(game)
        answer = _answer(subject, game, Call(0, nodes=nodes))
        case = {"nodes": nodes}
        if not (answer.exact or answer.proven):
            if nodes is None:
                raise Broken(f"value {truth.value!r}, proven", f"value {answer.value!r}, not proven", **case)
            continue
        value = _utility(tree, answer.value)
        if value != truth.value:
            raise Broken(f"value {truth.value!r}", f"value {value!r}, called proven", **case)
        if truth.best and getattr(answer.action, "name", None) not in truth.best:
            raise Broken(f"action {' or '.join(truth.best)}", f"action {show(answer.action)}", **case)


def _utilities(tree: Tree, verdict: Verdict) -> Verdict:
    actions = tuple((name, _utility(tree, value)) for name, value in verdict.actions)
    return Verdict(_utility(tree, verdict.value), actions)


def _utility(tree: Tree, value: Value) -> Value:
    return ((value > 0) - (value < 0)) if tree.utilities == "outcome" and is_proven(value) else value


_GRAPHS: Final = growing(utilities="outcome", cyclic=True, lattice=False, nodes=12, estimates="none")


@law(groups=("value",), catches=("F21", "F52"), cases=_GRAPHS, share=14.0)
def proofs_of_graphs(subject: Subject, tree: Tree) -> None:
    """In games whose positions may repeat, a prover does not count endless play as a win. A searcher may enter 100
    positions.
    """
    _proof(subject, tree, **({"nodes": 100} if is_searcher(subject.original) else {}))


@law(groups=("value",), catches=("F53", "F19", "F41"), cases=_TREES)
def a_table_of_everything(subject: Subject, tree: Tree) -> None:
    """For every position, the table has the true utility. For every position that is not a draw, the table has the
    number of plies to the end of the game. The winner plays for the quickest win, and the loser for the slowest loss.
    """
    table = _asked(subject, tree)
    for index in tree.bottom_up[::-1]:
        state = tree.state_of(index)
        if state not in table:
            raise Broken(f"the table to have an entry for {state!r}", "none")
        part = tree.rooted(index)
        true = Oracle(part, distances=True).full().value
        plies = distance(true)
        utility = 0 if plies is None else 1 if true > 0 else -1
        expected = (utility, plies)
        got = table[state]
        value, left = got if isinstance(got, tuple) else (got, None)
        if value != utility or (utility and left is not None and left != plies):
            raise Broken(
                f"(utility to the player to move, plies to the end) = {show(expected)} for {state!r}",
                show(got),
            )


PROVER: Final[tuple[Law, ...]] = (
    proofs_of_trees,
    what_is_called_proven,
    proofs_that_are_cut_short,
    a_budget_ends_any_proof,
    proofs_of_graphs,
)
