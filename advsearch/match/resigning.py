"""An agent that resigns when its own search has proved a loss, as some course programs do."""

from __future__ import annotations

import attrs

from advsearch.match.agents import Agent, Answer, Play, Prepares, Resign, Turn
from advsearch.protocol import AnyGame, utilities_of
from advsearch.values import is_loss


@attrs.frozen
class Resigning:
    """An agent that plays like `agent`, but resigns when the value of its search is a proven loss.

    Resigning can cost points, because the opponent may not find the win.
    """

    agent: Agent

    @property
    def name(self) -> str:
        return self.agent.name

    def prepare(self, game: AnyGame) -> None:
        if isinstance(self.agent, Prepares):
            self.agent.prepare(game)

    def choose(self, turn: Turn) -> Answer:
        answer = self.agent.choose(turn)
        found = (answer.result or answer.reported) if isinstance(answer, Play) else None
        if found is None or found.value is None or utilities_of(turn.game) != "outcome":
            return answer
        return Resign() if is_loss(found.value) else answer
