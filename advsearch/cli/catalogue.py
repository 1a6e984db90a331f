"""The tables of the commands that list what is installed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import click

from advsearch.cli.console import show, show_json, table
from advsearch.cli.options import registry, reporting_options
from advsearch.errors import PluginError
from advsearch.plugins.entries import Entry
from advsearch.plugins.manager import OURS
from advsearch.plugins.settings import settings_text

if TYPE_CHECKING:
    from rich.text import Text


def show_entries(kind: str, entries: Iterable[Entry], *, as_json: bool, default: str = "") -> None:
    """Print the name, summary and settings of each entry. If an entry is not built in, also print its plugin. A mark
    shows the default entry.
    """
    entries = [entry for entry in entries if _loads(entry)]
    if as_json:
        show_json(
            [
                {
                    "name": entry.name,
                    "summary": summary_of(kind, entry),
                    "settings": settings_of(kind, entry),
                    "default": entry.name == default,
                    "distribution": str(entry.origin),
                    **_related(kind, entry),
                }
                for entry in entries
            ]
        )
        return
    headers = [kind, "what it is" if kind == "ordering" else "what it is, and its settings"]
    for number, (title, group) in enumerate(_groups(kind, entries)):
        if title:
            click.echo(("\n" if number else "") + title)
        show(table(headers, [[_name(each, default), _about(kind, each)] for each in group]))


def listing(kind: str, entries: Callable[[], Iterable[Entry]], about: str) -> click.Command:
    """Make the command that lists all entries of a kind. `about` is its help."""

    @click.command(f"{kind}s", help=about)
    @reporting_options
    def command(as_json: bool) -> None:
        show_entries(kind, entries(), as_json=as_json)

    return command


GROUPS: Final = {
    "minimax": "They find the value of minimax, to a depth or until they are stopped:",
    "sampling": "They sample games until they are stopped:",
    "prover": "They prove the value of a position, if they can:",
    "one-ply": "They look little or not at all ahead:",
    "play": "They are made of other players:",
    "one game": "They play one game only:",
}
"""The groups of searchers by what they promise (see docs/searchers.md)."""


def _groups(kind: str, entries: list[Entry]) -> Iterable[tuple[str, list[Entry]]]:
    """Yield the titles and entries of the groups of a listing. Only searchers have groups."""
    if kind != "searcher":
        yield "", entries
        return
    for promise, title in GROUPS.items():
        group = [each for each in entries if _group_of(each) == promise]
        if group:
            yield title, group


def _group_of(entry: Entry) -> str:
    promise = promise_of(entry)
    return "one game" if entry.game is not None else "one-ply" if promise == "legal" else promise


def promise_of(entry: Entry) -> str:
    """Return what a searcher promises, in its attribute `promises`."""
    return str(getattr(entry.make, "promises", "minimax"))


def summary_of(kind: str, entry: Entry) -> str:
    """Return the description that a listing shows for an entry. The docstring of an ordering is not shown, because it
    describes the ordering's class.
    """
    return entry.stated if kind == "ordering" else entry.summary


def settings_of(kind: str, entry: Entry) -> str:
    """Return the settings of an entry, as text. An evaluator that is not a class has no settings. If the name is a
    prefix, the settings are those of the object that the user names."""
    if kind == "searcher" and entry.name.endswith(":"):
        return "those of the named object"
    if kind == "evaluator" and not inspect.isclass(entry.make):
        return "no settings"
    return settings_text(entry.make, {"tier": "auto"} if kind == "searcher" else {})


def _related(kind: str, entry: Entry) -> dict[str, str | list[str] | None]:
    """Return the related entries that a listing shows beside an entry. If the entry is a game, the related entries
    are the searchers that play only this game. If the entry is a searcher or an ordering for one game only, the
    related entry is the game."""
    if kind == "searcher":
        return {"game": entry.game, "promises": promise_of(entry)}
    if kind == "ordering":
        return {"game": entry.make.game}
    if kind == "game":
        return {"searchers": [each.name for each in registry().searchers_of(entry.name)]}
    return {}


def _loads(entry: Entry) -> bool:
    """Whether an entry can be loaded. An entry that cannot be loaded causes a warning and is not listed."""
    try:
        entry.make  # noqa: B018 - reading `make` loads the entry
    except PluginError as error:
        click.echo(f"warning: {error}", err=True)
        return False
    return True


def _name(entry: Entry, default: str) -> Text:
    from rich.text import Text

    return Text(f"{entry.name} *" if entry.name == default else entry.name, style="bold")


def _about(kind: str, entry: Entry) -> Text:
    from rich.text import Text

    settings = settings_of(kind, entry)
    summary = summary_of(kind, entry)
    lines = [Text(summary)] if summary else []
    if settings != "no settings":
        lines.append(Text(settings, style="cyan"))
    if kind == "searcher" and entry.game is not None:
        lines.append(Text(f"plays {entry.game} only", style="dim"))
    if kind == "ordering" and entry.make.game is not None:
        lines.append(Text(f"for {entry.make.game} only", style="dim"))
    if kind == "game" and (own := registry().searchers_of(entry.name)):
        lines.append(Text(f"searchers of its own: {', '.join(each.name for each in own)}", style="dim"))
    if entry.origin.distribution != OURS:
        lines.append(Text(f"from {entry.origin}", style="dim"))
    return Text("\n").join(lines)
