"""Laws for the other fields of an answer: the line of play, the number of positions, the values of all actions, and
whether the value is exact.
"""

from __future__ import annotations

from typing import Any, Final

from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import ask, depths_of, facts, growing, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.oracle import nodes_of_full_search
from advsearch.testing.report import Broken, show
from advsearch.testing.specimens import Followed
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Tree
from advsearch.testing.watching import Watched


@law(groups=("line",), catches=("F7", "F51"), cases=growing(nodes=60), needs=("line",), share=0.6)
def the_line_of_play(subject: Subject, tree: Tree) -> None:
    """The line of play begins with the answer's action, and its actions are legal. Every position on the line of play
    has the answer's value when it is searched to the remaining depth.
    """
    oracle = oracle_of(subject, tree)
    for depth in depths_of(subject, tree):
        call = Call(depth)
        answer, _ = ask(subject, tree, call)
        if answer.line is None:
            return
        if not tree.nodes[0].moves:
            if answer.line:
                raise Broken("no line of play, because the game is over", show(answer.line), **facts(call))
            continue
        if not answer.line or answer.line[0] != answer.action:
            raise Broken(f"a line of play that begins with {show(answer.action)}", show(answer.line), **facts(call))
        reached = _reached(call, answer)
        worths = _worths(tree, oracle, reached, answer.line)
        if isinstance(worths, str):
            raise Broken(f"a line of play with legal actions and at most {reached} plies", worths, **facts(call))
        for plies, worth in enumerate(worths):
            if worth != answer.value:
                played = " ".join(map(repr, answer.line[:plies])) or "nothing"
                what = f"a line of play, {' '.join(map(repr, answer.line))}, worth {answer.value!r} at each position"
                got = f"{worth!r} after {played}"
                raise Broken(what, got, **facts(call))


def _reached(call: Call, answer: Answer) -> int:
    """Return the depth that a search has reached. A search with an exact value need not reach the requested depth."""
    return call.depth if answer.depth is None else min(answer.depth, call.depth)


def _worths(tree: Tree, oracle: Any, depth: int, line: tuple[Any, ...]) -> Any:
    """Return the minimax values of the positions on a line of play, for the player to move at the root. After n
    actions, the value is that of a search of depth `depth - n`. If the line is impossible, return a description of
    the error.
    """
    if len(line) > depth:
        return f"{len(line)} plies"
    index = 0
    passed = [index]
    for action in line:
        moves = dict(tree.nodes[index].moves)
        name = getattr(action, "name", None)
        if name not in moves:
            return f"{show(action)} at {tree.state_of(index)!r}, in {' '.join(map(repr, line))}"
        index = moves[name]
        passed.append(index)
    worths = []
    for plies, index in enumerate(passed):
        value = oracle.layer(depth - plies)[index]
        for _ in range(plies):
            value = oracle.up(value)
        worths.append(value)
    return worths


@law(groups=("style",), catches=("F3", "F31"), cases=growing(nodes=40, salt=0), needs=("nodes",), share=0.2)
def the_positions_counted(subject: Subject, tree: Tree) -> None:
    """The number of positions in the answer is the number of positions entered.

    The number of positions entered is the number of calls of `result`. A search that makes all next states of a
    position, to order them, may count only the states that it searches. A search that makes a next state once and
    searches it several times may count it each time. Iterative deepening searches the root several times, and may
    count the root each time.

    Every depth is searched twice. The count of the second search must not contain the positions of the first search.
    """
    if subject.reference is not None:
        return
    game = Watched(tree)
    depths = list(depths_of(subject, tree))
    for depth in [depth for depth in sorted({depths[0], *depths[-3:]}) for _again in (0, 1)]:
        call = Call(depth)
        game.game = followed = Followed(tree)
        answer, entered = ask(subject, tree, call, on=game)
        if answer.nodes is None:
            return
        least = followed.descents if followed.eager or followed.opens_all else entered
        roots = max(1, followed.rounds) + depth - 1
        most = max(entered, followed.visits)
        if followed.rounds <= 1 < depth:  # the search may keep its own tree from one depth to the next
            most = max(most, sum(nodes_of_full_search(tree, plies) for plies in range(1, depth + 1)))
        if not least <= answer.nodes <= most + roots:
            positions = f"{entered} positions" if least == most else f"{least} to {most} positions"
            raise Broken(f"the search to count {positions}, without the root", str(answer.nodes), **facts(call))


@law(
    groups=("line",),
    name="every action's value",
    catches=("F6", "F12"),
    cases=growing(nodes=60),
    needs=("scores",),
    share=0.6,
)
def every_action_s_value(subject: Subject, tree: Tree) -> None:
    """If the values of all actions are requested, the answer has the exact value of each root action."""
    oracle = oracle_of(subject, tree)
    for depth in depths_of(subject, tree):
        call = Call(depth, every_action=True)
        answer, _ = ask(subject, tree, call)
        reached = _reached(call, answer)
        verdict = oracle.verdict(reached)
        if not verdict.actions:
            continue
        if reached < depth and not answer.exact:
            raise Broken(f"depth {depth} or an exact value", f"depth {reached}", **facts(call))
        if answer.scores is None:
            raise Broken("a value for every action", "none", **facts(call))
        got = [(getattr(action, "name", show(action)), value) for action, value in answer.scores]
        if got != list(verdict.actions):
            raise Broken(f"the values of the actions to be {show(list(verdict.actions))}", show(got), **facts(call))
        if answer.value != verdict.value:
            raise Broken(f"value {verdict.value!r}", f"{answer.value!r}", **facts(call))


@law(groups=("line",), catches=("F27", "F49"), cases=growing(nodes=60), needs=("exact", "horizon"), share=0.6)
def exact_means_exact(subject: Subject, tree: Tree) -> None:
    """A value that is marked exact is the true value of the game. A search that reached the end of every line of play
    marks its value exact.
    """
    oracle = oracle_of(subject, tree)
    true = oracle.full().value
    for depth in depths_of(subject, tree):
        call = Call(depth)
        answer, _ = ask(subject, tree, call)
        if answer.exact is None:
            return
        if answer.exact and answer.value != true:
            raise Broken(
                f"`exact` to be False, because the game's value is {true!r}",
                f"`exact` True with the value {answer.value!r}",
                **facts(call),
            )
        if not answer.exact and depth >= tree.height:
            raise Broken(
                "`exact` to be True, because the search reached the end of every line of play", "False", **facts(call)
            )


LAWS: Final[tuple[Law, ...]] = (
    the_line_of_play,
    the_positions_counted,
    every_action_s_value,
    exact_means_exact,
)
