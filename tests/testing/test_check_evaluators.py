"""A check of a game includes its evaluators: those given, those of its kernel set, and each as machine code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from advsearch.cli.program import program
from advsearch.compiled import build
from advsearch.testing import LawBroken, check_game
from advsearch.testing.catalogue import laws_of_game

FILE = '''
from advsearch.errors import IllegalAction
from advsearch.kernels import ONGOING, KernelSet, over_words


def size(game, state, player):
    return state[0]


def size_kernel(s, cells, side) -> int:
    return s[0]


def wrong_kernel(s, cells, side) -> int:
    return s[0] + (side == 1)


class Scaled:
    """A class of evaluators."""

    def __init__(self, factor=2):
        self.factor = factor

    def __call__(self, game, state, player):
        return self.factor * state[0]


class Needy(Scaled):
    def __init__(self, factor):
        self.factor = factor


def scaled_kernel(evaluator):
    factor = evaluator.factor

    def kernel(s, cells, side) -> int:
        return factor * s[0] + 1

    return kernel


class Take:
    """Take 1 to 3 from a heap; the player who takes the last one wins, or nobody does."""

    name = "take"
    utilities = "outcome"

    def __init__(self, drawn=False, evaluators=None, **defaults):
        self.drawn, self.evaluators = drawn, evaluators or {}
        for name, text in defaults.items():
            setattr(self, name, text)

    def initial(self):
        return (9, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return tuple(count for count in (1, 2, 3) if count <= state[0])

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"expected 1 to 3, got {action!r}")
        return (state[0] - action, 1 - state[1])

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return 0 if self.drawn else -1 if player == state[1] else 1

    def kernels(self):
        lost = 0 if self.drawn else -1
        return KernelSet(
            encode=lambda state: state[:1],
            words=1,
            longest=9,
            actions=lambda s: (1 << min(s[0], 3) + 1) - 2,
            apply=lambda s, action: (s[0] - action,),
            outcome=lambda s, cells: ONGOING if s[0] else lost,
            draws=False,
            evaluators=self.evaluators,
        )


class WrongEvaluator(Take):
    def __init__(self):
        super().__init__(evaluators={size: wrong_kernel})


@over_words
def overflows(s, cells, side) -> int:
    return s[0] * s[0] * (1 << 60)


@over_words
def divides(s, cells, side) -> int:
    return 10 // (s[0] - 4)


@over_words
def sound(s, cells, side) -> int:
    return s[0] // 2 - 3 * side


@over_words
def is_a_float(s, cells, side) -> int:
    return s[0] / 2
'''


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The text as a module, and as a file in the current folder."""
    (tmp_path / "takes.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "takes"}
    exec(compile(FILE, "takes.py", "exec"), names)
    return names


def run(*words: str) -> Result:
    return CliRunner().invoke(program, ["check", *words, "--profile", "fast"])


def broken_law(game: Any, **settings: Any) -> str:
    skip = ["the rules survive copying", "processes agree"]
    with pytest.raises(LawBroken) as caught:
        check_game(game, profile="fast", skip=skip, **settings)
    return caught.value.law


def test_an_evaluator_in_the_kernel_set_is_held_against_its_kernel(module: Any) -> None:
    """Kernels with a wrong evaluator break a law, even if the evaluator is not named."""
    assert broken_law(module["Take"](evaluators={module["size"]: module["wrong_kernel"]})) == (
        "evaluator size is its kernel"
    )
    done = run("takes.py:WrongEvaluator")
    assert done.exit_code == 1
    assert "take breaks the law 'evaluator size is its kernel'" in done.output
    sound = module["Take"](evaluators={module["size"]: module["size_kernel"]})
    assert check_game(sound, profile="fast", only="evaluator size is its kernel").tried


def test_a_class_of_evaluators_in_the_kernel_set_is_checked_as_it_is_by_default(module: Any) -> None:
    """A class of evaluators is made without settings and checked; one that needs settings is listed with that
    reason.
    """
    wrong = module["Take"](evaluators={module["Scaled"]: module["scaled_kernel"]})
    assert broken_law(wrong) == "evaluator Scaled is its kernel"
    needy = module["Take"](evaluators={module["Needy"]: module["scaled_kernel"]})
    reports = check_game(needy, profile="fast", only="evaluator Needy is its kernel").laws
    assert [law.not_tried for law in reports] == [
        "the evaluator needs settings; name it with its settings as an evaluator to check"
    ]
    assert broken_law(needy, evaluators={"mine": module["Needy"](3)}) == "evaluator mine is its kernel"


def test_an_evaluator_that_is_given_is_not_checked_twice(module: Any) -> None:
    """An evaluator in the kernel set that is also given by name is checked only under that name."""
    game = module["Take"](evaluators={module["size"]: module["size_kernel"]})
    names = [law.name for law in laws_of_game(game, {"mine": module["size"]}) if law.name.startswith("evaluator ")]
    laws = ("gives numbers", "is its kernel", "is the same compiled", "derived is itself")
    assert names == [f"evaluator mine {what}" for what in laws]


@pytest.mark.needs_numba
def test_an_evaluator_over_words_is_held_against_its_machine_code(module: Any) -> None:
    """An evaluator that overflows in machine code breaks a law that shows both values; one that does not compile is
    not tried.
    """
    game = module["Take"]()
    law = "evaluator f is the same compiled"
    with pytest.raises(LawBroken) as caught:
        check_game(game, profile="fast", evaluators={"f": module["overflows"]}, only=law)
    assert caught.value.expected == f"{81 << 60} from the machine code, as in Python"
    assert check_game(game, profile="fast", evaluators={"f": module["sound"]}, only=law).tried
    refused = check_game(game, profile="fast", evaluators={"f": module["is_a_float"]}, only=law).laws[0].not_tried
    assert refused.startswith("expected the evaluator is_a_float to return int, got float")


@pytest.mark.needs_numba
def test_an_evaluator_that_raises_on_one_tier_only_is_caught(module: Any) -> None:
    """A division by zero, for which machine code returns a number, breaks both laws that can notice it."""
    report = check_game(
        module["Take"](), profile="fast", evaluators={"f": module["divides"]}, skip="processes agree", keep_going=True
    )
    broken = [law.law for law in report.broken]
    assert "evaluator f gives numbers" in broken
    assert "evaluator f is the same compiled" in broken
    assert all("ZeroDivisionError" in str(law) for law in report.broken if law.law.startswith("evaluator f"))


def test_without_numba_machine_code_is_not_tried(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If numba is not installed, the law of machine code is not tried, with this reason."""
    monkeypatch.setattr(build, "available", lambda: "the compiled tier needs numba, which is not installed here")
    law = "evaluator f is the same compiled"
    report = check_game(module["Take"](), profile="fast", evaluators={"f": module["sound"]}, only=law)
    assert report.laws[0].not_tried.startswith("the compiled tier needs numba")


def test_evaluators_are_named_on_the_command_line() -> None:
    """--evaluator takes functions in files and registered names, and needs a game."""
    done = run("takes.py:Take", "--evaluator", "takes.py:divides", "--evaluator", "null")
    assert done.exit_code == 1
    assert "take breaks the law 'evaluator takes.py:divides gives numbers'" in done.output
    assert "got       ZeroDivisionError" in done.output
    done = run("takes.py:Take", "--evaluator", "takes.py:size", "--json")
    assert done.exit_code == 0, done.output
    tried = [law["law"] for law in json.loads(done.output)["laws"]]
    assert tried.count("evaluator takes.py:size gives numbers") == 1
    assert tried.count("evaluator null gives numbers") == 1
    done = run("--searcher", "greedy", "--evaluator", "takes.py:size")
    assert (done.exit_code, done.output) == (2, "error: expected a GAME in which to check --evaluator, got none\n")
    assert run("takes.py:Take", "--evaluator", "nuls").exit_code == 2


def test_kernels_that_deny_draws_are_held_against_the_rules(module: Any) -> None:
    """draws=False breaks a law in a game that can end without a winner, and none in a game that cannot."""
    assert broken_law(module["Take"](drawn=True)) == "kernels declare their draws"
    assert check_game(module["Take"](), profile="fast", only="kernels declare their draws").tried


@pytest.mark.parametrize(
    ("what", "text", "law", "got"),
    [
        ("default_evaluator", "nuls", "the default evaluator is there", "unknown evaluator of take 'nuls'"),
        ("default_searcher", "alphabeat", "the default searcher is there", "unknown searcher 'alphabeat'"),
        ("default_searcher", "greedy(evaluator=nuls)", "the default searcher is there", "unknown evaluator"),
        ("default_searcher", "alphabeta(dept=3)", "the default searcher is there", "dept"),
    ],
)
def test_misspelt_defaults_break_a_law(what: str, text: str, law: str, got: str, module: Any) -> None:
    """A default evaluator or searcher that is not installed breaks a law, with near matches in the message."""
    with pytest.raises(LawBroken) as caught:
        check_game(module["Take"](**{what: text}), profile="fast", only=law)
    assert got in str(caught.value.got)


def test_defaults_that_are_there_break_no_law(module: Any) -> None:
    """A default may be registered or among the given evaluators; a game without defaults breaks no law."""
    both = ["the default evaluator is there", "the default searcher is there"]
    game = module["Take"](default_evaluator="mine", default_searcher="alphabeta(depth=2)")
    assert len(check_game(game, profile="fast", evaluators={"mine": module["size"]}, only=both).tried) == 2
    assert len(check_game(module["Take"](), profile="fast", only=both).tried) == 2
