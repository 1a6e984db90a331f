"""How a block of statements ends: its exits, and the variables behind it."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import attrs

from advsearch.lowering.source import Source
from advsearch.lowering.words.nodes import Node

Leaving: TypeAlias = Literal["return", "raise", "break", "continue"]
Env: TypeAlias = "dict[str, Any]"


@attrs.define(eq=False)
class Exit:
    """How a block is left early: under `condition`, if no exit before it was taken."""

    condition: Node
    how: Leaving
    value: Any
    """What is returned; for `break` and `continue` the variables."""


@attrs.define(eq=False)
class Frame:
    """A call that is being run."""

    source: Source
    env: Env


class Dead(Exception):
    """Every path through the statements that are run raises an error."""


Flow: TypeAlias = "tuple[list[Exit], Env | None]"
"""The exits of a block, and the variables at its end; None where the end is never reached."""
