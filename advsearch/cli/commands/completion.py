"""The command `advsearch completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from advsearch.cli.options import shared_options

SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@shared_options
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    The script completes commands, options, and the names of games, searchers and evaluators.

    \b
    bash:  eval "$(advsearch completion bash)"            in ~/.bashrc
    zsh:   eval "$(advsearch completion zsh)"             in ~/.zshrc
    fish:  advsearch completion fish | source             in ~/.config/fish/config.fish
    """
    complete = get_completion_class(shell)
    assert complete is not None
    click.echo(complete(ctx.find_root().command, {}, "advsearch", "_ADVSEARCH_COMPLETE").source())
