"""All faults: those planted for the classes F1 to F55, and the programs of strangers: searches of classes 1 to 7,
games of classes 8 and 9, and the museum.
"""

from __future__ import annotations

import museum
import mutants_calls
import mutants_cold
import mutants_games
import mutants_lines
import mutants_mirrors
import mutants_rules
import mutants_samplers
import mutants_size
import mutants_styles
import mutants_time
import planted_core
import planted_drivers
import planted_games
import planted_memory
import planted_others
import planted_stops
import planted_variants

PARTS = (
    mutants_calls,
    mutants_cold,
    mutants_size,
    mutants_time,
    mutants_mirrors,
    mutants_lines,
    mutants_samplers,
    mutants_games,
    mutants_rules,
    mutants_styles,
    museum,
)
PLANTED_PARTS = (
    planted_core,
    planted_drivers,
    planted_games,
    planted_memory,
    planted_others,
    planted_stops,
    planted_variants,
)
PROGRAMS = [fault for part in PARTS for fault in part.FAULTS]
PLANTED = sorted(
    (fault for part in PLANTED_PARTS for fault in part.PLANTED), key=lambda each: (int(each.kind[1:]), each.wrong)
)
FAULTS = [*PLANTED, *PROGRAMS]
