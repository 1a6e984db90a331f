"""Methods of strings. `text.strip()` calls a Python function that is compiled like the game."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from advsearch.lowering.rows import comprehensions, marks, texts, translating, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import exploded, load, type_of
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.sequences import as_kind, as_sequence, item_place, length_of
from advsearch.lowering.rows.types import Mark
from advsearch.lowering.rows.values import Entries, Known, Scalar, Stream, Table, Value


def _find(text: str, part: str, start: int, stop: int) -> int:
    size, length = len(part), len(text)
    first = start if start >= 0 else max(0, start + length)
    last = min(stop, length) if stop >= 0 else stop + length
    for at in range(first, last - size + 1):
        if text[at : at + size] == part:
            return at
    return -1


def _rfind(text: str, part: str, start: int, stop: int) -> int:
    size, length = len(part), len(text)
    first = start if start >= 0 else max(0, start + length)
    last = min(stop, length) if stop >= 0 else stop + length
    for at in range(last - size, first - 1, -1):
        if text[at : at + size] == part:
            return at
    return -1


def _count(text: str, part: str, start: int, stop: int) -> int:
    size, length = len(part), len(text)
    first = start if start >= 0 else max(0, start + length)
    last = min(stop, length) if stop >= 0 else max(0, stop + length)
    if size == 0:
        return max(0, last - first + 1)
    found, after = 0, first
    for at in range(first, last - size + 1):
        if at >= after and text[at : at + size] == part:
            found += 1
            after = at + size
    return found


def _startswith(text: str, part: str, start: int, stop: int) -> bool:
    return start <= len(text) and text[start:stop][: len(part)] == part


def _endswith(text: str, part: str, start: int, stop: int) -> bool:
    within = text[start:stop]
    return start <= len(text) and len(within) >= len(part) and within[len(within) - len(part) :] == part


def _lstrip(text: str, characters: str) -> str:
    first = 0
    while first < len(text) and text[first] in characters:
        first += 1
    return text[first:]


def _rstrip(text: str, characters: str) -> str:
    last = len(text)
    while last > 0 and text[last - 1] in characters:
        last -= 1
    return text[:last]


def _strip(text: str, characters: str) -> str:
    first, last = 0, len(text)
    while first < last and text[first] in characters:
        first += 1
    while last > first and text[last - 1] in characters:
        last -= 1
    return text[first:last]


def _partition(text: str, part: str) -> tuple[str, str, str]:
    for at in range(len(text) - len(part) + 1):
        if text[at : at + len(part)] == part:
            return text[:at], part, text[at + len(part) :]
    return text, part[:0], part[:0]


def _rpartition(text: str, part: str) -> tuple[str, str, str]:
    for at in range(len(text) - len(part), -1, -1):
        if text[at : at + len(part)] == part:
            return text[:at], part, text[at + len(part) :]
    return part[:0], part[:0], text


def _split(text: str, part: str, most: int) -> list[str]:
    found = []
    start, at, left = 0, 0, most
    while at + len(part) <= len(text):
        if left != 0 and text[at : at + len(part)] == part:
            found.append(text[start:at])
            at += len(part)
            start = at
            left -= 1
        else:
            at += 1
    found.append(text[start:])
    return found


def _rsplit(text: str, part: str, most: int) -> list[str]:
    found = []
    stop, at, left = len(text), len(text) - len(part), most
    while at >= 0:
        if left != 0 and text[at : at + len(part)] == part:
            found.append(text[at + len(part) : stop])
            stop = at
            at -= len(part)
            left -= 1
        else:
            at -= 1
    found.append(text[:stop])
    found.reverse()
    return found


def _splitlines(text: str) -> list[str]:
    found = []
    start = 0
    for at in range(len(text)):
        if text[at] == "\n":
            found.append(text[start:at])
            start = at + 1
    if start < len(text):
        found.append(text[start:])
    return found


def _removeprefix(text: str, part: str) -> str:
    return text[len(part) :] if text[: len(part)] == part else text


def _removesuffix(text: str, part: str) -> str:
    start = len(text) - len(part)
    return text[:start] if start >= 0 and len(part) > 0 and text[start:] == part else text


def _ljust(text: str, width: int, character: str) -> str:
    return text + character * max(0, width - len(text))


def _rjust(text: str, width: int, character: str) -> str:
    return character * max(0, width - len(text)) + text


def _center(text: str, width: int, character: str) -> str:
    room = max(0, width - len(text))
    left = room // 2 + (room & width & 1)
    return character * left + text + character * (room - left)


def _zfill(text: str, width: int) -> str:
    zeros = "0" * max(0, width - len(text))
    if text[:1] == "-" or text[:1] == "+":
        return text[:1] + zeros + text[1:]
    return zeros + text


def _capitalize(text: str) -> str:
    return "".join([one.upper() if at == 0 else one.lower() for at, one in enumerate(text)])


def _title(text: str) -> str:
    found = []
    inside = False
    for one in text:
        found.append(one.lower() if inside else one.upper())
        inside = one.isalpha()
    return "".join(found)


def _isupper(text: str) -> bool:
    return any(one.isupper() for one in text) and not any(one.islower() for one in text)


def _islower(text: str) -> bool:
    return any(one.islower() for one in text) and not any(one.isupper() for one in text)


def _isalpha(text: str) -> bool:
    return len(text) > 0 and all(one.isalpha() for one in text)


def _isdigit(text: str) -> bool:
    return len(text) > 0 and all(one.isdigit() for one in text)


def _isdecimal(text: str) -> bool:
    return len(text) > 0 and all(one.isdecimal() for one in text)


def _isalnum(text: str) -> bool:
    return len(text) > 0 and all(one.isalnum() for one in text)


def _isspace(text: str) -> bool:
    return len(text) > 0 and all(one.isspace() for one in text)


def _joined(separator: str, items: list[str]) -> str:
    made = ""
    for at, item in enumerate(items):
        made = item if at == 0 else made + separator + item
    return made


_END: Final = 1 << 40
# The function for each method, and its default arguments; None marks a required argument.
_FORMS: Final[dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]] = {
    "find": (_find, (None, 0, _END)), "rfind": (_rfind, (None, 0, _END)), "count": (_count, (None, 0, _END)),
    "index": (_find, (None, 0, _END)), "rindex": (_rfind, (None, 0, _END)),
    "startswith": (_startswith, (None, 0, _END)), "endswith": (_endswith, (None, 0, _END)),
    "lstrip": (_lstrip, (" ",)), "rstrip": (_rstrip, (" ",)), "strip": (_strip, (" ",)),
    "partition": (_partition, (None,)), "rpartition": (_rpartition, (None,)),
    "split": (_split, (None, -1)), "rsplit": (_rsplit, (None, -1)), "splitlines": (_splitlines, ()),
    "removeprefix": (_removeprefix, (None,)), "removesuffix": (_removesuffix, (None,)),
    "ljust": (_ljust, (None, " ")), "rjust": (_rjust, (None, " ")), "center": (_center, (None, " ")),
    "zfill": (_zfill, (None,)), "capitalize": (_capitalize, ()), "title": (_title, ()),
    "isupper": (_isupper, ()), "islower": (_islower, ()), "isalpha": (_isalpha, ()), "isdigit": (_isdigit, ()),
    "isdecimal": (_isdecimal, ()), "isalnum": (_isalnum, ()), "isspace": (_isspace, ()), "join": (_joined, (None,)),
}  # fmt: skip
_NAMES: Final = {"sep": 0, "maxsplit": 1}
_BLANKS: Final = frozenset("\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u2028\u2029")
_OF_CHARACTERS: Final = frozenset(
    {"upper", "lower", "swapcase", "casefold", "title", "capitalize", "isupper", "islower", "isalpha", "isdigit",
     "isdecimal", "isalnum", "isspace", "translate"}
)  # fmt: skip


def of_text(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    if name == "translate" and len(given) == 1 and isinstance(given[0], Table | Entries):
        return translating.translated(f, node, owner, given[0])
    kind = as_kind(type_of(f, owner)).item
    if name in _OF_CHARACTERS or (name in ("strip", "lstrip", "rstrip", "splitlines") and not given):
        _check_characters(f, node, name, kind)
    if name in ("upper", "lower", "swapcase", "casefold", "translate"):
        return _of_each(f, node, owner, name, given)
    if name not in _FORMS:
        raise f.refuse(node, f"`.{name}` of a string is not supported", "docs/kernels.md lists the supported calls")
    form, defaults = _FORMS[name]
    ready = list(given)
    for word, value in named.items():
        while len(ready) <= _NAMES[word]:
            ready.append(Known(None))
        ready[_NAMES[word]] = value
    for at, default in enumerate(defaults):
        if at == len(ready):
            ready.append(Known(default))
        elif isinstance(ready[at], Known) and ready[at].value is None:  # type: ignore[union-attr]
            ready[at] = Known(default)
    if any(isinstance(one, Known) and one.value is None for one in ready):
        raise f.refuse(node, f"`.{name}` is called without a separator", "pass a constant separator, or call split()")
    if name in ("startswith", "endswith") and isinstance(ready[0], Known) and isinstance(ready[0].value, tuple):
        return _any_part(f, node, form, owner, ready)
    if name in ("split", "rsplit", "partition", "rpartition"):
        part = as_kind(type_of(f, ready[0]))
        if part.least == 0:
            raise f.refuse(node, f"`.{name}` splits at a string that may be empty", "use a constant separator")
    made = call_function(f, node, form, [owner, *ready], {})
    if name in ("index", "rindex"):
        assert isinstance(made, Scalar | Known)
        if isinstance(made, Scalar):
            return texts.index_or_error(f, node, made)
    return made


def _check_characters(f: Body, node: ast.AST, name: str, kind: types.Type) -> None:
    if isinstance(kind, types.Never):
        return
    if not isinstance(kind, Mark) or kind.any_character:
        raise f.refuse(
            node,
            f"`.{name}` is called on a string that may contain any character",
            "build the string from constant characters",
        )
    if not all(str(one).isascii() for one in kind.values) or (
        name in ("strip", "lstrip", "rstrip", "splitlines") and _BLANKS - {"\n"} & kind.values
    ):
        raise f.refuse(node, f"`.{name}` is called on characters that are not supported", "use ASCII characters")
    if name in ("strip", "lstrip", "rstrip") and "\n" in kind.values:
        raise f.refuse(
            node,
            f"`.{name}` is called without arguments on a string that contains \\n",
            "pass the characters to strip",
        )


def _any_part(f: Body, node: ast.Call, form: Any, owner: Value, ready: list[Value]) -> Value:
    assert isinstance(ready[0], Known)
    tests = [call_function(f, node, form, [owner, Known(part), *ready[1:]], {}) for part in ready[0].value]
    if any(isinstance(test, Known) and test.value for test in tests):
        return Known(True)
    left = [f"({test.text})" for test in tests if isinstance(test, Scalar)]
    return Scalar(types.BOOL, " or ".join(left)) if left else Known(False)


def _of_each(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value]) -> Value:
    place = as_sequence(f, owner)
    kind = as_kind(place.kind).item
    if isinstance(kind, types.Never):
        return owner
    assert isinstance(kind, Mark)
    if not all(isinstance(one, Known) for one in given):
        raise f.refuse(
            node,
            f"the argument of `.{name}` is not a constant",
            "define the argument as a constant outside of the function",
        )
    more = [one.value for one in given if isinstance(one, Known)]
    cases = [(one, getattr(one, name)(*more)) for one in f.program.book.ordered(kind)]

    def at(index: Scalar) -> Value:
        character = exploded(f, load(f, item_place(place, index.text)))
        assert isinstance(character, Scalar)
        return marks.by_case(f, node, character, cases)

    made = comprehensions.from_stream(f, Stream(length_of(f, place), at), tuple, node, name)
    return texts.joined_text(f, node, Known(""), made)
