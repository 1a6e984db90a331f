"""Proofs of the exact values of positions; see `Solver`."""

from __future__ import annotations

from advsearch.solving.proof import Progress, Proof
from advsearch.solving.solver import Solver

__all__ = ["Progress", "Proof", "Solver"]
