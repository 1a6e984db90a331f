"""The class `Solver`. A solver chooses the tier, keeps the tables, stops at limits and saves checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.about import remember
from advsearch.binding.given import check_game, check_state
from advsearch.compiled import machined
from advsearch.compiled.build import available
from advsearch.compiled.engine import kernels_of
from advsearch.compiled.moves import moves_of
from advsearch.compiled.shape import Moves
from advsearch.errors import CompiledTierUnavailable, InvalidSettings, without_places
from advsearch.kernels import KernelSet
from advsearch.limits import Budget, Limits, StopSignal, now
from advsearch.notation import state_text
from advsearch.protocol import TIERS, AnyGame, Tier, TierChoice, name_of, utilities_of
from advsearch.search.changed_states import refuse_changes, refuse_changing_rules
from advsearch.search.probe import Stopped
from advsearch.search.returned import actions_of, check_hashable, proof_utility
from advsearch.solving import checkpoint as files
from advsearch.solving.code import CodeProver
from advsearch.solving.machine import KernelProver, Machine
from advsearch.solving.proof import Progress, Proof
from advsearch.solving.reference import ReferenceProver
from advsearch.system.bounds import check_at_once, check_memory

Report = Callable[[Progress], None]

REPORT_EVERY_S: Final = 0.25
SAVE_EVERY_S: Final = 120.0
"""The seconds between two checkpoints. A table of 1 GB takes about a second to write."""


def _check_whole(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidSettings(f"expected `{field.name}` to be a whole number from 1, got {value!r}")


def _check_tier(_: object, __: object, value: object) -> None:
    if value not in TIERS:
        raise InvalidSettings(f"expected `tier` to be 'auto', 'reference' or 'compiled', got {value!r}")


@attrs.define(eq=False)
class Solver:
    """Proves the exact values of positions of a game, and keeps its tables from one proof to the next.

    Tables store whole states and proven bounds, so no proof relies on hash values. `table_mb` limits the memory of
    the table. Proofs with distances have a second table of the same size. `threads` is the number of threads that
    work together on one proof. If a state cannot be packed into one word, only one thread works.
    """

    game: AnyGame
    table_mb: int = attrs.field(default=256, validator=_check_whole)
    threads: int = attrs.field(default=1, validator=_check_whole, kw_only=True)
    tier: TierChoice = attrs.field(default="auto", validator=_check_tier, kw_only=True)
    moves: Moves | None = attrs.field(init=False)
    """The game's `Moves` if the compiled tier is used, else None."""
    why_reference: str | None = attrs.field(init=False, default=None)
    """The reason why `tier="auto"` chose the reference tier; else None."""
    _texts: bool = attrs.field(init=False, default=False)
    """Whether the solver's text is compiled."""
    _machines: dict[bool, Machine] = attrs.field(init=False, factory=dict)
    _codes: dict[bool, CodeProver] = attrs.field(init=False, factory=dict)
    _provers: dict[bool, ReferenceProver] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        check_memory("table_mb", self.table_mb, self.table_mb << 20)
        check_at_once("threads", self.threads)
        check_game(self.game)
        refuse_changing_rules(self.game)
        self.moves = None
        if self.tier == "reference":
            return
        try:
            self.moves = self._kernels()
            self._texts = self.moves is None
        except CompiledTierUnavailable as reason:
            if self.tier == "compiled":
                raise
            self.why_reference = str(reason)

    def _kernels(self) -> Moves | None:
        """The game's kernels over words, or None if the solver's text is compiled instead."""
        own = hasattr(self.game, "kernels")
        if machined.in_use() and not own:
            return None
        try:
            missing = available()
            if missing is not None:
                raise CompiledTierUnavailable(missing)
            rules = kernels_of(self.game)
        except CompiledTierUnavailable:
            if own or machined.why_unavailable() is not None:
                raise
            return None
        if not isinstance(rules, KernelSet) and machined.why_unavailable() is None:
            return None
        moves = moves_of(rules)
        # in an outcome game, a proof refuses utilities beyond 1
        return attrs.evolve(moves, utmost=1) if utilities_of(self.game) == "outcome" else moves

    def solve(
        self,
        state: Any,
        *,
        distance: bool = False,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Report | None = None,
        checkpoint: str | Path | None = None,
    ) -> Proof:
        """Prove the exact value of a state for the player to move, and find an action that reaches this value.

        With `distance`, the proof also gives the number of plies to the end. The winner plays as quickly as possible,
        and the loser as slowly as possible. If `limits` or `stop` end the proof early, `exact` is false, and the
        result has the bounds found so far. `report` is called with the progress a few times a second.

        If `checkpoint` names a file, the proof is saved to the file every two minutes. The proof is also saved when
        it is stopped, even by Ctrl-C. If the checkpoint file exists already, the proof continues from it. The
        checkpoint file is deleted when the value is known.
        """
        if limits is not None and limits.depth is not None:
            raise InvalidSettings(f"a solver takes no depth limit, got depth {limits.depth}; limit nodes or time")
        check_state(self.game, state)
        refuse_changes(self.game, state)
        path = None if checkpoint is None else Path(checkpoint)
        return remember(self._proven(state, distance, limits, stop, report, path), self.game, state)

    def _proven(
        self,
        state: Any,
        distance: bool,
        limits: Limits | None,
        stop: StopSignal | None,
        report: Report | None,
        checkpoint: Path | None,
    ) -> Proof:
        if not self.game.terminal(state):
            actions_of(self.game, state)  # raises for a state without actions
        prover = self._compiled(distance)
        if checkpoint is not None and prover is None:
            why = self.why_reference or "tier is 'reference'"
            raise InvalidSettings(
                f"a checkpoint needs the compiled tier, but this proof runs on the reference tier ({why})"
            )
        if prover is None:
            return self._by_protocol(state, distance, limits, stop, report)
        if self.game.terminal(state):
            return _over(self.game, state, distance, "compiled")
        try:
            return _Run(self.game, prover, state, limits, stop, report, checkpoint).finish()
        except CompiledTierUnavailable as error:
            if self.tier == "compiled" or hasattr(self.game, "kernels"):
                raise
            self.why_reference = f"proven again on the reference tier: {error}"
            self._codes.clear()
        return self._by_protocol(state, distance, limits, stop, report)

    def prepare(self, distance: bool = False) -> None:
        """Compile everything that `solve` needs, so that `solve` starts immediately."""
        self._compiled(distance)

    def _compiled(self, distance: bool) -> KernelProver | CodeProver | None:
        """The compiled prover. If the proof runs on the reference tier, the result is None."""
        if not self._texts:
            machine = self._machine(distance)
            return None if machine is None else KernelProver(machine, self.game)
        if distance not in self._codes:
            try:
                self._codes[distance] = CodeProver(self.game, distance, self.table_mb)
            except CompiledTierUnavailable as reason:
                if self.tier == "compiled":
                    raise
                self.why_reference = str(reason)
                return None
        return self._codes[distance]

    def _machine(self, distance: bool) -> Machine | None:
        """The compiled prover over words, or None."""
        if self.moves is None or distance in self._machines:
            return self._machines.get(distance)
        try:
            machine = Machine(self.moves, distance, name_of(self.game), self.table_mb, self.threads)
        except CompiledTierUnavailable as reason:
            if self.tier == "compiled" or self._machines:
                raise
            self.moves, self.why_reference = None, str(reason)
            return None
        self._machines[distance] = machine
        return machine

    def _by_protocol(
        self, state: Any, distance: bool, limits: Limits | None, stop: StopSignal | None, report: Report | None
    ) -> Proof:
        if distance not in self._provers:
            self._provers[distance] = ReferenceProver(self.game, distance, self.table_mb)
        prover = self._provers[distance]
        check_hashable(self.game, state)
        if self.game.terminal(state):
            return _over(self.game, state, distance, "reference")
        budget = Budget(limits, _Reporting(prover, stop, report))
        try:
            found = prover.prove(state, budget)
        except Stopped:
            lower, upper = prover.bounds()
            return Proof(None, None, False, prover.nodes, budget.seconds(), "reference", None, lower, upper)
        value, seconds = found.value, budget.seconds()
        return Proof(value, found.action, True, prover.nodes, seconds, "reference", found.plies, value, value)


