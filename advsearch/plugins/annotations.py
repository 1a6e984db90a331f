"""Read the annotations of the parameters of a maker, each one separately.

An annotation may name something that is imported for type checkers only. It then cannot be read at run time, which
concerns only this parameter.
"""

from __future__ import annotations

import functools
import inspect
import sys
import types
import typing
from collections.abc import Callable
from typing import Any

import attrs

from advsearch.plugins.manager import cause


@attrs.frozen
class Unreadable:
    """An annotation that cannot be read at run time, and why."""

    text: str
    why: str


def hints_of(maker: Callable[..., Any]) -> dict[str, Any]:
    """The type of each annotated parameter of a maker. It is an `Unreadable` if the annotation cannot be read."""
    while isinstance(maker, functools.partial):
        maker = maker.func
    if inspect.isclass(maker) and attrs.has(maker):
        fields = _hints_in(maker)
        return {each.alias or each.name: fields.get(each.name, Any) for each in attrs.fields(maker) if each.init}
    hints: dict[str, Any] = {}
    for source in [maker, maker.__init__] if inspect.isclass(maker) else [maker]:
        hints = _hints_in(source) | hints
    return hints


def _hints_in(source: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(source)
    except Exception:  # one of them names what cannot be found
        owners = reversed(source.__mro__) if inspect.isclass(source) else [source]
        return {name: hint for owner in owners for name, hint in _each_hint(owner)}


def _each_hint(owner: Any) -> list[tuple[str, Any]]:
    try:
        annotations = inspect.get_annotations(owner)
    except Exception:  # an object that is called, and has none
        return []
    if inspect.isclass(owner):
        known, own = vars(sys.modules.get(owner.__module__, typing)), dict(vars(owner))
    else:
        known, own = getattr(inspect.unwrap(owner), "__globals__", {}), {}
    return [(name, _read(annotation, known, own)) for name, annotation in annotations.items()]


def _read(annotation: Any, known: dict[str, Any], own: dict[str, Any]) -> Any:
    try:
        return typing.get_type_hints(types.SimpleNamespace(__annotations__={"it": annotation}), known, own)["it"]
    except Exception as error:
        return Unreadable(str(annotation), cause(error))
