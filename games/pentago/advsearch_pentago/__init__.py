"""Pentago, with the official rules or the course's."""

from advsearch_pentago.evaluators import Straights, straights
from advsearch_pentago.position import State
from advsearch_pentago.rules import Pentago

__all__ = ["Pentago", "State", "Straights", "straights"]
