"""The errors, grouped by what the caller can do about them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final

LONGEST: Final = 1_000
NAMED_FILE: Final = "advsearch_file_"
"""The prefix of the modules of files that a user names; twelve characters that identify the folder follow."""

_LISTED: Final = 20

_PLACES = re.compile(rf" at 0x[0-9A-Fa-f]+|\b{NAMED_FILE}[0-9a-f]{{12}}_")


def without_places(text: str) -> str:
    """A text without what Python adds to print an object: where in memory it is, and our name for its file.

    >>> without_places("got <mine.Rules object at 0x7f2b5c1d>")
    'got <mine.Rules object>'
    """
    return _PLACES.sub("", text)


class AdvsearchError(Exception):
    """Root of every error raised on purpose; its text is one line a person can act on.

    Messages quote what came, and what came may be a megabyte: beyond `LONGEST` characters the middle is left out.
    """

    def __str__(self) -> str:
        text = without_places(super().__str__())
        if len(text) <= LONGEST:
            return text
        return f"{text[: LONGEST * 2 // 3]} … {text[-LONGEST // 3 :]}"


class IllegalAction(AdvsearchError, ValueError):
    """The action is not among `actions(state)`; ask the game which ones are."""


class InvalidNotation(AdvsearchError, ValueError):
    """The text does not denote a state or an action; the message shows where it stops making sense."""


class InvalidSettings(AdvsearchError, ValueError):
    """A game, searcher or limit was asked for with settings it cannot have."""


class UnknownName(AdvsearchError, LookupError):
    """No game, searcher or evaluator has this name; the message lists near matches."""


class PluginError(AdvsearchError):
    """A plugin broke its promise: it failed to load, registered twice, or named an unknown hook."""


class AgentFault(AdvsearchError):
    """An agent crashed, stalled, or returned a wrong action."""

    def __init__(self, message: str, *, termination: str = "crash", stderr: str = "") -> None:
        super().__init__(message)
        self.termination = termination
        """How the game ends for it: one of `advsearch.match.Termination`."""
        self.stderr = stderr
        """The last of what it wrote to its standard error, where there is one."""


class CompiledTierUnavailable(AdvsearchError):
    """The compiled tier was asked for where it cannot run: no kernels, or no numba."""


def near_names(name: str, known: Iterable[str], *, n: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known names that a misspelt one may mean, at most `n`, the nearest first. Capitals, `_`, `-` and spaces do
    not count; names that differ in nothing else are returned alone.

    >>> near_names("AlphaBeta", ["alphabeta", "deepening"]), near_names("max_depht", ["max_depth", "seed"])
    (['alphabeta'], ['max_depth'])
    """
    plain: dict[str, list[str]] = {}
    for each in known:
        plain.setdefault(_plain(each), []).append(each)
    same = plain.get(_plain(name))
    near = [_plain(name)] if same else difflib.get_close_matches(_plain(name), list(plain), n=n, cutoff=cutoff)
    return [each for found in near for each in plain[found]][:n]


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", "", name).casefold()


def unknown_name(kind: str, name: str, known: Iterable[str], *, there: str = "installed") -> UnknownName:
    """The error for a name that is not installed, with near matches or what is there."""
    names = sorted(known)
    near = near_names(name, names, n=3)
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    hint = f"did you mean {' or '.join(near)}?" if near else f"{there}: {', '.join(names[:_LISTED]) or 'none'}{more}"
    return UnknownName(f"unknown {kind} {name!r}; {hint}")
