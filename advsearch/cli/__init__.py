"""The command line. The commands are in commands/; the other modules here are shared by them."""

from __future__ import annotations

from typing import NoReturn


def main() -> NoReturn:
    """The `advsearch` program."""
    from advsearch.cli.program import program

    raise SystemExit(program.main())
