"""Types for the ways out of a block: exits such as `return`, and the end of the block."""

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
    """An early exit of a block, such as `return`. The first exit with a true condition is taken."""

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
"""The exits of a block, and the variables at its end, or None if the end is never reached."""
