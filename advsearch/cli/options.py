"""Options that several commands share: games, searchers, evaluators, durations and limits. The examples in help texts
name an installed game. Users can run the examples unchanged.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar, cast

import attrs
import click
from click.shell_completion import CompletionItem

from advsearch.cli.console import OUTPUT
from advsearch.errors import InvalidNotation, InvalidSettings
from advsearch.limits import Limits
from advsearch.notation import read_state
from advsearch.plugins.defaults import default_searcher_of
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import TIERS, AnyGame, Searcher
from advsearch.specs import Spec, parse_spec
from advsearch.system.files import output_apart

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

DEFAULT_TIME_S: Final = 1.0
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "": 1.0}
_SHOWN: Final = 40
_WHOLE: Final = 1_000
_LONGEST_S: Final = 1e9
_BARE_S: Final = 30
"""A larger number without a unit is refused, because many programs count milliseconds."""
_DURATION = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}) ?([a-z]{0,3})")


def registry() -> Registry:
    """The registry of all installed games, searchers and evaluators. If a plugin fails, a warning is printed on
    standard error.
    """
    return default_registry(lambda message: click.echo(f"warning: {message}", err=True))


# --- kinds of values --------------------------------------------------------------------------------------------


@attrs.frozen
class GivenGame:
    """A game and the text by which the user named it."""

    text: str
    game: AnyGame

    def position(self, text: str | None) -> Any:
        """Return the state that `text` describes in the game's notation. If `text` is None,
        return the initial state."""
        return self.game.initial() if text is None else read_state(self.game, text)

    def searcher(self, spec: Spec | None, evaluator: Spec | None = None) -> tuple[Spec, Searcher]:
        """Return a searcher, and the spec to print for it. If `spec` is None, the searcher is the game's default
        searcher. If `evaluator` is given, the searcher uses this evaluator.
        """
        if evaluator is not None:
            own = default_searcher_of(self.game) if spec is None else spec
            if isinstance(own, Spec) and "evaluator" in own.settings:
                raise InvalidSettings(f"expected one evaluator, got two: {evaluator}, and the evaluator in {own}")
            registry().evaluator(evaluator, self.game)  # a wrong name is reported before anything starts
        given = {} if evaluator is None else {"evaluator": evaluator}
        if spec is None:
            return registry().default_searcher(self.game, defaults=seed_defaults(), **given)
        return spec.with_settings(**given), registry().searcher(spec, defaults=seed_defaults(), **given)


Given: TypeAlias = "dict[tuple[str, str], AnyGame | None]"
"""The names that the user gave, for error messages. Each key is a pair of a kind and a name, such as `("game",
"nim")`. If the kind is `game`, the value is the game. If the kind is `searcher` or `evaluator`, the value is None."""


class _Named(click.ParamType):  # type: ignore[type-arg]
    """The click type of a name with settings. Shell completion offers the installed names."""

    def __init__(self, name: str, names: Callable[[], list[str]], convert: Callable[[str], Any]) -> None:
        self.name = name
        self._names = names
        self._convert = convert

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        where = _where(param)
        if not value.strip() and self in (GAME, SEARCHER, EVALUATOR):
            article = "an" if self is EVALUATOR else "a"
            raise InvalidNotation(f"expected {where} to be the name of {article} {self.name}, got {value!r}")
        try:
            made = self._convert(value)
        except InvalidNotation as error:
            if param is not None and _WHAT_IS_EXPECTED.match(str(error)) and self in (DURATION, COUNT):
                raise InvalidNotation(str(error).replace("expected ", f"expected {where} to be ", 1)) from None
            raise
        if ctx is not None and isinstance(ctx.obj, dict) and self in (GAME, SEARCHER, EVALUATOR):
            ctx.obj[self.name, value] = made.game if isinstance(made, GivenGame) else None
        return made

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        names = [name for name in self._names() if name.startswith(incomplete)]
        files = [CompletionItem(incomplete, type="file")] if not names else []
        return [*map(CompletionItem, names), *files]


_WHAT_IS_EXPECTED: Final = re.compile("expected an? ")


def _where(param: click.Parameter | None) -> str:
    """The name of an option or an argument as the help shows it: `--depth`, `GAME`."""
    if param is None:
        return "it"
    return (
        param.opts[0] if isinstance(param, click.Option) else (param.metavar or str(param.name).upper()).strip("[].")
    )


def _all_evaluators() -> list[str]:
    return sorted({name for table in registry().evaluators.values() for name in table} | {"null"})


GAME: Final = _Named("game", lambda: sorted(registry().games), lambda text: GivenGame(text, registry().game(text)))
SEARCHER: Final = _Named("searcher", lambda: sorted(registry().searchers), parse_spec)
EVALUATOR: Final = _Named("evaluator", _all_evaluators, parse_spec)


def _format(name: str) -> str:
    """Return the name of an export format. An unknown format is refused before a store is opened."""
    registry().format(name)
    return name


def duration(text: str) -> float:
    """Parse a duration in seconds: `150ms`, `1s`, `1.5s`, `2m`, `1h`, or a bare number of at most 30 seconds."""
    match = _DURATION.fullmatch(text.strip())
    if match is None or match[2] not in _UNITS:
        raise InvalidNotation(f"expected a duration such as 150ms, 1s or 2m, got {text!r}")
    number = match[1]
    if not match[2] and float(number) > _BARE_S:
        raise InvalidNotation(f"expected a duration with a unit, such as {number}ms or {number}s, got {text!r}")
    seconds = float(number) * _UNITS[match[2]]
    if seconds > _LONGEST_S:  # thirty years; the system's clocks cannot wait longer
        raise InvalidNotation(f"expected a duration of at most 1,000,000,000 s, got {text!r}")
    return seconds


def whole_number(text: str) -> int:
    """Parse a whole number. Thousands may be separated by _ or a comma."""
    digits = text.replace("_", "").replace(",", "")
    if re.fullmatch("[0-9]{19,}", digits):
        got = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…, {len(text):,} characters"
        raise InvalidNotation(f"expected a whole number of at most 18 digits, got {got!r}")
    if not re.fullmatch(r"[0-9]{1,18}", digits):
        raise InvalidNotation(f"expected a whole number of at least 0, got {text!r}")
    return int(digits)


def at_most(most: int) -> Callable[[Any, Any, int | None], int | None]:
    """Make a callback for click that refuses counts above `most`. A larger count would take too long."""

    def check(_: click.Context, param: click.Parameter, value: int | None) -> int | None:
        if value is not None and value > most:
            raise InvalidSettings(f"expected {param.opts[0]} to be at most {most:,}, got {value}")
        return value

    return check


DURATION: Final = _Named("duration", list, duration)
FORMAT: Final = _Named("format", lambda: sorted(registry().formats), _format)
COUNT: Final = _Named("count", list, whole_number)


def option_of(setting: str) -> str:
    """The command-line option for a setting.

    >>> option_of("random_plies")
    '--random-plies'
    """
    return f"--{setting.replace('_', '-')}"


# --- options ----------------------------------------------------------------------------------------------------


def _remember(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    if value not in (None, False):
        ctx.find_root().meta[f"advsearch.{param.name}"] = value
    return value


def debug_option(command: Decorated) -> Decorated:
    """Add `--debug`, for commands that define a `--seed` of their own."""
    return click.option(
        "--debug", is_flag=True, expose_value=False, callback=_remember, help="Show the traceback of an error."
    )(command)


def shared_options(command: Decorated) -> Decorated:
    """Add `--seed` and `--debug`. Users may give these options before or after the command."""
    command = debug_option(command)
    return click.option(
        "--seed",
        type=click.INT,
        expose_value=False,
        callback=_remember,
        help="Seed for searchers without a setting `seed`, and for the openings of `compare` and `tournament run`.",
    )(command)


def json_option(command: Decorated) -> Decorated:
    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        is_eager=True,
        callback=_keep_apart,
        help="Print one JSON object for programs to read.",
    )(command)


def reporting_options(command: Decorated) -> Decorated:
    """Add `--json`, `--seed` and `--debug`, the options of a command that prints results."""
    return json_option(shared_options(command))


def _keep_apart(ctx: click.Context, _: click.Parameter, as_json: bool) -> bool:
    """With --json, send all other output (such as the output of a user's evaluator) to standard error."""
    if as_json and OUTPUT not in ctx.meta:
        ctx.meta[OUTPUT] = ctx.with_resource(output_apart())
    return as_json


def game_argument(command: Decorated) -> Decorated:
    return click.argument("game", type=GAME)(command)


def game_and_position(command: Decorated) -> Decorated:
    """Add the argument GAME and the option `--position`."""
    option = click.option(
        "--position", metavar="TEXT", help="The position, in the game's notation. [default: initial]"
    )
    return game_argument(option(command))


def evaluator_option(command: Decorated) -> Decorated:
    """Add `--evaluator`, for commands with one searcher."""
    return click.option(
        "--evaluator",
        type=EVALUATOR,
        metavar="EVALUATOR",
        help="Evaluator for positions at the depth limit. [default: the game's own evaluator]",
    )(command)


def tier_option(verb: str) -> Callable[[Decorated], Decorated]:
    """Add `--tier`, for commands without a searcher. `verb` is a word in the help text, such as 'solve'."""
    return click.option(
        "--tier",
        type=click.Choice(TIERS),
        default="auto",
        help=f"Tier on which to {verb}: plain Python (reference) or machine code (compiled). "
        "[default: compiled if the game has kernels]",
    )


def made_of(argument: str, kind: Callable[..., Any], **options: dict[str, Any]) -> Callable[[Decorated], Decorated]:
    """Add an option for each of these fields of a class. The command gets an object of the class as its argument with
    the name `argument`. An option is called as its field, unless it names a `flag`."""

    def add(command: Decorated) -> Decorated:
        @functools.wraps(command)
        def called(*arguments: Any, **given: Any) -> Any:
            made = kind(**{name: given.pop(name) for name in options})
            return command(*arguments, **{argument: made}, **given)

        extended: Any = called
        for name, about in reversed(options.items()):
            more = {key: value for key, value in about.items() if key != "flag"}
            extended = click.option(about.get("flag", option_of(name)), name, **more)(extended)
        return cast(Decorated, extended)

    return add


limit_options: Final = made_of(
    "limits",
    Limits,
    time_s={"flag": "--time", "type": DURATION, "help": "Stop a search after this time, such as 150ms, 1s or 2m."},
    depth={"type": COUNT, "help": "Stop a search at this depth, in plies."},
    nodes={"type": COUNT, "help": "Stop a search after this many positions."},
)


# --- from options to values -------------------------------------------------------------------------------------


def seed_defaults() -> dict[str, Any]:
    seed = click.get_current_context().find_root().meta.get("advsearch.seed")
    return {} if seed is None else {"seed": seed}


def chosen_limits(spec: Spec, limits: Limits) -> Limits:
    """Return the limits that the user gave. The default limit is one second. If the searcher's settings set a depth,
    there is no default limit."""
    return Limits(time_s=DEFAULT_TIME_S) if limits == Limits() and "depth" not in spec.settings else limits


# --- help texts ---------------------------------------------------------------------------------------------------


class CommandWithExamples(click.Command):
    """A command or a group whose help ends with examples."""

    def __init__(self, *arguments: Any, examples: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one example per line, with the name of an installed game in place of `{game}`."""
        if self.examples:
            game = next(iter(registry().games), "GAME")
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example.format(game=game)}\n")
        super().format_epilog(ctx, formatter)


def with_examples(name: str, *examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command whose help ends with examples: `@with_examples("check", "advsearch check {game}")`."""
    return click.command(name, cls=CommandWithExamples, examples=examples)


def group_with_examples(name: str, *examples: str) -> Callable[[Callable[..., Any]], GroupWithExamples]:
    """Make a group of commands whose help ends with examples."""
    return click.group(name, cls=GroupWithExamples, examples=examples)


def position_command(name: str, *examples: str) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command that has examples, the argument GAME and the option `--position`."""
    return lambda command: with_examples(name, *examples)(game_and_position(command))


class GroupWithExamples(CommandWithExamples, click.Group):
    """A command group whose help shows the whole summary of each command, and examples. click would cut a summary
    after one line."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        rows = [(name, command.get_short_help_str(_WHOLE)) for name, command in sorted(self.commands.items())]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
