"""Laws for searches that use one searcher at the same time, in threads and in another process."""

from __future__ import annotations

import random
import threading
from typing import Any, Final

import attrs

from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import ask, oracle_of
from advsearch.testing.defining import Law, law
from advsearch.testing.elsewhere import HASH_SEEDS, answers_elsewhere
from advsearch.testing.forms import REFERENCE
from advsearch.testing.growing import Shape, Turns, grow
from advsearch.testing.laws.minimax_value import judge_action, judge_value
from advsearch.testing.report import Broken, shown_error
from advsearch.testing.subjects import Subject, subject_of
from advsearch.testing.trees import Tree
from advsearch.testing.watching import Baton, Watched
from advsearch.values import Utilities

SCHEDULES: Final = 30


@law(groups=("style",), catches=("F20", "F34", "F50"), needs=("threads",))
def searches_side_by_side(subject: Subject) -> int:
    """If one searcher runs two searches in two threads, each search gives the same answer as alone."""
    for number in range(SCHEDULES):
        rng = random.Random(number)
        trees = [_small(rng, subject) for _ in range(2)]
        baton = Baton(len(trees), rng)
        answers: dict[int, Answer | Exception] = {}

        def run(
            runner: int, baton: Baton = baton, trees: list[Tree] = trees, answers: dict[int, Any] = answers
        ) -> None:
            game = Watched(trees[runner], before_result=lambda _count: baton.step(runner))
            try:
                answers[runner] = subject.ask(game, Call(max(trees[runner].height, 1)))
            except Exception as error:
                answers[runner] = error
            finally:
                baton.leave(runner)

        threads = [threading.Thread(target=run, args=(runner,), daemon=True) for runner in range(len(trees))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for runner, tree in enumerate(trees):
            _judge(subject, tree, answers[runner], trees[1 - runner], number)
    return SCHEDULES


def _small(rng: random.Random, subject: Subject) -> Tree:
    utilities: Utilities = "outcome" if subject.can("distances") and rng.random() < 0.5 else "score"
    turns: Turns = "any" if subject.can("turns") else "strict"
    return grow(
        rng.randint, Shape(height=3, branching=3, nodes=20, utilities=utilities, early_ends=False, turns=turns)
    )


def _judge(subject: Subject, tree: Tree, answer: Any, other: Tree, number: int) -> None:
    call = Call(max(tree.height, 1))
    try:
        if isinstance(answer, Exception):
            raise Broken("an answer", shown_error(answer))
        verdict = oracle_of(subject, tree).verdict(call.depth)
        judge_value(tree, call, verdict, answer)
        judge_action(subject, tree, call, verdict, answer)
    except Broken as broken:
        broken.case["tree"] = str(tree)
        broken.case["in another thread"] = str(other)
        broken.case["schedule"] = str(number)
        raise


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


LAWS: Final[tuple[Law, ...]] = (
    searches_side_by_side,
    processes_agree,
)
