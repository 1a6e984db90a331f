"""Defines `BoundSearch`: a searcher that is ready for one game, as `bind` returns it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic

import attrs

from advsearch.about import remember
from advsearch.binding.given import check_state
from advsearch.binding.takeover import Building, begun, may_begin
from advsearch.binding.within import BindingAt
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Limits, Request, StopSignal, now
from advsearch.protocol import AnyGame, Search, Searcher, Tier
from advsearch.results import Action, Line, Result, State
from advsearch.search.changed_states import refuse_changes
from advsearch.search.returned import checked_result
from advsearch.search.searcher import TreeSearch


class BoundSearch(Generic[State, Action]):
    """A searcher that is ready for one game."""

    def __init__(
        self,
        searcher: Searcher,
        game: AnyGame,
        tier: Tier,
        why: CompiledTierUnavailable | None,
        search: Search,
        binding: BindingAt,
        building: Building | None = None,
    ) -> None:
        self.searcher = searcher
        self.game = game
        self.running = search
        """The function that searches a state, on the tier that is currently chosen."""
        self._tier: Tier = tier
        self._why = why
        self._binding = binding
        self._building = building

    @property
    def tier(self) -> Tier:
        """The tier on which this search runs. If machine code is being built, reading `tier` waits for the build."""
        self.settle()
        return self._tier

    @property
    def why(self) -> str | None:
        """The reason why `auto` chose the reference tier, or None. If machine code is being built, reading `why`
        waits for the build.
        """
        self.settle()
        return None if self.unavailable is None else str(self.unavailable)

    @property
    def unavailable(self) -> CompiledTierUnavailable | None:
        """An error that says why the search does not run compiled. The message of the error is `why`."""
        self.settle()
        return self._why

    @property
    def building(self) -> Building | None:
        """The compiled form whose machine code is being built; None after the build."""
        return self._built_within(None)

    def _built_within(self, wait_s: float | None) -> Building | None:
        building = self._building
        if building is not None and building.over(wait_s):
            self._end(building.ready, building.refused)
        return self._building

    def settle(self) -> None:
        """Wait until the machine code under construction is ready. After `settle`, all searches run on one tier."""
        building = self._building
        if building is not None:
            self._end(*building.awaited())

    def _end(self, ready: BoundSearch | None, refused: CompiledTierUnavailable | None) -> None:
        if ready is not None:
            self._tier, self.running, self._binding = "compiled", ready.running, ready._binding
        self._why = refused
        self._building = None

    def __call__(
        self,
        state: State,
        request: Request | None = None,
        /,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time_s: float | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line[Action]], None] | None = None,
        every_action: bool = False,
        lines: int = 1,
        actions: Iterable[Action] | None = None,
    ) -> Result[Action]:
        """Search a state for its side to move, with the limits and options in the `Request` or in the keywords."""
        if request is None:
            limits = Limits(depth, nodes, time_s)
            request = Request(limits, stop, report, every_action, lines=lines, actions=actions)
        if request.report is not None:
            request = attrs.evolve(request, report=self._remembering(request.report, state))
        return remember(self._checked(request, self._found(state, request)), self.game, state)

    def _remembering(self, report: Callable[[Line[Action]], None], state: State) -> Callable[[Line[Action]], None]:
        return lambda line: report(remember(line, self.game, state))

    def _checked(self, request: Request, result: Result[Action]) -> Result[Action]:
        """Raise an error if the searcher ignored `Request.actions`. The best of all actions is the best of some."""
        if request.actions is None or result.action is None or result.action in request.actions:
            return result
        raise InvalidSettings(
            f"expected a searcher that can search some root actions only, but {self.searcher!r} returned "
            f"{result.action!r}, which is not one of them; leave `actions` out"
        )

    def _found(self, state: State, request: Request) -> Result[Action]:
        building, request = self._begins(state, request)
        if building is not None:
            return self._begun(building, state, request)
        self._binding.notes.clear()
        result = checked_result(self.searcher, self.running(state, request))
        # a searcher that only has the method `search` may set the tier of its result itself
        return self._noted(attrs.evolve(result, tier="compiled") if self._tier == "compiled" else result)

    def _noted(self, result: Result[Action]) -> Result[Action]:
        """Return the result, with a note if the compiled search had to be repeated on the reference tier."""
        notes = self._binding.notes
        return attrs.evolve(result, tier="reference", compiled_from=None, note=notes[-1]) if notes else result

    def _begins(self, state: State, request: Request) -> tuple[Building | None, Request]:
        """Refuse a state that the game's methods change. If the search may begin without its machine code, return the
        form under construction. If it may not, wait for the build, and return None. The second result is the request,
        with its time limit shortened by the time that `_begins` took.
        """
        began = now()
        check_state(self.game, state)
        refuse_changes(self.game, state)
        if self._building is None:
            return None, request
        if not request.limits.only_a_clock:
            self._building.derive()
        time_s = request.limits.time_s
        building = self._built_within(None if time_s is None else time_s / 2)
        if building is not None and (building.is_short or not may_begin(self.running, request)):
            self.settle()
            return None, request  # the clock of this search begins when its machine code is ready
        limits = request.limits
        if limits.time_s is not None:  # loading takes time, too
            left = max(0.0, limits.time_s - (now() - began))
            request = attrs.evolve(request, limits=attrs.evolve(limits, time_s=left))
        return building, request

    def _begun(self, building: Building, state: State, request: Request) -> Result[Action]:
        lines = begun(self.running, building, state, request)
        try:
            while True:
                line = next(lines)
                if request.report is not None:
                    request.report(line)
        except StopIteration as end:
            result: Result[Action] = end.value
        except KeyboardInterrupt:
            building.abandon()
            raise
        if building.ready is not None:
            self.settle()
            return self._noted(result)
        return result

    def lines(self, state: State, request: Request | None = None, /, **asked: Any) -> Iterator[Line[Action]]:
        """Yield the finished depths one by one. An iterative-deepening searcher searches the next depth only when the
        caller requests it.

        To stop the search, stop iterating.
        """
        if request is None:
            request = Request(Limits(**asked))
        building, request = self._begins(state, request)
        if building is not None:
            yield from begun(self.running, building, state, request)
            return
        own = getattr(self.running, "lines", None)
        if own is not None:
            yield from own(state, request)
            return
        found: list[Line] = []
        self.running(state, attrs.evolve(request, report=found.append))
        yield from found

    def steered(self) -> TreeSearch:
        """The `TreeSearch` inside this search. A searcher such as `deepening` sets the depth and the window of a
        `TreeSearch`. Raises `InvalidSettings` if the searcher does not search one tree to one depth.
        """
        self.settle()
        if not isinstance(self.running, TreeSearch):
            raise InvalidSettings(f"expected a search to a fixed depth, got {self.searcher!r}")
        return self.running

    def new_game(self) -> None:
        """Forget everything that the search keeps between moves, because a new game begins."""
        self._binding.new_game()
