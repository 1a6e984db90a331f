"""A search begins in Python while its machine code is built, and the compiled search takes over."""

from __future__ import annotations

import itertools
import threading
import time
from pathlib import Path
from typing import Any

import attrs
import pytest
from isolation_by_hand import ByHand

import advsearch
from advsearch import Limits, lowering
from advsearch.binding import bind, takeover
from advsearch.binding.bound import BoundSearch
from advsearch.bits import count
from advsearch.compiled import maker
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import over_words
from advsearch.match.agents import SearcherAgent
from advsearch.results import Line, Result
from advsearch.search import AlphaBeta, Deepening, Minimax

KALAH = Path(__file__).parents[1] / "gallery" / "kalah.py"
GAME = ByHand(6, 6)
START = GAME.initial()


@over_words
def roomy(s: Any, own: Any, side: int) -> int:
    """A user's evaluator, which is built separately."""
    return 3 * count(own) - count(s[0]) + side


@over_words
def half_a_lie(s: Any, own: Any, side: int) -> int:
    return 0.5 * count(own)  # type: ignore[return-value]


def same(result: Result) -> Result:
    """A result without the fields that differ from run to run."""
    return attrs.evolve(result, seconds=0.0, tier="reference")


# --- if only a clock limits the search ------------------------------------------------------------------------------


@pytest.mark.parametrize("evaluator", [None, roomy])
def test_the_compiled_search_takes_over_at_the_next_depth(evaluator: Any, held: Any) -> None:
    """The compiled search continues at the next depth, nodes and seconds grow, and the result names the depth from
    which it is compiled.
    """
    search = bind(Deepening(evaluator=evaluator), GAME)
    lines: list[Line] = []

    def report(line: Line) -> None:
        lines.append(line)
        if line.depth >= 4:  # one build may be followed by another
            while not held.asked:
                time.sleep(0.01)
            held.release()

    result = search(START, time_s=120.0, stop=_At(lines, 9), report=report)
    assert [line.depth for line in lines[:9]] == list(range(1, 10))
    for before, after in itertools.pairwise(lines):
        assert before.nodes < after.nodes
        assert before.seconds <= after.seconds
    assert result.tier == search.tier == "compiled"
    assert result.compiled_from is not None
    assert 5 <= result.compiled_from <= result.depth
    assert result.nodes >= lines[-1].nodes
    assert result.seconds >= lines[-1].seconds
    again = search(START, time_s=0.1)
    assert (again.tier, again.compiled_from) == ("compiled", None)


class _At:
    """A stop signal that is set once a depth has been reported."""

    def __init__(self, lines: list[Line], depth: int) -> None:
        self._lines = lines
        self._depth = depth

    def is_set(self) -> bool:
        return bool(self._lines) and self._lines[-1].depth >= self._depth


def test_an_iterator_of_lines_goes_on_too(held: Any) -> None:
    """`lines` yields each depth once, whether Python or machine code has searched it."""
    depths = []
    for line in bind(Deepening(), GAME).lines(START, time_s=120.0):
        depths.append(line.depth)
        if line.depth == 4:
            while not held.asked:
                time.sleep(0.01)
            held.release()
        if line.depth == 9:
            break
    assert depths == list(range(1, 10))


def test_the_rules_of_a_new_game_are_derived_beside_the_search(held: Any) -> None:
    """The first search of a game reports its first depths before the rules are derived; then the compiled search
    takes over.
    """
    game: Any = advsearch.load_game(f"{KALAH}:Kalah")
    assert not lowering.at_hand(game)
    search = bind(Deepening(), game)
    assert not lowering.at_hand(game)
    depths = []
    for line in search.lines(game.initial(), time_s=60.0):
        depths.append(line.depth)
        if line.depth == 3:
            assert search._tier == "reference"
        if line.depth >= 5:
            while not held.asked:
                time.sleep(0.01)
            held.release()
        if line.depth == 9:
            break
    assert depths == list(range(1, 10))
    assert lowering.at_hand(game)
    search.settle()
    assert search(game.initial(), time_s=0.2).tier == "compiled"


def test_a_deadline_before_the_code_is_there_is_kept(held: Any) -> None:
    """A search without machine code keeps its deadline, and the result names the tier."""
    search = bind(Deepening(), GAME)
    began = time.perf_counter()
    result = search(START, time_s=0.4)
    assert time.perf_counter() - began < 10.0  # the build is held until the test ends
    assert (result.tier, result.compiled_from) == ("reference", None)
    assert result.depth >= 3
    assert result.action in GAME.actions(START)
    assert search.building is not None
    assert search.building.ordered


