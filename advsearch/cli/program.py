"""The program `advsearch`, which finds commands and turns every error into a one-line message."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any

import click
from click.shell_completion import CompletionItem

import advsearch
from advsearch.cli.console import INTERRUPTED, print_anything
from advsearch.cli.options import Given, GroupWithExamples, registry, shared_options
from advsearch.errors import AdvsearchError, PluginError, UnknownName, unknown_name
from advsearch.plugins.entries import Entry
from advsearch.plugins.manager import OURS

FAILED = 2
_NO_ARGUMENTS: type[click.UsageError] | tuple[()] = getattr(click.exceptions, "NoArgsIsHelpError", ())
"""The error that click raises since 8.2 if the user gives a group no command. The message of `NoArgsIsHelpError` is
the help text."""

EXAMPLES = (
    "advsearch search {game} --time 1s",
    "advsearch search {game} --searcher 'alphabeta(depth=4)' --json",
    "advsearch evaluate {game} mine.py:my_heuristic",
    "advsearch play {game} --second deepening --time 2s",
)
NAMES = """GAME, SEARCHER and EVALUATOR are names with settings, such as 'alphabeta(depth=6)', or name something in a
file, mine.py:name, or in a module, package.module:name. The commands games, searchers and evaluators list what is
installed. 'advsearch COMMAND --help' explains a command."""


class Commands(GroupWithExamples):
    """The commands that plugins register, built-in ones included. A command is loaded only when it is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        commands = registry().commands
        ours = [name for name, entry in commands.items() if entry.origin.distribution == OURS]
        return [*ours, *sorted(commands.keys() - set(ours))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        entry = registry().commands.get(cmd_name)
        return None if entry is None else _command(entry)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            if args[0] == "help":
                raise UnknownName("unknown command 'help'; see 'advsearch --help', 'advsearch COMMAND --help'")
            raise unknown_name("command", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(self._summaries(ctx))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [row for row in self._summaries(ctx) if row[0].startswith(incomplete)]
        options = super(click.Group, self).shell_complete(ctx, incomplete)
        return [*(CompletionItem(name, help=summary) for name, summary in names), *options]

    def _summaries(self, ctx: click.Context) -> list[tuple[str, str]]:
        """Return the names and registered summaries of the commands. Help and completion load no command."""
        rows = ((name, _summary(registry().commands[name])) for name in self.list_commands(ctx))
        return [(name, summary) for name, summary in rows if summary is not None]

    def main(self, args: Any = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run a command and return the exit status. Without `--debug`, an error is printed as one line on standard
        error."""
        arguments = list(sys.argv[1:] if args is None else args)
        standalone = extra.pop("standalone_mode", True)
        named: Given = {}
        print_anything()
        try:
            code = super().main(arguments, prog_name or "advsearch", standalone_mode=False, obj=named, **extra)
            code = code if isinstance(code, int) else 0
        except BaseException as error:
            from advsearch.plugins.blame import their_frames

            if isinstance(error, SystemExit) and not their_frames(error):
                raise
            if "--debug" in arguments:
                traceback.print_exc()
            code = _report(error, named)
        if standalone:
            sys.exit(code)
        return code


def _command(entry: Entry) -> click.Command:
    command = entry.make
    if not isinstance(command, click.Command):
        raise PluginError(f"expected command {entry.name!r} of {entry.origin} to be a click command, got {command!r}")
    return command


def _summary(entry: Entry) -> str | None:
    """Return the summary of a command for the help, or None if the command is hidden. A command with a registered
    summary is not loaded."""
    if isinstance(entry.offered, str) and entry.stated:
        return entry.stated
    try:
        command = _command(entry)
    except PluginError as error:
        click.echo(f"warning: {error}", err=True)
        return ""
    return None if command.hidden else entry.stated or command.get_short_help_str(80)


def _report(error: BaseException, named: Given) -> int:
    """Print an error in one line, and return the exit status."""
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return INTERRUPTED
    if isinstance(error, _NO_ARGUMENTS):
        click.echo(error.format_message())
        return 0
    from advsearch.cli.messages import in_a_line

    click.echo(f"error: {in_a_line(error, named)}", err=True)
    return FAILED


@click.group(
    "advsearch",
    cls=Commands,
    examples=EXAMPLES,
    epilog=NAMES,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(advsearch.__version__, prog_name="advsearch", message="%(prog)s %(version)s")
@shared_options
@click.pass_context
def program(ctx: click.Context) -> None:
    """Search, solve, check and compare two-player games whose rules are written in plain Python."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
    else:
        _check_folder()


def _check_folder() -> None:
    """Raise an error if the current folder was deleted. Searches would fail in it, and agents would lose games."""
    try:
        os.getcwd()
    except OSError:
        raise AdvsearchError(
            "the current folder was deleted; change to another folder, and run the command again"
        ) from None
