"""The command line: a file per command, each of which parses, calls the layers below, and shows."""

from __future__ import annotations

from typing import NoReturn


def main() -> NoReturn:
    """The `advsearch` program."""
    from advsearch.cli.program import program

    raise SystemExit(program.main())
