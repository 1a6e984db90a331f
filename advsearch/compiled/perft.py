"""Perft over kernels."""

from __future__ import annotations

from typing import Any

from advsearch.compiled.engine import perft_engine
from advsearch.compiled.layout import ENTERED, HEADER, OVER
from advsearch.compiled.memory import Memory
from advsearch.compiled.worker import run
from advsearch.kernels import ONGOING
from advsearch.limits import Budget
from advsearch.protocol import AnyGame


def perft(game: AnyGame, state: Any, depth: int) -> tuple[int, int, int]:
    """(leaves, those in which the game is over, positions entered); what has to be built is built first."""
    kernels, count = perft_engine(game)
    words = kernels.encode(state)
    cells = kernels.actions(words)
    if depth == 0 or kernels.outcome(words, cells) != ONGOING:
        return 1, int(kernels.outcome(words, cells) != ONGOING), 1
    memory = Memory(HEADER)
    leaves = run(count, (memory.address, words, cells, depth), memory.cells, Budget())
    return int(leaves), int(memory.cells[OVER]), 1 + int(memory.cells[ENTERED])
