"""The evaluator and the searcher that a game names as its defaults."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import attrs

from advsearch.errors import AdvsearchError, InvalidNotation
from advsearch.protocol import DEFAULT_SEARCHER, AnyGame, name_of
from advsearch.specs import Spec, SpecValue, parse_spec, reference_in


def default_of(game: AnyGame, attribute: str, otherwise: str) -> Any:
    """A game's `default_evaluator` or `default_searcher`. If the game gives text, the result is a `Spec`, else the
    object itself.

    If a class in `mine/nim.py` has the default `eval.py:moves`, the path `eval.py` means `mine/eval.py`. If a class
    body defines the default as a function, this function does not get `self`.
    """
    static = inspect.getattr_static(game, attribute, otherwise)
    found = static if isinstance(static, FunctionType) else getattr(game, attribute, otherwise)
    if not isinstance(found, str):
        return found
    try:
        return _beside(parse_spec(found), _folder_of(game, attribute))
    except InvalidNotation as error:
        raise InvalidNotation(f"{attribute} of {name_of(game)}: {error}") from None


def default_evaluator_of(game: AnyGame) -> Any:
    """The default evaluator of a game, as a spec or as the evaluator itself."""
    return default_of(game, "default_evaluator", "null")


def default_searcher_of(game: AnyGame) -> Any:
    """The default searcher of a game, as a spec or as the searcher itself."""
    return default_of(game, "default_searcher", DEFAULT_SEARCHER)


def with_place(error: AdvsearchError, game: AnyGame, attribute: str) -> AdvsearchError:
    """Return `error` with `attribute` and the name of the game added to its message."""
    kind = next(each for each in type(error).__mro__ if each.__module__ == AdvsearchError.__module__)
    return cast(AdvsearchError, kind(f"{attribute} of {name_of(game)}: {error}"))


def _folder_of(game: AnyGame, attribute: str) -> Path | None:
    """The folder of the class that sets `attribute` of a game. The result is None if this class has no file."""
    classes = type(game).__mro__
    owner = next((each for each in classes if attribute in vars(each)), classes[0])
    file = getattr(sys.modules.get(owner.__module__), "__file__", None)
    return None if file is None else Path(file).parent


def _beside(spec: Spec, folder: Path | None) -> Spec:
    """Put `folder` before every relative file path in the name and the settings of a spec."""
    name = spec.name
    reference = reference_in(name)
    if reference is not None and reference.is_file and folder is not None:
        path = folder / Path(reference.source).expanduser()
        name = str(attrs.evolve(reference, source=os.path.relpath(path)))
    settings = {key: _value_beside(value, folder) for key, value in spec.settings.items()}
    return Spec(name, tuple(_value_beside(value, folder) for value in spec.arguments), settings)


def _value_beside(value: SpecValue, folder: Path | None) -> SpecValue:
    if isinstance(value, tuple):
        return tuple(_value_beside(each, folder) for each in value)
    return _beside(value, folder) if isinstance(value, Spec) else value
