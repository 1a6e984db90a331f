"""Each refusal of the lowering names the construct and what to write instead, and is tested in this file or beside
it.
"""

from __future__ import annotations

import ast
import functools
import re
import sys
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from advsearch import lowering
from advsearch.lowering import words
from advsearch.lowering.refusals import NotLowered, Refusal, Refused
from advsearch.lowering.sample import Sample, refuse_impure, sample
from advsearch.lowering.source import source_of
from advsearch.lowering.words import operations
from advsearch.lowering.words.evaluators import evaluator_over

sys.path[:0] = [str(Path(__file__).parent / folder) for folder in ("rows", "words")]
import test_refusals  # noqa: E402
import test_words_refusals  # noqa: E402
from one_function import Lowered, compiled_from  # noqa: E402

SOURCES: Final = Path(lowering.__file__).parent
REFUSED: Final = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))
KINDS: Final = ("function", "utility", "method", "rules")
MESSAGES: Final = {(kind, one["text"]): one["message"] for kind in KINDS for one in REFUSED[kind]}


@functools.cache
def met(header: str) -> Sample:
    return sample(compiled_from(header, "Base")(), walks=5)


def game_of(header: str, text: str) -> tuple[Any, Sample]:
    """A game with the methods of a case added to a game that can be lowered, and a sample of the latter."""
    game = compiled_from(f"{header}class Game(Base):\n{textwrap.indent(text, '    ')}\n", "Game")()
    seen = met(header)
    if "def player" in text and "def initial" in text:  # a whole game
        seen = sample(game, walks=2)
    elif "def initial" in text:
        state = game.initial()
        seen = attrs.evolve(seen, initial=state, states=(state,))
    return game, seen


def refusals(make: Callable[[], Any]) -> tuple[Refusal, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "MOST_NODES", 6_000)  # rules that are too large are large sooner
        with pytest.raises(NotLowered) as caught:
            make()
    return caught.value.refusals


@functools.cache
def told(kind: str, text: str) -> tuple[Refusal, ...]:
    """The refusals of a case."""
    if kind == "function":
        function = compiled_from(f"{REFUSED['rows']}def f(s):\n{textwrap.indent(text, '    ')}\n")
        return refusals(lambda: Lowered(function, test_refusals.SAMPLES))
    if kind == "rules":
        game, seen = game_of(REFUSED["games"], text)
        return refusals(lambda: lowering._lowered(game, seen, 1, as_rows=True))
    if kind == "utility":
        text = f"def utility(self, state, player):\n    a, b = state\n{textwrap.indent(text, '    ')}"
    game, seen = game_of(REFUSED["words"], text)
    return refusals(lambda: words.derive(game, seen))


@pytest.mark.parametrize(("kind", "text"), MESSAGES)
def test_a_refused_construct_is_named(kind: str, text: str) -> None:
    """The message is the one in the table."""
    found = told(kind, text)
    assert MESSAGES[kind, text] in [f"{one.construct}; {one.instead}" for one in found]
    assert all(one.instead for one in found)


def value(game: Any, state: Any, player: int) -> Any:
    return "a" if player else 1


def unlike(game: Any, state: Any, player: int) -> Any:
    return state[0] if player == 0 else 2 * state[0]


def raising(game: Any, state: Any, player: int) -> Any:
    raise ValueError


def large(game: Any, state: Any, player: int) -> Any:
    for one in range(300):
        for two in range(300):
            state = (state[0] * 3 % 1000003 + (state[0] >> one % 3) + two, *state[1:])
    return state[0]


def ply(game: Any, state: Any, player: int) -> Any:
    return state[2]


EVALUATORS: Final = {
    value: "the evaluator returns a str; return a number",
    unlike: "`unlike` may use different formulas for the two players; write one formula that uses",
    raising: "`raising` raises an error in every state; test with `if` before the part that raises the error",
    large: "`large` has too many operations; loop over fewer items",
    ply: "`ply` reads the field `part_2`; read only fields on which the rules depend",
}
WITH_PLIES: Final = """def initial(self):
        return ((1 << 12) - 1, 0, 0)
    def result(self, state, action):
        return (state[0] & ~(1 << action), 1 - state[1], min(state[2] + 1, 60))
"""


