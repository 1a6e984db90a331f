"""A search that begins on the reference tier while its machine code is being built.

If a clock is the only limit, the compiled search takes over as soon as its code is built. The compiled search begins
again at depth 1. The compiled search needs some hundredths of a second for depths that took seconds on the reference
tier. The compiled search reports only depths that the reference tier has not reported.

A search that is limited by depth may run on both tiers if both tiers enter the same positions. The search returns the
result of the tier that finishes first. If a search is limited by depth, and the tiers enter different positions, the
search waits for its machine code. A search that is limited by nodes always waits for its machine code.

If a game has no kernels and was never searched before, its rules are first derived and compared with its methods.
Deriving rules takes up to a second. During a timed search the rules are derived in a thread, which does not block the
search, because deriving runs only Python code. A build in a thread would block the search.
"""

from __future__ import annotations

import atexit
import math
import threading
from collections.abc import Callable, Generator, Hashable
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from advsearch.errors import CompiledTierUnavailable
from advsearch.limits import Request, StopSignal, now
from advsearch.results import Line, Result
from advsearch.system.forks import in_child

if TYPE_CHECKING:
    from advsearch.binding.bound import BoundSearch
    from advsearch.compiled.build import NotBuilt
    from advsearch.compiled.maker import Order
    from advsearch.protocol import AnyGame, Form

SMALL_S: Final = 0.2
"""A build starts when searches have run `SMALL_S` seconds in total on the reference tier. If all searches together
take less than `SMALL_S`, no machine code is built."""
_WORTH_S: Final = 0.2
"""If a search has less than `_WORTH_S` seconds left, the reference tier finishes the search. Loading machine code and
beginning again would take some hundredths of a second."""

AWAITED_S: Final = 0.3
"""A search waits for a build that is expected to take so many seconds."""
_TO_DERIVE_S: Final = 5.0
"""The number of seconds that an ending process waits for a thread that derives rules."""

_LOOK_S: Final = 0.05

_spent: dict[Hashable, float] = {}
"""The seconds that searches have run on the reference tier. The key is the missing build, or the game if the game's
rules are not derived yet."""


