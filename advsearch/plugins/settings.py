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


def make(
    called_name: str,
    maker: Callable[..., Any],
    settings: Mapping[str, Any],
    resolvers: Resolvers,
    also: Mapping[str, Any] = _NOTHING,
) -> Any:
    """Return `maker(**settings)`. If the settings are wrong, raises `InvalidSettings` with a list of the settings
    that `maker` accepts, and of those in `also`, which the caller takes.

    `maker` is a class or a function, which messages call `called_name`. A value that is a spec becomes a searcher, an
    evaluator or a string, as the annotation of the parameter says.
    """
    parameters = parameters_of(maker)
    if parameters is None:  # some builtins have no signature
        return _call(called_name, maker, {key: plain(value) for key, value in settings.items()})
    _refuse_unknown(called_name, maker, settings, also)
    for name, parameter in parameters.items():
        if parameter.kind in _BY_NAME and parameter.default is _ABSENT and name not in settings:
            raise InvalidSettings(
                f"expected a value for setting {name!r} of {called_name}; {called_name} takes {settings_text(maker)}"
            )
    converted = {}
    for key, value in settings.items():
        where = f"`{key}` of {called_name}"
        converted[key] = _converted(where, value, _hint(where, maker, key), resolvers)
    return _call(called_name, maker, converted)


def _refuse_unknown(
    called_name: str, maker: Callable[..., Any], settings: Iterable[str], also: Mapping[str, Any]
) -> None:
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


def _hint(where: str, maker: Callable[..., Any], name: str) -> Any:
    """Return the type of a parameter. Only the annotations of given settings are read: others may name types that are
    imported only for type checkers."""
    while isinstance(maker, functools.partial):
        maker = maker.func
    sources: list[Any] = [maker]
    if inspect.isclass(maker):
        fields = {each.alias: each.name for each in attrs.fields(maker)} if attrs.has(maker) else {}
        name = fields.get(name, name)
        sources = [*maker.__mro__] if fields else [*maker.__mro__, maker.__init__]
    for source in sources:
        annotation = _annotations(source).get(name)
        if annotation is None:
            continue
        own = dict(vars(source)) if inspect.isclass(source) else {}
        try:
            known = (
                vars(sys.modules[source.__module__]) if own else getattr(inspect.unwrap(source), "__globals__", {})
            )
            return typing.get_type_hints(types.SimpleNamespace(__annotations__={"it": annotation}), known, own)["it"]
        except Exception as error:
            raise InvalidSettings(
                f"expected the annotation of {where} to be readable at run time, got {str(annotation)!r} "
                f"({cause(error)}); import the annotation's names outside of 'if TYPE_CHECKING:'"
            ) from None
    return Any


def _annotations(source: Any) -> Mapping[str, Any]:
    try:
        return inspect.get_annotations(source)
    except Exception:  # a callable object without annotations
        return _NOTHING
