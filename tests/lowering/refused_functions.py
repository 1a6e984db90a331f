"""Functions that rules over rows refuse, one construct each, with the message."""

from __future__ import annotations
