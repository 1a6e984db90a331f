"""The compiled prover runs the solver's machine code with memory and worker threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import attrs

from advsearch.compiled import solver_template as cells_of
from advsearch.compiled.build import native
from advsearch.compiled.memory import Memory, clear
from advsearch.compiled.numbers import INT
from advsearch.compiled.program import fingerprint
from advsearch.compiled.shape import Moves
from advsearch.compiled.solver_tables import Tables
from advsearch.compiled.solver_template import Template, make
from advsearch.compiled.worker import start
from advsearch.errors import InvalidSettings
from advsearch.kernels import Words
from advsearch.lowering.row_rules import ERROR, LONG, GaveUp
from advsearch.protocol import AnyGame
from advsearch.search.returned import BrokenGame
from advsearch.values import Value

AT_ONCE: Final = 20_000
"""The number of nodes searched in the caller's thread before workers start. Most endgames are solved within `AT_ONCE`
nodes, in about a millisecond. Starting a worker takes a tenth of a millisecond."""

_WAKE_S: Final = 0.02
_BYTES: Final = 8
_SHALLOW: Final = 2_000
"""The largest number of plies of a game for which the stack of the caller's thread is large enough. A ply takes a few
hundred bytes of stack."""

_MEGABYTE: Final = 1 << 20
_LEAST_BITS: Final = 10
_SAMPLES: Final = 4_096


@attrs.define(eq=False)
class Machine:
    """The compiled prover of one game, with or without distances. The prover runs one proof at a time and keeps its
    tables.

    If a table entry takes several words, the proof uses only one thread, because a second thread could read a
    half-written entry. Two threads with separate tables would do the same work twice.
    """

    moves: Moves
    distance: bool
    label: str
    table_mb: int
    threads: int
    template: Template = attrs.field(init=False)
    far_bits: int = attrs.field(init=False)
    lower: int = 0
    upper: int = 0
    action: int = -1
    _entry: Callable[..., int] = attrs.field(init=False)
    _blocks: list[Memory] = attrs.field(init=False)
    _far: Memory = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        k = self.moves
        self.template = template = make(k, self.distance, shared=self.threads > 1)
        if not template.tables.shareable and self.threads > 1:
            self.threads = 1
            self.template = template = make(k, self.distance)
        label = f"solving {self.label}{' with distances' if self.distance else ''}"
        self._entry = native(template.prove, (0, 0, k.example), label, partial(k.inspected, self.label, None, INT))
        self.far_bits = _power_within(self.table_mb * _MEGABYTE, template.tables)
        far_cells = (template.tables.entry_cells << self.far_bits) + template.board_cells
        self._blocks = [Memory(template.size, "threads", self.threads) for _ in range(self.threads)]
        self._far = Memory(far_cells, "table_mb", self.table_mb)
        for block in (*(each.cells[: template.cells] for each in self._blocks), self._far.cells):
            clear(block)  # otherwise the first proofs would wait for memory pages, half a millisecond for each 2 MB

    # --- the state of the proof ---------------------------------------------------------------------------------

    @property
    def solved(self) -> bool:
        return self.lower == self.upper and self.action >= 0

    @property
    def nodes(self) -> int:
        """The number of positions entered so far. The property `nodes` may be read while workers run."""
        return sum([int(block.cells[cells_of.NODES]) for block in self._blocks])

    def table_used(self) -> float:
        """The share of the far table's entries that are in use, estimated from a sample."""
        cells = self.template.tables.entry_cells
        bounds = self._far.cells[cells - 1 : cells << self.far_bits : cells]
        sample = bounds[:: max(1, len(bounds) // _SAMPLES)]
        return sum(map(bool, sample)) / len(sample)

    @property
    def table(self) -> Any:
        """The cells of the far table. The far table is the large table that all workers share."""
        return self._far.cells

    @property
    def fingerprint(self) -> str:
        """A string that identifies the format of the table. Programs with different formats have different
        fingerprints.
        """
        return fingerprint(self.template.prove, f"{self.far_bits}")

    # --- proving ------------------------------------------------------------------------------------------------

    def begin(self, lower: int | None = None, upper: int | None = None) -> None:
        """Begin a proof with the bounds `lower` and `upper` on the value. The entries of earlier proofs stay in the
        tables.
        """
        greatest = self.template.scale.greatest
        self.lower = -greatest if lower is None else lower
        self.upper = greatest if upper is None else upper
        self.action = -1
        for block in self._blocks:
            block.cells[cells_of.NODES] = 0

    def prove(self, words: Words, nodes: int, wait: Callable[[threading.Event], None]) -> None:
        """Continue the proof until the value is known, `nodes` more nodes are entered, or `wait` returns.

        The argument of `wait` is an event that is set when the workers have finished. If `wait` returns early or
        raises an error, the workers are stopped. The bounds found so far are kept.
        """
        if self.moves.longest_is_certain and self.moves.longest <= _SHALLOW:
            before = self.nodes
            self._work(0, words, min(nodes, AT_ONCE), 1 << 30)
            self._take([0])
            if self.solved:
                return
            nodes -= self.nodes - before
        if self.threads == 1:
            if not self.solved and nodes > 0:
                self._together(words, nodes, 1 << 30, wait)
            return
        while not self.solved and nodes > 0:
            before = self.nodes
            if not self._together(words, nodes, 1, wait):
                return
            nodes -= self.nodes - before

    def _together(self, words: Words, nodes: int, windows: int, wait: Callable[[threading.Event], None]) -> bool:
        """Run all workers on the same windows, until the first worker finishes and stops the others. Return whether a
        worker has finished.
        """
        done = threading.Event()
        finished: list[int] = []
        failed: list[BaseException] = []

        closed = threading.Event()
        at_work = [threading.Lock() for _ in range(self.threads)]

        def work(number: int) -> None:
            with at_work[number]:
                if closed.is_set():  # Ctrl-C came after the start of this thread
                    return
                try:
                    share = (nodes + self.threads - 1 - number) // self.threads  # the shares add up to `nodes`
                    if self._work(number, words, share, windows):
                        finished.append(number)
                        self._stop()
                except BaseException as error:
                    failed.append(error)
            done.set()

        self._stop(0)
        # a worker that was stopped leaves marks on the positions that it was searching
        clear(self._far.cells, self.template.tables.entry_cells << self.far_bits)
        try:
            for number in range(self.threads):
                start(work, number)
            wait(done)
        finally:
            self._bring_to_rest(closed, at_work)
            self._stop(0)
            self._take(finished or range(self.threads))
        if failed:
            raise failed[0]
        return bool(finished)

    def _bring_to_rest(self, closed: threading.Event, at_work: list[threading.Lock]) -> None:
        """Stop the workers, and wait until they have stopped. If Ctrl-C is pressed again, the wait goes on.

        The lock of a worker shows whether the worker runs. `Thread.is_alive` is wrong for a thread whose start was
        interrupted.
        """
        interruption: KeyboardInterrupt | None = None
        resting = False
        while not resting:
            try:
                closed.set()
                self._stop()
                for lock in at_work:
                    with lock:
                        pass
                resting = True
            except KeyboardInterrupt as error:
                interruption = error
        if interruption is not None:
            raise interruption

    def _work(self, number: int, words: Words, nodes: int, windows: int) -> bool:
        """Do one worker's share of the proof in the calling thread. Return whether all windows were searched
        completely.
        """
        c = self._blocks[number].cells
        c[cells_of.LOWER], c[cells_of.UPPER], c[cells_of.ACTION] = self.lower, self.upper, self.action
        c[cells_of.FAR_BITS], c[cells_of.WINDOWS], c[cells_of.WORKER] = self.far_bits, windows, number
        c[cells_of.CEILING] = c[cells_of.FAULT] = c[ERROR] = 0
        c[cells_of.LIMIT] = min(int(c[cells_of.NODES]) + nodes, 1 << 62)
        block = self._blocks[number].address
        finished = self._entry(block, self._far.address, self.moves.place(c, block, self.template.states, words))
        self._refuse_errors(int(c[ERROR]), int(c[cells_of.FAULT]))
        if c[cells_of.FAULT] or c[cells_of.LOWER] > c[cells_of.UPPER]:
            raise self.broken(int(c[cells_of.FAULT]))
        return bool(finished)

    def _refuse_errors(self, error: int, fault: int) -> None:
        """Raise an error if the machine code of derived rules gave up, or if a game exceeded `longest` or `utmost` of
        its kernels.
        """
        complaint = self.moves.complaint
        if error and complaint is not None:
            raise GaveUp(error, complaint(error))
        longer = fault == cells_of.BEYOND_LONGEST and not self.moves.longest_is_certain
        if longer or (fault == cells_of.BEYOND_UTMOST and complaint is not None):
            raise GaveUp(LONG, str(self.broken(fault)))

    def broken(self, law: int) -> BrokenGame:
        """The error for a game whose kernels are wrong. `law` is the code of the error that the proof found."""
        k, game = self.moves, self.label
        broken = {
            cells_of.BEYOND_UTMOST: f"{game} has a utility beyond utmost = {k.utmost}",
            cells_of.BEYOND_LONGEST: f"{game} declares longest = {k.longest} plies, but has a longer game",
            cells_of.DEAD_END: f"{game} has no action in a state of this proof, but terminal(state) is False",
        }.get(law, f"the bounds of {game} contradict each other, so its kernel decided or rank is wrong")
        return BrokenGame(f"{broken}; run 'advsearch check' on the game")

    def _stop(self, flag: int = 1) -> None:
        for block in self._blocks:
            block.cells[cells_of.STOP] = flag

    def _take(self, numbers: Any) -> None:
        """Narrow the bounds of the proof to the bounds that workers have proved."""
        for number in numbers:
            c = self._blocks[number].cells
            low, high, action = int(c[cells_of.LOWER]), int(c[cells_of.UPPER]), int(c[cells_of.ACTION])
            if low > self.lower or (low == self.lower and action >= 0):
                self.lower, self.action = low, action
            self.upper = min(self.upper, high)


def _power_within(size: int, tables: Tables) -> int:
    """The base-2 logarithm of the number of table entries that fit into `size` bytes."""
    bits = (size // (_BYTES * tables.entry_cells)).bit_length() - 1
    least = max(_LEAST_BITS, tables.least_bits)
    if bits < least:
        needed = -(-(_BYTES * tables.entry_cells << least) // _MEGABYTE)
        raise InvalidSettings(f"expected `table_mb` to be at least {needed} for this game, got {size // _MEGABYTE}")
    return bits


@attrs.define(eq=False)
class KernelProver:
    """The compiled prover of a game with kernels over words."""

    machine: Machine
    game: AnyGame

    @property
    def distance(self) -> bool:
        return self.machine.distance

    @property
    def solved(self) -> bool:
        return self.machine.solved

    @property
    def nodes(self) -> int:
        return self.machine.nodes

    @property
    def lower(self) -> int:
        return self.machine.lower

    @property
    def upper(self) -> int:
        return self.machine.upper

    @property
    def fingerprint(self) -> str:
        return self.machine.fingerprint

    @property
    def table(self) -> Any:
        machine = self.machine
        return memoryview(machine.table[: machine.template.tables.entry_cells << machine.far_bits]).cast("B")

    def table_used(self) -> float:
        return self.machine.table_used()

    def words(self, state: Any) -> list[int]:
        return list(map(int, self.machine.moves.encode(state)))

    def begin(self, lower: Value | None = None, upper: Value | None = None) -> None:
        self.machine.begin(None if lower is None else int(lower), None if upper is None else int(upper))

    def prove(self, state: Any, nodes: int, is_due: Callable[[], bool]) -> None:
        def wait(done: threading.Event) -> None:
            while not done.wait(_WAKE_S) and not is_due():
                pass

        self.machine.prove(self.machine.moves.encode(state), nodes, wait)

    def utilities(self) -> tuple[int, int]:
        unit = self.machine.template.scale.unit
        low, high = (
            (value + unit - 1) // unit if value >= 0 else -((unit - 1 - value) // unit)
            for value in (self.machine.lower, self.machine.upper)
        )
        return low, high

    def plies(self) -> int | None:
        machine, moves = self.machine, self.machine.moves
        if not machine.distance or machine.lower == 0:
            return None
        plies = abs(self.utilities()[0]) * machine.template.scale.unit - abs(machine.lower)
        if plies > moves.longest and moves.longest_is_certain:
            raise machine.broken(cells_of.BEYOND_LONGEST)
        return plies

    def played(self, state: Any) -> Any:
        (action,) = self.machine.moves.played(self.game, state, (self.machine.action,))
        return action
