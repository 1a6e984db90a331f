"""A searcher with a smaller node limit in the endgame, when evaluations take long."""

from __future__ import annotations

from typing import Any, cast

import attrs

from advsearch import Algorithm
from advsearch.errors import InvalidSettings
from advsearch.limits import Request
from advsearch.protocol import Binding, Search, Searcher
from advsearch.results import Result
from advsearch_isolation.rules import Isolation


def _part(_: object, __: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise InvalidSettings(f"expected `share` of fewer-nodes to be more than 0 and at most 1, got {value!r}")


def _positive(_: object, __: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidSettings(f"expected `empty` of fewer-nodes to be a whole number from 1, got {value!r}")


@attrs.frozen
class FewerNodes(Algorithm):
    """A searcher that runs another searcher, `search`. If fewer than `empty` cells are open, the node limit of
    `search` is multiplied by `share`."""

    _search: Searcher
    share: float = attrs.field(validator=_part)
    empty: int = attrs.field(validator=_positive)

    def bind(self, at: Binding, /) -> Search:
        game, inner = cast(Isolation, at.game), at.bind(self._search)

        def search(state: Any, request: Request) -> Result:
            limits = request.limits
            if limits.nodes is not None and game.empty(state) < self.empty:
                fewer = attrs.evolve(limits, nodes=round(self.share * limits.nodes))
                request = attrs.evolve(request, limits=fewer)
            return inner(state, request)

        return search
