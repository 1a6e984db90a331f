"""The command line. The program's commands are in `advsearch/cli/commands`, and use the other modules of
`advsearch.cli`."""

from __future__ import annotations

from typing import NoReturn


def main() -> NoReturn:
    """Run the program `advsearch`."""
    from advsearch.cli.program import program

    raise SystemExit(program.main())