@attrs.define(eq=False)
class Building:
    """The compiled form of a search whose machine code is not built yet."""

    _bind: Callable[[], BoundSearch]
    """A function that binds the compiled form."""
    _missing: NotBuilt | None
    refused: CompiledTierUnavailable | None = None
    """The error if the compiled form could not be made."""
    ready: BoundSearch | None = None
    _game: Hashable = None
    """The game whose rules must be derived. After the rules are derived, `_game` is None."""
    _order: Order | None = None
    _thread: threading.Thread | None = None
    """The thread that derives the rules, or loads the machine code."""
    _failed: Exception | None = None
    _abandoned: bool = False

    @property
    def is_short(self) -> bool:
        """Whether a search is to wait for the build, before its clock begins."""
        return False

    @property
    def ordered(self) -> bool:
        """Whether work on the build has begun: the game's rules are being derived, or the build has been ordered."""
        return self._order is not None or self._thread is not None

    def over(self, wait_s: float | None = _LOOK_S) -> bool:
        """Whether the build has succeeded or failed. If the build has succeeded, a thread loads the machine code, and
        `over` waits `wait_s` seconds for it. The first comparison of an evaluator with its compiled form may take
        longer than a search may wait.
        """
        if self._thread is not None:
            if self._thread.is_alive():
                return False
            self._join()
        order, missing = self._order, self._missing
        if self.ready is None and self.refused is None and order is not None and order.done.is_set():
            assert missing is not None
            self._beside(lambda: self._tried(order, missing)).join(wait_s)
            return self.over()
        return self.ready is not None or self.refused is not None

    def _beside(self, work: Callable[[], None]) -> threading.Thread:
        """Start a thread for work that a search does not wait for. The end of the process waits for a moment."""
        from advsearch.compiled import maker  # noqa: F401 - so that `maker` is shut down after this module

        atexit.unregister(_end_deriving)
        atexit.register(_end_deriving)
        self._thread = thread = threading.Thread(target=work, name="advsearch-deriving", daemon=True)
        _deriving.append(self)
        thread.start()
        return thread

    def spent(self, seconds: float) -> None:
        """Add `seconds` to the time that searches have run on the reference tier. If the total time reaches
        `SMALL_S`, start the build.
        """
        if self.ordered or self.ready is not None or self.refused is not None:
            return
        missing = self._missing
        key = self._game if missing is None else missing.wanted.key
        _spent[key] = _spent.get(key, 0.0) + seconds
        if _spent[key] < SMALL_S:
            return
        if missing is not None:
            self._begin(missing)
            return
        self._beside(self._derive)

    def derive(self) -> None:
        """If the game's rules are not derived yet, derive them now."""
        if self._thread is not None:
            self._join()
        elif self._game is not None:
            self._derive()
            self._join()

    def _derive(self) -> None:
        from advsearch.compiled.build import NotBuilt, at_once

        try:
            with at_once():
                self.ready = self._bind()
        except NotBuilt as missing:
            self._missing = missing
            if self._thread is not None and not self._abandoned:
                self._begin(missing)
        except CompiledTierUnavailable as error:
            self.refused = error
        except Exception as error:  # an error in the game, which the thread that searches the game will raise
            self._failed = error
        self._game = None

    def _join(self, within_s: float | None = None) -> None:
        thread, until = self._thread, None if within_s is None else now() + within_s
        while thread is not None and thread.is_alive() and (until is None or now() < until):
            thread.join(_LOOK_S)
        self._thread = None
        if self in _deriving:
            _deriving.remove(self)
        if self._failed is not None and within_s is None:
            raise self._failed

    def awaited(self) -> tuple[BoundSearch | None, CompiledTierUnavailable | None]:
        """Wait for the compiled form. Return (form, None), or (None, error) if there is no form."""
        if self._thread is not None:
            self._join()
        if self.ready is None and self.refused is None:
            try:
                self.ready = self._bind()
            except CompiledTierUnavailable as error:
                self.refused = error
        return self.ready, self.refused

    def _begin(self, missing: NotBuilt) -> None:
        try:
            self._order = missing.order()
        except CompiledTierUnavailable as error:
            self.refused = error

    def _tried(self, order: Order, before: NotBuilt) -> None:
        from advsearch.compiled.build import NotBuilt, at_once, checked

        if order.cancelled:
            self._order = None
            return
        try:
            checked(order)
            with at_once():
                self.ready = self._bind()
        except NotBuilt as missing:  # another build is needed as well
            if missing.wanted.key == before.wanted.key:
                self.refused = CompiledTierUnavailable(
                    f"the machine code of {missing.wanted.label} was built and cannot be loaded"
                )
                return
            self._missing, self._order = missing, None
            self._begin(missing)
        except CompiledTierUnavailable as error:
            self.refused = error
        except OSError as error:
            self.refused = CompiledTierUnavailable(str(error))
        except Exception as error:  # an error in the game or the evaluator
            self._failed = error

    def abandon(self) -> None:
        """Stop the build."""
        self._abandoned = True
        if self._order is not None:
            from advsearch.compiled.maker import cancel

            cancel(self._order)
            self._order = None


@attrs.define(eq=False)
class OwnBuild(Building):
    """A build that this process makes: on a thread beside a search, or before a search that waits for it."""

    expected_s: float = math.inf
    """The seconds that the build is expected to take."""

    @property
    def is_short(self) -> bool:
        return self.expected_s <= AWAITED_S and not self.ordered

    def derive(self) -> None:
        pass  # the search waits for the build where it may not begin in plain Python

    def _derive(self) -> None:
        try:
            self.ready = self._bind()
        except CompiledTierUnavailable as error:
            self.refused = error
        except Exception as error:  # an error in the game, which the thread that searches the game will raise
            self._failed = error
        self._game = None


_deriving: list[Building] = []


def _end_deriving() -> None:
    """Before the process ends, wait for the threads that derive rules. Each thread stores the rules that it derives,
    and orders their build."""
    for building in list(_deriving):
        if not building._abandoned:
            building._join(_TO_DERIVE_S)


def _forget_deriving() -> None:
    """In a forked child, no thread derives rules. The rules are derived again when they are needed."""
    for building in _deriving:
        building._thread = None
    _deriving.clear()


in_child(_forget_deriving)