def test_a_code_that_cannot_be_built_leaves_the_search_in_python(held: Any) -> None:
    """If the code cannot be built, the search continues on the reference tier, and `why` gives the reason."""
    search = bind(Deepening(evaluator=half_a_lie), GAME)
    held.released.set()
    result = search(START, time_s=0.8)
    assert result.tier == "reference"
    assert search.tier == "reference"
    assert search.why is not None
    assert "expected the evaluator half_a_lie to return int, got float" in search.why


def test_a_stop_signal_ends_the_search_before_the_takeover(held: Any) -> None:
    """The caller's stop signal ends the search, with or without machine code."""
    stop = threading.Event()
    search = bind(Deepening(), GAME)
    result = search(START, time_s=120.0, stop=stop, report=lambda line: stop.set() if line.depth == 3 else None)
    assert (result.depth, result.tier) == (3, "reference")


# --- where nodes are counted ----------------------------------------------------------------------------------------


PLAIN = [AlphaBeta(depth=5), Minimax(depth=3), Deepening(AlphaBeta(depth=5)), AlphaBeta(depth=4, evaluator=roomy)]


@pytest.mark.parametrize("searcher", PLAIN)
@pytest.mark.parametrize("ready", [False, True])
def test_what_a_depth_limits_is_the_same_whichever_tier_is_first(searcher: Any, ready: bool, held: Any) -> None:
    """A plain search limited by depth has the same answer, line and nodes, whenever its code is ready."""
    alone = bind(searcher, GAME, tier="reference")(START)
    if ready:
        held.released.set()
    search = bind(searcher, GAME)
    lines: list[Line] = []
    raced = search(START, report=lines.append)
    assert same(raced) == same(alone)
    assert raced.compiled_from is None
    assert [line.depth for line in lines] == sorted({line.depth for line in lines})
    assert lines[-1].nodes == raced.nodes
    if not ready:
        assert raced.tier == "reference"
    held.release()
    assert search.tier == "compiled"
    assert same(search(START)) == same(alone)


@pytest.mark.parametrize(
    ("searcher", "limits"),
    [
        (Deepening(), Limits(nodes=3_000)),
        (Deepening(), Limits(nodes=3_000, time_s=60.0)),
        (Deepening(), Limits(depth=4)),
        (Deepening(max_depth=4), Limits(time_s=60.0)),
        (AlphaBeta(depth=3), Limits(nodes=1_000)),
        (AlphaBeta(depth=4, table=1_000), Limits()),
    ],
    ids=repr,
)
def test_a_search_that_counts_nodes_waits_for_its_code(searcher: Any, limits: Limits, remembered: None) -> None:
    """If nodes are limited, or tables differ, the search waits for its code, so the tier does not depend on
    timing.
    """
    first = bind(searcher, GAME)
    found = first(START, **attrs.asdict(limits))
    again = bind(searcher, GAME, tier="compiled")(START, **attrs.asdict(limits))
    assert found.tier == "compiled"
    assert same(found) == same(again)


def test_an_agent_of_a_match_is_built_before_its_game(held: Any) -> None:
    """Agents of tournaments and studies always wait for their code; those of `play` begin in Python."""
    held.released.set()
    agent = SearcherAgent(Deepening(), "ready")
    agent.prepare(GAME)
    assert isinstance(agent._bound, BoundSearch)
    assert agent._bound._building is None
    assert agent._bound.tier == "compiled"


# --- what is not worth a build --------------------------------------------------------------------------------------


def test_small_searches_cause_no_build(remembered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that ends within a moment is answered in Python, and starts no build."""

    def refuse(label: str, parcel: bytes) -> maker.Order:
        raise AssertionError(f"{label} was to be built")

    monkeypatch.setattr(takeover, "SMALL_S", 60.0)
    monkeypatch.setattr(maker, "ordered", refuse)
    assert bind(AlphaBeta(depth=2), GAME)(START).tier == "reference"
    assert bind(Deepening(), GAME)(START, time_s=0.1).tier == "reference"


def test_searches_add_up_until_a_build_is_worth_it(remembered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build begins when the searches that need it have run for long enough in total."""
    monkeypatch.setattr(takeover, "SMALL_S", 0.3)
    for _ in range(40):
        search = bind(Deepening(), GAME)
        search(START, time_s=0.1)
        if search.building is None or search.building.ordered:
            break
    else:
        raise AssertionError("expected a build after four seconds of searches")
    assert search.tier == "compiled"


def test_what_was_refused_is_raised_where_it_is_asked_for(remembered: None) -> None:
    """With tier=compiled the search waits for the build, and raises its error."""
    with pytest.raises(CompiledTierUnavailable, match="expected the evaluator half_a_lie to return int, got float"):
        bind(Deepening(evaluator=half_a_lie), GAME, tier="compiled")
