"""Laws for what a search may use: threads, other processes, few positions, and little of Python's stack."""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final

import attrs

from advsearch.testing.answers import Answer, Call
from advsearch.testing.calls import REFERENCE, draws_ties
from advsearch.testing.defining import law
from advsearch.testing.games import Chain, Ordered, Sheltered
from advsearch.testing.growing import Shape, Turns, grow
from advsearch.testing.judging import ask, check_depths, judge_action, judge_value, oracle_of
from advsearch.testing.processes import HASH_SEEDS, answers_elsewhere
from advsearch.testing.report import Broken, NotTried, noting, shown_error
from advsearch.testing.subjects import Subject, subject_of
from advsearch.testing.trees import Draft, Tree, tree_of
from advsearch.testing.watching import Baton, Followed, Watched, in_threads
from advsearch.values import WIN, Utilities

# --- one searcher in threads and in another process -----------------------------------------------------------


SCHEDULES: Final = 30


@law(groups=("style",), catches=("F20", "F34", "F50"), needs=("threads",))
def searches_side_by_side(subject: Subject) -> int:
    """If one searcher runs two searches in two threads, each search gives the same answer as alone."""
    for number in range(SCHEDULES):
        rng = random.Random(number)
        trees = [_small(rng, subject) for _ in range(2)]
        baton = Baton(len(trees), rng)

        def run(runner: int, baton: Baton = baton, trees: list[Tree] = trees) -> Answer:
            game = Watched(trees[runner], before_result=lambda _count: baton.step(runner))
            try:
                return subject.ask(game, Call(max(trees[runner].height, 1)))
            finally:
                baton.leave(runner)

        answers = in_threads(partial(run, 0), partial(run, 1))
        for tree, answer, other in zip(trees, answers, trees[::-1], strict=True):
            _judge(subject, tree, answer, other, number)
    return SCHEDULES


def _small(rng: random.Random, subject: Subject) -> Tree:
    utilities: Utilities = "outcome" if subject.can("distances") and rng.random() < 0.5 else "score"
    turns: Turns = "any" if subject.can("turns") else "strict"
    return grow(
        rng.randint, Shape(height=3, branching=3, nodes=20, utilities=utilities, early_ends=False, turns=turns)
    )


def _judge(subject: Subject, tree: Tree, answer: Any, other: Tree, number: int) -> None:
    call = Call(max(tree.height, 1))
    with noting(tree=tree, in_another_thread=other, schedule=number):
        if isinstance(answer, Exception):
            raise Broken("an answer", shown_error(answer))
        verdict = oracle_of(subject, tree).verdict(call.depth)
        judge_value(tree, call, verdict, answer)
        judge_action(subject, tree, call, verdict, answer)


def answers_of(searcher: Any, seeds: list[int], settings: Any, form: str = REFERENCE) -> list[dict[str, str]]:
    """Search one random tree for each seed. Return what must be the same in every process: the values, the actions
    unless ties are random, and the numbers of positions entered if the searcher promises counts.
    """
    subject = subject_of(searcher, settings)
    if form in subject.forms and form != REFERENCE:
        subject = subject.on(form)
    found = []
    for seed in seeds:
        tree = _small(random.Random(seed), subject).salted(1)
        random.seed(seed)
        answer, results = ask(subject, tree, Call(max(tree.height, 1)))
        told = {"value": repr(answer.value)}
        told |= {"action": repr(answer.action)} if subject.can("same again") else {}
        told |= {"positions entered": str(results)} if subject.can("counts") else {}
        found.append(told)
    return found


@law(groups=("style",), catches=("F30",))
def processes_agree(subject: Subject) -> int:
    """The value and the action are the same in a process with another hash seed, and so is the number of positions
    entered if the searcher promises counts.
    """
    mine = getattr(subject.original, "searcher", subject.original) if subject.forms else subject.original
    home = mine if hasattr(mine, "__module__") else type(mine)
    seeds = list(range(40))
    plain = attrs.evolve(subject.settings, games=(), entries=None, twins=None)  # what another process can load
    arguments = (subject.original, seeds, plain, subject.form)
    told = answers_elsewhere(home, "searcher", (__name__, "answers_of"), arguments)
    here: list[dict[str, str]] = []
    hash_seeds = HASH_SEEDS if subject.reference is None else HASH_SEEDS[:1]  # machine code does not hash strings
    for hash_seed, elsewhere in zip(hash_seeds, told, strict=False):
        here = here or answers_of(*arguments)
        for seed, one, two in zip(seeds, here, elsewhere, strict=True):
            if one != two:
                tree = _small(random.Random(seed), subject)
                raise Broken(
                    f"the {_listed(one)}, as in this process",
                    f"the {_listed(two)} in a process with PYTHONHASHSEED={hash_seed}",
                    tree=str(tree),
                )
    return len(HASH_SEEDS) * len(seeds)


