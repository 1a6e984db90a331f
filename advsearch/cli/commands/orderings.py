"""The command `advsearch orderings`."""

from __future__ import annotations

from advsearch.cli.catalogue import listing
from advsearch.cli.options import registry

ABOUT = """List the orderings of actions that are installed.

The searchers alphabeta and deepening take one or more orderings by name: 'alphabeta(order=[killers, history])'.
"""
command = listing("ordering", lambda: registry().orderings.values(), ABOUT)
