"""The built-in searchers, orderings, commands and formats, registered through the public hooks.

To add a command, write `advsearch/cli/commands/<name>.py` with a click command called `command`, and extend
`COMMANDS`. A test compares each summary in `COMMANDS` with the first sentence of the command's help. The help lists
the commands in the order of `COMMANDS`.
"""

from __future__ import annotations

from typing import Final

from advsearch.hookspecs import RegisterCommand, RegisterFormat, RegisterOrdering, RegisterSearcher, hookimpl
from advsearch.search.ordering import HISTORY, KILLERS, TABLE

COMMANDS: Final = {
    "games": "List the games that are installed",
    "searchers": "List the searchers that are installed, with their settings",
    "evaluators": "List the evaluators of a game",
    "orderings": "List the orderings of actions that are installed",
    "evaluate": "Evaluate a position, and show the evaluator's terms",
    "search": "Search a position and show the best action",
    "check": "Check games and searchers against the laws that they must obey",
    "solve": "Prove the value of a position, and a best action",
    "perft": "Count the positions after a number of plies",
    "play": "Play a game in the terminal, or watch one",
    "analyze": "Analyse positions in the terminal, with lines and values that grow as the search goes deeper",
    "show": "Show a position: its board and its notation, or a picture of it",
    "plot": "Draw plots of games, searches and tournaments, with their data as CSV",
    "serve": "Open a page in the browser to play, analyse and understand games",
    "ugi": "Let other programs play against a searcher, over the Universal Game Interface",
    "compare": "Find the better of two evaluators by a sequential test",
    "tournament": "Play tournaments that survive interruption, and rate the agents",
    "bench": "Time every kind of search, with node counts as a signature",
    "cache": "Show or clear the machine code that is kept on disk",
    "completion": "Print the completion script for a shell",
}


SEARCHERS: Final = (
    (
        "minimax",
        "advsearch.search.minimax:Minimax",
        "advsearch.compiled.minimax:minimax",
        "searches every line of play to a given depth",
    ),
    (
        "alphabeta",
        "advsearch.search.alphabeta:AlphaBeta",
        "advsearch.compiled.forms:alphabeta",
        "like minimax, without the branches that cannot change the value",
    ),
    (
        "pvs",
        "advsearch.search.pvs:PVS",
        "advsearch.compiled.forms:pvs",
        "alpha-beta with a table, an order of actions and null windows: principal variation search",
    ),
    (
        "deepening",
        "advsearch.search.deepening:Deepening",
        "advsearch.search.deepening:Deepening.bind",
        "searches depth 1, 2, 3, ... until a limit of time or nodes is reached",
    ),
    (
        "mtdf",
        "advsearch.search.mtdf:MTDF",
        "advsearch.search.mtdf:MTDF.bind",
        "like deepening, but finds each value by null windows from a guess",
    ),
    (
        "sss",
        "advsearch.search.sss:SSS",
        "advsearch.search.sss:SSS.bind",
        "SSS*: like mtdf, with windows that fall from above every value",
    ),
    (
        "quiescence",
        "advsearch.search.quiescence:Quiescence",
        "advsearch.compiled.machined.forms:WITHIN",
        "plays out noisy actions, such as captures, before it evaluates",
    ),
    (
        "mcts",
        "advsearch.search.mcts:MCTS",
        "advsearch.compiled.machined.grown:GROWN",
        "Monte Carlo tree search (UCT, PUCT), with proofs",
    ),
    (
        "solver",
        "advsearch.solving.stage:Solving",
        "advsearch.solving.stage:Solving.bind",
        "proves the value of a position, as a stage of a hybrid or alone",
    ),
    (
        "best-first",
        "advsearch.search.best_first:BestFirst",
        "advsearch.compiled.machined.grown:GROWN",
        "best-first minimax with completion: looks further where both players would go",
    ),
    (
        "pn",
        "advsearch.search.pn:ProofNumber",
        "advsearch.compiled.machined.grown:GROWN",
        "proof-number search with a tree in memory, which proves the value of a position",
    ),
    (
        "df-pn",
        "advsearch.search.dfpn:DfPn",
        "advsearch.compiled.machined.proofs:PROOFS",
        "depth-first proof-number search, which proves the value of a position",
    ),
    (
        "greedy",
        "advsearch.search.greedy:Greedy",
        "advsearch.search.greedy:Greedy.bind",
        "plays the action whose next state has the best evaluation",
    ),
    (
        "weak",
        "advsearch.search.weak:Weak",
        "advsearch.search.weak:Weak.bind",
        "an opponent for people: weak(strength=0.3) often misses the best action",
    ),
    (
        "random",
        "advsearch.search.random_choice:Random",
        "advsearch.search.random_choice:Random.bind",
        "plays a random legal action",
    ),
    (
        "hybrid",
        "advsearch.search.hybrid:Hybrid",
        "advsearch.search.hybrid:Hybrid.bind",
        "uses one searcher for each stage of the game; switches=[ply(45)] ends the first stage at ply 45",
    ),
    (
        "greedy-then-alphabeta",
        "advsearch.search.hybrid:greedy_then_alphabeta",
        None,
        "plays by greedy for 45 plies, then by alphabeta(depth=6)",
    ),
    (
        "course:",
        "advsearch.courses.player:course_player",
        None,
        "course:FILE.py:PLAYER, a player written for a course, for AIMA or for easyAI",
    ),
)
"""For each searcher: its name, its class, its compiled form if it has one, and a summary."""


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    for name, place, compiled, summary in SEARCHERS:
        register(name, place, compiled=compiled, summary=summary)


@hookimpl
def advsearch_orderings(register: RegisterOrdering) -> None:
    register(TABLE, summary="tries first the best action in the transposition table")
    register(KILLERS, summary="tries first the last two actions that caused a cutoff at this ply")
    register(HISTORY, summary="tries first the actions that caused the most cutoffs")


@hookimpl
def advsearch_commands(register: RegisterCommand) -> None:
    for name, summary in COMMANDS.items():
        register(name, f"advsearch.cli.commands.{name}:command", summary=summary)


@hookimpl
def advsearch_formats(register: RegisterFormat) -> None:
    register("jsonl", "advsearch.tournament.exchange:as_jsonl", summary="one JSON object per game, for import")
    register("csv", "advsearch.tournament.exchange:as_csv", summary="one line per game, for spreadsheets")
