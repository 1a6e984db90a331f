"""Builds of texts that a search does not wait for. Every search that begins asks, so no compiler is loaded here."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any

import attrs

from advsearch.errors import CompiledTierUnavailable


@attrs.frozen
class Wanted:
    """What `NotBuilt` says of a build."""

    label: str
    key: Hashable
    expected_s: float
    """The seconds that the build is expected to take."""
    make: Callable[[], Any]

    def order(self) -> Order:
        """Begin the build on a thread."""
        order = Order(self.label)
        threading.Thread(target=order.carry_out, args=(self.make,), name="advsearch-building").start()
        return order


@attrs.define(eq=False)
class Order:
    """A build on a thread, as a search that begins without its machine code waits for it."""

    label: str
    answer: dict[str, Any] | None = None
    done: threading.Event = attrs.field(factory=threading.Event)
    cancelled = False

    def carry_out(self, make: Callable[[], Any]) -> None:
        try:
            make()
            self.answer = {}
        except CompiledTierUnavailable as error:
            self.answer = {"refused": str(error)}
        finally:
            self.done.set()
