"""The registry of installed games, searchers and evaluators. The registry makes objects from text specs."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import attrs
import pluggy

from advsearch import protocol
from advsearch.errors import AdvsearchError, InvalidNotation, InvalidSettings, PluginError, UnknownName, unknown_name
from advsearch.plugins import manager as plugin_manager
from advsearch.plugins.defaults import default_evaluator_of, default_searcher_of, with_place
from advsearch.plugins.entries import (
    NULL,
    SWITCHES,
    Entry,
    GamesOwn,
    NamedEvaluator,
    as_spec,
    check_offered,
    checked_evaluator,
    without_settings,
)
from advsearch.plugins.manager import Origin, Warn, as_warning
from advsearch.plugins.settings import make, parameters_of, settings_text
from advsearch.search.ordering import Ordering
from advsearch.search.settings import settings_of, with_settings
from advsearch.specs import Reference, Spec, is_a_name, plain, reference_in
from advsearch.system.forks import new_rlock

_NOTHING: Final[Mapping[str, Any]] = {}
_ANY_SEARCHER_TAKES: Final[Mapping[str, Any]] = {"tier": "auto"}
_PLAYED: Final = frozenset({"game", "tree", "state"})
"""A function with a parameter called `game`, `tree` or `state` does not make a game or a searcher."""


class Registry:
    """All objects that the plugins of one manager register. Names are unique: the first plugin to register a name
    keeps it."""

    def __init__(self, manager: pluggy.PluginManager, *, warn: Warn = as_warning) -> None:
        self.manager = manager
        self.games: dict[str, Entry] = {}
        self.searchers: dict[str, Entry] = {}
        self.evaluators: dict[str, dict[str, Entry]] = {}
        """The entries of evaluators, by the name of the game and then by the name of the evaluator. If the name of an
        entry ends in a colon, the name is a prefix (see the method `evaluator`)."""
        self.courses: dict[str, list[Entry]] = {}  # by the name of the game
        self.commands: dict[str, Entry] = {}
        self._searcher_of: dict[type[Any], Entry | None] = {}
        self.formats: dict[str, Entry] = {}
        self.orderings: dict[str, Entry] = {}
        self.laws: dict[str, Entry] = {}
        """The entries of laws. The key is the registered string or the name of the law."""
        self._forms: dict[type[Any], protocol.Form | None] = {}
        self._nameless: dict[type[Any], str] = {}
        """The registered names of classes of games that have no attribute `name`."""
        self._warn = warn
        self._warn_once = functools.cache(warn)
        for _, plugin in manager.list_name_plugin():
            if plugin is not None:
                self._ask(plugin)

    # --- registration -------------------------------------------------------------------------------------------

    def _ask(self, plugin: object) -> None:
        """Call the hooks of one plugin, each one separately."""
        origin = plugin_manager.origin_of(self.manager, plugin)
        registers: dict[str, Callable[..., None]] = {
            "advsearch_games": functools.partial(self._register, "game", self.games, origin),
            "advsearch_searchers": functools.partial(self._register, "searcher", self.searchers, origin),
            "advsearch_evaluators": functools.partial(self._register_evaluator, origin),
            "advsearch_courses": functools.partial(self._register_course, origin),
            "advsearch_commands": functools.partial(self._register, "command", self.commands, origin),
            "advsearch_formats": functools.partial(self._register, "format", self.formats, origin),
            "advsearch_laws": functools.partial(self._register_law, origin),
            "advsearch_orderings": functools.partial(self._register_ordering, origin),
        }
        for hook, register in registers.items():
            self.call_hook(plugin, hook, register=register)

    def call_hook(self, plugin: object, hook: str, **arguments: Any) -> None:
        """Call a plugin's implementation of a hook, if the plugin has one. If the implementation fails, a warning is
        given."""
        others = [each for each in self.manager.get_plugins() if each is not plugin]
        caller = self.manager.subset_hook_caller(hook, remove_plugins=others)
        origin = plugin_manager.origin_of(self.manager, plugin)
        plugin_manager.with_guard(origin, self._warn, lambda: caller(**arguments))

    def _register(
        self,
        kind: str,
        table: dict[str, Entry],
        origin: Origin,
        name: str,
        make: Any,
        *,
        compiled: str | protocol.Form | None = None,
        game: str | None = None,
        summary: str = "",
    ) -> None:
        check_offered(f"{kind} {name!r}", make)
        if not is_a_name(name.removesuffix(":") if kind == "searcher" else name):
            raise PluginError(f"expected the name of a {kind} to be one word without colons, got {name!r}")
        if compiled is not None:
            check_offered(f"the compiled form of {kind} {name!r}", compiled)
        if game is not None and not is_a_name(game):
            raise PluginError(f"expected `game` of {kind} {name!r} to be the name of a game, got {game!r}")
        self._enter(kind, table, Entry(kind, name, make, str(summary), origin, compiled, game))

    def _register_ordering(self, origin: Origin, ordering: Ordering, *, summary: str = "") -> None:
        if not isinstance(ordering, Ordering):
            raise PluginError(f"expected an advsearch.Ordering to register, got {ordering!r}")
        if not is_a_name(ordering.name):
            raise PluginError(f"expected the name of an ordering to be one word, got {ordering.name!r}")
        self._enter("ordering", self.orderings, Entry("ordering", ordering.name, ordering, str(summary), origin))

    def _register_evaluator(
        self, origin: Origin, game: str, name: str, evaluator: Any, *, study: str | None = None, summary: str = ""
    ) -> None:
        check_offered(f"evaluator {name!r} of {game}", evaluator)
        if not (isinstance(name, str) and is_a_name(name.removesuffix(":"))):
            raise PluginError(f"expected the name of an evaluator of {game} to be one word, got {name!r}")
        table = self.evaluators.setdefault(game, {"null": NULL})
        kind = f"{game} evaluator"
        self._enter(kind, table, Entry(kind, name, evaluator, str(summary), origin, study=study))

    def _register_course(self, origin: Origin, game: str, course: Any) -> None:
        self.courses.setdefault(game, []).append(Entry(f"course of {game}", str(course), course, "", origin))

    def _register_law(self, origin: Origin, law: Any) -> None:
        check_offered("a law", law)
        name = law if isinstance(law, str) else str(getattr(law, "name", law))
        self._enter("law", self.laws, Entry("law", name, law, "", origin))

    def guarded(self, entry: Entry, run: Callable[[], Any]) -> Any:
        """Call `run` and return its result. If `run` fails, the result is None, and a warning names the plugin of the
        entry. A warning that was given before is not repeated."""
        return plugin_manager.with_guard(entry.origin, self._warn_once, run)

    def _enter(self, kind: str, table: dict[str, Entry], entry: Entry) -> None:
        first = table.setdefault(entry.name, entry)
        if first is not entry:
            origin = entry.origin
            self._warn(
                f"plugin {origin.plugin!r} of {origin}: {kind} {entry.name!r} is refused; "
                f"{first.origin} has registered it"
            )

    def copy(self) -> Registry:
        """Return a registry with the same entries, to which games, searchers and evaluators can be added."""
        copied = copy.copy(self)
        copied.games, copied.searchers = dict(self.games), dict(self.searchers)
        copied.evaluators = {game: dict(table) for game, table in self.evaluators.items()}
        copied._nameless = dict(self._nameless)
        copied._searcher_of, copied._forms = {}, {}
        return copied

    # --- look-up ------------------------------------------------------------------------------------------------

    def game(self, spec: str | Spec, **settings: Any) -> protocol.AnyGame:
        """Make the game that a spec names. Keyword arguments are added to the settings in the spec."""
        spec = as_spec(spec).with_settings(**settings)
        made = self._made("game", self.games, spec)
        missing = [name for name in protocol.RULES if not callable(getattr(made, name, None))]
        if missing:
            raise PluginError(f"expected {spec.name} to be a game, got {made!r}, which lacks {', '.join(missing)}")
        if spec.name in self.games and not hasattr(made, "name"):
            self._nameless[type(made)] = spec.name
        return made  # type: ignore[no-any-return]

    def searcher(
        self, spec: str | Spec, *, defaults: Mapping[str, Any] = _NOTHING, **settings: Any
    ) -> protocol.Searcher:
        """Make the searcher that a spec names. A setting that the spec does not set gets its value in `defaults`.

        A searcher without an evaluator uses the default evaluator of the game to which it is bound. Every searcher
        also accepts the setting `tier`, the tier of the whole search.
        """
        spec = as_spec(spec).with_settings(**settings)
        given = dict(spec.settings)
        tier = given.pop("tier", None)
        made = self._made("searcher", self.searchers, attrs.evolve(spec, settings=given), defaults)
        if inspect.isclass(made) or not isinstance(made, protocol.Searcher):
            other = f"; written for a course? name it course:{spec.name}" if ":" in spec.name else ""
            raise PluginError(f"expected {spec.name} to be a searcher with a method `search`, got {made!r}{other}")
        if not isinstance(made, protocol.Bindable) and settings_of(made).get("evaluator", made) is None:
            made = with_settings(made, {"evaluator": GamesOwn(self)})
        if tier is None:
            return made
        chosen = plain(tier)
        if chosen not in protocol.TIERS:
            raise InvalidSettings(f"expected `tier` to be {' or '.join(protocol.TIERS)}, got {chosen!r}")
        from advsearch.binding import on_tier

        return on_tier(made, chosen)

    def searcher_of(self, kind: type[Any]) -> Entry | None:
        """The entry of this class of searchers. If there are several entries, return one with a compiled form."""
        if kind not in self._searcher_of:
            entries = sorted(self.searchers.values(), key=lambda each: each.compiled is None)
            home = f"{kind.__module__}:{kind.__qualname__}"
            found = next((each for each in entries if each.offered == home), None)
            self._searcher_of[kind] = found or next((each for each in entries if each.makes(kind)), None)
        return self._searcher_of[kind]

    def check_plays(self, kind: type[Any], game: protocol.AnyGame) -> None:
        """Raise an error if this class of searchers is registered only for another game."""
        entry = self.searcher_of(kind)
        if entry is None or entry.game is None or entry.game == (name := protocol.name_of(game)):
            return
        if entry.game not in self._registered_names(game):
            raise InvalidSettings(f"{entry.name} plays only {entry.game}, got {name}")

    def form_of(self, kind: type[Any]) -> protocol.Form | None:
        """The compiled form that is registered with this class of searchers."""
        if kind not in self._forms:
            entry = self.searcher_of(kind)
            self._forms[kind] = None if entry is None or entry.compiled is None else entry.form
        return self._forms[kind]

    def courses_of(self, game: protocol.AnyGame) -> list[Any]:
        """The courses registered for a game, under the game's own name or under its registered name."""
        names = {protocol.name_of(game), *self._registered_names(game)}
        return [each.course for name in names for each in self.courses.get(name, ())]

    def searchers_of(self, game: str) -> list[Entry]:
        """The searchers that play only the game with this registered name."""
        return [each for each in self.searchers.values() if each.game == game]

    def evaluator(self, spec: str | Spec, game: protocol.AnyGame) -> protocol.Evaluator:
        """Make the evaluator that a spec names for this game. For a spec such as `course:file.py:name`, the function
        that is registered for the prefix `course:` makes the evaluator from the named object and the settings.
        """
        spec = as_spec(spec)
        table = self.evaluators_of(game)
        found, reference = self._named(f"evaluator of {protocol.name_of(game)}", spec, table, game)
        if reference is not None and reference.prefix:
            from advsearch.plugins import outside
            from advsearch.plugins.stand_ins import standing_in

            with standing_in(*(course.stand_ins for course in self.courses_of(game))):
                adapted = functools.partial(found, outside.load_reference(reference))
            return checked_evaluator(spec, self._call(spec, adapted))
        adapters = [each for each in table if each.endswith(":")] if reference is not None else []
        return checked_evaluator(spec, self._evaluator_from(spec, found), adapters)

    def ordering(self, spec: str | Spec) -> Ordering:
        """The ordering that a spec names: by a registered name, or by `file.py:name`."""
        spec = as_spec(spec)
        found, _ = self._named("ordering", spec, self.orderings)
        if not isinstance(found, Ordering):
            raise PluginError(f"expected {spec.name} to be an advsearch.Ordering, got {found!r}")
        return without_settings(spec, found)  # type: ignore[no-any-return]

    def switch(self, spec: str | Spec) -> protocol.Switch:
        """The switch of a hybrid searcher that a spec such as `ply(45)`, `actions(6)` or `empty(12)` names, or the
        function f(game, state) that `file.py:name` names."""
        spec = as_spec(spec)
        found, reference = self._named("switch", spec, SWITCHES)
        if reference is not None:
            return without_settings(spec, found)  # type: ignore[no-any-return]
        if spec.settings or len(spec.arguments) != 1:
            raise InvalidSettings(f"expected a switch such as {spec.name}(45), got {str(spec)!r}")
        return found(spec.arguments[0])  # type: ignore[no-any-return]

    def format(self, name: str) -> Callable[[Iterable[Any]], Iterator[str]]:
        """The function that writes stored games in the named format."""
        if name not in self.formats:
            raise unknown_name("format", name, self.formats)
        return self.formats[name].make  # type: ignore[no-any-return]

    def default_evaluator(self, game: protocol.AnyGame) -> protocol.Evaluator:
        """The default evaluator of a game. If the game has no `default_evaluator`, the result is `null`."""
        found = default_evaluator_of(game)
        try:
            if isinstance(found, Spec):
                return self.evaluator(found, game)
            spec = Spec(protocol.evaluator_name(found))
            return checked_evaluator(spec, self._evaluator_from(spec, found))
        except AdvsearchError as error:
            raise with_place(error, game, "default_evaluator") from error

    def default_searcher(
        self, game: protocol.AnyGame, *, defaults: Mapping[str, Any] = _NOTHING, **settings: Any
    ) -> tuple[Spec, protocol.Searcher]:
        """Return the default searcher of a game, and a spec that describes it in output. `defaults` and the settings
        have the same meaning as for the method `searcher`. If the game's default is a searcher object, a caller can
        change only its evaluator.
        """
        found = default_searcher_of(game)
        try:
            if isinstance(found, Spec):
                return found.with_settings(**settings), self.searcher(found, defaults=defaults, **settings)
            made = found
            if inspect.isclass(found) or not isinstance(found, protocol.Searcher):
                if not callable(found):
                    raise PluginError(f"expected a spec or a searcher with a method `search`, got {found!r}")
                made = self._call(Spec(found.__name__, (), settings), found, defaults)
            elif "evaluator" in settings:
                if "evaluator" not in settings_of(found):
                    raise InvalidSettings(f"the searcher takes no `evaluator`, got {settings['evaluator']}")
                made = with_settings(found, {"evaluator": self.named_evaluator(settings["evaluator"])})
            if inspect.isclass(made) or not isinstance(made, protocol.Searcher):
                raise PluginError(f"expected a searcher with a method `search`, got {made!r}")
        except AdvsearchError as error:
            raise with_place(error, game, "default_searcher") from error
        depth = getattr(made, "depth", None)
        spec = Spec(type(made).__name__, (), settings | ({"depth": depth} if isinstance(depth, int) else {}))
        return spec, made

    def evaluators_of(self, game: protocol.AnyGame) -> dict[str, Entry]:
        """The evaluators registered for a game, under the game's own name and under its registered name."""
        found = {"null": NULL}
        for name in (protocol.name_of(game), *self._registered_names(game)):
            found |= {each: entry for each, entry in self.evaluators.get(name, {}).items() if each not in found}
        return found

    def listed_evaluators(self, game: protocol.AnyGame) -> list[Entry]:
        """The evaluators to choose from for a game. Evaluators that belong to a study are not listed, but are found
        by their names."""
        return [each for each in self.evaluators_of(game).values() if each.study is None]

    def _registered_names(self, game: protocol.AnyGame) -> list[str]:
        by_class = [entry.name for entry in self.games.values() if entry.makes(type(game))]
        nameless = self._nameless.get(type(game))
        return by_class if nameless is None else [*by_class, nameless]

    # --- from text to objects -----------------------------------------------------------------------------------

    def _named(
        self, kind: str, spec: Spec, table: Mapping[str, Entry], beside: object = None
    ) -> tuple[Any, Reference | None]:
        """Return what a spec names: what a plugin registered under this name, or what the user's code has under it,
        with the reference that leads there. For a name such as `course:file.py:name`, return what is registered for
        the prefix `course:`. If a name is unknown, the error looks for it in the file that defines `beside`, too."""
        name = spec.name
        if name in table:
            return table[name].make, None
        from advsearch.plugins import outside  # most names are registered

        reference = reference_in(name)
        if reference is None:
            outside.refuse_bare_file(name)
            if near := outside.named_beside(beside, name):
                raise UnknownName(f"unknown {kind} {name!r}; did you mean {near}?")
            raise unknown_name(kind, name, table)
        prefixes = [each[:-1] for each in table if each.endswith(":")]
        if reference.prefix in prefixes:
            return table[f"{reference.prefix}:"].make, reference
        if reference.prefix and not prefixes:
            raise InvalidNotation(f"expected a {kind} as file.py:name or package.module:name, got {name!r}")
        if reference.prefix:
            raise unknown_name("prefix", reference.prefix, prefixes)
        if reference.source in prefixes:
            raise InvalidNotation(f"expected a spec such as {reference.source}:file.py:name, got {name!r}")
        return outside.load_reference(reference), reference

    def _made(self, kind: str, table: Mapping[str, Entry], spec: Spec, defaults: Mapping[str, Any] = _NOTHING) -> Any:
        """Return the game or the searcher that a spec names."""
        found, reference = self._named(kind, spec, table)
        if reference is None:
            return self._call(spec, found, defaults, _ANY_SEARCHER_TAKES if kind == "searcher" else _NOTHING)
        if reference.prefix:
            return found(reference, spec, self, defaults)
        ready = isinstance(found, protocol.Game if kind == "game" else protocol.Searcher)
        if inspect.isfunction(found) and not _PLAYED.isdisjoint(parameters_of(found) or ()):
            what = "searcher with a method `search`" if kind == "searcher" else kind
            raise PluginError(f"expected {spec.name} to be a {what}, got a function of a game's states")
        if inspect.isclass(found) or (callable(found) and not ready):
            return self._call(spec, found, defaults)
        return without_settings(spec, found)

    def _call(
        self, spec: Spec, maker: Any, defaults: Mapping[str, Any] = _NOTHING, also: Mapping[str, Any] = _NOTHING
    ) -> Any:
        if spec.arguments:
            takes = f"{spec.name} takes {settings_text(maker)}"
            raise InvalidSettings(f"expected settings of {spec.name} by name, got {spec}; {takes}")
        known = parameters_of(maker) or {}
        absent = {key: value for key, value in defaults.items() if key in known and key not in spec.settings}
        resolvers: dict[Any, Callable[[Any], Any]] = {
            protocol.Searcher: functools.partial(self.searcher, defaults=defaults),
            protocol.Evaluator: self.named_evaluator,
            protocol.EvaluatorReference: self.named_evaluator,
            protocol.Switch: self.switch,
            Ordering: self.ordering,
        }
        made = make(spec.name, maker, {**spec.settings, **absent}, resolvers, also)
        parameter = known.get("evaluator")
        if "evaluator" in spec.settings or parameter is None or parameter.default is not None:
            return made
        if not isinstance(made, protocol.Searcher) or isinstance(made, protocol.Bindable) or settings_of(made):
            return made  # `bind` sets the evaluator
        return make(spec.name, maker, {**spec.settings, **absent, "evaluator": GamesOwn(self)}, resolvers)

    def named_evaluator(self, spec: str | Spec) -> NamedEvaluator:
        return NamedEvaluator(as_spec(spec), self)

    def _evaluator_from(self, spec: Spec, found: Any) -> Any:
        if inspect.isclass(found):
            return self._call(spec, found)
        return without_settings(spec, found)


# --- the registry of this process ---------------------------------------------------------------------------------

_default: list[Registry] = []
_lock = new_rlock()


def default_registry(warn: Warn = as_warning) -> Registry:
    """The registry of all installed plugins, made at the first call."""
    with _lock:
        if not _default:
            _default.append(Registry(plugin_manager.make_plugin_manager(warn=warn), warn=warn))
        return _default[0]
