"""What a dear evaluation leaves of a node budget, once the endgame has come in which it is dear."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits, StopSignal
from advsearch.protocol import Searcher, name_of
from advsearch.results import Line, Result
from advsearch_isolation.rules import Isolation


def _part(_: object, __: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise InvalidSettings(f"expected share of fewer-nodes to be more than 0 and at most 1, got {value!r}")


def _positive(_: object, __: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidSettings(f"expected empty of fewer-nodes to be a whole number from 1, got {value!r}")


@attrs.frozen
class FewerNodes:
    """`search`, with a `share` of its nodes where fewer than `empty` cells are open."""

    _search: Searcher
    share: float = attrs.field(validator=_part)
    empty: int = attrs.field(validator=_positive)

    def search(
        self,
        game: Any,
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        if not isinstance(game, Isolation):
            raise InvalidSettings(f"expected isolation for fewer-nodes, got {name_of(game)}: {game!r}")
        if limits is not None and limits.nodes is not None and game.empty(state) < self.empty:
            limits = attrs.evolve(limits, nodes=round(self.share * limits.nodes))
        return self._search.search(game, state, limits=limits, stop=stop, report=report, every_action=every_action)
