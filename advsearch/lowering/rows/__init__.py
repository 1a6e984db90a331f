"""Rows: states of any plain values as rows of 64-bit cells, and a game's methods as functions over them.

`derive(game, sample)` reads the methods, finds the types of everything in them, and writes plain Python over
`advsearch.compiled.memory`, which runs as it is on a list and compiles to machine code.
"""

from advsearch.lowering.rows.deriving import derive as derive
