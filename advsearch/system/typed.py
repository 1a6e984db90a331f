"""Read values from files and strings, and check the types of the values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from advsearch.errors import InvalidNotation, InvalidSettings, near_names
from advsearch.limits import Limits

IN_WORDS: Final[dict[Any, str]] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a string",
    list: "a list",
    dict: "a table",
}


def in_backticks(name: str) -> str:
    """The name of a setting as error messages show it."""
    return f"`{name}`"


def is_of(kind: type, value: object) -> bool:
    """Whether a value has the type `kind`. True and False do not count as numbers. A whole number also counts as a
    float."""
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def check_entries(where: str, data: object, known: Sequence[str]) -> dict[str, Any]:
    """Check the names of the entries in a table. An unknown entry is refused, and the message suggests similar
    names."""
    if not isinstance(data, dict):
        raise InvalidSettings(f"expected {where} to be a table, got {data!r}")
    for key in data:
        if key not in known:
            near = near_names(key, known)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
            raise InvalidSettings(f"unknown entry {key!r} in {where}; {hint}")
    return data


class Entries:
    """The entries of one table of a file. Each method reads one entry and checks its type."""

    def __init__(self, place: str, data: object, known: Sequence[str]) -> None:
        self.place = place
        """The table as messages name it, such as `[limits]`."""
        self.data = check_entries(place, data, known)

    def take(self, key: str, kind: type, default: Any = None, *, expected: str = "") -> Any:
        """Return an entry of this type, or the default if the table has no such entry."""
        value = self.data.get(key, default)
        if value is default or is_of(kind, value):
            return value
        raise self._wrong(key, expected or IN_WORDS[kind], value)

    def need(self, key: str, kind: type) -> Any:
        """Return an entry that the table must have."""
        if key not in self.data:
            raise InvalidSettings(
                f"expected an entry `{key}` in {self.place}, got {', '.join(self.data) or 'nothing'}"
            )
        return self.take(key, kind)

    def whole(self, key: str, lowest: int = 0, default: int | None = None, highest: int = 2**63 - 1) -> int | None:
        value: int | None = self.take(key, int, default)
        if value is not None and not lowest <= value <= highest:
            raise self._wrong(key, f"at least {lowest}" if value < lowest else f"at most {highest:,}", value)
        return value

    def count(self, key: str, default: int, lowest: int = 1) -> int:
        """Return a number of things, or the default."""
        found = self.whole(key, lowest, default)
        assert found is not None
        return found

    def seconds(self, key: str, default: float | None = None) -> float | None:
        value = self.take(key, float, default, expected="a number of seconds")
        if value is not None and not 0 <= value < 1e9:
            raise self._wrong(key, "at least 0 and finite", value)
        return None if value is None else float(value)

    def text(self, key: str) -> str | None:
        found: str | None = self.take(key, str)
        return found

    def limits(self) -> Limits | None:
        """Return the limits per move; None if the table has none."""
        found = Limits(self.whole("depth"), self.whole("nodes"), self.seconds("time_s"))
        return None if found == Limits() else found

    def _wrong(self, key: str, expected: str, value: object) -> InvalidSettings:
        return InvalidSettings(f"expected `{key}` in {self.place} to be {expected}, got {value!r}")


def read_as(kind: Any, data: Any, place: str) -> Any:
    """Make an object of the type `kind` from JSON. `kind` is an attrs class, or a type of its fields. Raises
    `InvalidSettings` with the place of a value that has another type."""
    origin, given = get_origin(kind), get_args(kind)
    if attrs.has(kind):
        known = attrs.fields_dict(kind)
        check_entries(place, data, tuple(known))
        for name, field in known.items():
            if name not in data and field.default is attrs.NOTHING:
                raise InvalidSettings(f"expected {place} to have an entry {name!r}")
        types = get_type_hints(kind)
        return kind(**{name: read_as(types[name], value, f"{place}.{name}") for name, value in data.items()})
    if origin in (Union, UnionType):
        (inner,) = (each for each in given if each is not NoneType)
        return None if data is None else read_as(inner, data, place)
    if origin is tuple and isinstance(data, list):
        kinds = given[:1] * len(data) if given[-1] is Ellipsis else given
        if len(kinds) == len(data):
            return tuple(read_as(each, value, place) for each, value in zip(kinds, data, strict=True))
    elif origin is Mapping and isinstance(data, dict):
        return {key: read_as(given[1], value, f"{place}.{key}") for key, value in data.items()}
    elif data in given if origin is Literal else isinstance(kind, type) and origin is None and is_of(kind, data):
        return data
    raise InvalidSettings(f"expected {place} to be {IN_WORDS.get(kind, kind)}, got {data!r}")


def text_of(path: Path, file_kind: str) -> str:
    """The text of a file. `file_kind` is the name of the file in messages, such as `the schedule`."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidSettings(f"{file_kind} {str(path)!r} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InvalidNotation(f"expected {file_kind} {str(path)!r} to be UTF-8 text, got other bytes") from None


def toml_of(text: str, file_kind: str, most: int) -> dict[str, Any]:
    """Parse a TOML text of at most `most` characters, and return its tables. A text that is too long, or is not TOML,
    is refused with a one-line error."""
    import tomllib  # needed only to read a file

    if len(text) > most:
        raise InvalidNotation(f"expected {file_kind} of at most {most:,} characters, got {len(text):,}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InvalidNotation(f"expected {file_kind} in TOML, got too many levels of nesting") from None
    except ValueError as error:  # a TOMLDecodeError, or an integer with too many digits
        reason = str(error)
        raise InvalidNotation(
            f"expected {file_kind} in TOML, got invalid TOML: {reason[:1].lower()}{reason[1:]}"
        ) from None
