"""Whether a search waits for machine code that has to be built."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

_waiting: ContextVar[bool] = ContextVar("whether builds are waited for", default=True)


class NotBuilt(BaseException):  # not an `Exception`, so that a fallback to Python does not catch it
    """The error that is raised within `at_once()` if a build is not on the disk."""

    def __init__(self, wanted: Any) -> None:
        super().__init__(wanted.label)
        self.wanted = wanted

    def order(self) -> Any:
        """Return the order for the build at the building process."""
        return self.wanted.order()


@contextlib.contextmanager
def at_once() -> Iterator[None]:
    """Within this context, `NotBuilt` is raised instead of waiting for a build."""
    before = _waiting.set(False)
    try:
        yield
    finally:
        _waiting.reset(before)


def waiting() -> bool:
    """Whether this context waits for builds."""
    return _waiting.get()