def _over(game: AnyGame, state: Any, distance: bool, tier: Tier) -> Proof:
    value = proof_utility(game, state, game.player(state))
    return Proof(value, None, True, 1, 0.0, tier, 0 if distance and value != 0 else None, value, value)


@attrs.define(eq=False)
class _Reporting:
    """A stop signal that also reports progress. The reference prover regularly checks its stop signal."""

    prover: ReferenceProver
    stop: StopSignal | None
    report: Report | None
    started: float = attrs.field(factory=now)
    reported: float = attrs.field(factory=now)

    def is_set(self) -> bool:
        moment = now()
        if self.report is not None and moment - self.reported >= REPORT_EVERY_S:
            self.reported = moment
            memo = self.prover.memo
            used = len(memo.bounds) / memo.room
            self.report(Progress(self.prover.nodes, moment - self.started, *self.prover.bounds(), used))
        return self.stop is not None and self.stop.is_set()


@attrs.define(eq=False)
class _Run:
    """One proof on the compiled tier, with its limits, progress reports and checkpoint."""

    game: AnyGame
    prover: KernelProver | CodeProver
    state: Any
    limits: Limits | None
    stop: StopSignal | None
    report: Report | None
    path: Path | None
    budget: Budget = attrs.field(init=False)
    nodes_before: int = 0
    seconds_before: float = 0.0
    _saved: float = attrs.field(factory=now)
    _reported: float = attrs.field(factory=now)
    _unsaved: str | None = None

    def finish(self) -> Proof:
        prover = self.prover
        self._begin()
        self.budget = Budget(self.limits, self.stop)
        try:
            while not prover.solved and not self._spent():
                prover.prove(self.state, self.budget.max_nodes - prover.nodes, self._is_due)
                if not prover.solved and not self._spent():
                    self._save_meanwhile()
        except KeyboardInterrupt:
            self._save()
            raise
        if not prover.solved:
            self._save()
        if prover.solved and self.path is not None:
            files.remove(self.path)
        return self._proof()

    # --- waiting ------------------------------------------------------------------------------------------------

    def _is_due(self) -> bool:
        """Whether the proof is to be stopped, at a limit or because a checkpoint is due. Progress is reported."""
        moment = now()
        if self._spent() or (self.path is not None and moment - self._saved >= SAVE_EVERY_S):
            return True
        if self.report is not None and moment - self._reported >= REPORT_EVERY_S:
            self._reported = moment
            bounds, used = self.prover.utilities(), self.prover.table_used()
            self.report(Progress(self._nodes(), self._seconds(), *bounds, used, self._unsaved))
        return False

    def _spent(self) -> bool:
        if self.prover.nodes >= self.budget.max_nodes or now() >= self.budget.deadline:
            return True
        return self.stop is not None and self.stop.is_set()

    def _nodes(self) -> int:
        return self.nodes_before + self.prover.nodes

    def _seconds(self) -> float:
        return self.seconds_before + self.budget.seconds()

    # --- the checkpoint -----------------------------------------------------------------------------------------

    def _identity(self) -> dict[str, Any]:
        return {
            # memory addresses differ from process to process
            "game": without_places(f"{name_of(self.game)} {self.game!r}"),
            "position": without_places(state_text(self.game, self.state)),
            "words": self.prover.words(self.state),
            "distance": self.prover.distance,
            "fingerprint": self.prover.fingerprint,
        }

    def _begin(self) -> None:
        self.prover.begin()
        if self.path is None:
            return
        files.check_writable(self.path)
        if not self.path.exists():
            return
        found = files.load(self.path)
        for name, expected in self._identity().items():
            if getattr(found, name) != expected:
                raise InvalidSettings(_other_checkpoint(name, expected, getattr(found, name), self.path))
        self.prover.table[:] = memoryview(found.table).cast("B")
        self.prover.begin(found.lower, found.upper)
        self.nodes_before, self.seconds_before = found.nodes, found.seconds

    def _save_meanwhile(self) -> None:
        """Save a checkpoint. If the checkpoint cannot be written, only report the failure with the progress. The
        proof continues, because a full disk may have space later.
        """
        try:
            self._save()
            self._unsaved = None
        except InvalidSettings as error:
            self._saved, self._unsaved = now(), str(error)

    def _save(self) -> None:
        if self.path is None:
            return
        prover = self.prover
        files.save(
            self.path,
            files.Checkpoint(
                **self._identity(),
                lower=prover.lower,
                upper=prover.upper,
                nodes=self._nodes(),
                seconds=self._seconds(),
                table=prover.table,
            ),
        )
        self._saved = now()

    # --- the result ---------------------------------------------------------------------------------------------

    def _proof(self) -> Proof:
        prover = self.prover
        lower, upper = prover.utilities()
        nodes, seconds = self._nodes(), self._seconds()
        if not prover.solved:
            return Proof(None, None, False, nodes, seconds, "compiled", None, lower, upper)
        plies = prover.plies()
        return Proof(lower, prover.played(self.state), True, nodes, seconds, "compiled", plies, lower, upper)


def _other_checkpoint(name: str, expected: Any, got: Any, path: Path) -> str:
    if name == "words":
        return (
            f"expected a checkpoint of this position, got one of another position in {str(path)!r}; give another file"
        )
    if name == "fingerprint":
        got, expected = "one of another version, table size or number of threads", "a checkpoint of this solver"
        return f"expected {expected}, got {got} in {str(path)!r}; give another file, or delete the file"
    return f"expected a checkpoint with {name} {expected!r}, got {got!r} in {str(path)!r}; give another file"