def building_of(bind: Callable[[], BoundSearch], game: AnyGame, form: Form) -> Building:
    """Return the compiled form of a search without waiting for a build. If the machine code is in memory or on the
    disk, the compiled form is ready immediately. Raises `CompiledTierUnavailable` if the searcher can have no
    compiled form on this game.
    """
    from advsearch.compiled import machined
    from advsearch.compiled.build import available
    from advsearch.compiled.machined.orders import Wanted
    from advsearch.compiled.waiting import NotBuilt, at_once

    if not machined.takes(form) and not hasattr(game, "kernels") and available() is None:
        from advsearch.lowering import at_hand, settings_of_game

        if not at_hand(game):
            return Building(bind, None, game=settings_of_game(game))
    try:
        with at_once():
            return Building(bind, None, ready=bind())
    except NotBuilt as missing:
        if isinstance(missing.wanted, Wanted):
            return OwnBuild(bind, None, game=(type(game), id(game)), expected_s=missing.wanted.expected_s)
        return Building(bind, missing)


def may_begin(search: Any, request: Request) -> bool:
    """Whether a search may begin on the reference tier. A search may begin if a clock is its only limit. Unless nodes
    are limited, a search may also begin if both tiers enter the same positions.
    """
    limits = request.limits
    if limits.nodes is not None or not hasattr(search, "depth"):
        return False
    if limits.only_a_clock and search.depth is None:
        return True
    return bool(search.alike)


class _Until:
    """A stop signal for the search on the reference tier. The signal is set when the compiled search is ready, or
    when the caller stops the search."""

    def __init__(self, building: Building, request: Request) -> None:
        self.taken = False
        self._building = building
        self._stop: StopSignal | None = request.stop
        self._time_s = request.limits.time_s
        self._started = self._noted = now()

    def is_set(self) -> bool:
        if self._stop is not None and self._stop.is_set():
            return True
        if self.taken:
            return True
        self.note()
        if self.seconds_left() < _WORTH_S or not self._building.over():
            return False
        self.taken = self._building.ready is not None
        return self.taken

    def seconds(self) -> float:
        return now() - self._started

    def seconds_left(self) -> float:
        return float("inf") if self._time_s is None else self._time_s - self.seconds()

    def note(self) -> None:
        """Add the time since the last call of `note` to the time spent on the reference tier."""
        moment = now()
        self._building.spent(moment - self._noted)
        self._noted = moment


def begun(search: Any, building: Building, state: Any, request: Request) -> Generator[Line, None, Result]:
    """Run a search that begins on the reference tier. Yield a `Line` for each finished depth, and return the
    result.
    """
    until = _Until(building, request)
    deepest = 0

    def first_half(line: Line) -> Line:
        nonlocal deepest
        deepest = line.depth
        return line

    try:
        before = yield from _mapped(first_half, _lines(search, state, attrs.evolve(request, stop=until)))
    except KeyboardInterrupt:
        building.abandon()
        raise
    finally:
        until.note()
    if not until.taken or building.ready is None:
        return before
    # If a search enters the same positions on both tiers, only the nodes of the compiled search are counted.
    earlier = before.nodes if request.limits.only_a_clock else 0
    offset = until.seconds()
    limits = request.limits
    if limits.time_s is not None:
        limits = attrs.evolve(limits, time_s=max(0.0, until.seconds_left()))

    def second_half(line: Line) -> Line | None:
        if line.depth <= deepest:
            return None
        return attrs.evolve(line, nodes=line.nodes + earlier, seconds=line.seconds + offset)

    lines = _lines(building.ready.running, state, attrs.evolve(request, limits=limits))
    found = yield from _mapped(second_half, lines)
    seconds = until.seconds()
    if request.limits.only_a_clock and found.depth <= deepest:
        return attrs.evolve(before, nodes=earlier + found.nodes, seconds=seconds)
    first = deepest + 1 if request.limits.only_a_clock else None
    return attrs.evolve(found, nodes=earlier + found.nodes, seconds=seconds, tier="compiled", compiled_from=first)


def _mapped(
    change: Callable[[Line], Line | None], lines: Generator[Line, None, Result]
) -> Generator[Line, None, Result]:
    """Call `change` with each `Line`. Yield each result of `change` that is not None. Return the result."""
    while True:
        try:
            line = change(next(lines))
        except StopIteration as end:
            return cast(Result, end.value)
        if line is not None:
            yield line


def _lines(search: Any, state: Any, request: Request) -> Generator[Line, None, Result]:
    """Yield the finished depths of a bound search, and return its result. If a search cannot yield depths one by one,
    all depths are yielded at the end of the search.
    """
    own = getattr(search, "lines", None)
    if own is not None:
        result: Result = yield from own(state, request)
        return result
    found: list[Line] = []
    result = search(state, attrs.evolve(request, report=found.append))
    yield from found
    return result
