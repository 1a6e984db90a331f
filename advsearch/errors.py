"""All errors of advsearch. There is one class for each kind of remedy."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

LONGEST: Final = 1_000
NAMED_FILE: Final = "advsearch_file_"
"""The start of the module names of a user's files. Twelve characters that identify the folder follow."""

_LISTED: Final = 20

_PLACES = re.compile(rf" at 0x[0-9A-Fa-f]+|\b{NAMED_FILE}[0-9a-f]{{12}}_")


def without_places(text: str) -> str:
    """`text` without the memory addresses of printed objects and the folder part of `NAMED_FILE` module names.

    >>> without_places("got <mine.Rules object at 0x7f2b5c1d>")
    'got <mine.Rules object>'
    """
    return _PLACES.sub("", text)


class AdvsearchError(Exception):
    """The root of all errors that advsearch raises on purpose. The message is one line and says what to do.

    A message quotes wrong values, which may be very long. If the message has more than `LONGEST` characters, its
    middle is left out.
    """

    def __str__(self) -> str:
        text = without_places(super().__str__())
        if len(text) <= LONGEST:
            return text
        return f"{text[: LONGEST * 2 // 3]} … {text[-LONGEST // 3 :]}"


class IllegalAction(AdvsearchError, ValueError):
    """The action is not among `actions(state)`, which lists the legal actions."""


class InvalidNotation(AdvsearchError, ValueError):
    """The string is not the notation of a state, an action or a spec. The message shows where the mistake is."""


class InvalidSettings(AdvsearchError, ValueError):
    """A game, searcher or limit cannot have these settings; the message says which ones it can have."""


class UnknownName(AdvsearchError, LookupError):
    """No game, searcher or evaluator has this name; the message lists similar names."""


class PluginError(AdvsearchError):
    """A plugin failed to load, registered a name twice, or implements an unknown hook."""


Fault: TypeAlias = Literal["time", "illegal", "crash", "stall"]
"""The ways in which an agent loses by a fault: its answer was late, its action was illegal, it raised or died, or
it gave no answer and was killed."""


class AgentFault(AdvsearchError):
    """An agent crashed, stalled, or returned something that is not an action."""

    def __init__(self, message: str, *, termination: Fault = "crash", stderr: str = "") -> None:
        super().__init__(message)
        self.termination = termination
        self.stderr = stderr
        """The end of what the agent wrote to its standard error, if it is a program."""


class CompiledTierUnavailable(AdvsearchError):
    """The compiled tier was requested and cannot run: the game has no kernels, or numba is not installed."""


def near_names(name: str, known: Iterable[str], *, n: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known names that a misspelt one may mean, at most `n`, the nearest first. Capitals, `_`, `-` and spaces do
    not count. If a name differs in nothing else, only such names are returned.

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
    """The error for an unknown name. The message lists similar names or, if there are none, the known names."""
    names = sorted(known)
    near = near_names(name, names, n=3)
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    hint = f"did you mean {' or '.join(near)}?" if near else f"{there}: {', '.join(names[:_LISTED]) or 'none'}{more}"
    return UnknownName(f"unknown {kind} {name!r}; {hint}")
