"""What is declared of a searcher that is checked: its kind, what it claims, and what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from advsearch.errors import InvalidSettings

Kind: TypeAlias = Literal["minimax", "sampling", "prover", "table"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Window: TypeAlias = Literal["soft", "hard", "either"]

CPU_S: Final = 4.0
"""Processor time after which a search of a small tree is taken to be in a loop."""


@attrs.frozen
class Declared:
    """What a searcher is declared to be; None is for what the kit finds out by trying.

    Every field but the functions is an option of `advsearch check`, with the `help` beside it.
    """

    kind: Kind = "minimax"
    distances: bool | None = attrs.field(
        default=None, metadata={"help": "whether values of outcome games are wins and losses in so many plies"}
    )
    horizon: bool | None = attrs.field(
        default=None, metadata={"help": "whether it evaluates at its depth, rather than search to the end"}
    )
    floats: bool = attrs.field(default=True, metadata={"help": "whether values may be floats"})
    prunes: bool | None = attrs.field(
        default=None, metadata={"help": "whether it claims to enter no more than alpha-beta"}
    )
    threads: bool | None = attrs.field(
        default=None, metadata={"help": "whether it can do several searches at a time"}
    )
    first_best: bool = attrs.field(default=False, metadata={"help": "of equally good actions it returns the first"})
    window: Window = attrs.field(
        default="either", metadata={"help": "whether values outside the window are held inside it (hard) or not"}
    )
    entries: Callable[[], Any] | None = None
    """Table entries after a search, as (state, depth, lower, upper)."""
    twins: Mapping[str, Any] | None = None
    """Other forms of the same search, by name: in machine code, in C, in parallel. They answer as it does."""


def declared(given: Mapping[str, Any]) -> Declared:
    """Settings of `check_searcher` by name; what is none of the choices is refused."""
    for name, choices in CHOICES.items():
        if name in given and given[name] not in choices:
            raise InvalidSettings(f"expected {name} to be one of {', '.join(choices)}, got {given[name]!r}")
    return Declared(**given)


CHOICES: Final[dict[str, tuple[str, ...]]] = {"kind": KINDS, "window": get_args(Window)}
