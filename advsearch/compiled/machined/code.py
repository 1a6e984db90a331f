"""The machine code of a text for one game and one evaluator, and its copies, which run beside each other."""

from __future__ import annotations

import math
import os
import pickle
import threading
from collections.abc import Hashable
from typing import Any, Final, cast

import attrs

import advsearch.compiled.loaded  # noqa: F401  a fork takes its lock after the one below, whose holder may fork
from advsearch.compiled.machined import check_available, kept
from advsearch.compiled.machined.orders import Wanted
from advsearch.compiled.machined.trees import Kind, OwnText, tree_for
from advsearch.compiled.waiting import NotBuilt, waiting
from advsearch.errors import AdvsearchError, CompiledTierUnavailable
from advsearch.limits import now
from advsearch.lowering.refusals import NotLowered, Refused
from advsearch.machine import store
from advsearch.machine.apart import Crashed, apart
from advsearch.machine.building import warm
from advsearch.machine.instance import Failure, Instance, Unlike, UnlikeArgument, UnlikePlay
from advsearch.machine.loaded import Fault
from advsearch.machine.machine_memory import seen
from advsearch.machine.made import Made
from advsearch.machine.witness import Witness
from advsearch.protocol import AnyGame, Evaluator, name_of
from advsearch.search.kit.fields import Data, Machine
from advsearch.search.kit.grown import GrownTree
from advsearch.search.kit.table import Table, buckets_of
from advsearch.search.kit.tree import Tree
from advsearch.search.perft import PerftText
from advsearch.system.forks import in_child

