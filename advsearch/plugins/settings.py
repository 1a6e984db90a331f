"""Check the settings of a spec and call the class or function that makes a game, a searcher or an evaluator."""

from __future__ import annotations

import functools
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin

import attrs

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings, near_names
from advsearch.plugins.manager import cause, one_line
from advsearch.specs import Spec, SpecValue, plain
from advsearch.system.typed import IN_WORDS, is_of

Resolvers: TypeAlias = Mapping[Any, Callable[[Any], Any]]
"""`{Searcher: make_searcher}`: a parameter annotated with `Searcher` gets the result of `make_searcher(spec)`."""

_ABSENT: Final = inspect.Parameter.empty
_BY_NAME: Final = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
_NOTHING: Final[Mapping[str, Any]] = {}
_IN_WORDS: Final[dict[Any, str]] = {**IN_WORDS, str: "a word", type(None): "none"}


def make(called_name: str, maker: Callable[..., Any], settings: Mapping[str, Any], resolvers: Resolvers) -> Any:
    """Return `maker(**settings)`. If the settings are wrong, raises `InvalidSettings` with a list of the settings
    that `maker` accepts.

    `maker` is a class or a function, which messages call `called_name`. A value that is a spec becomes a searcher, an
    evaluator or a string, as the annotation of the parameter says.
    """
    parameters = parameters_of(maker)
    if parameters is None:  # some builtins have no signature
        return _call(called_name, maker, {key: plain(value) for key, value in settings.items()})
    refuse_unknown(called_name, maker, settings)
    for name, parameter in parameters.items():
        if parameter.kind in _BY_NAME and parameter.default is _ABSENT and name not in settings:
            raise InvalidSettings(
                f"expected a value for setting {name!r} of {called_name}; {called_name} takes {settings_text(maker)}"
            )
    hints = hints_of(maker)
    converted = {
        key: _converted(f"`{key}` of {called_name}", value, hints.get(key, Any), resolvers)
        for key, value in settings.items()
    }
    return _call(called_name, maker, converted)


def refuse_unknown(
    called_name: str, maker: Callable[..., Any], settings: Iterable[str], also: Mapping[str, Any] = _NOTHING
) -> None:
    """Raise an error for a setting that `maker` (a class or a function) does not accept. `also` contains further
    settings that are allowed, with their defaults.
    """
    parameters = parameters_of(maker) or {}
    if any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values()):
        return
    known = [*(name for name, each in parameters.items() if each.kind in _BY_NAME), *also]
    for key in settings:
        if key not in known:
            near = near_names(key, known)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise InvalidSettings(
                f"unknown setting {key!r} of {called_name}; {hint}{called_name} takes {settings_text(maker, also)}"
            )


def parameters_of(maker: Callable[..., Any]) -> dict[str, inspect.Parameter] | None:
    try:
        return dict(inspect.signature(maker).parameters)
    except (TypeError, ValueError):
        return None


def settings_text(maker: Callable[..., Any], also: Mapping[str, Any] = _NOTHING) -> str:
    """The settings of `maker` and of `also` as text, such as `depth, width=7`."""
    texts: list[str] = []
    known: set[str] = set()
    for name, parameter in (parameters_of(maker) or {}).items():
        if parameter.kind in _BY_NAME:
            texts.append(name if parameter.default is _ABSENT else f"{name}={_default_text(parameter.default)}")
            known.add(name)
    texts.extend(f"{name}={_default_text(default)}" for name, default in also.items() if name not in known)
    return ", ".join(texts) or "no settings"


def _default_text(default: Any) -> str:
    match default:
        case None | bool():
            return str(default).lower()
        case int() | float() | str():
            return str(default)
        case tuple():
            return f"[{', '.join(map(_default_text, default))}]"
        case _:
            return str(getattr(default, "__name__", getattr(default, "name", "...")))