def _listed(answer: dict[str, str]) -> str:
    return ", ".join(f"{name} {what}" for name, what in answer.items())


# --- positions entered, and very long games -------------------------------------------------------------------


ALLOWANCE: Final = 4.5
"""The largest allowed number of positions entered, divided by the number of positions in the minimal tree. Iterative
deepening enters 1.4 times the positions of the minimal tree, and MTD(f) enters about 3 times as many. A search that
does not narrow the window at the root enters 6.1 times the positions of the minimal tree."""
SHELTERED: Final = 40
"""For the game `Sheltered`, the limit is `SHELTERED` instead of `ALLOWANCE`. The minimal tree of `Sheltered` has only
seven or eight positions, and a correct search may enter each of them many times."""

TASTE: Final = Ordered(3, 5)


@law(groups=("style",), catches=("F4", "F5", "F23", "F25", "F26"))
def the_minimal_tree(subject: Subject) -> int:
    """If the best action always comes first, a search that prunes enters only a small multiple of the positions of
    the minimal tree. The search must cut off as soon as a value reaches the bound, and must pass bounds down from the
    root. A search with its own order of actions is tested on trees in which all actions are equally good.

    On perfectly ordered trees alpha-beta enters only the minimal tree.
    """
    followed = Followed(TASTE)
    _, results = ask(subject.reference or subject, followed, Call(TASTE.plies))
    eager = followed.eager or followed.opens_all
    looked_into, every = (len(followed.gone), TASTE.interior) if eager else (results, TASTE.all_positions)
    if subject.settings.prunes is False:
        raise NotTried("the searcher is declared with prunes=False")
    if subject.settings.prunes is None and looked_into >= every:
        raise NotTried("the search enters every position; if the searcher should prune, declare prunes=True")
    # on the compiled tier the games are small, because each becomes a tree with kernels
    shapes = ((16, 4), (40, 2)) if subject.reference is None else ((40, 2), (8, 4))
    games = [Ordered(*shape) for shape in shapes] if followed.as_listed else []
    strict = subject.settings.prunes == "strict"
    if subject.settings.ties != "random" and not strict and not draws_ties(subject.original):
        games += [Ordered(*shape, ties=True) for shape in shapes]
    if not games:
        raise NotTried("the search orders actions itself, and breaks ties at random")
    for game in games:
        kind = "all of equal value" if game.ties else "the best action always first"
        what = f"{game.branching} actions at each of {game.plies} plies, {kind}"
        _sparing(subject, game, ALLOWANCE, what, eager)
    for late in (False, True) if followed.as_listed else ():
        sheltered = Sheltered(late=late)
        what = "an action that ends the game, or single replies and, twice, 40, the first of them worse already"
        _sparing(subject, sheltered, SHELTERED, f"after a single action {what}" if late else what, eager)
    return len(games) + 2 * followed.as_listed


def _sparing(subject: Subject, game: Ordered | Sheltered, allowance: float, what: str, eager: bool) -> None:
    """Check that a search enters few positions. If the search is eager (see `Followed`), the check counts the
    positions in which the search called `result`.
    """
    limit = round(allowance * (game.minimal_interior if eager else game.minimal_positions))
    followed = Followed(game)
    answer, results = ask(subject, followed if eager else game, Call(game.plies))
    looked_into = len(followed.gone) if eager else results
    if looked_into > limit:
        few = f"at most {limit:,} positions, {allowance} times the minimal tree"
        raise Broken(few, f"{looked_into:,} positions", tree=what)
    expected = -3 if game.player(game.initial()) else 3  # type: ignore[arg-type]
    if answer.value != expected and not answer.mute:
        raise Broken(f"value {expected}", f"value {answer.value!r}", tree=what)


