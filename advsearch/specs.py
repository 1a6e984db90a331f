"""Text specs: strings that name a game, a searcher or an evaluator with its settings.

    mygame(width=11, height=9)
    deepening(search=alphabeta(table=100000), evaluator=improved)
    hybrid(stages=[greedy, alphabeta(depth=6)], switches=[ply(45)])
    heuristics.py:open_moves(weight=2)

    spec    = name [ "(" [ argument { "," argument } [ "," ] ] ")" ]
    argument= [ setting "=" ] value                 settings are identifiers, each given once, after bare values
    value   = spec | number | "true" | "false" | "none" | string | "[" [ value { "," value } [ "," ] ] "]"
    name    = characters other than white space and ( ) [ ] , = " '   or a string followed by "("
    string  = "double quotes, with JSON's escapes"   or   'single quotes, without escapes'

Parsing a spec never executes any part of it. `parse_spec(str(spec)) == spec` for every spec.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn, TypeAlias, Union

import attrs

from advsearch.errors import InvalidNotation

MAX_LENGTH: Final = 4_000
MAX_NESTING: Final = 20

SpecValue: TypeAlias = Union["Spec", int, float, str, bool, tuple["SpecValue", ...], None]
"""The value of a setting. A name without quotes is a `Spec` without arguments. Quoted text is a `str`."""

_WORD = re.compile(r"[^\s()\[\],=\"'\x00-\x1f\x7f]+")
_INTEGER = re.compile(r"[+-]?[0-9]{1,100}")
_FLOAT = re.compile(r"[+-]?([0-9]{1,100}\.[0-9]{0,100}|\.[0-9]{1,100}|[0-9]{1,100}(?=[eE]))([eE][+-]?[0-9]{1,4})?")
_SETTING = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TEXT = re.compile(r"'[^'\x00-\x1f]*'|\"(?:[^\"\\\x00-\x1f]|\\.)*\"")
_SPACES = re.compile(r"[ \t\r\n]*")
_CONSTANTS: Final[dict[str, SpecValue]] = {
    "true": True,
    "false": False,
    "none": None,
    "inf": float("inf"),
    "-inf": float("-inf"),
}


@attrs.frozen
class Spec:
    """A spec: the name of a game, a searcher or an evaluator, with settings.

    >>> spec = parse_spec("alphabeta(depth=6, evaluator=improved)")
    >>> spec.name, spec.settings["depth"], str(spec.settings["evaluator"])
    ('alphabeta', 6, 'improved')
    """

    name: str
    arguments: tuple[SpecValue, ...] = ()
    """Values without the name of a setting, such as 45 in `ply(45)`."""
    settings: Mapping[str, SpecValue] = attrs.field(factory=dict, hash=False)

    def __str__(self) -> str:
        given = [*map(value_as_text, self.arguments)]
        given += [f"{key}={value_as_text(value)}" for key, value in self.settings.items()]
        bare = _is_bare_name(self.name)
        name = self.name if bare else _quoted(self.name)
        return f"{name}({', '.join(given)})" if given or not bare else name

    def with_settings(self, **settings: SpecValue) -> Spec:
        """A copy of this spec with the given settings added or replaced."""
        return attrs.evolve(self, settings={**self.settings, **settings})


@attrs.frozen
class Reference:
    """The name of an object in the user's own code: `file.py:name`, `package.module:name` or
    `course:file.py:name`."""

    source: str
    """A path that ends in `.py`, or the dotted name of a module."""
    attribute: str
    prefix: str = ""
    """The text before the first colon, if the name has two colons. The prefix of `course:file.py:name` is `course`.
    """

    @property
    def is_file(self) -> bool:
        return self.source.endswith(".py")

    def __str__(self) -> str:
        start = f"{self.prefix}:" if self.prefix else ""
        return f"{start}{self.source}:{self.attribute}"


def reference_in(name: str) -> Reference | None:
    """Split a name with a colon into its parts. For a name without a colon, the result is None.

    >>> reference_in("course:mine/agent.py:custom_score")
    Reference(source='mine/agent.py', attribute='custom_score', prefix='course')
    >>> reference_in("greedy-then-alphabeta") is None
    True
    """
    source, colon, attribute = name.rpartition(":")
    if not colon:
        return None
    prefix, colon, rest = source.partition(":")
    if not colon or len(prefix) == 1:  # a single letter is a Windows drive
        prefix, rest = "", source
    if not (rest and _is_dotted(attribute) and (rest.endswith(".py") or _is_dotted(rest))):
        raise InvalidNotation(f"expected file.py:name or package.module:name, got {_shortened(name)!r}")
    return Reference(rest, attribute, prefix)


def references_in(value: Any) -> Iterator[Reference]:
    """Yield every name of a file or a module in a spec and its settings. Text that is no spec names nothing, because
    nothing that receives the text can parse it either.

    >>> [str(each) for each in references_in("deepening(evaluator=mine.py:moves)")]
    ['mine.py:moves']
    """
    if isinstance(value, str):
        try:
            value = parse_spec(value)
        except InvalidNotation:
            return
    if isinstance(value, tuple):
        for each in value:
            yield from references_in(each)
    elif isinstance(value, Spec):
        try:
            reference = reference_in(value.name)
        except InvalidNotation:
            reference = None
        if reference is not None:
            yield reference
        for each in (*value.arguments, *value.settings.values()):
            yield from references_in(each)


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def parse_spec(text: str) -> Spec:
    """Parse a text spec. Raises `InvalidNotation` with the column of the mistake."""
    if not isinstance(text, str):
        raise InvalidNotation(f"expected a spec as a string, got {text!r}")
    if len(text) > MAX_LENGTH:
        raise InvalidNotation(f"expected a spec of at most {MAX_LENGTH} characters, got {len(text)}")
    reader = _Reader(text)
    value = reader.value(0)
    if not reader.at_end():
        bare = isinstance(value, Spec) and value == Spec(value.name)
        reader.fail("the end or '('" if bare else "the end")
    if isinstance(value, str):
        return Spec(value)
    if not isinstance(value, Spec):
        raise InvalidNotation(f"expected a name such as 'alphabeta(depth=6)', got {_shortened(text)!r}")
    return value


def value_as_text(value: SpecValue) -> str:
    """The value of a setting in the notation of specs."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _quoted(value)
        case tuple():
            return f"[{', '.join(map(value_as_text, value))}]"
        case _:
            return str(value)


