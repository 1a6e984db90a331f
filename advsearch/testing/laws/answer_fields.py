"""Laws for all fields of an answer: they are the same on both tiers and in twins, the line of play has the value, and
the counts and the values of all actions are right.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

import attrs

from advsearch.binding import Tiered, bind
from advsearch.errors import CompiledTierUnavailable
from advsearch.search.settings import settings_of
from advsearch.testing.answers import Answer, Call
from advsearch.testing.calls import draws_ties, searcher_of, with_settings
from advsearch.testing.defining import grown, law
from advsearch.testing.growing import growing
from advsearch.testing.hashed import HashedGame, draw_game, letter_of
from advsearch.testing.judging import ask, depths_of, facts, judge_action, judge_value, oracle_of
from advsearch.testing.laws.stopping import judge_stopped
from advsearch.testing.oracle import Oracle, nodes_of_full_search
from advsearch.testing.report import Broken, NotTried, noting, show, shown_error
from advsearch.testing.subjects import Subject, subject_of
from advsearch.testing.trees import Tree, TreeAction, estimate
from advsearch.testing.watching import Followed, Runaway, Watched, cpu_limit

FULL_SEARCH: Final = 6_000
"""The largest number of positions of a full search. If plain minimax enters more positions at a depth, the law does
not search to this depth."""
SHARED: Final = ("value", "action", "depth", "line", "exact", "nodes", "scores")


@attrs.frozen
class Form:
    """One form of a search, such as its reference form or its compiled form."""

    name: str
    ask: Callable[[Any, Call], Answer]
    searcher: Any


@lru_cache(maxsize=4)
def forms_of(subject: Subject) -> list[Form]:
    """Return the forms of a searcher, or the searcher and the versions that the user declares as `twins`."""
    if subject.forms and not subject.settings.twins:
        return [Form(name, searcher_of(searcher)[0], searcher) for name, searcher in subject.forms.items()]
    others = [Form(name, subject_of(twin).ask, twin) for name, twin in (subject.settings.twins or {}).items()]
    return [Form(subject.name, subject.ask, subject.original), *others]


def works_alike(searcher: Any) -> bool:
    """Whether a searcher enters the same positions on both tiers. A search that orders actions by stored
    results may enter different positions, because the tiers store results in different tables. With
    `tiers_enter_alike = False` a searcher declares that its two tiers may enter different positions.
    """
    if not getattr(searcher, "tiers_enter_alike", True):
        return False
    settings = settings_of(searcher)
    inner = [each for each in settings.values() if hasattr(each, "search")]
    if "max_depth" in settings and not inner:
        return False  # deepening with its default search, which has a table
    if settings.get("table") or settings.get("table_entries") or settings.get("order"):
        return False
    return all(works_alike(each) for each in inner)


def _grow(rng: random.Random, subject: Subject) -> HashedGame:
    game = draw_game(rng, distances=subject.can("distances"), floats=subject.can("floats"))
    return game.plainer(turns=not subject.can("turns"), mirrored=not subject.can("onesided"))


@law(catches=("F16", "F17", "F31", "F40"), cases=grown(_grow), needs=("tiers",), share=0.5)
def tiers_agree(subject: Subject, game: HashedGame) -> None:
    """On both tiers, a search returns the minimax value at every depth, and a correct answer within every budget. If
    the search has no table and no move ordering, both tiers return the same answers.

    The answers are equal in all fields, also in the number of positions entered.
    """
    forms = forms_of(subject)
    _prepare(forms, game)
    tree = game.tree()
    oracle = Oracle(tree, distances=subject.can("distances"))
    shared = _shared(subject, game)
    for call in _calls(subject, tree):
        answers: list[Answer] = []
        for form in forms:
            answers.append(_ask(subject, form, game, call))
            with noting(tier=form.name):
                _judge_on_tier(subject, tree, oracle, call, answers[-1])
                _same(shared if call.nodes is None or shared == SHARED else (), form.name, answers, call)


def _calls(subject: Subject, tree: Tree) -> Iterator[Call]:
    """Yield the calls to compare: one for every depth, one for the values of all actions at odd depths, and some with
    small budgets.
    """
    height = max(tree.height, 1)
    for depth in range(1 if subject.can("horizon") else height, height + 2):
        entered = nodes_of_full_search(tree, depth)
        if entered > FULL_SEARCH:
            return
        yield Call(depth)
        if subject.can("scores") and depth % 2:
            yield Call(depth, every_action=True)
        if subject.can("budget") and tree.nodes[0].moves and depth == max(2, height - 1):
            for budget in sorted({0, 2, entered // 7, entered // 3}):
                yield Call(depth, nodes=budget)


def _prepare(forms: list[Form], game: HashedGame) -> None:
    for form in forms:
        if isinstance(form.searcher, Tiered) and form.searcher.tier == "compiled":
            try:
                bind(with_settings(form.searcher, {"evaluator": estimate}), game)
            except CompiledTierUnavailable as error:
                raise NotTried(str(error)) from error


def _ask(subject: Subject, form: Form, game: HashedGame, call: Call) -> Answer:
    try:
        with cpu_limit(subject.patience_s):
            answer = form.ask(game, call)
    except (Exception, Runaway) as error:
        raise Broken("an answer", shown_error(error), tier=form.name, **facts(call)) from error
    return attrs.evolve(
        answer,
        action=_named(answer.action),
        line=None if answer.line is None else tuple(map(_named, answer.line)),
        scores=None if answer.scores is None else tuple((_named(a), value) for a, value in answer.scores),
    )


def _named(action: Any) -> Any:
    return TreeAction(letter_of(action)) if isinstance(action, int) else action


def _judge_on_tier(subject: Subject, tree: Tree, oracle: Oracle, call: Call, answer: Answer) -> None:
    if call.nodes is not None:
        judge_stopped(tree, oracle, call, answer)
        if answer.nodes is not None and answer.nodes > call.nodes:
            raise Broken(f"the search to enter at most {call.nodes} positions", str(answer.nodes), **facts(call))
        return
    verdict = oracle.verdict(call.depth)
    judge_value(tree, call, verdict, answer)
    judge_action(subject, tree, call, verdict, answer)
    if call.every_action and answer.scores is not None and not answer.exact:
        expected = tuple((TreeAction(name), value) for name, value in verdict.actions)
        if answer.scores != expected:
            raise Broken(f"the values of the actions to be {show(expected)}", show(answer.scores), **facts(call))


def _shared(subject: Subject, game: HashedGame) -> tuple[str, ...]:
    if subject.settings.twins:
        return ()
    drawn = draws_ties(subject.original)
    if works_alike(subject.original) and not (drawn and game.fractions):
        return SHARED
    # Tables differ. If utilities are whole numbers and evaluations floats, the reference search opens its window for
    # equal values by 1, the compiled search by the smallest float.
    return ("action",) if drawn else ()


def _same(shared: tuple[str, ...], name: str, answers: list[Answer], call: Call) -> None:
    for field in shared:
        one, two = getattr(answers[0], field), getattr(answers[-1], field)
        if one != two:
            raise Broken(
                f"{name} to return {field} {show(one)}, like the first form of the searcher",
                f"{field} {show(two)}",
                **facts(call),
            )


# --- the line of play, counts, and the values of all actions --------------------------------------------------


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
