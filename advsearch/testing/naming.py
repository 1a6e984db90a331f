"""Finds games, searchers and evaluators by name, for the command line and the pytest plugin."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from advsearch.errors import InvalidSettings
from advsearch.plugins.outside import load_reference
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import AnyGame
from advsearch.specs import Spec, parse_spec, reference_in


def evaluators_of(game: AnyGame, registry: Registry | None = None, *, every: bool = False) -> dict[str, Any]:
    """Return the evaluators that are listed for a game, by name; with `every`, also those that belong to a study.
    Names that end in ":" are left out, because they are only prefixes, such as `course:`.
    """
    registry = registry or default_registry()
    entries = registry.evaluators_of(game).values() if every else registry.listed_evaluators(game)
    names = [each.name for each in entries if not each.name.endswith(":")]
    return {name: registry.evaluator(parse_spec(name), game) for name in names}


def every_file(specs: Iterable[Spec]) -> Iterator[Spec]:
    """Yield the specs. If the file of a spec has a star, as in `work/*.py:search`, yield one for each file that fits.
    Raise an error if no file fits.
    """
    for spec in specs:
        file, colon, rest = spec.name.rpartition(":")
        if not colon or "*" not in file:
            yield spec
            continue
        found = sorted(glob.glob(file, recursive=True))
        if not found:
            raise InvalidSettings(f"expected files that fit {file!r}, got none")
        for each in found:
            yield attrs.evolve(spec, name=f"{each}:{rest}")


def searcher_named(spec: str | Spec, registry: Registry | None = None) -> Any:
    """Return the searcher that a spec describes. If the spec is `file.py:name`, return the object `name` of the file,
    such as a search function. A name with a prefix, such as `course:file.py:name`, is a searcher.
    """
    spec = parse_spec(spec) if isinstance(spec, str) else spec
    reference = reference_in(spec.name)
    if reference is not None and not reference.prefix and not spec.settings:
        return load_reference(reference)
    return (registry or default_registry()).searcher(spec)