@functools.cache
def told_of_evaluators() -> dict[Any, tuple[Refusal, ...]]:
    game = compiled_from(f"{REFUSED['words']}class Game(Base):\n    {WITH_PLIES}", "Game")()
    kernels = words.derive(game, sample(game, walks=5))
    assert kernels.lower is not None
    lower = kernels.lower
    found = {one: refusals(functools.partial(lower, one)) for one in EVALUATORS}
    bare = attrs.evolve(kernels, fields=None)
    found["no fields"] = refusals(lambda: evaluator_over(game, bare, ply))
    texts = attrs.evolve(kernels, fields=lambda s, player: ("a", 0, 0))
    found["texts"] = refusals(lambda: evaluator_over(game, texts, ply))
    return found


@pytest.mark.parametrize("evaluator", EVALUATORS, ids=lambda one: one.__name__)
def test_a_refused_evaluator_is_named(evaluator: Any) -> None:
    """The message names the evaluator or the value."""
    assert any(EVALUATORS[evaluator] in str(one) for one in told_of_evaluators()[evaluator])


class WithoutMethods:
    """A game with a method that is no function."""

    utilities = "outcome"
    initial = player = actions = result = terminal = utility = len


def beside() -> Iterator[Refusal]:
    """The refusals that other test files test."""
    for body, _ in test_refusals.ALL_CASES.values():
        function = compiled_from(f"{test_refusals.HEADER}def f(s):\n    {body}\n") if "await" not in body else None
        yield from () if function is None else refusals(functools.partial(Lowered, function, test_refusals.SAMPLES))
    marks = test_words_refusals.test_a_refusal_says_what_to_write.pytestmark  # type: ignore[attr-defined]
    for kind, _ in marks[0].args[1]:
        try:
            game = kind()
            words.derive(game, sample(game, walks=3))
        except NotLowered as error:
            yield from error.refusals
    yield from refusals(lambda: refuse_impure(WithoutMethods()))
    source = "def f(s):\n    return 0\n"
    lost = compiled_from(source)
    lost.__code__ = lost.__code__.replace(co_filename="<nowhere>")
    with pytest.raises(Refused) as caught:
        source_of(lost)  # type: ignore[arg-type]
    yield caught.value.refusal
    yield from refusals(lambda: Lowered(compiled_from(source), [{"a": 1}]))


def patterns(node: ast.expr | None) -> list[str]:
    """Regular expressions for the possible values of an argument of a refusal."""
    match node:
        case ast.Constant(text):
            return [re.escape(str(text))]
        case ast.JoinedStr(parts):
            return ["".join(re.escape(one.value) if isinstance(one, ast.Constant) else ".*" for one in parts)]  # type: ignore[arg-type]
        case ast.IfExp(_, one, two):
            return patterns(one) + patterns(two)
    return [".*"]


def sites() -> Iterator[tuple[str, list[str], list[str]]]:
    """The places in the lowering that refuse something, with what the construct and the remedy may be."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            given: list[ast.expr | None] = [*node.args]
            if name in ("Refusal", "refuse") and isinstance(called, ast.Name):
                given = given[2:]
            elif name == "refusal" or (name == "refuse" and path.parent.name == "rows"):
                given = given[1:]
            elif name == "no_form":
                given = [None, *given[1:]]
            elif name == "Untyped":
                given = [given[0], None]
            elif name != "refuse":
                continue
            told_later = path.name == "telling.py"  # stands for a value that was refused before
            if len(given) == 2 and not told_later and not any(isinstance(one, ast.Starred) for one in given):
                yield f"{path.name}:{node.lineno}", patterns(given[0]), patterns(given[1])


def test_every_refusal_has_a_case() -> None:
    """Each message in the lowering's source text is the message of some case."""
    found = {one for case in MESSAGES for one in told(*case)}
    found |= {one for some in told_of_evaluators().values() for one in some} | set(beside())
    every = {(one.construct, one.instead) for one in found}
    missing = [
        f"{place}: {construct}; {instead}"
        for place, constructs, remedies in sites()
        for construct in constructs
        for instead in remedies
        if not any(re.search(construct, one[0], re.S) and re.fullmatch(instead, one[1], re.S) for one in every)
    ]
    assert not missing, "\n".join(missing)