def plain(value: SpecValue) -> Any:
    """Convert the value of a setting to a string, a number or a tuple of these. A name without quotes becomes a
    string."""
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    if isinstance(value, Spec):
        if value.arguments or value.settings:
            raise InvalidNotation(f"expected no arguments, got {_shortened(str(value))!r}")
        return value.name
    return value


def is_a_name(name: object) -> bool:
    """Whether a text spec can use this string as a registered name, without quotes.

    >>> is_a_name("alphabeta"), is_a_name("course:mine"), is_a_name("3"), is_a_name("two words")
    (True, False, False, False)
    """
    return isinstance(name, str) and ":" not in name and len(name) <= MAX_LENGTH and _is_bare_name(name)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _is_bare_name(name: str) -> bool:
    return _WORD.fullmatch(name) is not None and _constant(name) is name


def _constant(word: str) -> SpecValue:
    """Convert an unquoted word: `3` becomes a number, `true` becomes True, and `greedy` stays a string."""
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if _INTEGER.fullmatch(word):
        return int(word)
    if _FLOAT.fullmatch(word):
        return float(word)
    return word


def _shortened(text: str, length: int = 60) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


class _Reader:
    """Reads a text spec from left to right. `position` is the index of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def at_end(self) -> bool:
        self._skip_spaces()
        return self.position == len(self.text)

    def value(self, nesting: int) -> SpecValue:
        if nesting > MAX_NESTING:
            self.fail(f"at most {MAX_NESTING} levels of nesting")
        if self._take("["):
            return self._list(nesting)
        start = self.position
        if text := _TEXT.match(self.text, start):
            self.position = text.end()
            content = self._text_content(text.group(), start)
            return self._call(content, nesting) if self._take("(") else content
        word = _WORD.match(self.text, start)
        if word is None:
            self.fail("a name or a value")
        self.position = word.end()
        name = word.group()
        constant = _constant(name)
        if constant is not name:
            return constant
        return self._call(name, nesting) if self._take("(") else Spec(name)

    def fail(self, expected: str, at: int | None = None) -> NoReturn:
        at = self.position if at is None else at
        got = repr(self.text[at]) if at < len(self.text) else "the end"
        around = self.text if len(self.text) <= 60 else "…" + self.text[max(0, at - 30) : at + 30] + "…"
        raise InvalidNotation(f"column {at + 1} of {around!r}: expected {expected}, got {got}")

    def _list(self, nesting: int) -> tuple[SpecValue, ...]:
        values: list[SpecValue] = []
        while not self._take("]"):
            values.append(self.value(nesting + 1))
            self._separator("]")
        return tuple(values)

    def _call(self, name: str, nesting: int) -> Spec:
        arguments: list[SpecValue] = []
        settings: dict[str, SpecValue] = {}
        while not self._take(")"):
            self._skip_spaces()
            start = self.position
            setting = self._setting()
            if setting is None:
                if settings:
                    self.fail("a setting such as depth=6", start)
                arguments.append(self.value(nesting + 1))
            elif setting in settings:
                self.fail(f"{setting} only once", start)
            else:
                settings[setting] = self.value(nesting + 1)
            self._separator(")")
        return Spec(name, tuple(arguments), settings)

    def _setting(self) -> str | None:
        """Read the name of a setting and its `=`. If the next characters are not a name and `=`, return None and read
        nothing."""
        start = self.position
        word = _WORD.match(self.text, start)
        if word is None:
            return None
        self.position = word.end()
        if not self._take("="):
            self.position = start
            return None
        if not _SETTING.fullmatch(word.group()):
            self.fail("a setting's name of letters, digits and _", start)
        return word.group()

    def _separator(self, closing: str) -> None:
        if self._take(","):
            return
        if self.at_end() or self.text[self.position] != closing:
            self.fail(f"',' or {closing!r}")

    def _text_content(self, quoted: str, start: int) -> str:
        if quoted[0] == "'":
            return quoted[1:-1]
        try:
            return str(json.loads(quoted))
        except ValueError:
            self.fail("a string with JSON's escapes", start)

    def _take(self, character: str) -> bool:
        self._skip_spaces()
        if self.text.startswith(character, self.position):
            self.position += 1
            return True
        return False

    def _skip_spaces(self) -> None:
        spaces = _SPACES.match(self.text, self.position)
        assert spaces is not None
        self.position = spaces.end()