def _cuts_at_equality(subject: Subject) -> str:
    return "" if subject.settings.prunes == "strict" else "it may cut off at equal values; declare prunes='strict'"


@law(groups=("style",), catches=("F4",), applies=_cuts_at_equality)
def no_cut_on_equality(subject: Subject) -> int:
    """A search that is declared with prunes="strict" cuts off only at values beyond a bound. If all positions are
    worth the same, it enters every position.
    """
    for shape in STRICT:
        game = Ordered(*shape, ties=True)
        _, results = ask(subject.reference or subject, game, Call(game.plies))
        if results < game.all_positions:
            what = f"{game.branching} actions at each of {game.plies} plies, all of equal value"
            raise Broken(f"all {game.all_positions:,} positions to be entered", f"{results:,} positions", tree=what)
    return len(STRICT)


STRICT: Final = ((3, 4), (2, 6), (5, 2))

RUNGS: Final = 60


def _ladder(root: int, sign: int) -> Tree:
    """Return a tree in which one player chooses among actions that are worth 1, 16, 256 and so on. All evaluations
    are 0.

    If `sign` is 1, the player to move at the root chooses one of the actions worth 1, 16, 256 and so on. If `sign` is
    -1, the root has only one action, after which the opponent of the root's player chooses.
    """
    chooser = 1 - root if sign < 0 else root
    choice = Draft(chooser)
    for number in range(RUNGS):
        end = Draft(chooser, utility=(-1) ** chooser * 16**number)
        choice.moves.append((f"r{number}", Draft(1 - chooser, [("on", end)])))
    return tree_of(Draft(root, [("on", choice)]) if sign < 0 else choice)


@law(catches=("F9", "F23", "F24", "F26"))
def the_ladder(subject: Subject) -> int:
    """A search with an aspiration window widens the window until it contains the value. If the root's actions are
    worth 1, 16, 256 and so on, the search finds the last of them.
    """
    for root in (0, 1):
        for sign in (1, -1):
            tree = _ladder(root, sign)
            who = "the other player, after a single action," if sign < 0 else "the player to move"
            with noting(tree=f"{who} chooses among {RUNGS} actions, worth 1, 16, 256 and so on"):
                check_depths(subject, tree, range(1 if subject.can("horizon") else tree.height, tree.height + 1))
    return 4


_LONG: Final = ((False, "score", 0), (True, "outcome", 0), (True, "score", 1), (False, "outcome", 1))


_CALLS_ITSELF: Final = (
    "the search calls itself at every ply, and Python stops it after a thousand calls; declare deep=True to require "
    "this law"
)


@law(groups=("style",), catches=("F29", "F55"), needs=("depth",))
def deep_chains(subject: Subject) -> int:
    """A search to the end of a game of thousands of plies returns the right value.

    Searchers that search every depth from 1 on are tested with shorter games.
    """
    plies = _bearable(subject)
    tried = 0
    for comb, utilities, last in _LONG:
        if utilities == "outcome" and not subject.can("distances"):
            continue
        if plies < 3_000 and last == 1:
            continue
        game = Chain(plies, comb, last, utilities)  # type: ignore[arg-type]
        what = "a comb: at each ply go on, or stop and lose" if comb else "a chain: one action at each ply"
        where = {"game": f"{what}, {plies:,} plies"}
        try:
            answer, _ = ask(subject, game, Call(plies))
        except Broken as broken:
            if "RecursionError" in str(broken.got):
                if not subject.settings.deep:
                    raise NotTried(_CALLS_ITSELF) from broken
                where["remedy"] = "a loop, or sys.setrecursionlimit"
            raise Broken(broken.expected, broken.got, **where) from broken
        expected = WIN - plies if utilities == "outcome" and last else last
        if answer.value != expected and not answer.mute:
            raise Broken(f"value {expected!r}", f"value {answer.value!r}", **where)
        if subject.can("action") and answer.action != "on":
            raise Broken("action 'on'", f"action {answer.action!r}", **where)
        tried += 1
    return tried


def _bearable(subject: Subject) -> int:
    _, results = ask(subject, Chain(60), Call(60))
    return 1_050 if results > 600 else 3_000
