"""Help texts: examples that name an installed game, so that they can be run unchanged, and the commands of a
group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import click

from advsearch.cli.options import registry

_WHOLE: Final = 1_000


def example_game() -> str:
    return next(iter(registry().games), "GAME")


def write_examples(formatter: click.HelpFormatter, examples: Sequence[str]) -> None:
    """A section with one example per line. `{game}` is replaced by a game's name."""
    if examples:
        with formatter.section("Examples"):
            for example in examples:
                formatter.write(f"{'':{formatter.current_indent}}{example.format(game=example_game())}\n")


class CommandWithExamples(click.Command):
    """`@click.command("search", cls=CommandWithExamples, examples=["advsearch search {game}"])`"""

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(formatter, self.examples)
        super().format_epilog(ctx, formatter)


class GroupWithSummaries(click.Group):
    """A group that shows the whole summary of each command. click would cut it after one line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        rows = [(name, command.get_short_help_str(_WHOLE)) for name, command in sorted(self.commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
