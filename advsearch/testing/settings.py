"""Declarations of a user about a searcher under test: its kind, its claims, and its limitations.

They are declared here once: as keywords of `check_searcher`, as options of `advsearch check`, and as the table of
docs/testing/README.md.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from advsearch.errors import InvalidSettings, near_names

Kind: TypeAlias = Literal["minimax", "one-ply", "legal", "play", "sampling", "prover", "table"]
"""The kind of a searcher says what its searches return. `minimax` returns the minimax value to a depth. `one-ply`
returns the action with the best next state. `legal` returns a legal action in any game. `play` returns a legal action
in the games that the searcher plays. `sampling` returns the best action if it has enough iterations. `prover` returns
whether a player can force a win. `table` returns a table with the values of all positions."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Prunes: TypeAlias = bool | Literal["strict"]
Returns: TypeAlias = Literal["value, action", "action, value", "action", "value"]

CPU_S: Final = 4.0
"""The seconds of processor time after which a search of a small tree is assumed to loop forever."""


def _says(says: str, choices: tuple[str, ...] = ()) -> dict[str, Any]:
    """Describe a declaration. The first sentence is also the help of its option."""
    return {"says": says, "choices": choices}


@attrs.frozen
class Declared:
    """The declarations about a searcher. If a field is None, the kit reads the property from the searcher, or finds
    it by trial searches.
    """

    kind: Kind | None = attrs.field(
        default=None, metadata=_says("What the searcher promises, which decides the laws that are tested.", KINDS)
    )
    alternates: bool = attrs.field(
        default=False,
        metadata=_says("The search assumes that the players always take turns. This holds for finished games, too."),
    )
    mirrors: bool = attrs.field(
        default=False,
        metadata=_says(
            "The search assumes that evaluators mirror: what is good for one player is bad for the other. A "
            "textbook negamax that evaluates for the player to move needs `alternates` and `mirrors`."
        ),
    )
    returns: Returns | None = attrs.field(
        default=None, metadata=_says("What the search function returns.", get_args(Returns))
    )
    ties: Literal["any", "first", "random"] = attrs.field(
        default="any",
        metadata=_says(
            "Which of several equally good actions the search returns: any of them, the first, or a random one.",
            ("any", "first", "random"),
        ),
    )
    history: bool = attrs.field(
        default=False,
        metadata=_says(
            "A repeated search may return a different, equally good answer. Declare it for a search that learns "
            "from earlier searches."
        ),
    )
    counts: bool | None = attrs.field(
        default=None,
        metadata=_says(
            "A repeated search enters as many positions as the first one, in every process. Searchers of the "
            "protocol promise this, and functions do not."
        ),
    )
    distances: bool | None = attrs.field(
        default=None,
        metadata=_says(
            "In games with the utilities -1, 0 and 1, values count the plies to a win or a loss. An example is the "
            "value `win_in(3)`."
        ),
    )
    horizon: bool | None = attrs.field(
        default=None,
        metadata=_says(
            "The search evaluates positions at its depth, instead of searching to the end of the game. With "
            "`horizon=False`, it always searches to the end."
        ),
    )
    deep: bool | None = attrs.field(
        default=None, metadata=_says("The search can search games of thousands of plies to their end.")
    )
    floats: bool = attrs.field(
        default=True,
        metadata=_says("Values may be floats. With `floats=False`, the search is for whole numbers only."),
    )
    infinite: bool = attrs.field(
        default=True,
        metadata=_says(
            "Evaluations may be infinite. With `infinite=False`, the search is for finite evaluations only."
        ),
    )
    prunes: Prunes | None = attrs.field(
        default=None,
        metadata=_says(
            "Whether the search claims to enter no more positions than alpha-beta; strict: than alpha-beta that "
            "cuts off only at values beyond a bound, and not at equal values. Some courses grade the strict form.",
            ("yes", "no", "strict"),
        ),
    )
    threads: bool | None = attrs.field(
        default=None, metadata=_says("The searcher can make several searches at the same time.")
    )
    window: Literal["soft", "hard", "either"] = attrs.field(
        default="either",
        metadata=_says(
            "Outside its window the search returns a bound on the value (soft) or the end of the window (hard).",
            ("soft", "hard", "either"),
        ),
    )
    patience_s: float = attrs.field(
        default=CPU_S,
        metadata=_says("Processor time in seconds after which a search of a small tree is assumed not to end."),
    )
    games: tuple[Any, ...] = attrs.field(default=(), converter=tuple)
    """The games that the searcher plays, if it does not play every game."""
    entries: Callable[[], Any] | None = None
    """A function that returns the entries of the searcher's table after a search. An entry is a tuple: the state, the
    depth, the lower bound, and the upper bound."""
    twins: Mapping[str, Any] | None = None
    """Other versions of the search that must give the same answers, such as `{"parallel": parallel_search}`."""


def declared(given: Mapping[str, Any]) -> Declared:
    """Return the settings of `check_searcher` as a `Declared` object. Raise an error for a value that is not among
    the choices.
    """
    fields = {field.name: field for field in attrs.fields(Declared)}
    if unknown := sorted(set(given) - set(fields)):
        near = near_names(unknown[0], fields)
        hint = f"did you mean `{near[0]}`?" if near else f"the settings are {', '.join(fields)}"
        raise InvalidSettings(f"expected a setting of a check, got `{unknown[0]}`; {hint}")
    if isinstance(given.get("prunes"), bool):
        given = {**given, "prunes": "yes" if given["prunes"] else "no"}
    for name, value in given.items():
        choices = fields[name].metadata.get("choices")
        if value is not None and choices and value not in choices:
            raise InvalidSettings(f"expected `{name}` to be one of {', '.join(choices)}, got {value!r}")
    said = given.get("prunes")
    return Declared(**{**given, "prunes": said if said in (None, "strict") else said == "yes"})


def with_declarations(function: Any) -> Any:
    """Give a function `f(..., **declared)` the signature in which every declaration is a keyword."""
    signature = inspect.signature(function)
    own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
    named = inspect.signature(Declared).parameters.values()
    more = [each.replace(kind=each.KEYWORD_ONLY) for each in named]
    function.__signature__ = signature.replace(parameters=[*own, *more])
    return function


def promised(searcher: Any) -> Kind:
    """Return the kind in a searcher's attribute `promises`. Without this attribute, the kind is "minimax"."""
    kind: Kind = getattr(getattr(searcher, "searcher", searcher), "promises", "minimax")
    if kind not in KINDS:
        raise InvalidSettings(f"expected `promises` to be one of {', '.join(KINDS)}, got {kind!r}")
    return kind
