"""The nodes that a search may enter, its clock and its stop signal."""

from __future__ import annotations

from advsearch import limits
from advsearch.search.kit.fields import Machine
from advsearch.search.probe import Stopped


class Budget(Machine):
    """Counts nodes. Between two polls, a search may enter `left` nodes more."""

    left: int
    granted: int
    """The nodes of all portions so far, those in `left` included."""

    def __init__(self, allowed: limits.Budget) -> None:
        self.allowed = allowed
        self.left = 0
        self.granted = 0

    @property
    def entered(self) -> int:
        """The number of nodes entered so far."""
        return self.granted - self.left

    def enter(self) -> None:
        """Count a node before it is entered. Raise `Stopped` if it may not be entered."""
        if self.left == 0:
            self.poll()
        self.left -= 1

    def poll(self) -> None:
        portion = self.more()
        if portion == 0:
            raise Stopped
        self.granted += portion
        self.left = portion

    def stopped(self) -> bool:
        """Return whether the clock or the stop signal ends the search, for texts that count no nodes."""
        return self.allowed.spent(self.granted - self.left)

    def more(self) -> int:
        """Return how many nodes may be entered before the next poll, or 0 if the search must stop."""
        entered = self.granted - self.left
        allowed = self.allowed
        if entered < allowed.ceiling:
            return allowed.ceiling - entered
        if allowed.spent(entered + 1):
            return 0
        return max(1, allowed.ceiling - entered)
