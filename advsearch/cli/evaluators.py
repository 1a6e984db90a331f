"""`advsearch evaluators`"""

from __future__ import annotations

import click

from advsearch.cli.catalogue import show_entries
from advsearch.cli.examples import CommandWithExamples
from advsearch.cli.options import GivenGame, game_argument, json_option, registry, shared_options
from advsearch.plugins.registry import default_evaluator_of
from advsearch.specs import parse_spec


@click.command(
    "evaluators",
    cls=CommandWithExamples,
    examples=[
        "advsearch evaluators {game}",
    ],
)
@game_argument
@json_option
@shared_options
def command(game: GivenGame, as_json: bool) -> None:
    """List the evaluators of a game.

    The one marked * is used where none is asked for. An evaluator of your own goes by mine.py:name, a function
    f(game, state, player) that says how good the state is for the player.
    """
    entries = registry().evaluators_of(game.game).values()
    show_entries("evaluator", entries, as_json=as_json, default=parse_spec(default_evaluator_of(game.game)).name)
