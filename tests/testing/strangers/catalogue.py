"""Every faulty program of the strangers: searches of classes 1 to 7, games of classes 8 and 9, and the museum."""

from __future__ import annotations

import museum
import mutants_calls
import mutants_games
import mutants_lines
import mutants_size

FAULTS = [*mutants_calls.FAULTS, *mutants_size.FAULTS, *mutants_lines.FAULTS, *mutants_games.FAULTS, *museum.FAULTS]
