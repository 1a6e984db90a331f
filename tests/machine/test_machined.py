"""Searches by texts in machine code find what today's compiled searches find, node for node."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import attrs
import pytest

from advsearch import bind, limits, load_game
from advsearch.analysis.perft import perft
from advsearch.binding.within import BindingAt
from advsearch.compiled.machined import kept
from advsearch.compiled.machined.code import Code, code_of
from advsearch.compiled.machined.perft import counter
from advsearch.compiled.machined.session import CodeSession, Settings
from advsearch.compiled.machined.trees import kind_of
from advsearch.errors import CompiledTierUnavailable
from advsearch.limits import Limits, Request
from advsearch.lowering.faults import Differs
from advsearch.machine import law, store
from advsearch.plugins.registry import default_registry
from advsearch.search import AlphaBeta, Minimax
from advsearch.testing.compiled_trees import with_data
from advsearch.testing.growing import grow, some_shape
from advsearch.testing.trees import estimate

GUIDED = ("table", "killers", "history")
GUESSES = AlphaBeta(table=None, order=GUIDED)


def code_for(searcher: Any, game: Any, evaluator: Any = None) -> Code:
    return code_of(kind_of(searcher), game, evaluator or BindingAt(game).evaluator(None))


def session(searcher: Any, code: Code, state: Any, budget: limits.Budget) -> CodeSession:
    return CodeSession(code, code.game, state, budget, Settings.of(searcher))


def positions(game: Any, count: int) -> list[Any]:
    """Unfinished states after 0, 1, 2, ... random actions."""
    found = []
    for seed in range(count):
        chosen, state = random.Random(seed), game.initial()
        for _ in range(seed):
            after = game.result(state, chosen.choice(list(game.actions(state))))
            state = game.initial() if game.terminal(after) else after
        found.append(state)
    return found


def asked(searcher: Any, code: Code, state: Any, depth: int) -> list[Any]:
    """What a search of a state finds at each depth, and the nodes that it enters."""
    one = session(searcher, code, state, limits.Budget())
    return [(one.probe(plies), one.nodes) for plies in range(1, depth + 1)]


@pytest.mark.needs_numba
@pytest.mark.parametrize(
    ("searcher", "depth"), [(Minimax(), 4), (AlphaBeta(), 6), (AlphaBeta(table=None, order=GUIDED), 7)], ids=str
)
def test_a_text_in_machine_code_is_the_compiled_search(searcher: Any, depth: int) -> None:
    """On Isolation: values, lines, facts, scores and nodes, probe by probe, with several lines and with a limit."""
    game: Any = load_game("isolation(width=5, height=5)")
    code = code_for(searcher, game)
    search = bind(searcher, game, tier="compiled")
    for seed in range(6):
        chosen, state = random.Random(seed), game.initial()
        for _ in range(seed):
            state = game.result(state, chosen.choice(list(game.actions(state))))
        request = Request(Limits(nodes=None if seed % 2 else 700), lines=1 + seed % 3)
        budgets = [request.budget(), request.budget()]
        one, other = search.steered().start(state, budgets[0]), session(searcher, code, state, budgets[1])
        for plies in range(1, depth + 1):
            every = seed == 3
            assert one.probe(plies, every_action=every) == other.probe(plies, every_action=every), (seed, plies)
            assert one.nodes == other.nodes


@pytest.mark.needs_numba
def test_windows_and_floats_are_those_of_the_compiled_search() -> None:
    """A window with fractions among whole numbers, and an evaluator of floats, give the same values and types."""
    game: Any = load_game("isolation(width=4, height=4)")
    for name in ("improved", "weighted"):
        searcher = AlphaBeta(table=64, order=GUIDED)
        evaluator = default_registry().evaluator(name, game)
        code = code_for(searcher, game, evaluator)
        search = bind(searcher, game, evaluator=evaluator, tier="compiled")
        state, chosen = game.initial(), random.Random(2)
        while not game.terminal(state):
            one = search.steered().start(state, limits.Budget())
            other = session(searcher, code, state, limits.Budget())
            for plies, window in enumerate([(None, None), (-1.5, 2.5), (0.25, None), (None, None)], 1):
                found = one.probe(plies, *window), other.probe(plies, *window)
                assert repr(found[0]) == repr(found[1])
                assert one.nodes == other.nodes
            state = game.result(state, chosen.choice(list(game.actions(state))))


def test_a_stop_signal_ends_a_text_in_machine_code() -> None:
    """A search whose signal is set enters no node, and still has a legal action."""

    class Set:
        def is_set(self) -> bool:
            return True

    game: Any = load_game("isolation(width=5, height=5)")
    found = session(AlphaBeta(), code_for(AlphaBeta(), game), game.initial(), limits.Budget(stop=Set()))
    assert not found.probe(6).finished
    assert found.nodes == 0
    assert found.fallback()[0] in game.actions(game.initial())


def test_a_stop_between_two_probes_leaves_nothing_of_the_first() -> None:
    """A probe that the signal ends before it begins has no root action done, whatever the probe before has found."""
    signals = iter([False, True])

    class Second:
        def is_set(self) -> bool:
            return next(signals, True)

    game: Any = load_game("isolation(width=5, height=5)")
    found = session(AlphaBeta(), code_for(AlphaBeta(), game), game.initial(), limits.Budget(stop=Second()))
    first = found.probe(1)
    second = found.probe(2, first=(first.action,))
    assert (second.done, second.pv, second.finished) == (0, (), False)


def test_a_clock_ends_a_text_in_machine_code() -> None:
    """A search that would take hours ends at its time limit, with the root actions that were finished."""
    game: Any = load_game("isolation")
    found = session(Minimax(), code_for(Minimax(), game), game.initial(), limits.Budget(Limits(time_s=0.3)))
    probe = found.probe(40)
    assert not probe.finished
    assert found.nodes > 1_000


def test_a_search_finds_nothing_of_the_one_before() -> None:
    """On one copy of the code, each search finds and enters what it does on a new copy; the sizes of tables vary."""
    game: Any = load_game("isolation(width=5, height=5)")
    code = code_for(GUESSES, game)
    sizes = [attrs.evolve(GUESSES, table=size) for size in (None, 64, 5_000)]
    states = positions(game, 6)
    code._idle.clear()
    new = []
    for searcher in sizes:
        for state in states:
            new.append(asked(searcher, code, state, 6))
            code._idle.clear()
    again = [asked(searcher, code, state, 6) for searcher in sizes for state in states]
    assert again == new
    assert len(code._idle) == 1


def test_searches_of_one_build_run_beside_each_other() -> None:
    """Two open sessions, and sessions on four threads, find what they find alone."""
    game: Any = load_game("isolation(width=5, height=5)")
    code = code_for(GUESSES, game)
    states = positions(game, 8)
    alone = [asked(GUESSES, code, state, 6) for state in states]
    one, other = (session(GUESSES, code, state, limits.Budget()) for state in states[:2])
    both = [((one.probe(plies), one.nodes), (other.probe(plies), other.nodes)) for plies in range(1, 7)]
    assert [list(each) for each in zip(*both, strict=True)] == alone[:2]
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(lambda state: asked(GUESSES, code, state, 6), states)] == alone


class Doubling:
    """A game whose numbers outgrow 63 bits, but not within the plies that are played before the build."""

    def initial(self) -> int:
        return 1

    def player(self, state: int) -> int:
        return 0

    def actions(self, state: int) -> list[int]:
        return [1, 2, 3]

    def result(self, state: int, action: int) -> int:
        return state * 2**action if state > 1 << 20 else (state + action) % 1000 + 1

    def terminal(self, state: int) -> bool:
        return False

    def utility(self, state: int, player: int) -> float:
        return 0

    utilities = "score"


def lowest_bits(_game: Any, state: int, _player: int) -> int:
    return state % 1009


def test_what_no_play_has_shown_leads_to_a_wider_build() -> None:
    """A search that overflows in play goes on with a wider build, and finds what a search of that build finds."""
    game: Any = Doubling()
    code = Code(kind_of(GUESSES), game, lowest_bits)
    before = code.made
    first = asked(GUESSES, code, 3 << 55, 6)
    assert code.made is not before
    assert asked(GUESSES, code, 3 << 55, 6) == first
    reference = bind(AlphaBeta(table=None, order=GUIDED), game, evaluator=lowest_bits, tier="reference")
    assert [reference(3 << 55, depth=plies).value for plies in range(1, 7)] == [probe.value for probe, _ in first]


def test_a_search_with_a_clock_waits_for_no_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on in plain Python, and the note says why; the wider build is there for a later search."""
    monkeypatch.setenv("ADVSEARCH_MACHINE", "1")
    game: Any = Doubling()
    search = bind(AlphaBeta(2, evaluator=lowest_bits), game, tier="compiled")
    assert search(5).tier == "compiled"
    found = search(3 << 60, time_s=20.0)
    assert (found.tier, found.depth) == ("reference", 2)
    assert "unlike" in (found.note or "")
    code = code_of(kind_of(AlphaBeta(2)), game, lowest_bits)
    assert code._wider is not None
    code._wider.join(60)
    assert search(3 << 60, time_s=20.0).tier == "compiled"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
