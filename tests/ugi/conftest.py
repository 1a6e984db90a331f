"""Programs that misbehave, and whether any of their processes is left."""

from __future__ import annotations

import sys
import threading
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from advsearch.ugi.agent import UgiAgent

HERE = Path(__file__).parent


def running(token: str) -> list[int]:
    """The processes with this word in their command line."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if token.encode() in words:
                found.append(int(folder.name))
    return found


def left_running(token: str, patience_s: float = 5.0) -> list[int]:
    """The processes that are still running after they had time to end."""
    for _ in range(int(patience_s / 0.02)):
        if not running(token):
            break
        threading.Event().wait(0.02)
    return running(token)


class Rogues:
    """Makes agents of `misbehaving.py`, and finds their processes by a unique word."""

    def __init__(self) -> None:
        self.token = f"token-{uuid.uuid4().hex}"
        self.agents: list[UgiAgent] = []

    def command(self, manner: str, detail: str = "-") -> list[str]:
        return [sys.executable, "-I", "-S", str(HERE / "misbehaving.py"), manner, detail, self.token]

    def __call__(self, manner: str, detail: str = "-", **settings: object) -> UgiAgent:
        agent = UgiAgent(manner, self.command(manner, detail), **settings)  # type: ignore[arg-type]
        self.agents.append(agent)
        return agent

    def left(self) -> list[int]:
        return left_running(self.token)


@pytest.fixture
def rogues() -> Iterator[Rogues]:
    made = Rogues()
    yield made
    for agent in made.agents:
        agent.close()


@pytest.fixture
def still_running() -> Callable[[str], list[int]]:
    return left_running


@pytest.fixture
def stones_file() -> str:
    return str(HERE.parent / "match" / "stones.py")
