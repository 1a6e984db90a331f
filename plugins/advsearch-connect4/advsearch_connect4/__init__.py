"""Connect Four for advsearch."""

from advsearch_connect4.game import ConnectFour
from advsearch_connect4.state import State

__all__ = ["ConnectFour", "State"]
