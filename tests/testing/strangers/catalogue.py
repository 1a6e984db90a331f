"""All faulty programs: searches of classes 1 to 7, games of classes 8 and 9, and the museum."""

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
FAULTS = [fault for part in PARTS for fault in part.FAULTS]
