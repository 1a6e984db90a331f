"""One game between two agents: the agents, their clocks, and the referee."""

from advsearch.match.agents import (
    Agent,
    Answer,
    FunctionAgent,
    Leave,
    Play,
    Prepares,
    Resign,
    SearcherAgent,
    TakeBack,
    Told,
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
    "Resign",
    "SearcherAgent",
    "TakeBack",
    "Termination",
    "TimeControl",
    "Told",
    "Turn",
    "Verdict",
    "function_agent",
]
