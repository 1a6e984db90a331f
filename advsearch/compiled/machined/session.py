"""One call of a search by a text in machine code, with the session of texts in plain Python around it."""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from typing import Any, ClassVar, cast

import attrs

from advsearch import limits
from advsearch.compiled.machined.code import Code, Kept
from advsearch.compiled.machined.trees import NO_LIMIT, PLIES, ROOTS
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import now
from advsearch.machine.codec import NoForm
from advsearch.machine.instance import Failure, Grown, Unlike
from advsearch.machine.worker import Left
from advsearch.protocol import AnyGame, Ties
from advsearch.results import Tier
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.session import Session
from advsearch.search.kit.tree import Root, Tree
from advsearch.search.probe import Probe, Window
from advsearch.search.pvs import DEFAULT_TABLE
from advsearch.values import is_proven

_NOTICE_S = 0.01


@attrs.frozen
class Settings:
    """The settings of a search that need no build of their own."""

    ties: Ties = "first"
    seed: int = 0
    slots: int = 0
    """The number of table entries; 0 for no table."""
    grows: bool = False
    """Whether a search begins with a small part of the table."""
    kept: Kept | None = None
    """What keeps the table from move to move."""

    @classmethod
    def of(cls, searcher: Any) -> Settings:
        """Return the settings of a searcher."""
        table = getattr(searcher, "table", 0)
        return cls(searcher.ties, searcher.seed, DEFAULT_TABLE if table is None else table, table is None)


class CodeSession(Session):
    """One call of a search by a text in machine code."""

    tier: Tier = "compiled"
    longest: ClassVar[int] = PLIES

    def __init__(self, code: Code, game: AnyGame, state: Any, budget: limits.Budget, settings: Settings) -> None:
        if budget.request.watch is not None:
            raise InvalidSettings("a search is watched in plain Python only; bind it with tier='reference'")
        self._code = code
        self._settings = settings
        self._asked: list[tuple[int | None, Window, Sequence[Any], bool]] = []
        """The probes that are done, which a session that begins again repeats."""
        self.game = game
        self._noticed = (0, 0.0)
        self._showing: tuple[int, Window] = (0, (None, None))
        self._take()
        super().__init__(cast(Tree, self._copy.view), state, budget, settings.ties, settings.seed)
        while True:
            try:
                self._begin()
                break
            except Unlike as unlike:  # an action of a game whose data are new
                self._widen(unlike)

    def _take(self) -> None:
        code, settings = self._code, self._settings
        self._copy = code.take(settings.slots, settings.kept)
        vars(self._copy.view)["game"] = self.game  # whose data may differ from those of the game that was compiled
        self._give_back = weakref.finalize(self, code.give, self._copy, settings.kept)
        self._give_back.atexit = False

    def _begin(self) -> None:
        """Write the fields of this search into memory that has been cleared."""
        self.tree = view = cast(Any, self._copy.view)
        view.root_player = self.game.player(self.state)
        view.wanted = self._request.lines
        view.budget.ceiling = min(self._budget.max_nodes, NO_LIMIT)
        self._copy.begin_table(self._settings.grows)
        self._copy.adopt(self.game)

    # --- one probe --------------------------------------------------------------------------------------------

    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        if len(self.actions) > ROOTS:
            raise CompiledTierUnavailable(f"expected at most {ROOTS:,} root actions, got {len(self.actions):,}")
        asked = depth, window, tuple(first), every_action
        self._showing = PLIES if depth is None else min(depth, PLIES), window
        again = False
        while True:
            entered = self._copy.instance.memory.scalars()
            try:
                if again:
                    self._repeat()
                probe = super().search_root(*asked)
                break
            except Grown:
                if self._is_clocked:  # what was learnt stays; a search with a clock is repeated by nobody
                    self._copy.instance.memory.put_scalars(entered)
                else:
                    again = True
            except Unlike as unlike:
                self._widen(unlike)
                again = True
            except (Failure, NoForm) as error:
                raise CompiledTierUnavailable(f"machine code ended with an error: {error}") from None
        if self.tree.deepest == 1 and probe.finished and (depth is None or depth > PLIES):
            raise CompiledTierUnavailable(f"expected games of at most {PLIES:,} plies; set a depth")
        self._asked.append(asked)
        return probe

    @property
    def _is_clocked(self) -> bool:
        return self._budget.limits.time_s is not None

    def _repeat(self) -> None:
        """Begin again with empty tables, and repeat all probes: results do not depend on what a build knew."""
        self._copy.renew(self._settings.slots)
        self._begin()
        for each in self._asked:
            super().search_root(*each)

    def _widen(self, unlike: Unlike) -> None:
        """Go on with a wider build. A search with a clock does not wait for one."""
        if self._is_clocked:
            self._code.widen_beside(unlike, self._copy.made)
            raise CompiledTierUnavailable("the position is unlike those that the machine code was built with")
        self._give_back.detach()
        self._code.widen(unlike, self._copy.made)
        self._take()

    def _searched(self, depth: int, alpha: Any, beta: Any) -> bool:
        budget = self._budget
        if budget.watched and budget.spent(self.nodes + 1):
            self.tree.deepest, self.tree.done = depth, 0  # the root actions of the probe before are not this one's
            return False
        alpha, beta = self._bounds(alpha, beta)
        notice = None
        if self._request.progress is not None:
            self._noticed = (0, now())
            notice = self._notice
        try:
            found = self._copy.instance.call("search", self.state, depth, alpha, beta, budget=budget, notice=notice)
        except Left:
            return False  # the finished root actions stay as they are
        return bool(found)

    @property
    def _scale(self) -> Scale:
        return cast(Tree, self._code.tree).scale

    def _bounds(self, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """A window in the number type of the build. The window (2.5, 4.5) of whole numbers is (2, 5)."""
        scale = self._scale
        if scale.real:
            return float(alpha), float(beta)
        return math.floor(max(alpha, scale.bottom)), math.ceil(min(beta, scale.top))

    def _notice(self) -> None:
        """Report the root actions that are done while machine code runs, which does not write their rows again."""
        done, moment = self.tree.done, now()
        if done > self._noticed[0] and moment - self._noticed[1] >= _NOTICE_S:
            self._noticed = done, moment
            self.report_progress(*self._showing)

    def reported(self, found: Sequence[Root], index: int) -> Any:
        """The value as plain Python has it: a utility of a finished game is a whole number, even among floats."""
        value = found[index].value + 0
        if isinstance(value, int) or not value.is_integer():
            return value
        if self._scale.outcome and is_proven(value):
            return int(value)
        state = self.state
        for action in self._pv(found, index):
            state = self.game.result(state, action)
        return int(value) if self.game.terminal(state) else value
