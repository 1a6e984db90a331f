"""Load plugins. Every entry point is loaded separately, and no failure ends the program.

If one plugin is broken, pluggy's own loader ends the program. This module gives one warning for each problem of a
plugin, and the other plugins work.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import Distribution, EntryPoint, distributions
from pathlib import Path
from typing import Any, Final, TypeAlias

import attrs
import pluggy

from advsearch import hookspecs
from advsearch.errors import AdvsearchError, PluginError, near_names, unknown_name, without_places

OURS: Final = "advsearch"
NO_PLUGINS: Final = "ADVSEARCH_NO_PLUGINS"

Warn: TypeAlias = Callable[[str], None]


class PluginWarning(UserWarning):
    """The warning for a plugin that does not work."""


def as_warning(message: str) -> None:
    warnings.warn(message, PluginWarning, stacklevel=3)


@attrs.frozen
class Origin:
    """The distribution or file from which a plugin comes, for warnings."""

    distribution: str
    version: str
    plugin: str

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}".rstrip()


def make_plugin_manager(
    *,
    installed: Iterable[Distribution] | None = None,
    no_plugins: bool | None = None,
    warn: Warn = as_warning,
) -> pluggy.PluginManager:
    """A new manager with all installed plugins: the built-in ones first, then the others by name.

    `installed` defaults to all distributions on `sys.path`. With `no_plugins`, only plugins of advsearch's own
    distribution are loaded. If the environment variable ADVSEARCH_NO_PLUGINS is set, and is not 0, the default of
    `no_plugins` is True.
    """
    if no_plugins is None:
        no_plugins = os.environ.get(NO_PLUGINS, "0") not in ("", "0")
    manager = new_manager()
    for origin, entry_point in sorted(_entry_points(installed, warn), key=_our_own_first):
        if origin.distribution == OURS or not no_plugins:
            with_guard(origin, warn, lambda: _load(manager, origin, entry_point, warn))  # noqa: B023 - called at once
    return manager


def new_manager() -> pluggy.PluginManager:
    """Make a plugin manager that knows the hooks, but has no plugins."""
    manager = pluggy.PluginManager(hookspecs.GROUP)
    manager.add_hookspecs(hookspecs)
    return manager


def origin_of(manager: pluggy.PluginManager, plugin: object) -> Origin:
    """The origin of a registered plugin. If no distribution offers the plugin, its origin is the running program."""
    name = manager.get_name(plugin) or "?"
    distribution, _, rest = name.partition(" ")
    version, _, label = rest.partition(" ")
    return Origin(distribution, version, label) if label else Origin("this program", "", name)


def with_guard(origin: Origin, warn: Warn, run: Callable[[], Any]) -> Any:
    """Call `run`, a function that runs code of a plugin. Any exception except Ctrl-C becomes one warning that names
    the plugin."""
    try:
        with printing_to_stderr():
            return run()
    except KeyboardInterrupt:
        raise
    except PluginError as error:
        warn(f"plugin {origin.plugin!r} of {origin}: {one_line(str(error))}")
    except BaseException as error:
        warn(f"plugin {origin.plugin!r} of {origin} failed: {cause_and_line(error)}")
    return None


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """Send output to standard error while third-party code is loaded. Standard output is reserved for JSON and
    UGI.
    """
    with redirect_stdout(sys.stderr):
        yield


def cause(error: BaseException) -> str:
    """The type and the message of an exception as one line of text."""
    try:
        text = one_line(without_places(str(error)))
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}{_near(error)}" if text else type(error).__name__


def cause_and_line(error: BaseException) -> str:
    """An exception as text, such as `mine.py line 3: KeyError: 'x'`. If the exception passed through third-party
    code, the text begins with the last line of third-party code."""
    from advsearch.plugins.blame import their_frames

    frames = their_frames(error)
    if not frames:
        return one_line(str(error)) if isinstance(error, AdvsearchError) else cause(error)
    frame, line = frames[-1]
    return f"{Path(frame.f_code.co_filename).name} line {line}: {cause(error)}"


def _near(error: BaseException) -> str:
    """The text `; did you mean NAME?` for an error about a misspelt attribute. The text is empty if the error is not
    about an attribute. Python itself suggests a name only in printed tracebacks.
    """
    if not isinstance(error, AttributeError) or error.obj is None:
        return ""
    try:
        open_names = [name for name in dir(error.obj) if not name.startswith("_")]
        near = near_names(str(error.name), open_names)
    except Exception:  # third-party objects may raise anything
        return ""
    return f"; did you mean {near[0]}?" if near else ""


def one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 300 else text[:299] + "…"


def _entry_points(installed: Iterable[Distribution] | None, warn: Warn) -> Iterator[tuple[Origin, EntryPoint]]:
    """All entry points of the group `advsearch`. If `sys.path` has a distribution twice, the first copy is used, as
    in imports.
    """
    seen: set[str] = set()
    for distribution in distributions() if installed is None else installed:
        try:
            entry_points = [point for point in distribution.entry_points if point.group == hookspecs.GROUP]
            if not entry_points:
                continue
            stated = set(distribution.metadata)  # reading an absent field is deprecated
            name = distribution.metadata["Name"] if "Name" in stated else "a distribution without a name"
            version = distribution.metadata["Version"] if "Version" in stated else "of unknown version"
        except Exception as error:
            warn(f"the metadata of an installed distribution cannot be read: {cause(error)}")
            continue
        if name.lower() in seen:
            continue
        seen.add(name.lower())
        for point in entry_points:
            yield Origin(name, version, point.name), point


def _our_own_first(found: tuple[Origin, EntryPoint]) -> tuple[bool, bool, str, str]:
    """A sort key for plugins. Built-in searchers come first, then built-in games, then all other plugins by name."""
    origin, entry_point = found
    ours = origin.distribution == OURS
    return not ours, not (ours and entry_point.value.startswith(f"{OURS}.")), origin.distribution, origin.plugin


def _load(manager: pluggy.PluginManager, origin: Origin, entry_point: EntryPoint, warn: Warn) -> None:
    if EntryPoint.pattern.match(entry_point.value) is None:
        raise PluginError(f"expected the plugin's entry point to name a module, got {entry_point.value!r}")
    plugin = entry_point.load()
    if manager.is_registered(plugin):
        raise PluginError(f"{entry_point.value} is already loaded by {origin_of(manager, plugin)}")
    name = f"{origin} {origin.plugin}"
    if manager.has_plugin(name):
        raise PluginError("the distribution offers two plugins with the same name; only the first is used")
    register_checked(manager, plugin, name, lambda message: warn(f"plugin {origin.plugin!r} of {origin}: {message}"))


def register_checked(manager: pluggy.PluginManager, plugin: object, name: str, warn: Warn) -> None:
    """Register a plugin after a trial on a separate manager. Without the trial, a plugin whose hooks have wrong
    arguments would stay half registered. If a hook is misspelt, a warning is given, and the plugin's other hooks
    work.
    """
    trial = new_manager()
    try:
        trial.register(plugin)
    except pluggy.PluginValidationError as error:
        raise PluginError(f"a hook has the wrong parameters: {_validation_text(error)}") from None
    try:
        trial.check_pending()
    except pluggy.PluginValidationError:
        callers = trial.get_hookcallers(plugin) or []
        known = [caller.name for caller in vars(trial.hook).values() if caller.has_spec()]
        for caller in callers:
            if not caller.has_spec():
                near = near_names(caller.name, known)
                warn(f"{unknown_name('hook', caller.name, near or known)}")
    for lacks in _hooks_without_parameters(trial, plugin):
        warn(lacks)
    if not trial.get_hookcallers(plugin):
        warn("it implements no hook; mark its functions with advsearch.hookimpl")
    manager.register(plugin, name=name)


def _hooks_without_parameters(trial: pluggy.PluginManager, plugin: object) -> Iterator[str]:
    """Yield a warning for each hook function that lacks its parameter `register`."""
    for caller in trial.get_hookcallers(plugin) or []:
        specified = () if caller.spec is None else caller.spec.argnames
        for implementation in caller.get_hookimpls():
            missing = [name for name in specified if name not in implementation.argnames]
            if missing:
                wanted = ", ".join(specified)
                without = " without a default" if set(missing) <= set(implementation.kwargnames) else ""
                yield (
                    f"hook {caller.name!r} can register nothing, as it takes no parameter {missing[0]!r}{without}; "
                    f"write def {caller.name}({wanted})"
                )


def _validation_text(error: pluggy.PluginValidationError) -> str:
    """The message of a pluggy error, without the lines that show the plugin's memory address."""
    lines = [line.strip() for line in str(error.args[-1] if error.args else error).splitlines()]
    return one_line(" ".join(line for line in lines if line and not line.startswith("Plugin ")))
