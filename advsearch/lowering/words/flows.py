"""The ways out of a block of statements: `return`, `break`, `continue`, an error, or its end."""

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
    """An early end of a block, such as `return`, and its condition."""

    condition: Node
    how: Leaving
    value: Any
    """The value of a `return`, or the variables at a `break` or `continue`."""


@attrs.define(eq=False)
class Frame:
    source: Source
    env: Env
    body: Sequence[ast.stmt] = ()


class Dead(Exception):
    """Raised if every path through the statements raises an error."""


Flow: TypeAlias = "tuple[list[Exit], Env | None]"
"""All `Exit` objects of a block, and the variables after its last statement."""
