"""The command `advsearch searchers`."""

from __future__ import annotations

from advsearch.cli.catalogue import listing
from advsearch.cli.options import registry

ABOUT = """List the searchers that are installed, with their settings.

Settings are shown with their defaults. Give other values in parentheses after the name, as in
'alphabeta(depth=6)'. A setting may be another searcher: 'deepening(search=minimax)'.
"""
command = listing("searcher", lambda: registry().searchers.values(), ABOUT)
