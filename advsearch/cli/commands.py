"""Which commands there are. A command's module is imported when the command is run, not before.

To add one: write `advsearch/cli/<module>.py` with a `click` command called `command`, and add a line here. The
line's summary is the first sentence of the command's help (a test compares them).
"""

from __future__ import annotations

from typing import Final

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "games": ("games", "List the games that are installed"),
    "searchers": ("searchers", "List the searchers that are installed, with their settings"),
    "evaluators": ("evaluators", "List the evaluators of a game"),
    "evaluate": ("evaluate", "Value a position by evaluators, term by term where they tell"),
    "search": ("search", "Search a position and show the best action"),
    "check": ("check", "Hold games, or a searcher, against the laws they have to obey"),
    "solve": ("solve", "Prove what a position is worth, and an action that gets it"),
    "perft": ("perft", "Count the positions a number of plies away"),
    "play": ("play", "Play a game in the terminal, or watch one"),
    "ugi": ("ugi", "Let a searcher play in other programs, over the Universal Game Interface"),
    "compare": ("compare", "Tell which of two evaluators is better, honestly"),
    "tournament": (
        "tournament",
        "Play tournaments that survive interruption, and report them with honest intervals",
    ),
    "study": ("study", "Run published experiments again, and see what their numbers can and cannot say"),
    "bench": ("bench", "Time every kind of search, with node counts as a signature"),
    "cache": ("cache", "Show or clear the machine code that is kept on disk"),
    "completion": ("completion", "Print the completion script for a shell"),
}
"""Name: (module in advsearch.cli, one line for `advsearch --help`), in the order of the help."""
