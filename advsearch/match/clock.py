"""Time controls: the time that an agent has per move, or for the whole game with an increment."""

from __future__ import annotations

from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.notation import plural

# With a clock for the whole game, a move may take these shares of the time left and of the increment. So no game runs
# out of time, and early moves, which matter most, get most.
SHARE_OF_REST: Final = 1 / 25
SHARE_OF_INCREMENT: Final = 0.75
DEFAULT_STALL_S: Final = 30.0


def _not_negative(_: object, field: attrs.Attribute[Any], value: float | None) -> None:
    if value is not None and not value >= 0:
        raise InvalidSettings(f"expected `{field.name}` to be at least 0 seconds, got {value!r}")


@attrs.frozen
class TimeControl:
    """The limits of every move. If `total_s` is given, there is also a clock for the whole game.

    If a move exceeds its limit by more than `grace_s`, the agent loses the game. If `grace_s` is None, no agent loses
    by a late move. A search ends shortly before its time limit (see `advsearch.limits`).
    """

    limits: Limits = attrs.field(factory=Limits)
    total_s: float | None = attrs.field(default=None, validator=_not_negative)
    increment_s: float = attrs.field(default=0.0, validator=_not_negative)
    grace_s: float | None = attrs.field(default=None, validator=_not_negative)
    stall_s: float = attrs.field(default=DEFAULT_STALL_S, validator=_not_negative)
    """The seconds to wait for a program's answer if no time limit applies."""


def control_text(control: TimeControl) -> str:
    """A time control as text, such as "150 ms a move" or "60 s a game and 1 s more for each move"."""
    limits, parts = control.limits, []
    if control.total_s is not None:
        more = f" and {time_text(control.increment_s)} more for each move" if control.increment_s else ""
        parts.append(f"{time_text(control.total_s)} a game{more}")
    if limits.time_s is not None:
        parts.append(f"{time_text(limits.time_s)} a move")
    if limits.nodes is not None:
        parts.append(f"{plural(limits.nodes, 'node')} a move")
    if limits.depth is not None:
        parts.append(f"depth {limits.depth}")
    return ", ".join(parts) or "none"


def time_text(seconds: float) -> str:
    """A time in milliseconds or seconds.

    >>> time_text(0.15), time_text(1.5), time_text(150)
    ('150 ms', '1.5 s', '150 s')
    """
    return f"{seconds * 1000:g} ms" if seconds < 1 else f"{seconds:,.12g} s"


def share_of(left: float, increment_s: float) -> float:
    """The seconds that the next move may take if the clock has `left` seconds."""
    return left * SHARE_OF_REST + min(increment_s * SHARE_OF_INCREMENT, left / 2)


class Clocks:
    """The clocks of both players in one game. Each player has a time control."""

    def __init__(self, first: TimeControl, second: TimeControl) -> None:
        self.controls = (first, second)
        self.left: list[float | None] = [first.total_s, second.total_s]
        """Seconds left on each player's clock; None without a clock."""

    def limits(self, player: int) -> Limits:
        """The limits of this player's next move. If there is a clock, the move may use only a share of the time
        left.
        """
        left, control = self.left[player], self.controls[player]
        limits = control.limits
        if left is None:
            return limits
        share = share_of(left, control.increment_s)
        return attrs.evolve(limits, time_s=share if limits.time_s is None else min(share, limits.time_s))

    def late_by(self, player: int, seconds: float) -> float:
        """Subtract the time of a move, `seconds`, from the player's clock. Return the seconds by which the move was
        late; 0 if the move was in time.
        """
        left, control = self.left[player], self.controls[player]
        time_s = control.limits.time_s
        over = 0.0 if time_s is None else seconds - time_s
        if left is not None:
            over = max(over, seconds - left)
            self.left[player] = max(0.0, left - seconds) + control.increment_s
        return max(over, 0.0)
