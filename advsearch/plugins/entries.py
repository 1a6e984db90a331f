"""The entries of the registry. An entry is an object, or text that names an object, which is loaded when it is first
used.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.errors import InvalidSettings, PluginError
from advsearch.plugins.manager import OURS, Origin, cause_and_line, printing_to_stderr
from advsearch.protocol import AnyGame, Evaluator, null
from advsearch.specs import Spec, parse_spec

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


SWITCHES: Final = {
    name: Entry("switch", name, f"advsearch.search.switches:{kind}", "", Origin(OURS, "", "switches"))
    for name, kind in (("ply", "AtPly"), ("actions", "AtMostActions"), ("empty", "AtMostEmpty"))
}
"""The switches of hybrid searchers. A switch decides when the next searcher takes over."""


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


def without_settings(spec: Spec, found: Any) -> Any:
    """Return `found`, the object that a spec names. Raises an error if the spec gives settings, because an object
    takes no settings."""
    if spec.settings or spec.arguments:
        raise InvalidSettings(f"{spec.name} takes no settings, because {spec.name} is not a class")
    return found


def refuse_class(kind: str, thing: object) -> None:
    """Raise an error if a class is given instead of an object of that class."""
    if isinstance(thing, type):
        raise InvalidSettings(f"expected a {kind}, such as {thing.__name__}(), got the class {thing.__name__}")


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
