"""The command line. The commands are in commands/, and share the other modules of this package."""

from __future__ import annotations

from typing import NoReturn


def main() -> NoReturn:
    """Run the program `advsearch`."""
    from advsearch.cli.program import program

    raise SystemExit(program.main())