_building = threading.RLock()
"""Held while the compiler works: it compiles one program after another. No process is forked meanwhile, because the
child would find the compiler's own locks held by a thread that it does not have."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_building.acquire, after_in_parent=_building.release, after_in_child=_building.release)
_EVALUATED: Final = 16
"""How many states are evaluated to see whether values are floats."""
_MANY: Final = 256


_took: dict[type, float] = {}
"""The seconds that the last build for a game of each class took. The runtime and the rules are known by then."""


class Copy:
    """A loaded copy of the code, for one search at a time."""

    def __init__(self, made: Made, tree: Machine, objects: store.Code) -> None:
        self.made = made
        self.tree = tree
        self.instance = Instance(made, objects)
        self.view: Any = seen(self.instance.memory, tree)
        self._data: Any = getattr(tree, "game", None)
        """The game whose data are in its memory."""
        self.game = 0
        """The number of the game in which its table was filled (see `Kept`)."""
        self.since = self.search = 1
        self._large = False
        table = self._table
        self.slots = 0 if table is None else table.rows.size

    @property
    def _table(self) -> Table | None:
        found: Table | None = getattr(self.tree, "table", None)
        return found

    @property
    def is_free(self) -> bool:
        """Whether no thread runs it."""
        return not self.instance.loaded.busy

    def renew(self, slots: int, *, keeps: bool = False) -> None:
        """Begin a search with empty memory, but for the table if `keeps`."""
        tree, table = self.tree, self._table
        # nothing is read in lines and roots before it is written
        left: list[Any] = [getattr(tree, "game", None), *(getattr(tree, name, None) for name in ("line", "roots"))]
        keeps = keeps and self.slots == slots and table is not None
        if keeps:
            self._large = self.view.table.large
            left.append(getattr(table, "rows", None))
        self.instance.renew(left, forgets=not keeps)
        self.search = self.search + 1 if keeps else 1
        if not keeps:
            self._large = False
        if table is not None and slots != self.slots:
            self.instance.memory.resize(table.rows, 2 * buckets_of(slots))
            self.slots = slots

    def adopt(self, game: AnyGame) -> None:
        """Write the data of a game that shares its build with others."""
        if isinstance(game, Data) and game is not self._data:
            self.instance.memory.adopt(cast(Any, self.tree).game, game)
            self._data = game

    def begin_table(self, grows: bool) -> None:
        """Write the fields of the table."""
        if self._table is not None:
            table = self.view.table
            table.most = buckets_of(self.slots) - 1
            table.grows = grows
            table.search, table.since, table.large = self.search, 1, self._large


class Kept:
    """Keeps the copy of a search, with its table, for the next move of a game."""

    def __init__(self) -> None:
        self._copies: list[Copy] = []
        self.games = 0

    def __reduce__(self) -> tuple[type[Kept], tuple[()]]:
        return Kept, ()

    def forget(self) -> None:
        """Forget the table, because a new game begins."""
        self.games += 1
        self._copies.clear()

    def take(self, made: Made) -> Copy | None:
        """Return the copy of the last search, or None if it runs or is of another build."""
        copy = self._copies.pop() if self._copies else None
        return copy if copy is not None and copy.made is made and copy.is_free else None

    def put(self, copy: Copy) -> bool:
        """Keep a copy: whether there was room."""
        if copy.game != self.games or self._copies:
            return False
        self._copies.append(copy)
        return True


class Code:
    """A text in machine code for one game and one evaluator."""

    def __init__(self, kind: Kind, game: AnyGame, evaluate: Evaluator) -> None:
        self.kind = kind
        self.game = game
        self._evaluate = evaluate
        self.witness = Witness(game, evaluate)
        self._idle: list[Copy] = []
        self._program: Any = None
        self._wider: threading.Thread | None = None
        with _building:
            self._kept_as = kept.name_of(kind, game, evaluate)
            if not self._load():
                if not waiting():
                    expected_s = _took.get(type(game), math.inf)
                    label, key = f"{name_of(game)} {kind.name}", (kind, type(game), id(game), id(evaluate))
                    raise NotBuilt(Wanted(label, key, expected_s, lambda: code_of(kind, game, evaluate)))
                started = now()
                self._build()
                _took[type(game)] = now() - started

    @property
    def name(self) -> str | None:
        """What builds of the same text, game and sources are kept as, or None if they are not kept."""
        return self._kept_as

    # --- builds -----------------------------------------------------------------------------------------------

    def _load(self) -> bool:
        """Take the code from the disk: whether it is there."""
        found = None if self._kept_as is None else store.read(self._kept_as)
        if found is None:
            return False
        for real in self.kind.reals:
            tree = tree_for(self.kind, self.game, self._evaluate, real)
            made = kept.read(found.notes, self._known(tree))
            if made is not None and made.real == real:
                self.tree, self.made, self._objects = tree, made, found
                self._idle = [Copy(made, tree, found)]
                return True
        return False

    def _known(self, tree: Machine) -> list[Any]:
        """The objects that every process has which searches this game with this text."""
        return [self.game, self._evaluate, self.witness, *kept.machines_of(tree)]

    def _build(self) -> None:
        from advsearch.machine.program import Program
        from advsearch.machine.searching import unit_for
        from advsearch.machine.unit import NeedsFloats

        for real in self.kind.reals:
            unit = unit_for(self.game, real=real)
            if not real and True in self.kind.reals and self._has_floats(unit.samples):
                continue
            self.tree = tree_for(self.kind, self.game, self._evaluate, real)
            self._program = Program(self._entries(), unit=unit, loads=False)
            try:
                self._take_build()
                return
            except NeedsFloats:
                continue
        raise CompiledTierUnavailable("expected values that are whole numbers or floats")

    def _entries(self) -> Any:
        from advsearch.machine import law
        from advsearch.machine.compiling import Entry
        from advsearch.machine.fields import STATE, VALUE
        from advsearch.machine.types import INT
        from advsearch.machine.values import Constant

        tree, own = self.tree, Constant(self.tree)
        if isinstance(self.kind.searcher, OwnText):
            kinds = {"state": STATE, "int": INT}
            entries = {
                name: Entry(getattr(type(tree), name), (own, *(kinds[each] for each in given.split())))
                for name, given in self.kind.searcher.entries.items()
            }
        elif isinstance(tree, PerftText):
            entries = {"search": Entry(PerftText.count, (own, STATE, INT))}
        elif isinstance(tree, GrownTree):
            entries = {
                "search": Entry(type(tree).search, (own, STATE, INT)),
                "cut": Entry(type(tree).cut, (own, INT)),
            }
        else:
            entries = {"search": Entry(type(cast(Tree, tree)).search, (own, STATE, INT, VALUE, VALUE))}
        return {**entries, **law.entries(self.witness)}

    def _has_floats(self, samples: list[Any]) -> bool:
        """Whether one of some values is a float."""
        game = self.game
        for state in samples[:_EVALUATED]:
            over = game.terminal(state)
            value: Any = game.utility(state, 0) if over else self._evaluate(game, state, 0)
            if isinstance(value, float):
                return True
        return False

    def _take_build(self) -> None:
        """Compile with all that is known, and load the code."""
        from advsearch.machine.unit import NeedsFloats

        try:
            while True:
                made = self._program.compiled()
                check_available()
                objects = made.build.code(warms=False)
                copy = Copy(made, self.tree, objects)
                if not self._program.learn_keys(copy.instance) and self._is_lawful(copy):
                    break
            warm()
        except (NeedsFloats, AdvsearchError):
            raise
        except Refused as error:
            raise NotLowered([error.refusal]) from None
        except Exception as error:  # a fault of the compiler, which must not end a search
            raise CompiledTierUnavailable(
                f"the compiler failed on {name_of(self.game)} ({type(error).__name__}: {error})"
            ) from error
        self.made, self._objects = made, objects
        self._idle = [copy]
        if self._kept_as is not None:
            notes = kept.written(made, self._known(self.tree))
            if notes is not None:
                store.write(self._kept_as, attrs.evolve(objects, notes=notes))

    def _is_lawful(self, copy: Copy) -> bool:
        """Compare a build with the game, in a child process: whether the build knows all that it meets there.

        Raises `CompiledTierUnavailable` if they differ, or if machine code crashes.
        """
        from advsearch.machine import law

        witness, samples = self.witness, self._program.unit.samples

        def work() -> bytes:
            try:
                law.hold(witness, samples, copy.instance.call)
            except UnlikePlay as unlike:
                fault = unlike.fault
                return pickle.dumps(("play", fault.code, fault.detail, fault.place))
            except UnlikeArgument as unlike:
                return pickle.dumps(("argument", unlike.name, unlike.place, unlike.value))
            except CompiledTierUnavailable as error:
                return pickle.dumps(("refused", str(error)))
            return pickle.dumps(("held",))

        try:
            told, *rest = pickle.loads(apart(work))
        except Crashed as error:
            raise CompiledTierUnavailable(
                f"machine code was compared with the methods of {name_of(self.game)}, but {error}; please report this"
            ) from None
        if told == "refused":
            raise CompiledTierUnavailable(rest[0])
        if told == "play":
            fault = Fault(*rest)
            self._program.learn(UnlikePlay(fault, copy.instance.failure(fault)))
        if told == "argument":
            self._program.learn(UnlikeArgument(*rest))
        return bool(told == "held")

    def _learn(self, unlike: Unlike) -> None:
        """Take what a copy met into what is known. Code from the disk is compiled again first."""
        if self._program is None:
            from advsearch.machine.program import Program
            from advsearch.machine.searching import unit_for

            self._program = Program(self._entries(), unit=unit_for(self.game, real=self.made.real), loads=False)
            self._program.compiled()
        self._program.learn(unlike)

    def widen(self, unlike: Unlike, made: Made) -> None:
        """Build again with what a copy of a build met. Raises `CompiledTierUnavailable` if no build can know it."""
        with _building:
            if made is not self.made:  # another search has met something before
                return
            try:
                self._learn(unlike)
            except Failure as error:
                raise CompiledTierUnavailable(f"machine code ended with an error: {error}") from None
            except Refused as error:
                raise NotLowered([error.refusal]) from None
            self._take_build()

    def widen_beside(self, unlike: Unlike, made: Made) -> None:
        """The same on a thread."""

        def work() -> None:
            try:
                self.widen(unlike, made)
            except CompiledTierUnavailable:
                return  # the next search meets it again

        if self._wider is None or not self._wider.is_alive():
            self._wider = threading.Thread(target=work, name="advsearch-widening")
            self._wider.start()

    # --- copies -----------------------------------------------------------------------------------------------

    def take(self, slots: int, kept: Kept | None) -> Copy:
        """Return a copy that nobody uses, whose memory is empty."""
        copy = None if kept is None else kept.take(self.made)
        if copy is not None:
            copy.renew(slots, keeps=True)
            return copy
        try:
            copy = self._idle.pop()
        except IndexError:
            copy = Copy(self.made, self.tree, self._objects)
        copy.renew(slots)
        if kept is not None:
            copy.game = kept.games
        return copy

    def give(self, copy: Copy, kept: Kept | None) -> None:
        """Take a copy back. One that a thread still runs is given up."""
        if copy.is_free and copy.made is self.made and (kept is None or not kept.put(copy)):
            self._idle.append(copy)


_codes: dict[Hashable, Code | CompiledTierUnavailable] = {}


def code_of(kind: Kind, game: AnyGame, evaluate: Evaluator) -> Code:
    """Return the machine code of a text. The first call builds or loads it."""
    try:
        key: Hashable = (kind, type(game), game, evaluate)
        found = _codes.get(key)
    except TypeError:  # a game or an evaluator that cannot be hashed is prepared again each time
        return Code(kind, game, evaluate)
    if found is None:
        with _building:
            found = _codes.get(key)
            if found is None:
                if len(_codes) >= _MANY:
                    _codes.clear()
                try:
                    found = Code(kind, game, evaluate)
                except CompiledTierUnavailable as error:
                    found = error
                _codes[key] = found
    if isinstance(found, CompiledTierUnavailable):
        raise found.with_traceback(None)
    return found


def _forget_threads() -> None:
    for code in _codes.values():
        if isinstance(code, Code):
            code._wider = None


in_child(_forget_threads)  # a child process has none of its parent's threads
