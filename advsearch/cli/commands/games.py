"""The command `advsearch games`."""

from __future__ import annotations

from advsearch.cli.catalogue import listing
from advsearch.cli.options import registry

ABOUT = """List the games that are installed.

Settings are shown with their defaults. Give other values in parentheses after the name, as in
'NAME(width=5)'.
"""
command = listing("game", lambda: registry().games.values(), ABOUT)
