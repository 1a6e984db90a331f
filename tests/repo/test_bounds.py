"""Limits on what a user may request: `advsearch.system.bounds`, and every option and setting that it bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advsearch import InvalidSettings, Solver, load_game, load_searcher
from advsearch.cli.program import program
from advsearch.compiled.memory import Memory
from advsearch.ratings import SequentialTest
from advsearch.system import bounds
from advsearch.tournament.schedule_file import read_schedule
from advsearch.tournament.workers import workers_of

DIGITS = "9" * 30
NUMBERS: list[tuple[list[str], str]] = [
    (
        ["search", "GAME", "--depth", DIGITS],
        f"expected --depth to be a whole number of at most 18 digits, got '{DIGITS}'",
    ),
    (["search", "GAME", "--nodes", DIGITS * 9], f"got '{DIGITS}9999999999…, 270 characters'"),
    (["perft", "GAME", DIGITS], f"expected DEPTH to be a whole number of at most 18 digits, got '{DIGITS}'"),
    (["search", "GAME", "--time", "999999999999h"], "expected --time to be a duration of at most 1,000,000,000 s"),
    (["solve", "GAME", "--threads", "100000", "--nodes", "9"], "expected threads to be at most 64 on this machine"),
    (
        ["solve", "GAME", "--table-mb", "999999999999"],
        "expected table_mb to fit the memory of this machine, 8,192",
    ),
    (["bench", "--repeat", "100000"], "100000 is not in the range 1<=x<=1000"),
    (["compare", "GAME", "null", "null", "--pairs", "999999999"], "expected --pairs to be at most 100,000"),
    (["compare", "GAME", "null", "null", "--random-plies", "999999"], "expected --random-plies to be at most 10,000"),
    (
        ["compare", "GAME", "null", "null", "--tier", "reference", "--margin", "1e400"],
        "expected a margin of at most 1,000 Elo, got inf",
    ),
    (
        ["compare", "GAME", "null", "null", "--tier", "reference", "--workers", "9999"],
        "expected workers to be at most 64 on this machine",
    ),
    (["study", "run", "001", "--batches", "99999"], "expected --batches to be at most 1,000, got 99999"),
    (["study", "run", "001", "--pairs", "999999"], "expected --pairs to be at most 100,000, got 999999"),
]


@pytest.fixture
def small_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with two cores and 8 GB."""
    monkeypatch.setattr("advsearch.system.bounds.os.cpu_count", lambda: 2)
    monkeypatch.setattr("advsearch.system.bounds.memory_bytes", lambda: 8 << 30)


@pytest.mark.usefixtures("small_machine")
@pytest.mark.parametrize(("arguments", "message"), NUMBERS, ids=lambda each: " ".join(each)[:40])
def test_numbers_beyond_all_bounds_are_refused(arguments: list[str], message: str, capsys: Any) -> None:
    """A number that would freeze or crash the machine is a one-line error that names the option and the bound."""
    given = ["isolation" if each == "GAME" else each for each in arguments]
    assert program.main(given, standalone_mode=False) == 2
    complaint = capsys.readouterr().err.splitlines()[-1]
    assert complaint.startswith("error: ")
    assert message in complaint


@pytest.mark.usefixtures("small_machine")
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda game: Solver(game, threads=65), "expected threads to be at most 64 on this machine, got 65"),
        (
            lambda game: Solver(game, 8_193),
            "expected table_mb to fit the memory of this machine, 8,192 MB, got 8193, which takes 8,193 MB",
        ),
        (lambda _: workers_of(65, "local"), "expected workers to be at most 64 on this machine, got 65"),
        (lambda _: SequentialTest(margin=1_001.0), "expected a margin of at most 1,000 Elo, got 1001.0"),
        (
            lambda _: Memory(1 << 40, "depth", 300_000),
            "expected depth to fit the memory of this machine, 8,192 MB, got 300000, which takes 8,388,608 MB",
        ),
    ],
)
def test_settings_beyond_the_machine_are_refused(make: Callable[[Any], Any], message: str) -> None:
    """Threads, workers and memory are limited by the machine, also from Python, and the error names the setting."""
    with pytest.raises(InvalidSettings) as refused:
        make(load_game("isolation"))
    assert str(refused.value) == message


def test_a_table_of_the_reference_tier_is_bounded_as_well() -> None:
    """A table in plain Python grows as it is used, but is refused immediately if the full table would not fit."""
    game = load_game("isolation(width=4, height=4)")
    searcher = load_searcher(f"alphabeta(depth=2, table={DIGITS}, tier=reference)")
    with pytest.raises(InvalidSettings, match="expected table to fit the memory of this machine"):
        searcher.search(game, game.initial())


@pytest.mark.needs_numba
@pytest.mark.parametrize("slots", [10**11, int(DIGITS)])
@pytest.mark.parametrize("searcher", ["alphabeta(depth=2, table={})", "deepening(max_depth=2, table={})"])
def test_a_table_beyond_the_memory_is_refused_by_its_name(searcher: str, slots: int) -> None:
    """If the table of a compiled search does not fit into the memory, the error names the setting."""
    game = load_game("isolation(width=4, height=4)")
    with pytest.raises(InvalidSettings, match=f"expected table to fit the memory .*, got {slots}, which takes"):
        load_searcher(searcher.format(slots)).search(game, game.initial())


def test_memory_that_the_system_does_not_give_names_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """If an allocation fails although the machine is large enough, the error names the setting and not the call."""

    def refuse(_size: int) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("advsearch.compiled.memory._mapped", refuse)
    with pytest.raises(InvalidSettings) as refused:
        Memory(1 << 20, "table_mb", 8)
    assert str(refused.value) == (
        "expected table_mb to fit the memory that is free, got 8, which takes 8 MB; give a smaller one"
    )


def test_what_a_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is eight threads or processes per core, but at least 64; memory is known if the system reports it."""
    monkeypatch.setattr("advsearch.system.bounds.os.cpu_count", lambda: 32)
    assert bounds.most_at_once() == 256
    monkeypatch.setattr("advsearch.system.bounds.os.cpu_count", lambda: None)
    assert bounds.most_at_once() == 64
    there = bounds.memory_bytes()
    assert there is None or there > 1 << 20
    monkeypatch.setattr("advsearch.system.bounds.memory_bytes", lambda: None)
    bounds.check_memory("table_mb", 1 << 40, 1 << 60)


SCHEDULE = """
game = "isolation"
[openings]
{openings}
[[agents]]
name = "one"
searcher = "random"
{agent}
[[agents]]
name = "two"
searcher = "random"
"""


@pytest.mark.parametrize(
    ("openings", "agent", "message"),
    [
        ("random_plies = 99999", "", "expected `random_plies` in [openings] to be at most 10,000, got 99999"),
        ("chosen_plies = 99999", "", "expected `chosen_plies` in [openings] to be at most 10,000, got 99999"),
        (
            "random_plies = 2\ncount = 9999999",
            "",
            "expected `count` in [openings] to be at most 1,000,000, got",
        ),
        ("random_plies = 2", f"memory_mb = {2**62}", "to be at most 1,073,741,824, got"),
        ("random_plies = 2", f"cpu_s = {2**62}", "to be at most 1,000,000,000, got"),
    ],
)
def test_schedules_are_bounded(openings: str, agent: str, message: str, tmp_path: Any) -> None:
    """A schedule with more openings, plies, memory or time than possible is refused."""
    with pytest.raises(InvalidSettings) as refused:
        read_schedule(SCHEDULE.format(openings=openings, agent=agent), load_game("isolation"), tmp_path)
    assert message in str(refused.value)
