"""Commands that hold commands."""

from __future__ import annotations

from typing import Final

import click

_WHOLE: Final = 1_000


class GroupWithSummaries(click.Group):
    """Shows the whole summary of each of its commands; click cuts it after a line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        rows = [(name, command.get_short_help_str(_WHOLE)) for name, command in sorted(self.commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
