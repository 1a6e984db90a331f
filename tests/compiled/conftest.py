"""Fixtures for the compiled tier: games over kernels, and cache directories for single tests."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from advsearch import protocol
from advsearch.binding import takeover
from advsearch.bits import WORD_BITS
from advsearch.compiled import build, engine, evaluators, maker, numbers, parcel
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, KernelSet, by_place

_FAN = 16
"""The number of actions of one cell, if a state has more actions than a word has bits."""


def _kernels_of(game: Any, evaluator: Any) -> KernelSet:
    """Kernels of any game, which are not to be compiled. A state is a number given to it, and an action is its place
    in the list.
    """
    numbers: dict[Any, int] = {}
    states: list[Any] = []

    def encode(state: Any) -> tuple[int]:
        if state not in numbers:
            numbers[state] = len(states)
            states.append(state)
        return (numbers[state],)

    def player(s: Any) -> int:
        return game.player(states[s[0]])

    def apply(s: Any, action: int) -> tuple[int]:
        state = states[s[0]]
        return encode(game.result(state, game.actions(state)[action]))

    def outcome(s: Any, cells: int) -> Any:
        return ONGOING if cells else game.utility(states[s[0]], player(s))

    def evaluate(s: Any, cells: int, side: int) -> Any:
        return evaluator(game, states[s[0]], player(s) if side == 0 else 1 - player(s))

    def choices(s: Any, cell: int) -> tuple[int, int]:
        return 0, min(_FAN, len(game.actions(states[s[0]])) - _FAN * cell)

    wide = max(getattr(game, "widths", (0,))) > WORD_BITS
    written = [value for node in getattr(game, "nodes", ()) for value in (node.utility, *node.estimates)]
    evaluate.__annotations__["return"] = int if all(isinstance(value, int) for value in written) else float
    return KernelSet(
        encode=encode,
        action=by_place,
        words=1,
        longest=40 if getattr(game, "cyclic", False) else 1_000,
        fan=_FAN if wide else 1,
        choices=choices if wide else None,
        actions=lambda s: (1 << -(-len(game.actions(states[s[0]])) // (_FAN if wide else 1))) - 1,
        apply=apply,
        outcome=outcome,
        stays=lambda s, action: player(s) == player(apply(s, action)),
        evaluators={evaluator: evaluate},
    )


class _WithKernels:
    """A game with kernels. Everything else is taken from the original game."""

    def __init__(self, game: Any, evaluator: Any) -> None:
        self._game = game
        self._evaluator = evaluator
        self._results: dict[Any, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def result(self, state: Any, action: Any) -> Any:
        """The next state. The kit counts calls, so a second call for the same position uses the first result."""
        if (state, action) not in self._results:
            self._results[state, action] = self._game.result(state, action)
        return self._results[state, action]

    def kernels(self) -> KernelSet:
        return _kernels_of(self, self._evaluator)


@pytest.fixture
def with_kernels(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, Any], Any]:
    """A game with kernels, and a kernel for the evaluator that searches use.

    The kit's games have utilities that do not fit into a machine word. Uncompiled templates can use wider limits.
    """
    monkeypatch.setitem(numbers.NUMBERS, int, numbers.whole_numbers(10**100, -(10**99)))
    return _WithKernels


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new cache directory, with no build in memory."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(build, "_built", {})
    return tmp_path / "advsearch" / "builds"


@pytest.fixture
def in_new_process(tmp_path: Path) -> Callable[..., subprocess.Popen[str]]:
    """Run a script in a new process, with a new cache directory unless one is given."""

    def start(script: Path, *arguments: str, cache: Path = tmp_path) -> subprocess.Popen[str]:
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
        return subprocess.Popen(
            [sys.executable, str(script), *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


def _take(stones: int, most: int, twice: int) -> KernelGame:
    """Take 1 to `most` stones, the last one wins; a player that leaves a multiple of `twice` moves again."""

    def actions(s: Any) -> int:
        return (1 << min(most, s[0])) - 1

    def apply(s: Any, action: int) -> Any:
        return (s[0] - action - 1,)

    def stays(s: Any, action: int) -> bool:
        return (s[0] - action - 1) % twice == 0

    def outcome(s: Any, cells: int) -> int:
        # if no stones are left, the mover has won only if the last action let the same player move again
        return ONGOING if cells else (1 if s[0] % twice == 0 else -1)

    kernels = KernelSet(
        encode=lambda state: state,
        words=1,
        longest=stones,
        actions=actions,
        apply=apply,
        outcome=outcome,
        stays=stays,
        evaluators={protocol.null: _few},
    )
    return KernelGame(kernels, (stones,), name=f"take({stones}, {most}, {twice})")


def _few(s: Any, cells: int, side: int) -> int:
    return 0


@pytest.fixture(scope="session")
def take() -> Callable[[int, int, int], KernelGame]:
    """A game of kernels alone, in which a player may move twice in a row."""
    return _take


class Held:
    """Builds that take until `release`."""

    def __init__(self) -> None:
        self.asked: list[maker.Order] = []
        self.released = threading.Event()
        self._ordered = maker.ordered

    def order(self, label: str, parcel: bytes) -> maker.Order:
        held = maker.Order(label, parcel)
        real = self._ordered(label, parcel)
        held.maker = real.maker
        self.asked.append(held)  # a test waits for this in another thread

        def answer() -> None:
            real.done.wait()
            self.released.wait()
            held.answer = real.answer
            held.done.set()

        threading.Thread(target=answer, daemon=True).start()
        return held

    def release(self) -> None:
        """Let all builds that were requested be ready, and all later ones."""
        self.released.set()
        for order in self.asked:
            order.done.wait()


class Remembered:
    """Copies builds that this run of the tests has made before.

    The tests that use it are about when a build is requested and awaited. Builds themselves are tested in
    test_maker.py and test_build.py.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._ordered = maker.ordered

    def order(self, label: str, packed: bytes) -> maker.Order:
        asked = parcel.unpacked(packed)[1]
        name, home = f"{asked['name']}.code", Path(asked["home"])
        kept = self._place / name
        if kept.exists():
            shutil.copy(kept, home / name)
            order = maker.Order(label, packed, {"built": True})
            order.done.set()
            return order
        order = self._ordered(label, packed)
        threading.Thread(target=self._keep, args=(order, home / name, kept), daemon=True).start()
        return order

    def _keep(self, order: maker.Order, made: Path, kept: Path) -> None:
        order.done.wait()
        if order.answer == {"built": True}:
            with contextlib.suppress(OSError):  # the test has ended, and its directory is gone
                part = kept.with_name(f"{kept.name}.{os.getpid()}")
                shutil.copy(made, part)
                part.replace(kept)


@pytest.fixture
def cold(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is built, no search has run, and builds are requested immediately."""
    monkeypatch.setattr(engine, "_engines", {})
    monkeypatch.setattr(takeover, "_spent", {})
    monkeypatch.setattr(takeover, "SMALL_S", 0.0)
    evaluators._machine_code.cache_clear()
    evaluators._refusal.cache_clear()


@pytest.fixture
def remembered(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Like `cold`, for tests that are not about building itself."""
    place = Path(os.environ["XDG_CACHE_HOME"], "remembered")
    place.mkdir(exist_ok=True)
    monkeypatch.setattr(maker, "ordered", Remembered(place).order)


@pytest.fixture
def held(remembered: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Builds that are ready when the test decides."""
    made = Held()
    monkeypatch.setattr(maker, "ordered", made.order)
    yield made
    made.release()
