"""Generated expressions and programs, once lowered to words, return what Python returns."""

from __future__ import annotations

import ast
import itertools
from types import SimpleNamespace
from typing import Any

import pytest
import words_claims
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.lowering.refusals import Refused
from advsearch.lowering.source import Source
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.expressions import Frame
from advsearch.lowering.words.graph import Graph, Node
from advsearch.lowering.words.limbs import Lowering
from advsearch.lowering.words.methods import Methods
from advsearch.lowering.words.module import Module
from advsearch.lowering.words.steps import Steps
from advsearch.lowering.words.values import Alt, whole
from advsearch.lowering.words.write import function_text

TOPS = {"a": 7, "b": (1 << 36) - 1, "c": (1 << 63) - 1, "d": (1 << 100) - 1, "e": 62}
TABLE = tuple(13 * place % 31 - 9 for place in range(8))
WIDE = tuple(7**place << 3 * place for place in range(8))

leaf = st.sampled_from([*TOPS, "0", "1", "5", "-3", "511", str((1 << 40) - 3), "TABLE[a]", "WIDE[a]"])


def combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        st.builds(lambda op, pair: f"({pair[0]} {op} {pair[1]})", st.sampled_from(["+", "-", "&", "|", "^"]), two),
        st.builds(lambda op, one: f"({op}{one})", st.sampled_from("-~"), inner),
        st.builds(lambda one, by: f"({one} >> {by})", inner, st.sampled_from(["1", "9", "63", "70", "a", "e"])),
        st.builds(lambda one, by: f"(({one} & b) << {by})", inner, st.sampled_from(["1", "9", "27", "a", "e"])),
        st.builds(lambda one, by: f"({one} >> {by} << {by})", inner, st.sampled_from(["a", "e"])),
        st.builds(lambda one, by: f"(({one} & 1023) {by})", inner, st.sampled_from(["// 7", "% 7", "* 12", "// 8"])),
        st.builds(lambda one: f"({one} & d).bit_count()", inner),
        st.builds(lambda one: f"({one} & d).bit_length()", inner),
        st.builds(lambda one: f"(lambda x: x & -x)({one})", inner),
        st.builds(lambda one: f"TABLE[{one} & 7]", inner),
        st.builds(lambda name, pair: f"{name}({pair[0]}, {pair[1]})", st.sampled_from(["min", "max"]), two),
        st.builds(lambda op, pair: f"int({pair[0]} {op} {pair[1]})", st.sampled_from(["<", "<=", "==", "!="]), two),
        st.builds(lambda test, pair: f"({pair[0]} if {test} else {pair[1]})", inner, two),
        st.builds(lambda test, pair: f"({pair[0]} if {test} > 3 else {pair[1]})", inner, two),
        st.builds(lambda pair: f"({pair[0]} and {pair[1]} or 2)", two),
    )


expressions = st.recursive(leaf, combined, max_leaves=12)
numbers = st.fixed_dictionaries({name: st.integers(0, top) for name, top in TOPS.items()})


