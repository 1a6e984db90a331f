"""Examples in help texts: with the name of an installed game, so that they can be run unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from advsearch.cli.options import registry


def example_game() -> str:
    return next(iter(registry().games), "GAME")


def write_examples(formatter: click.HelpFormatter, examples: Sequence[str]) -> None:
    """A section with one example a line; `{game}` is replaced by a game's name."""
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
