"""Declarations of a user about a searcher under test: its kind, its claims, and its limitations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from advsearch.errors import InvalidSettings

Kind: TypeAlias = Literal["minimax", "one-ply", "legal", "play", "sampling", "prover", "table"]
"""The kind of a searcher says what its searches return. `minimax` returns the minimax value to a depth. `one-ply`
returns the action with the best next state. `legal` returns a legal action in any game. `play` returns a legal action
in the games that the searcher plays. `sampling` returns the best action if it has enough iterations. `prover` returns
whether a player can force a win. `table` returns a table with the values of all positions."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Window: TypeAlias = Literal["soft", "hard", "either"]
Ties: TypeAlias = Literal["any", "first", "random"]
Prunes: TypeAlias = bool | Literal["strict"]
Returns: TypeAlias = Literal["value, action", "action, value", "action", "value"]

CPU_S: Final = 4.0
"""The seconds of processor time after which a search of a small tree is assumed to loop forever."""


HELP: Final[dict[str, str]] = {
    "kind": "What the searcher promises, which decides the laws that are tested.",
    "alternates": "The search assumes that the players always take turns.",
    "mirrors": "The search assumes that evaluators mirror: what is good for one player is bad for the other.",
    "returns": "What the search function returns.",
    "ties": "Which of several equally good actions the search returns: any of them, the first, or a random one.",
    "history": "A repeated search may return a different, equally good answer.",
    "counts": "A repeated search enters as many positions as the first one, in every process.",
    "distances": "In games with the utilities -1, 0 and 1, values count the plies to a win or a loss.",
    "horizon": "The search evaluates positions at its depth, instead of searching to the end of the game.",
    "deep": "The search can search games of thousands of plies to their end.",
    "floats": "Values may be floats.",
    "infinite": "Evaluations may be infinite.",
    "prunes": "Whether the search claims to enter no more positions than alpha-beta; strict: than alpha-beta that "
    "cuts off only at values beyond a bound, and not at equal values.",
    "threads": "The searcher can make several searches at the same time.",
    "window": "Outside its window the search returns a bound on the value (soft) or the end of the window (hard).",
    "patience_s": "Processor time in seconds after which a search of a small tree is assumed not to end.",
}


@attrs.frozen
class Declared:
    """The declarations about a searcher. If a field is None, the kit reads the property from the searcher, or finds
    it by trial searches.

    Every field that has a text in `HELP` is also an option of `advsearch check`.
    """

    kind: Kind | None = None
    alternates: bool = False
    mirrors: bool = False
    returns: Returns | None = None
    ties: Ties = "any"
    history: bool = False
    counts: bool | None = None
    distances: bool | None = None
    horizon: bool | None = None
    deep: bool | None = None
    floats: bool = True
    infinite: bool = True
    prunes: Prunes | None = None
    threads: bool | None = None
    window: Window = "either"
    patience_s: float = CPU_S
    games: tuple[Any, ...] = ()
    """The games that the searcher plays, if it does not play every game."""
    entries: Callable[[], Any] | None = None
    """A function that returns the entries of the searcher's table after a search. An entry is a tuple: the state, the
    depth, the lower bound, and the upper bound."""
    twins: Mapping[str, Any] | None = None
    """Other versions of the search that must give the same answers, such as `{"parallel": parallel_search}`."""


CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "kind": KINDS,
    "window": get_args(Window),
    "ties": get_args(Ties),
    "prunes": ("yes", "no", "strict"),
    "returns": get_args(Returns),
}


def declared(given: Mapping[str, Any]) -> Declared:
    """Return the settings of `check_searcher` as a `Declared` object. Raise an error for a value that is not among
    the choices.
    """
    if isinstance(given.get("prunes"), bool):
        given = {**given, "prunes": "yes" if given["prunes"] else "no"}
    for name, choices in CHOICES.items():
        if given.get(name) is not None and given[name] not in choices:
            raise InvalidSettings(f"expected `{name}` to be one of {', '.join(choices)}, got {given[name]!r}")
    said = given.get("prunes")
    return Declared(**{**given, "prunes": said if said in (None, "strict") else said == "yes"})


def promised(searcher: Any) -> Kind:
    """Return the kind in a searcher's attribute `promises`. Without this attribute, the kind is "minimax"."""
    kind: Kind = getattr(getattr(searcher, "searcher", searcher), "promises", "minimax")
    if kind not in KINDS:
        raise InvalidSettings(f"expected `promises` to be one of {', '.join(KINDS)}, got {kind!r}")
    return kind
