"""The solver's text as machine code for one game, with the tables of its proofs."""

from __future__ import annotations

import ctypes
import hashlib
import random
import time
from collections.abc import Callable
from typing import Any, ClassVar, Final

import attrs

from advsearch.compiled.machined import why_unavailable
from advsearch.compiled.machined.code import Code, Copy, code_of
from advsearch.compiled.machined.trees import NO_LIMIT, Kind, OwnText
from advsearch.errors import AdvsearchError, CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Budget, now
from advsearch.machine.codec import NoForm
from advsearch.machine.fields import record_layout
from advsearch.machine.instance import Failure, Grown, Unlike
from advsearch.machine.searching import CodeBudget
from advsearch.machine.worker import Left
from advsearch.protocol import AnyGame, name_of, null, utilities_of
from advsearch.search.kit.abilities import ability
from advsearch.search.kit.bounds import BoundsTable, PackedTable
from advsearch.search.kit.fields import NOTHING
from advsearch.search.recursion import DEEPEST
from advsearch.search.returned import BrokenGame
from advsearch.solving.text import BEYOND_UTMOST, KEY, LONG, REAL, SolverText
from advsearch.values import Value

NEAR_BITS: Final = 17
"""The near table has 2**17 entries. If an entry is one word, that is the size of a second-level cache."""
LEAST_BITS: Final = 10
"""A table has at least so many entries; if an entry is one word, it has as many as the near one."""
_WORD_BITS: Final = 62
_MOST_UTMOST: Final = 1 << 40
_LONGEST: Final = 1_000
"""The largest number of plies of a game, until a longer one is met."""
_GAMES: Final = 20
_ANY: Final = 1 << 60
_MEGABYTE: Final = 1 << 20
_SAMPLES: Final = 4_096
_PATIENCE_S: Final = 10.0


@attrs.frozen
class Proving(OwnText):
    """What decides the machine code of a proof."""

    distance: bool
    utmost: int
    """The greatest utility that tables have room for."""
    key_bits: int
    """The bits of the game's keys; 0 if tables have the content of states."""
    longest: int
    ahead: bool

    name: ClassVar[str] = "solver"
    entries: ClassVar[dict[str, str]] = {"prove": "state"}

    @property
    def reals(self) -> tuple[bool, ...]:
        return (False,) if self.distance else (False, True)

    def text(self, game: AnyGame, real: bool) -> SolverText:
        unit = 2 * self.longest + 2 if self.distance else 1

        def table() -> BoundsTable:
            return PackedTable(NEAR_BITS, self.utmost * unit) if self.key_bits else BoundsTable(NEAR_BITS)

        near, far = table(), table()
        for each in (near, far):
            each.arena.bound = NO_LIMIT  # the size of the far one is chosen for each solver
        return SolverText(
            game, CodeBudget(), near, far, utmost=float(self.utmost) if real else self.utmost, longest=self.longest,
            known=utilities_of(game) == "outcome", distance=self.distance, key_bits=self.key_bits, ahead=self.ahead,
            real=real,
        )  # fmt: skip


def proving_of(game: AnyGame, distance: bool) -> Proving:
    """Return how a game is proven, by what is met in some games that are played at random."""
    chance, number = random.Random(1), ability(game, "key", 1)
    utmost = bits = actions = states = 0
    for _ in range(_GAMES):
        state = game.initial()
        for _ in range(_LONGEST):
            if game.terminal(state):
                utility = game.utility(state, 0)
                utmost = max(utmost, int(min(abs(utility), _MOST_UTMOST)) if utility == utility else 0)
                break
            if number is not None:
                found = number(state)
                if type(found) is not int or found < 0:
                    number = None
                else:
                    bits = max(bits, found.bit_length())
            listed = list(game.actions(state))
            if not listed:  # an error, if the proof meets it
                break
            actions, states = actions + len(listed), states + 1
            state = game.result(state, chance.choice(listed))
    longest: Any = getattr(game, "longest", None)
    declared = type(longest) is int and 0 < longest <= _LONGEST
    outcome = utilities_of(game) == "outcome"
    proving = Proving(
        distance=distance,
        utmost=1 if outcome else 4 * utmost + 64,
        key_bits=bits + 1 if number is not None and bits else 0,
        longest=(longest if declared else _LONGEST) if distance else 1,
        ahead=actions > _MANY_ACTIONS * max(1, states),
    )
    if proving.key_bits and not _is_packed(proving):
        proving = attrs.evolve(proving, key_bits=0)
    return proving


_MANY_ACTIONS: Final = 30
"""Where states have more actions, a node looks at each child before it searches one."""


