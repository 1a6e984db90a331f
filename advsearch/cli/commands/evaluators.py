"""The command `advsearch evaluators`."""

from __future__ import annotations

from advsearch.cli.catalogue import show_entries
from advsearch.cli.options import GivenGame, game_argument, registry, reporting_options, with_examples
from advsearch.plugins.defaults import default_evaluator_of
from advsearch.plugins.entries import NULL, Entry
from advsearch.protocol import evaluator_name
from advsearch.specs import Spec


@with_examples(
    "evaluators",
    "advsearch evaluators {game}",
)
@game_argument
@reporting_options
def command(game: GivenGame, as_json: bool) -> None:
    """List the evaluators of a game.

    The game's default evaluator is marked with *. To use an evaluator of your own, name it as mine.py:name. An
    evaluator is a function f(game, state, player) that returns how good the state is for the player.

    Evaluators that only repeat the document of a study are listed with the study, by 'advsearch study show NAME'.
    """
    entries = registry().listed_evaluators(game.game)
    default = registry().default_evaluator(game.game)
    own = default_evaluator_of(game.game)
    known = [
        each.name for each in entries if each.makes(default) or (isinstance(own, Spec) and each.name == own.name)
    ]
    if not known:
        known = [str(own) if isinstance(own, Spec) else evaluator_name(own)]
        entries.append(Entry("evaluator", known[0], default, "", NULL.origin))
    show_entries("evaluator", entries, as_json=as_json, default=known[0])
