"""Data types for how a block of statements ends: the exits that leave it early, and the variables at its end."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import attrs

from advsearch.lowering.source import Source
from advsearch.lowering.words.nodes import Node

Leaving: TypeAlias = Literal["return", "raise", "break", "continue"]
Env: TypeAlias = "dict[str, Any]"


class Exit(NamedTuple):
    """One way to leave a block early: an exit that is taken if `condition` holds and no earlier exit was taken."""

    condition: Node
    how: Leaving
    value: Any
    """For `return`, the returned value; for `break` and `continue`, the variables."""


@attrs.define(eq=False)
class Frame:
    """A stack frame: the call of one function of the rules that is being run."""

    source: Source
    env: Env
    body: Sequence[ast.stmt] = ()
    """The statements of the function."""


class Dead(Exception):
    """Raised if every path through the statements raises an error."""


Flow: TypeAlias = "tuple[list[Exit], Env | None]"
"""The exits of a block, and the variables at its end; the variables are None if the end is never reached."""
