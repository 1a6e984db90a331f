"""Whatever a study file or a schedule file contains, it is read or refused in one line."""

from __future__ import annotations

import contextlib
import copy
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import advsearch
from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.plugins.registry import default_registry
from advsearch.tournament.schedule_file import schedule_of
from advsearch_studies.catalogue import load_study
from advsearch_studies.study_file import study_of

VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["a", "null"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=2)),
    max_leaves=5,
)
STUDY = tomllib.loads("""
title = "Two"
game = "isolation(width=4, height=4)"
visitor = "greedy(evaluator={evaluator})"
clock_s = 0.2
evaluators = ["null"]
openings = { random_plies = 2 }
budget = { nodes = 100, pairs = 2, batches = 2 }
quick = { depth = 1, pairs = 1 }
agents = { a = { searcher = "greedy", depth = 2, resigns = true }, b = { searcher = "random", share = 0.5 } }
claims = [{ text = "a is better", better = "a", worse = "b" }]
measures = [{ text = "m", agent = "a", evaluator = "null", plies = [1, 2] }]
runs = [{ text = "r", agent = "a", runs = 2, games = 3 }]
[[tables]]
name = "t"
opponents = ["b"]
games = 4
pairs = 2
visitors = true
rows = [{ agent = "a", won = [[1], [2]], rate = 50.0 }]
[[headlines]]
claim = "a is better"
table = "t"
pairs = 3
budgets = [{ nodes = 10, agents = ["a", "b"] }, { depth = 2, about = 50, batches = 2, authors = true }]
""")
CUP = tomllib.loads("""
game = "isolation(width=4, height=4)"
seed = 1
kind = "pairs"
pairings = [["a", "b"]]
openings = { random_plies = 2, count = 2 }
limits = { depth = 2, nodes = 5, game_s = 3, increment_s = 1, grace_s = 1, stall_s = 3 }
rules = { max_plies = 3, mixed_tiers = true }
test = { margin = 30, alpha = 0.05, beta = 0.05 }
[[agents]]
name = "a"
searcher = "greedy"
seed = 3
depth = 3
resigns = true
[[agents]]
name = "b"
ugi = "x y"
options = { Hash = "3" }
memory_mb = 300
cpu_s = 3
start_s = 3
isolated = true
""")


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in nested tables and lists."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*at, key)
        yield from places(value, (*at, key))


def put(data: Any, place: tuple[Any, ...], value: Any) -> Any:
    found = inner = copy.deepcopy(data)
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return found


def read_study(data: Any) -> None:
    study_of("two", data)


def read_schedule(data: Any) -> None:
    list(schedule_of(data, advsearch.load_game("isolation(width=4, height=4)"), Path("/nowhere")).slots())


def read_or_refused(read: Callable[[Any], None], data: Any) -> None:
    said = ""
    try:
        read(data)
    except AdvsearchError as error:
        said = str(error)
    assert len(said.splitlines()) <= 1


def test_the_samples_are_right() -> None:
    """Without a change, both samples are read."""
    read_study(STUDY)
    read_schedule(CUP)


@given(st.sampled_from(list(places(STUDY))), VALUES)
@example(("tables", 0, "opponents"), [["a"]])
@example(("tables", 0, "opponents"), [{}])
@example(("tables", 0, "rows", 0, "won"), [[1], 2])
def test_a_study_is_read_or_refused_in_one_line(place: tuple[Any, ...], value: Any) -> None:
    """If any entry of a study is replaced by any value, the study is read, or the error is one line."""
    read_or_refused(read_study, put(STUDY, place, value))


@given(st.sampled_from(list(places(CUP))), VALUES)
@example(("pairings", 0, 0), ["a"])
def test_a_schedule_is_read_or_refused_in_one_line(place: tuple[Any, ...], value: Any) -> None:
    """If any entry of a schedule is replaced by any value, the schedule is read, or the error is one line."""
    changed = put(CUP, place, value)
    with contextlib.suppress(TypeError, AttributeError, ValueError, LookupError):  # many games would only take long
        if changed["openings"]["count"] > 100 or changed["openings"]["random_plies"] > 9:
            return
    read_or_refused(read_schedule, changed)


def test_opponents_in_a_list_are_named() -> None:
    """`opponents = [["a"]]` is an unknown agent, shown as it was written."""
    with pytest.raises(InvalidSettings, match=r"unknown agent \['a'\]; see \[agents\]"):
        read_study(put(STUDY, ("tables", 0, "opponents"), [["a"]]))
    assert load_study("000", default_registry()).tables