def _call(called_name: str, maker: Callable[..., Any], settings: Mapping[str, Any]) -> Any:
    try:
        return maker(**settings)
    except AdvsearchError:
        raise
    except (TypeError, ValueError) as error:
        # validators of attrs put the message first, and then the objects that it concerns
        message = str(error.args[0]) if error.args else type(error).__name__
        raise InvalidSettings(f"{called_name}: {one_line(message)}") from error
    except Exception as error:
        raise InvalidSettings(f"{called_name} cannot be made: {cause(error)}") from error


def _converted(where: str, value: Any, hint: Any, resolvers: Resolvers) -> Any:
    if isinstance(hint, Unreadable):
        raise InvalidSettings(
            f"expected the annotation of {where} to be readable at run time, got {hint.text!r} ({hint.why}); "
            "import the annotation's names outside of 'if TYPE_CHECKING:'"
        )
    resolve = next((resolvers[each] for each in _alternatives(hint) if each in resolvers), None)
    if resolve is not None and isinstance(value, Spec | str):
        return resolve(value)
    items = _item_hint(hint)
    if items is not None and value is not None:
        each_value = value if isinstance(value, list | tuple) else [value]  # one item needs no brackets
        value = tuple(_converted(where, each, items, resolvers) for each in each_value)
    value = _plain(where, value)
    if not _fits(value, hint):
        raise InvalidSettings(f"expected {where} to be {_in_words(hint)}, got {_given(value)}")
    return value


def _plain(where: str, value: SpecValue) -> Any:
    try:
        return plain(value)
    except InvalidNotation as error:
        raise InvalidSettings(f"{where}: {error}") from None


def _alternatives(hint: Any) -> Iterable[Any]:
    """The members of a type: `int` and `str` for `int | str`, and `int` for `int`."""
    if get_origin(hint) in (Union, types.UnionType):
        for member in get_args(hint):
            yield from _alternatives(member)
    else:
        yield hint


def _item_hint(hint: Any) -> Any:
    """The type of the items of a list: `int` for `list[int]`, and None for `list` or for `int`."""
    for each in _alternatives(hint):
        origin, arguments = get_origin(each), get_args(each)
        if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            return arguments[0]
        if inspect.isclass(origin) and issubclass(origin, Sequence) and len(arguments) == 1:
            return arguments[0]
    return None


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value has the expected type. If the type cannot be checked here, the result is True."""
    return any(_fits_one(value, each) for each in _alternatives(hint))


def _fits_one(value: Any, hint: Any) -> bool:
    if get_origin(hint) is Literal:
        return any(value == each and type(value) is type(each) for each in get_args(hint))
    if hint in (int, float, bool, str, type(None)):
        return is_of(hint, value)
    if hint is tuple or get_origin(hint) is tuple or _item_hint(hint) is not None:
        return isinstance(value, list | tuple)
    return True


def _in_words(hint: Any) -> str:
    words: list[str] = []
    for each in _alternatives(hint):
        if get_origin(each) is Literal:
            words.extend(map(str, get_args(each)))
        else:
            words.append(_IN_WORDS.get(each, "a list"))
    return " or ".join(dict.fromkeys(words))


def _given(value: Any) -> str:
    return repr(list(value)) if isinstance(value, tuple) else repr(value)


@attrs.frozen
class Unreadable:
    """An annotation that cannot be read at run time, for example because its type is imported only for type checkers.
    If one annotation of a function cannot be read, the other annotations of the function are still read.
    """

    text: str
    why: str


def hints_of(maker: Callable[..., Any]) -> dict[str, Any]:
    """The type of each annotated parameter of `maker` (a class or a function). If an annotation cannot be read, its
    value is an `Unreadable`."""
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
    except Exception:  # a name in an annotation cannot be found
        owners = reversed(source.__mro__) if inspect.isclass(source) else [source]
        return {name: hint for owner in owners for name, hint in _each_hint(owner)}


def _each_hint(owner: Any) -> list[tuple[str, Any]]:
    try:
        annotations = inspect.get_annotations(owner)
    except Exception:  # a callable object without annotations
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
