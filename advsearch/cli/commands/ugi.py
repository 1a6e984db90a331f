"""The command `advsearch ugi`."""

from __future__ import annotations

import os
import sys
from typing import IO

import click

from advsearch.binding import check_settings
from advsearch.cli.options import SEARCHER, GivenGame, evaluator_option, game_argument, shared_options
from advsearch.errors import InvalidSettings
from advsearch.match.agents import Agent, SearcherAgent, function_agent
from advsearch.specs import Spec, parse_spec, reference_in
from advsearch.system.files import output_apart
from advsearch.ugi.server import MakeAgent, UgiServer, read_lines, serve


@click.command("ugi")
@game_argument
@click.option(
    "--agent",
    "--searcher",
    "agent",
    type=SEARCHER,
    metavar="SEARCHER",
    help="Searcher that plays. [default: the game's own searcher]",
)
@evaluator_option
@click.option(
    "--callable",
    "function",
    metavar="NAME",
    help="Play your own function f(game, state, limits), given as mine.py:name.",
)
@shared_options
def command(game: GivenGame, agent: Spec | None, evaluator: Spec | None, function: str | None) -> None:
    """Let other programs play against a searcher, over the Universal Game Interface.

    Commands are read from standard input, one per line: ugi, isready, setoption, uginewgame, position, moves, go,
    stop, query, quit. Positions and actions are written in the game's notation.
    """
    if sys.stdin is None or sys.stdout is None:
        raise InvalidSettings("standard input and standard output must be open, but one of them is closed")
    if function is not None and (agent is not None or evaluator is not None):
        raise InvalidSettings("--callable cannot be combined with --agent or --evaluator")

    def make(spec_text: str | None, seed: int) -> Agent:
        if function is not None and spec_text is None:
            reference = reference_in(function)
            if reference is None:
                raise InvalidSettings(f"expected --callable file.py:name or package.module:name, got {function!r}")
            return function_agent(reference, function)
        spec, searcher = game.searcher(parse_spec(spec_text) if spec_text else agent, evaluator)
        check_settings(searcher, game.game)
        return SearcherAgent(searcher, str(spec), seed or None)

    with output_apart() as out:  # what an agent or the game prints must not mix with the protocol
        _converse(game, make, out, "" if function is not None else str(agent or ""))


def _converse(game: GivenGame, make: MakeAgent, out: IO[str] | None, searcher: str) -> None:
    """Answer commands until the input ends or `quit` comes."""
    assert out is not None
    answers = os.fdopen(os.dup(out.fileno()), "w", encoding="utf-8", errors="replace")

    def write(text: str) -> None:
        try:
            answers.write(text)
            answers.flush()
        except OSError:  # the program that read the output has ended
            os._exit(0)

    server = UgiServer(game.game, make, write, searcher=searcher)
    serve(server, read_lines(sys.stdin.fileno()))
    if server.searching:
        answers.flush()
        os._exit(0)
