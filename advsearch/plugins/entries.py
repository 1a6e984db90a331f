"""The entries of the registry, and the default evaluator and searcher of a game. An entry is an object, or text that
names an object. A named object is loaded when it is first used.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings, PluginError
from advsearch.plugins.manager import OURS, Origin, cause_and_line, printing_to_stderr
from advsearch.protocol import DEFAULT_SEARCHER, AnyGame, Evaluator, Switch, name_of, null
from advsearch.search.ordering import Ordering
from advsearch.specs import Spec, SpecValue, parse_spec, reference_in

if TYPE_CHECKING:
    from advsearch.plugins.registry import Registry

_PLACE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


@attrs.frozen
class Entry:
    """A registered name with its object."""

    kind: str
    """The kind of this entry in messages: `game`, or `evaluator of mygame`."""
    name: str
    offered: Any
    """The registered object, or the text `package.module:Name` that names it."""
    stated: str
    """The registered summary. The summary may be empty."""
    origin: Origin
    compiled: Any = None
    """The compiled form of a searcher, or text that names it."""
    game: str | None = None
    """The registered name of the only game that a searcher plays; None if the searcher plays any game."""
    study: str | None = None
    """The study that an evaluator belongs to; None if the evaluator is listed with its game."""
    _found: list[Any] = attrs.field(factory=list, init=False, eq=False, repr=False)
    """A list with the loaded object; empty until the object is loaded."""

    @property
    def make(self) -> Any:
        """The callable that makes the object of this entry. For an evaluator that is a function, the result is the
        function itself.

        Raises `PluginError` if the registered string does not name a callable that can be loaded.
        """
        if not isinstance(self.offered, str):
            return self.offered
        if self._found:
            return self._found[0]
        found = self._loaded(self.offered, self._as_registered())
        if not callable(found):
            raise PluginError(f"expected {self._as_registered()} to be callable, got {found!r}")
        self._found.append(found)
        return found

    @property
    def course(self) -> Any:
        """The object of this entry, which need not be callable."""
        return self._loaded(self.offered, self._as_registered()) if isinstance(self.offered, str) else self.offered

    @property
    def summary(self) -> str:
        return self.stated or _first_line(self.make)

    def makes(self, made: Any) -> bool:
        """Whether `made` is the class or the evaluator of this entry. The module of the entry is imported only if
        `made` comes from the same top-level package.
        """
        if self._found or not isinstance(self.offered, str):
            return self.make is made
        module = self.offered.partition(":")[0]
        neighbours = module.partition(".")[0] == str(getattr(made, "__module__", "")).partition(".")[0]
        try:
            return (neighbours or module in sys.modules) and self.make is made
        except PluginError:
            return False

    @property
    def form(self) -> Any:
        """The compiled form of a searcher. Raises `PluginError` if the registered string does not name an object that
        can be loaded.
        """
        what = f"the compiled form of {self.kind} {self.name!r}, which {self.origin} registers as {self.compiled!r},"
        return self._loaded(self.compiled, what) if isinstance(self.compiled, str) else self.compiled

    def _loaded(self, place: str, named: str) -> Any:
        module, _, attribute = place.partition(":")
        try:
            if module not in sys.modules:
                with printing_to_stderr():
                    importlib.import_module(module)
            found = importlib.import_module(module)
            for part in attribute.split("."):
                found = getattr(found, part)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise PluginError(f"{named} cannot be loaded: {cause_and_line(error)}") from error
        return found

    def _as_registered(self) -> str:
        return f"{self.kind} {self.name!r}, which {self.origin} registers as {self.offered!r},"


NULL: Final = Entry(
    "evaluator", "null", null, "0 everywhere: search sees only the ends of games", Origin(OURS, "", "protocol")
)
"""The entry of `null`, the evaluator that every game has."""


def check_offered(object_name: str, offered: Any) -> None:
    """Raise an error unless a plugin registers a callable or a string of the form `package.module:Name`."""
    if isinstance(offered, str):
        if _PLACE.fullmatch(offered) is None:
            raise PluginError(f"expected {object_name} to be registered as 'package.module:Name', got {offered!r}")
    elif not callable(offered):
        raise PluginError(f"expected {object_name} to be callable, got {offered!r}")


def _first_line(thing: Any) -> str:
    lines: Sequence[str] = (inspect.getdoc(thing) or "").splitlines()
    return lines[0].rstrip(".") if lines else ""


def checked_evaluator(spec: Spec, found: Any, prefixes: Sequence[str] = ()) -> Evaluator:
    """Return `found` if it can be called as an evaluator, else raise an error. If `found` has the wrong parameters,
    the message suggests the first prefix in `prefixes`. A prefix such as `course:` adapts functions that were written
    for another program.
    """
    if not callable(found) or inspect.isclass(found):
        raise PluginError(f"expected {spec.name} to be an evaluator f(game, state, player), got {found!r}")
    try:
        inspect.signature(found).bind(None, None, None)
    except TypeError:
        refusal = f"expected {spec.name} to be an evaluator f(game, state, player), got f{inspect.signature(found)}"
        other = f"; written for another program? name it {prefixes[0]}{spec.name}" if prefixes else ""
        raise PluginError(refusal + other) from None
    except ValueError:  # some builtins have no signature
        pass
    return found  # type: ignore[no-any-return]


def as_spec(spec: str | Spec) -> Spec:
    return spec if isinstance(spec, Spec) else parse_spec(spec)


def ordering_named(spec: Spec, known: Mapping[str, Entry]) -> Ordering:
    """The ordering that a spec names: by a registered name, or by `file.py:name`."""
    if spec.name in known:
        return without_settings(spec, known[spec.name].offered)  # type: ignore[no-any-return]
    from advsearch.plugins import outside

    reference = reference_in(spec.name)
    if reference is None:
        outside.refuse_bare_file(spec.name)
        raise InvalidSettings(f"expected `order` to be any of {', '.join(known)}, got {spec.name!r}")
    found = outside.load_reference(reference)
    if not isinstance(found, Ordering):
        raise PluginError(f"expected {spec.name} to be an advsearch.Ordering, got {found!r}")
    return without_settings(spec, found)  # type: ignore[no-any-return]


def switch_named(spec: str | Spec) -> Switch:
    """The switch of a hybrid searcher that a spec names; see `switch_of`. The module of switches is loaded only here,
    because few searches have a switch.
    """
    from advsearch.plugins.switches import switch_of

    return switch_of(spec)


def without_settings(spec: Spec, found: Any) -> Any:
    """Return `found`, the object that a spec names. Raises an error if the spec gives settings, because an object
    takes no settings."""
    if spec.settings or spec.arguments:
        raise InvalidSettings(f"{spec.name} takes no settings, because {spec.name} is not a class")
    return found


@attrs.frozen
class NamedEvaluator:
    """An evaluator that a spec names. The name is looked up when the game is known."""

    spec: Spec
    registry: Registry | None = attrs.field(default=None, eq=False, repr=False)

    def bind(self, game: AnyGame) -> Evaluator:
        return (self.registry or _default()).evaluator(self.spec, game)

    def __str__(self) -> str:
        return str(self.spec)

    def __reduce__(self) -> tuple[Any, ...]:  # a registry is not sent to another process
        return NamedEvaluator, (self.spec,)


@attrs.frozen
class GamesOwn:
    """A stand-in for the game's default evaluator. A searcher gets the stand-in if `bind` cannot read the searcher's
    settings."""

    registry: Registry = attrs.field(eq=False, repr=False)

    def bind(self, game: AnyGame) -> Evaluator:
        return self.registry.default_evaluator(game)

    def __str__(self) -> str:
        return "the game's default"


def _default() -> Registry:
    from advsearch.plugins.registry import default_registry

    return default_registry()


# --- the defaults of a game ---------------------------------------------------------------------------------------


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
