"""The errors of advsearch. A user corrects all errors of one class in the same way."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

LONGEST: Final = 1_000
NAMED_FILE: Final = "advsearch_file_"
"""The start of the module names that advsearch gives to a user's files. In the module name, the twelve characters
after `NAMED_FILE` identify the folder of the file."""

_LISTED: Final = 20

_PLACES = re.compile(rf" at 0x[0-9A-Fa-f]+|\b{NAMED_FILE}[0-9a-f]{{12}}_")


def without_places(text: str) -> str:
    """`text` without the memory addresses of objects. In a module name such as `advsearch_file_0123456789ab_nim`,
    only `nim` is kept.

    >>> without_places("got <mine.Rules object at 0x7f2b5c1d>")
    'got <mine.Rules object>'
    """
    return _PLACES.sub("", text)


class AdvsearchError(Exception):
    """The base class of all errors that advsearch raises on purpose. The message is one line and says what to do.

    If a message quotes a very long value, and has more than `LONGEST` characters, its middle is left out.
    """

    def __str__(self) -> str:
        text = without_places(super().__str__())
        if len(text) <= LONGEST:
            return text
        return f"{text[: LONGEST * 2 // 3]} … {text[-LONGEST // 3 :]}"


class IllegalAction(AdvsearchError, ValueError):
    """Raised for an illegal action: an action that is not in `actions(state)`."""


class InvalidNotation(AdvsearchError, ValueError):
    """Raised for a string that is not the notation of a state, an action or a spec. The message shows where the
    mistake is."""


class InvalidSettings(AdvsearchError, ValueError):
    """Raised if a game, searcher or limit cannot have the given settings. The message lists possible settings."""


class UnknownName(AdvsearchError, LookupError):
    """Raised if no game, searcher or evaluator has the given name. The message lists similar names."""


class PluginError(AdvsearchError):
    """Raised if a plugin fails to load, registers a name twice, or implements an unknown hook."""


Fault: TypeAlias = Literal["time", "illegal", "crash", "stall"]
"""The faults by which an agent loses a game. `time`: the answer is late. `illegal`: the answer is not a legal action.
`crash`: the agent raises an exception or ends. `stall`: the agent does not answer."""


class AgentFault(AdvsearchError):
    """Raised if an agent (a player of a game) crashes, stalls, or returns something that is not an action."""

    def __init__(self, message: str, *, termination: Fault = "crash", stderr: str = "") -> None:
        super().__init__(message)
        self.termination = termination
        self.stderr = stderr
        """The last part of the agent's standard error, if the agent is a program."""


class Resigned(AgentFault):
    """Raised if a searcher gives up the game instead of answering, as some players of courses do."""


class CompiledTierUnavailable(AdvsearchError):
    """Raised if the compiled tier is requested and cannot run: the game has no kernels, or numba is not installed."""


def near_names(name: str, known: Iterable[str], *, n: int = 1, cutoff: float = 0.6) -> list[str]:
    """At most `n` known names that a misspelt `name` may mean, the nearest first. Differences in capitals, `_`, `-`
    and spaces are ignored. If a known name differs from `name` only in capitals, `_`, `-` and spaces, no other names
    are returned.

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