def _is_packed(proving: Proving) -> bool:
    """Whether a state and its bounds have room in one word."""
    unit = 2 * proving.longest + 2 if proving.distance else 1
    half = (2 * proving.utmost * unit + 1).bit_length()
    return max(0, proving.key_bits - NEAR_BITS) + 2 * half <= _WORD_BITS and proving.key_bits < _WORD_BITS


class CodeProver:
    """Proves values of one game in machine code, one at a time, and keeps its tables between proofs."""

    def __init__(self, game: AnyGame, distance: bool, table_mb: int) -> None:
        why = why_unavailable()
        if why is not None:
            raise CompiledTierUnavailable(why)
        self.game = game
        self.distance = distance
        self.table_mb = table_mb
        self.lower: Value = 0
        self.upper: Value = 0
        self.action: Any = NOTHING
        self._before = 0
        """The nodes of copies that were given up."""
        self._entered = 0
        try:
            self._proving = proving_of(game, distance)
            self._take()
        except AdvsearchError:
            raise
        except Exception as error:  # the proof itself names what is wrong with the game, if it meets it
            raise CompiledTierUnavailable(f"{name_of(game)} cannot be played at random: {error}") from error

    # --- the copy of the code -----------------------------------------------------------------------------------

    def _take(self) -> None:
        """Take a copy of the code, with empty tables."""
        self._code: Code = code_of(Kind(self._proving), self.game, null)
        self._renew()

    def _renew(self) -> None:
        self._copy: Copy = self._code.take(0, None)
        self._view: Any = self._copy.view
        text: Any = self._copy.tree
        self.text: SolverText = text
        arena = text.far.arena
        size = record_layout(arena.kind, self._copy.made.key_words).size
        self.far_bits = (self.table_mb * _MEGABYTE // size).bit_length() - 1
        if self.far_bits < LEAST_BITS:
            needed = -(-(size << LEAST_BITS) // _MEGABYTE)
            raise InvalidSettings(f"expected `table_mb` to be at least {needed} for this game, got {self.table_mb}")
        self._copy.instance.memory.resize(arena, 1 << self.far_bits)
        self._size = size << self.far_bits
        for each in (text.near.arena, arena):  # otherwise the first proofs would wait for pages of memory
            at = self._copy.instance.memory.address(each, "rows")
            if at is not None:
                ctypes.memset(at, 0, self._size if each is arena else size << NEAR_BITS)
        self._view.far.mask = (1 << self.far_bits) - 1
        if self._proving.key_bits:
            self._view.far.bits = self.far_bits

    def _widen(self, proving: Proving) -> None:
        """Build for what was met. What is proven so far stays true."""
        if proving == self._proving:
            raise CompiledTierUnavailable("the position is unlike those that the machine code was built with")
        self._before += self._entered
        self._entered = 0
        self._proving = proving
        self._take()

    # --- what a proof knows -------------------------------------------------------------------------------------

    @property
    def solved(self) -> bool:
        return self.lower == self.upper and self.action is not NOTHING

    @property
    def nodes(self) -> int:
        return self._before + self._entered

    def utilities(self) -> tuple[Value | None, Value | None]:
        """Return what is proven of the utility; None where nothing is."""
        text, known = self.text, self.text.known
        low = None if not known and self.lower <= -text.greatest else text.utility(self.lower)
        high = None if not known and self.upper >= text.greatest else text.utility(self.upper)
        return low, high

    def plies(self) -> int | None:
        """Return the plies to the end of a game whose value is known."""
        if not self.distance or self.lower == 0:
            return None
        return int(abs(self.text.utility(self.lower)) * self.text.unit - abs(self.lower))

    def table_used(self) -> float:
        """The share of the far table's entries that are in use, estimated from a sample."""
        text: Any = self.text
        arena = text.far.arena
        fields = record_layout(arena.kind, self._copy.made.key_words)
        place = fields.offsets["word" if self._proving.key_bits else "known"]
        step = max(1, (1 << self.far_bits) // _SAMPLES)
        cell: type[ctypes.c_int64] | type[ctypes.c_int8] = ctypes.c_int64 if self._proving.key_bits else ctypes.c_int8
        at = [self._address + place + index * fields.size for index in range(0, 1 << self.far_bits, step)]
        return sum([cell.from_address(each).value != 0 for each in at]) / len(at)

    @property
    def _address(self) -> int:
        text: Any = self.text
        address = self._copy.instance.memory.address(text.far.arena, "rows")
        assert address is not None
        return address

    @property
    def table(self) -> Any:
        """The bytes of the far table, which may be written."""
        return memoryview((ctypes.c_char * self._size).from_address(self._address)).cast("B")

    @property
    def fingerprint(self) -> str:
        """A string that identifies the format of the table: another one would be misread."""
        name = self._code.name or self._copy.made.build.text
        return hashlib.sha256(f"{name} {self._proving} {self.far_bits}".encode()).hexdigest()[:32]

    # --- proving ------------------------------------------------------------------------------------------------

    def words(self, _state: Any) -> list[int]:
        """What a checkpoint knows a position by, besides its text."""
        return []

    def played(self, _state: Any) -> Any:
        """Return the action that is proven to be best."""
        return self.action

    def begin(self, lower: Value | None = None, upper: Value | None = None) -> None:
        """Begin a proof with bounds on the value. What earlier proofs have learnt stays in the tables."""
        greatest = self.text.greatest
        self.lower = -greatest if lower is None else lower
        self.upper = greatest if upper is None else upper
        self.action = NOTHING
        self._before = self._entered = 0

    def prove(self, state: Any, nodes: int, is_due: Callable[[], bool]) -> None:
        """Continue the proof until the value is known, `nodes` more nodes are entered, or `is_due` returns True. The
        function `is_due` is called every hundredth of a second."""
        most = self.nodes + nodes
        while not self.solved and self.lower <= self.upper and self.nodes < most:
            goes_on = self._continued(state, most - self.nodes, is_due)
            self._refuse_contradiction()
            if not goes_on:
                return
        if self.solved and not self.text.known and abs(self.text.utility(self.lower)) >= self._proving.utmost:
            self._widen(attrs.evolve(self._proving, utmost=_MOST_UTMOST, key_bits=0))
            self.begin()
            self.prove(state, nodes, is_due)

    def _continued(self, state: Any, nodes: int, is_due: Callable[[], bool]) -> bool:
        """Run the machine code: whether it may be run again."""
        view, entered, grown = self._view, self._entered, False
        budget, due = view.budget, _Due(is_due)
        try:
            budget.left = budget.granted = 0
            budget.ceiling = min(nodes, NO_LIMIT)
            view.lower, view.upper, view.action = self.lower, self.upper, self.action
            view.windows, view.tried, view.fault, view.ply = _ANY, 0, 0, 0
            self._copy.instance.call("prove", state, budget=Budget(stop=due))
        except Grown:
            grown = True
        except Left:
            self._await_rest()
        except Unlike as unlike:
            self._code.widen(unlike, self._copy.made)
            self._before, self._entered = self._before + entered, 0
            self._renew()
            return True
        except (Failure, NoForm) as error:
            raise CompiledTierUnavailable(f"machine code ended with an error: {error}") from None
        except KeyboardInterrupt:
            self._await_rest()
            self._learn(entered)
            raise
        self._learn(entered)
        fault = view.fault
        if self._entered == entered and not (self.solved or grown or fault or due.was_due):
            raise CompiledTierUnavailable("machine code stopped before its first node")
        return self._is_right(fault) and not due.was_due

    def _learn(self, entered: int) -> None:
        view = self._view
        self._entered = entered + view.budget.granted - view.budget.left
        self.lower, self.upper, self.action = view.lower, view.upper, view.action

    def _is_right(self, fault: int) -> bool:
        """Whether the build fits the game. If it does not, another one is made."""
        wider = self._proving
        if fault == REAL:
            raise CompiledTierUnavailable(
                "a proof with distances in machine code needs utilities that are whole numbers"
            )
        if fault == BEYOND_UTMOST:
            wider = attrs.evolve(wider, utmost=_MOST_UTMOST, key_bits=0)
        elif fault == KEY:
            wider = attrs.evolve(wider, key_bits=0)
        elif fault == LONG and self._proving.longest == DEEPEST:
            raise CompiledTierUnavailable(
                f"a game of {name_of(self.game)} does not end within {DEEPEST:,} plies; if a position comes back, "
                "a proof with tier='reference' names it"
            )
        elif fault == LONG:
            wider = attrs.evolve(wider, longest=DEEPEST, key_bits=0)
        else:
            return True
        known = self.text.unit
        self._widen(wider)
        if self.text.unit != known or fault == BEYOND_UTMOST:  # bounds so far are of another scale
            self.lower, self.upper, self.action = -self.text.greatest, self.text.greatest, NOTHING
        return True

    def _await_rest(self) -> None:
        """Wait until code that was stopped has returned."""
        until = now() + _PATIENCE_S
        while not self._copy.is_free:
            if now() > until:
                raise CompiledTierUnavailable("machine code does not stop")
            time.sleep(0.001)

    def _refuse_contradiction(self) -> None:
        if self.lower > self.upper:
            raise BrokenGame(
                f"the bounds of {name_of(self.game)} contradict each other, so its method decided or rank is wrong; "
                "run 'advsearch check' on the game"
            )


class _Due:
    """A stop signal that asks a function."""

    def __init__(self, is_due: Callable[[], bool]) -> None:
        self._is_due = is_due
        self.was_due = False

    def is_set(self) -> bool:
        self.was_due = self.was_due or self._is_due()
        return self.was_due