def lowered(text: str, body: list[ast.stmt] | None = None) -> Any:
    """A function of the words of a, b, c, d and e that returns the limbs of a value; None if the value is refused."""
    graph, steps, module = Graph(), Steps(), Module("an expression")
    run = Methods(graph)
    names = {"TABLE": TABLE, "WIDE": WIDE}
    tree: Any = ast.parse("lambda: None", mode="eval").body
    function: Any = SimpleNamespace(__globals__=names, __code__=None)
    run.frames.append(Frame(Source(function, tree, "generated.py", {}), {}))
    run.at = ast.Pass(lineno=1)
    symbols = {name: graph.symbol("input", name, "int", (0, top)) for name, top in TOPS.items()}
    leaves: dict[int, Any] = {}
    for name, top in TOPS.items():
        count = -(-top.bit_length() // 63)
        spans = [(0, min(top >> 63 * limb, (1 << 63) - 1)) for limb in range(count)]
        parts = [name] if count == 1 else [f"{name}_{limb}" for limb in range(count)]
        leaves[symbols[name].number] = tuple(steps.leaf(part, span) for part, span in zip(parts, spans, strict=True))
    try:
        if body is None:
            value = run.eval(ast.parse(text, mode="eval").body, dict(symbols))
        else:
            value = run.run(run.frames[0].source, dict(symbols), body=body)
        while isinstance(value, Alt):  # of an int and a bool, say
            value = graph.select(value.condition, *(whole(graph, run._node(one)) for one in (value.one, value.two)))
        node = value if isinstance(value, Node) else graph.const(value)
        limbs = Lowering(steps, leaves).limbs(node)
    except (Refused, Contradiction):
        return None
    module.texts.append(
        function_text("found", "a, b, c, d_0, d_1, e", limbs, module.tables, "Generated.", alone=False)
    )
    return module.functions()["found"]


def joined(limbs: tuple[int, ...]) -> int:
    return sum(limb << 63 * place for place, limb in enumerate(limbs))


def words(values: dict[str, int]) -> list[int]:
    low, high = values["d"] & (1 << 63) - 1, values["d"] >> 63
    return [values["a"], values["b"], values["c"], low, high, values["e"]]


def edges() -> list[dict[str, int]]:
    """The least and greatest numbers, and some between."""
    rows = itertools.product((0, 1, 7), (0, (1 << 36) - 1, 0xF0F0), (0, (1 << 63) - 1), (0, (1 << 100) - 1, 1 << 63))
    return [dict(zip("abcde", (*row, 62 if row[0] else 0), strict=True)) for row in rows]


@settings(max_examples=300, deadline=None)
@given(expressions, st.lists(numbers, min_size=3, max_size=3))
def test_expressions(text: str, values: list[dict[str, int]]) -> None:
    """An expression that is lowered has Python's value, in limbs that each fit into a signed word."""
    found = lowered(text)
    if found is None:
        return
    for row in [*values, *edges()]:
        expected = eval(text, {"TABLE": TABLE, "WIDE": WIDE}, row) if "lambda" not in text else _nested(text, row)
        limbs = found(*words(row))
        assert joined(limbs) == expected, text
        assert all(-(1 << 63) <= limb < 1 << 63 for limb in limbs), text


def _nested(text: str, row: dict[str, int]) -> Any:
    """A lambda, for which eval sees only globals."""
    return eval(text, {"TABLE": TABLE, "WIDE": WIDE, **row})


PROGRAM = """
total = {start}
for item in ({items}):
    if {test}:
        {leave}
    total = {step}
while total & {mask} > 2:
    total = total >> 1
    if total == {stop}:
        break
return total
"""
bodies = st.builds(
    PROGRAM.format,
    start=st.sampled_from(["0", "a", "b", "c & 255"]),
    items=st.sampled_from(["1, 2, 3", "a, 4, e", *[", ".join(map(str, range(3, 20)))] * 2]),
    test=st.sampled_from(["a == item", "b & 1", "total > 40", "item % 3 == 0", "c & 1 << item"]),
    leave=st.sampled_from(["break", "continue", "return item", "total += 1", "return a"]),
    step=st.sampled_from(
        ["total + item", "total ^ item << 2", "(total | item) & 1023", "max(total, item)", "a + item"]
    ),
    mask=st.sampled_from(["255", "1023", "4095"]),
    stop=st.sampled_from(["5", "a", "77"]),
)


@settings(max_examples=200, deadline=None)
@given(bodies, st.lists(numbers, min_size=4, max_size=4))
def test_programs(text: str, values: list[dict[str, int]]) -> None:
    """A program with loops, breaks and returns gives Python's value."""
    lines = ["def program(a, b, c, d, e):", *("    " + line for line in text.strip().splitlines())]
    names: dict[str, Any] = {}
    exec("\n".join(lines), names)
    tree = ast.parse("\n".join(lines)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    found = lowered(text, tree.body)
    if found is None:
        return
    for row in [*values, *edges()[:20]]:
        assert joined(found(*words(row))) == names["program"](**row), text


@pytest.mark.parametrize("text", ["a + b", "d ^ c", "(d & -d) - 1", "d >> e << e", "c + c", "(b << 27) + d"])
def test_known_expressions_are_lowered(text: str) -> None:
    """Expressions that board games need are not refused, also beyond 63 bits."""
    found = lowered(text)
    assert found is not None
    for row in edges():
        assert joined(found(*words(row))) == eval(text, {}, row)


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # of a truth value, from Python 3.12 on
@pytest.mark.parametrize("text", words_claims.EXPRESSIONS)
def test_what_a_slip_would_change(text: str) -> None:
    """If an interval or a simplification might be wrong by one, the value is still Python's, for all small
    numbers.
    """
    found = lowered(text)
    assert found is not None
    rows = [{**row, "a": a, "e": e} for row in edges()[::5] for a in range(8) for e in (0, 1, 7, 8, 30, 62)]
    for row in rows:
        assert joined(found(*words(row))) == _nested(text, row), (text, row)


@pytest.mark.parametrize("text", words_claims.PROGRAMS)
def test_what_a_branch_knows_holds_in_it_alone(text: str) -> None:
    """What a test shows about a number is used in its branch, and not after branches or rounds are joined."""
    lines = "\n".join(["def program(a, b, c, d, e):", *("    " + line for line in text.splitlines())])
    names: dict[str, Any] = {}
    exec(lines, names)
    tree = ast.parse(lines).body[0]
    assert isinstance(tree, ast.FunctionDef)
    found = lowered(text, tree.body)
    assert found is not None
    rows = [{**row, "a": a, "e": e} for row in edges()[::5] for a in range(8) for e in (0, 1, 3, 7, 8, 30, 62)]
    for row in rows:
        assert joined(found(*words(row))) == names["program"](**row), (text, row)
