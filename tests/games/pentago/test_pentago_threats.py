"""The tables of facts about lines, by the stones of a quadrant, compared with their definitions."""

from __future__ import annotations

from advsearch_pentago import threats
from advsearch_pentago.geometry import FIVES, TURNED, TURNS


def test_the_tables_are_what_they_are_defined_to_be() -> None:
    """For each quadrant, each set of its cells and each line, the tables say whether no stone is missing, at most
    one, or all.
    """
    for quadrant in range(4):
        parts = [five >> 9 * quadrant & 511 for five in FIVES]
        for lane in range(512):
            index = quadrant << 9 | lane
            missing = [(part & ~lane).bit_count() for part in parts]
            assert threats._COMPLETE[index] == sum(1 << line for line, n in enumerate(missing) if n == 0)
            assert threats._NEARLY[index] == sum(1 << line for line, n in enumerate(missing) if n <= 1)
            assert threats._FREE[index] == sum(1 << line for line, part in enumerate(parts) if not part & lane)


def test_the_tables_after_a_turn_are_those_of_the_turned_stones() -> None:
    """The entry for a turn and a quadrant's stones is the entry for the stones after the turn."""
    for turn in range(TURNS):
        for lane in range(512):
            after = (turn // 2) << 9 | TURNED[turn][lane] >> 9 * (turn // 2)
            for table, turned in (
                (threats._COMPLETE, threats._COMPLETE_TURNED),
                (threats._NEARLY, threats._NEARLY_TURNED),
                (threats._FREE, threats._FREE_TURNED),
            ):
                assert turned[turn << 9 | lane] == table[after]
