"""How the commands that list what is installed show it."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from advsearch.cli.console import show, show_json, table
from advsearch.plugins.manager import OURS
from advsearch.plugins.registry import Entry
from advsearch.plugins.settings import settings_text
from advsearch.plugins.tiers import is_our_maker


def show_entries(kind: str, entries: Iterable[Entry], *, as_json: bool, default: str = "") -> None:
    """Name, summary and settings of each, and who offers it if that is not us; the default is marked."""
    entries = list(entries)
    if as_json:
        show_json(
            [
                {
                    "name": entry.name,
                    "summary": entry.summary,
                    "settings": settings_of(kind, entry),
                    "default": entry.name == default,
                    "distribution": str(entry.origin),
                }
                for entry in entries
            ]
        )
        return
    rows = [[_name(each, default), _about(kind, each)] for each in entries]
    show(table([kind, "what it is, and its settings"], rows))


def settings_of(kind: str, entry: Entry) -> str:
    """The settings a spec may give; an evaluator that is no class is ready as it is."""
    if kind == "evaluator" and not inspect.isclass(entry.make):
        return "no settings"
    text = settings_text(entry.make)
    return f"{text}, tier=auto" if kind == "searcher" and is_our_maker(entry.make) else text


def _name(entry: Entry, default: str) -> str:
    return f"{entry.name} *" if entry.name == default else entry.name


def _about(kind: str, entry: Entry) -> str:
    settings = settings_of(kind, entry)
    lines = [entry.summary] if entry.summary else []
    if settings != "no settings":
        lines.append(settings)
    if entry.origin.distribution != OURS:
        lines.append(f"from {entry.origin}")
    return "\n".join(lines)
