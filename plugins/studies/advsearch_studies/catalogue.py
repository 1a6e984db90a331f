"""The studies that plugins register, and the evaluators that belong to them."""

from __future__ import annotations

import os
from pathlib import Path

from advsearch.errors import PluginError, unknown_name
from advsearch.plugins.entries import Entry
from advsearch.plugins.registry import Registry
from advsearch_studies.study import Study
from advsearch_studies.study_file import read_study


def catalogue(registry: Registry) -> dict[str, Path]:
    """The paths of the study files by the names of the studies, in alphabetical order. If a name is registered twice,
    the first registration is kept."""
    found: dict[str, Path] = {}

    def register(name: str, file: str | os.PathLike[str]) -> None:
        path = Path(file)
        if not isinstance(name, str) or not name.isprintable() or not name.replace("-", "").isalnum():
            raise PluginError(f"expected the name of a study to be letters and digits, got {name!r}")
        if not path.is_file():
            raise PluginError(f"expected study {name!r} to be a file, got {str(path)!r}")
        found.setdefault(name, path)

    for _, plugin in registry.manager.list_name_plugin():
        if plugin is not None:
            registry.call_hook(plugin, "advsearch_studies", register=register)
    return dict(sorted(found.items()))


def load_study(name: str, registry: Registry) -> Study:
    """Load the study with this name."""
    known = catalogue(registry)
    if name not in known:
        raise unknown_name("study", name, known)
    return read_study(name, known[name])


def evaluators_of(study: str, registry: Registry) -> list[Entry]:
    """The evaluators that are registered as part of the study with this name."""
    tables = registry.evaluators.values()
    return [entry for table in tables for entry in table.values() if entry.study == study]
