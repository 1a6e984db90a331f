"""Connect Four for advsearch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advsearch.lazy import lazily

_HOMES: Final = {
    "ConnectFour": "advsearch_connect4.game",
    "State": "advsearch_connect4.state",
}

if TYPE_CHECKING:
    from advsearch_connect4.game import ConnectFour
    from advsearch_connect4.state import State
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = ["ConnectFour", "State"]
