"""One game between two agents: the agents, their clocks, and the referee."""

from advsearch.match.agents import (
    Agent,
    Answer,
    FunctionAgent,
    Leave,
    Play,
    Prepares,
    Reported,
    Resign,
    SearcherAgent,
    TakeBack,
    Turn,
    function_agent,
)
from advsearch.match.clock import Clocks, TimeControl
from advsearch.match.referee import Move, Played, Referee, Termination, Verdict

__all__ = [
    "Agent",
    "Answer",
    "Clocks",
    "FunctionAgent",
    "Leave",
    "Move",
    "Play",
    "Played",
    "Prepares",
    "Referee",
    "Reported",
    "Resign",
    "SearcherAgent",
    "TakeBack",
    "Termination",
    "TimeControl",
    "Turn",
    "Verdict",
    "function_agent",
]