def test_a_forked_process_searches() -> None:
    """A child searches with the code of its parent, and finds the same."""
    game: Any = load_game("isolation(width=5, height=5)")
    code = code_for(GUESSES, game)
    expected = asked(GUESSES, code, game.initial(), 5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        os._exit(0 if asked(GUESSES, code, game.initial(), 5) == expected else 1)
    for _ in range(600):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            break
        time.sleep(0.05)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert (found, status) == (child, 0)


def test_ctrl_c_ends_a_search() -> None:
    """The interrupt is raised, and the next search finds what it finds alone."""
    game: Any = load_game("isolation")
    code = code_for(Minimax(), game)
    alone = asked(Minimax(), code, game.initial(), 2)
    timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        session(Minimax(), code, game.initial(), limits.Budget()).probe(40)
    timer.join()
    assert asked(Minimax(), code, game.initial(), 2) == alone


class Crashing(Doubling):
    """A game whose machine code crashes, as the test below has it."""


def test_a_crash_in_the_law_ends_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The build is refused, with the signal that ended the child."""
    monkeypatch.setattr(law, "hold", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    with pytest.raises(CompiledTierUnavailable, match="machine code was compared .* it was ended by SIGKILL"):
        Code(kind_of(AlphaBeta()), cast(Any, Crashing()), lowest_bits)


def test_a_build_that_differs_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the law finds in the child is the reason that a search gives."""

    def differs(*_: Any) -> None:
        raise Differs("they differ here")

    monkeypatch.setattr(law, "hold", differs)
    with pytest.raises(CompiledTierUnavailable, match="they differ here"):
        Code(kind_of(AlphaBeta()), cast(Any, Crashing()), lowest_bits)


def test_a_kept_build_needs_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A second process would find and enter the same; a damaged file, a pipe in its place or other sources do not."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game: Any = load_game("isolation(width=5, height=5)")
    evaluator = BindingAt(game).evaluator(None)
    first = Code(kind_of(GUESSES), game, evaluator)
    expected = asked(GUESSES, first, game.initial(), 5)
    again = Code(kind_of(GUESSES), game, evaluator)
    assert again._program is None
    assert asked(GUESSES, again, game.initial(), 5) == expected
    path = store.directory() / f"{again._kept_as}.object"
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert Code(kind_of(GUESSES), game, evaluator)._program is not None
    assert path.read_bytes() != content[:-1] + bytes([content[-1] ^ 1])
    path.unlink()
    os.mkfifo(path)
    assert Code(kind_of(GUESSES), game, evaluator)._program is not None
    monkeypatch.setattr(kept, "_own_files", lambda: "other sources")
    assert Code(kind_of(GUESSES), game, evaluator)._program is not None


def test_a_wider_build_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What one process has met in play, the next process knows from the start."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game: Any = Doubling()
    expected = asked(GUESSES, Code(kind_of(GUESSES), game, lowest_bits), 3 << 55, 4)
    again = Code(kind_of(GUESSES), game, lowest_bits)
    made = again.made
    assert asked(GUESSES, again, 3 << 55, 4) == expected
    assert again.made is made
    assert again._program is None


def test_grown_trees_share_a_build() -> None:
    """On 60 trees: the data of each are written into the memory of one build, and values and lines are minimax's."""
    for utilities in ("outcome", "score"):
        codes = set()
        for seed in range(30):
            chosen = random.Random(seed)
            tree = with_data(grow(chosen.randint, some_shape(chosen.randint, utilities=utilities)))
            if tree.floats:
                continue
            expected = bind(Minimax(3, evaluator=estimate), tree, tier="reference")(tree.initial())
            code = code_for(Minimax(), tree, estimate)
            found = CodeSession(code, tree, tree.initial(), limits.Budget(), Settings()).probe(3)
            assert (found.value, found.pv) == (expected.value, expected.pv)
            codes.add(code)
        assert len(codes) == 1


class Countdown(Doubling):
    """Take one, two or three; the game ends at 0, after different numbers of plies."""

    def initial(self) -> int:
        return 6

    def actions(self, state: int) -> list[int]:
        return [count for count in (1, 2, 3) if count <= state]

    def result(self, state: int, action: int) -> int:
        return state - action

    def terminal(self, state: int) -> bool:
        return state == 0


def test_perft_counts_what_plain_python_counts() -> None:
    """Leaves, ends and positions; a set signal ends the count."""

    class Set:
        def is_set(self) -> bool:
            return True

    games: list[Any] = [Countdown(), load_game("isolation(width=4, height=4)")]
    for game in games:
        count = counter(game)
        for depth in (0, 1, 3, 5):
            found = perft(game, depth, tier="reference")
            assert count(game.initial(), depth) == (found.leaves, found.finished, found.nodes)
        assert count(game.initial(), 5, Set())[2] <= perft(game, 5, tier="reference").nodes
