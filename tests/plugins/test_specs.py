"""Specs as text: which are parsed, which are refused and where, and that printing is the inverse of parsing."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advsearch.errors import AdvsearchError, InvalidNotation
from advsearch.plugins.manager import make_plugin_manager
from advsearch.plugins.registry import Registry
from advsearch.specs import MAX_LENGTH, MAX_NESTING, Reference, Spec, is_a_name, parse_spec, plain, reference_in

NAMES = st.one_of(
    st.sampled_from(["greedy-then-alphabeta", "file.py:name", "course:a/b.py:f", "C:\\x\\a.py:f", "true", "45", "é"]),
    st.text(max_size=12),
)
SETTINGS = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**90), 10**90),
    st.floats(allow_nan=False),
    st.text(max_size=12),
)


def _specs(values: st.SearchStrategy[object]) -> st.SearchStrategy[Spec]:
    return st.builds(
        Spec,
        NAMES,
        st.lists(values, max_size=3).map(tuple),
        st.dictionaries(SETTINGS, values, max_size=3),
    )


VALUES = st.recursive(
    ATOMS | st.builds(Spec, NAMES),
    lambda inner: _specs(inner) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(_specs(VALUES))
@example(Spec("a", (), {"x": float("inf"), "y": -math.inf, "z": 1e16}))
def test_printing_a_spec_and_reading_it_gives_it_back(spec: Spec) -> None:
    """`parse_spec(str(spec)) == spec`, including the types of values."""
    read = parse_spec(str(spec))
    assert read == spec
    assert repr(read) == repr(spec)


@given(st.text(alphabet="ab(),=[]\"'\\ 1.e-:\n\x00\u2028é", max_size=60) | st.text(max_size=200))
@example("(" * 3_000)
@example("[" * 3_000)
@example("a(" * 1_500)
@example("a(x=" * 900)
@example('"' + "\\" * 3_000)
@example("1" * 3_999)
@example("a" * 1_000_000)
@example("a(x=" + "9" * 3_000 + "e" + "9" * 500 + ")")
def test_any_text_is_read_or_refused_with_a_notation_error(text: str) -> None:
    """For any text, only `InvalidNotation` is raised, as one line of limited length."""
    try:
        spec = parse_spec(text)
    except InvalidNotation as error:
        refusal = str(error)
        assert "\n" not in refusal
        assert len(refusal) < 500
    else:
        assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("greedy-then-alphabeta", Spec("greedy-then-alphabeta")),
        ("greedy()", Spec("greedy")),
        (" isolation( width = 11,height=9 , ) ", Spec("isolation", (), {"width": 11, "height": 9})),
        ("a(x=true, y=false, z=none)", Spec("a", (), {"x": True, "y": False, "z": None})),
        ("a(x=-1.5, y=.5, z=1e3)", Spec("a", (), {"x": -1.5, "y": 0.5, "z": 1000.0})),
        ("a(evaluator=improved)", Spec("a", (), {"evaluator": Spec("improved")})),
        ('a(x=\'it \\ is\', y="\\u0041 \\"q\\"")', Spec("a", (), {"x": "it \\ is", "y": 'A "q"'})),
        (
            "deepening(search=alphabeta(table=9))",
            Spec("deepening", (), {"search": Spec("alphabeta", (), {"table": 9})}),
        ),
        (
            "hybrid(stages=[greedy, alphabeta(depth=6)], switches=[ply(45)])",
            Spec(
                "hybrid",
                (),
                {"stages": (Spec("greedy"), Spec("alphabeta", (), {"depth": 6})), "switches": (Spec("ply", (45,)),)},
            ),
        ),
        ("a(evaluator=course:my/file.py:f)", Spec("a", (), {"evaluator": Spec("course:my/file.py:f")})),
        ('"my file.py:f"', Spec("my file.py:f")),
        ('"my file.py:f"(x=1)', Spec("my file.py:f", (), {"x": 1})),
        ("a(x=[])", Spec("a", (), {"x": ()})),
    ],
)
def test_what_specs_mean(text: str, spec: Spec) -> None:
    """Each construct is read as its grammar says."""
    assert parse_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1 of '': expected a name or a value, got the end"),
        ("alphabeta(depth=6", "column 18 of 'alphabeta(depth=6': expected ',' or ')', got the end"),
        ("alphabeta(depth==6)", "column 17 of 'alphabeta(depth==6)': expected a name or a value, got '='"),
        ("alphabeta(depth=6))", "column 19 of 'alphabeta(depth=6))': expected the end, got ')'"),
        ("a(x=[1 2])", "column 8 of 'a(x=[1 2])': expected ',' or ']', got '2'"),
        ("a(x=1, x=2)", "column 8 of 'a(x=1, x=2)': expected x only once, got 'x'"),
        ("a(x=1, 2)", "column 8 of 'a(x=1, 2)': expected a setting such as depth=6, got '2'"),
        (
            "a(two-words=1)",
            "column 3 of 'a(two-words=1)': expected a setting's name of letters, digits and _, got 't'",
        ),
        ("a(x='b)", 'column 5 of "a(x=\'b)": expected a name or a value, got "\'"'),
        ('a(x="\\q")', "column 5 of 'a(x=\"\\\\q\")': expected a string with JSON's escapes, got '\"'"),
        ("45", "expected a name such as 'alphabeta(depth=6)', got '45'"),
        ("45(x=1)", "column 3 of '45(x=1)': expected the end, got '('"),
        ("a b", "column 3 of 'a b': expected the end or '(', got 'b'"),
        ("a\x00", "column 2 of 'a\\x00': expected the end or '(', got '\\x00'"),
    ],
)
def test_refusals_point_at_the_column(text: str, message: str) -> None:
    """A wrong spec is refused at the column where it becomes wrong."""
    with pytest.raises(InvalidNotation) as refused:
        parse_spec(text)
    assert str(refused.value) == message


def test_long_texts_are_shown_in_part() -> None:
    """The error about a long text shows only the part around the fault."""
    with pytest.raises(InvalidNotation) as refused:
        parse_spec("a(" + "x, " * 200 + "=)")
    assert str(refused.value) == (
        "column 603 of '…x, x, x, x, x, x, x, x, x, x, =)…': expected a name or a value, got '='"
    )


def test_length_and_nesting_are_bounded() -> None:
    """Texts that are too long or too deeply nested are refused by a limit, not by a full stack."""
    with pytest.raises(InvalidNotation, match=f"expected a spec of at most {MAX_LENGTH} characters, got 1000000"):
        parse_spec("a" * 1_000_000)
    deep = "a(" * MAX_NESTING + "1" + ")" * MAX_NESTING
    assert parse_spec(deep).name == "a"
    with pytest.raises(InvalidNotation, match=f"expected at most {MAX_NESTING} levels of nesting"):
        parse_spec(f"a({deep})")


def test_only_text_is_a_spec() -> None:
    """A value that is not a string is refused."""
    with pytest.raises(InvalidNotation, match="expected a spec as a string, got 6"):
        parse_spec(6)  # type: ignore[arg-type]


def test_with_settings_adds_and_replaces() -> None:
    """Settings given beside a spec override those in it, and the spec does not change."""
    spec = parse_spec("isolation(width=7)")
    assert str(spec.with_settings(width=5, height=4)) == "isolation(width=5, height=4)"
    assert str(spec) == "isolation(width=7)"


def test_specs_are_hashable_and_equal_whatever_the_order_of_settings() -> None:
    """Specs with the same settings in another order are equal and have equal hashes."""
    one, other = parse_spec("a(x=1, y=2)"), parse_spec("a(y=2, x=1)")
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("improved", None),
        ("file.py:name", Reference("file.py", "name")),
        ("../my dir/file.py:a.b", Reference("../my dir/file.py", "a.b")),
        ("package.module:name", Reference("package.module", "name")),
        ("course:file.py:name", Reference("file.py", "name", "course")),
        ("C:\\mine\\file.py:name", Reference("C:\\mine\\file.py", "name")),
        ("course:C:\\file.py:name", Reference("C:\\file.py", "name", "course")),
    ],
)
def test_references_into_files_and_modules(name: str, reference: Reference | None) -> None:
    """A name with a colon is a reference. Names of files end in .py, and a word before a second colon is a prefix."""
    assert reference_in(name) == reference
    if reference is not None:
        assert str(reference) == name


@pytest.mark.parametrize("name", ["file.py:", ":name", "a b:name", "file.py:1x", "file.txt:name-x", "x:", "::"])
def test_bad_references_are_refused(name: str) -> None:
    """A name with a colon that is no reference is refused with the possible forms."""
    with pytest.raises(InvalidNotation) as refused:
        reference_in(name)
    assert str(refused.value) == f"expected file.py:name or package.module:name, got {name!r}"


def test_plain_values() -> None:
    """If a setting takes words, bare and quoted words are the same, also in lists, and a call is refused."""
    assert plain(parse_spec("a(x=[b, 'c', 1, none])").settings["x"]) == ("b", "c", 1, None)
    with pytest.raises(InvalidNotation, match=r"expected no arguments, got 'b\(c=1\)'"):
        plain(parse_spec("a(x=b(c=1))").settings["x"])
    assert issubclass(InvalidNotation, AdvsearchError)


@given(NAMES | st.from_regex(r"[a-z0-9.()\[\] -]{0,8}", fullmatch=True))
def test_a_registered_name_is_what_the_parser_reads_back(name: str) -> None:
    """A name is accepted exactly if it has no colon, the parser reads it as a name, and prints it unchanged."""
    try:
        read_back = parse_spec(name) == Spec(name) and str(Spec(name)) == name
    except AdvsearchError:
        read_back = False
    assert is_a_name(name) == (read_back and ":" not in name)


def test_registration_parses_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """All plugins of the wheel register their names without one call of the parser."""
    read: list[object] = []
    monkeypatch.setattr("advsearch.specs._Reader", read.append)
    assert "alphabeta" in Registry(make_plugin_manager(no_plugins=True)).searchers
    assert read == []
