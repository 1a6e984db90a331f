"""The entries of the registry: objects, or texts that name an object, which is loaded when it is first used. And the
evaluator and the searcher that a game names as its own, by a text or as objects.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings, PluginError
from advsearch.plugins.manager import OURS, Origin, cause_and_line, printing_to_stderr
from advsearch.protocol import DEFAULT_SEARCHER, AnyGame, Evaluator, Switch, name_of, null
from advsearch.specs import Spec, SpecValue, parse_spec, reference_in

if TYPE_CHECKING:
    from advsearch.plugins.registry import Registry

_PLACE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


@attrs.frozen
class Entry:
    """A registered name with its object."""

    kind: str
    """The kind of entry as messages call it: `game`, or `evaluator of mygame`."""
    name: str
    offered: Any
    """What was registered: an object, or a text `package.module:Name` that names one."""
    stated: str
    """The summary it was registered with, which may be empty."""
    origin: Origin
    compiled: Any = None
    """The compiled form of a searcher, or a text that names it."""
    game: str | None = None
    """The only game that a searcher plays, by its registered name; None if it plays any."""
    _found: list[Any] = attrs.field(factory=list, init=False, eq=False, repr=False)
    """The loaded object in a list, empty until it is loaded. Every search needs it."""

    @property
    def make(self) -> Any:
        """The callable that makes the object. For an evaluator that is a function, it is the evaluator itself.

        Raises `PluginError` if a registered string names nothing that can be loaded and called.
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
    def summary(self) -> str:
        return self.stated or _first_line(self.make)

    def makes(self, made: Any) -> bool:
        """Whether this entry makes this class or is this evaluator. A module is loaded only if it may define the
        class or the evaluator.
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
        """The compiled form of a searcher. Raises `PluginError` if a registered string names nothing that can be
        loaded.
        """
        what = f"the compiled form of {self.kind} {self.name!r}, which {self.origin} registers as {self.compiled!r},"
        return self._loaded(self.compiled, what) if isinstance(self.compiled, str) else self.compiled

    def _loaded(self, place: str, what: str) -> Any:
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
            raise PluginError(f"{what} cannot be loaded: {cause_and_line(error)}") from error
        return found

    def _as_registered(self) -> str:
        return f"{self.kind} {self.name!r}, which {self.origin} registers as {self.offered!r},"


NULL: Final = Entry(
    "evaluator", "null", null, "0 everywhere: search sees only the ends of games", Origin(OURS, "", "protocol")
)
"""The evaluator that every game has."""


def check_offered(what: str, offered: Any) -> None:
    """Raise an error if this is neither a callable nor a string of the form `package.module:Name`."""
    if isinstance(offered, str):
        if _PLACE.fullmatch(offered) is None:
            raise PluginError(f"expected {what} to be registered as 'package.module:Name', got {offered!r}")
    elif not callable(offered):
        raise PluginError(f"expected {what} to be callable, got {offered!r}")


def _first_line(thing: Any) -> str:
    lines: Sequence[str] = (inspect.getdoc(thing) or "").splitlines()
    return lines[0].rstrip(".") if lines else ""


def is_a_name(name: object) -> bool:
    """Whether a spec can use this string as a name."""
    if not isinstance(name, str) or ":" in name:
        return False
    try:
        return parse_spec(name) == Spec(name) and str(Spec(name)) == name
    except AdvsearchError:
        return False


def checked_evaluator(spec: Spec, found: Any, prefixes: Sequence[str] = ()) -> Evaluator:
    """The evaluator, if it can be called with the arguments of an evaluator. `prefixes` are the registered prefixes
    for functions with other arguments.
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


def switch_named(spec: str | Spec) -> Switch:
    """The switch that a spec names; see `switch_of`. Few searches have a switch, so the module of switches is loaded
    here.
    """
    from advsearch.plugins.switches import switch_of

    return switch_of(spec)


def without_settings(spec: Spec, found: Any) -> Any:
    """The object that a spec names. Raises an error if the spec gives settings, because an object takes none."""
    if spec.settings or spec.arguments:
        raise InvalidSettings(f"{spec.name} takes no settings, because it is an object and not a class")
    return found


@attrs.frozen
class NamedEvaluator:
    """An evaluator that is known by a spec. Such an evaluator is looked up when the game is known."""

    spec: Spec
    registry: Registry | None = attrs.field(default=None, eq=False, repr=False)

    def bind(self, game: AnyGame) -> Evaluator:
        return (self.registry or _default()).evaluator(self.spec, game)

    def __str__(self) -> str:
        return str(self.spec)

    def __reduce__(self) -> tuple[Any, ...]:  # a registry stays in its process
        return NamedEvaluator, (self.spec,)


@attrs.frozen
class GamesOwn:
    """The game's own evaluator, for searchers whose settings `bind` cannot read."""

    registry: Registry = attrs.field(eq=False, repr=False)

    def bind(self, game: AnyGame) -> Evaluator:
        return self.registry.default_evaluator(game)

    def __str__(self) -> str:
        return "the game's default"


def _default() -> Registry:
    from advsearch.plugins.registry import default_registry

    return default_registry()


# --- what a game names as its own ---------------------------------------------------------------------------------


def default_of(game: AnyGame, attribute: str, otherwise: str) -> Any:
    """A game's `default_evaluator` or `default_searcher`: a `Spec` if it is text, else the object itself.

    A path in the text is relative to the file of the class that names it, not to the current folder. A function in a
    class body is used unbound, not as a method of the game.
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
    """A spec, or the evaluator itself."""
    return default_of(game, "default_evaluator", "null")


def default_searcher_of(game: AnyGame) -> Any:
    """A spec, or the searcher itself."""
    return default_of(game, "default_searcher", DEFAULT_SEARCHER)


def with_place(error: AdvsearchError, game: AnyGame, attribute: str) -> AdvsearchError:
    """The error for a default that does not exist, with the name of the game added to its message."""
    kind = next(each for each in type(error).__mro__ if each.__module__ == AdvsearchError.__module__)
    return cast(AdvsearchError, kind(f"{attribute} of {name_of(game)}: {error}"))


def _folder_of(game: AnyGame, attribute: str) -> Path | None:
    """The folder of the file that defines the class with this attribute; None if the class has no file."""
    classes = type(game).__mro__
    owner = next((each for each in classes if attribute in vars(each)), classes[0])
    file = getattr(sys.modules.get(owner.__module__), "__file__", None)
    return None if file is None else Path(file).parent


def _beside(spec: Spec, folder: Path | None) -> Spec:
    """The spec with every relative path of a file, also in its settings, joined to a folder."""
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
