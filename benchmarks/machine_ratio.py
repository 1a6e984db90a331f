"""Race texts in machine code against today's compiled searches: the same nodes, processor times in turn.

    python benchmarks/machine_ratio.py             # every race, some minutes
    python benchmarks/machine_ratio.py isolation   # the races whose name begins so

A ratio is the time of machine code divided by the time of today's tier, best of several each. Building, loading and
clearing tables stand outside the times.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from advsearch import bind, limits, load_game
from advsearch.compiled.machined.code import code_of
from advsearch.compiled.machined.session import CodeSession, Settings
from advsearch.compiled.machined.trees import kind_of
from advsearch.compiled.perft import perft
from advsearch.machine.compiling import Entry
from advsearch.machine.fields import STATE
from advsearch.machine.machine_memory import seen
from advsearch.machine.program import Program
from advsearch.machine.searching import CodeBudget, unit_for
from advsearch.machine.types import INT
from advsearch.machine.values import Constant
from advsearch.plugins.registry import default_registry
from advsearch.protocol import null
from advsearch.search import AlphaBeta
from advsearch.search.perft import PerftText

ROUNDS = 5
GALLERY = Path(__file__).parents[1] / "tests" / "gallery"
GUIDED = AlphaBeta(table=None, order=("table", "killers", "history"))


@attrs.frozen
class Race:
    game: str
    kind: str
    depth: int
    evaluator: str | None = None

    @property
    def name(self) -> str:
        short = self.game.partition(".py")[0].replace("width=", "").replace("height=", "")
        return f"{short} {self.kind} {self.evaluator or ''} {self.depth}"


RACES = [
    Race("isolation(width=6, height=6)", "alphabeta", 14),
    Race("isolation(width=7, height=7)", "alphabeta", 12),
    Race("isolation(width=6, height=6)", "pvs", 14),
    Race("isolation(width=7, height=7)", "pvs", 12),
    Race("connect4", "alphabeta", 9, "threats"),
    Race("connect4", "alphabeta", 12, "null"),
    Race("connect4", "pvs", 13, "null"),
    Race("pentago", "perft", 3),
    Race("pentago", "alphabeta", 4, "null"),
    Race("tictactoe.py:TicTacToe", "alphabeta", 9),
    Race("nim.py:Nim", "alphabeta", 9),
    Race("kalah.py:Kalah", "alphabeta", 9),
    Race("chomp.py:Chomp", "alphabeta", 9),
    Race("breakthrough.py:Breakthrough", "alphabeta", 5),
    Race("connect_four.py:ConnectFour", "alphabeta", 8),
    Race("hexapawn.py:Hexapawn", "alphabeta", 20),
    Race("domineering.py:Domineering", "alphabeta", 5),
    Race("dots_and_boxes.py:DotsAndBoxes", "alphabeta", 5),
    Race("teeko.py:Teeko", "alphabeta", 4),
    Race("morris.py:Morris", "alphabeta", 5),
    Race("othello.py:Othello", "alphabeta", 7),
    Race("amazons.py:Amazons", "alphabeta", 3),
    Race("clobber.py:Clobber", "alphabeta", 6),
    Race("reversi_bits.py:ReversiBits", "alphabeta", 7),
    Race("kalah.py:Kalah", "pvs", 11),
    Race("breakthrough.py:Breakthrough", "pvs", 7),
]


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    begin = time.process_time()
    return work(), time.process_time() - begin


ENOUGH_S = 0.06
"""A game of the gallery is searched deeper and deeper until machine code takes so long."""


def of_search(race: Race, game: Any) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Each call returns what is compared, and the seconds."""
    searcher = AlphaBeta() if race.kind == "alphabeta" else GUIDED
    name = race.evaluator or getattr(game, "default_evaluator", "null")
    evaluator: Any = null if name == "null" else default_registry().evaluator(name, game)
    searcher = attrs.evolve(searcher, evaluator=evaluator)
    code = code_of(kind_of(searcher), game, evaluator)
    today = bind(searcher, game, evaluator=evaluator, tier="compiled")
    state, depth = game.initial(), race.depth

    def probed(session: Any) -> Any:
        probe, seconds = timed(lambda: session.probe(depth))
        return (depth, probe.value, probe.pv, probe.exact, session.nodes), seconds

    def ours() -> Any:
        return probed(CodeSession(code, game, state, limits.Budget(), Settings.of(searcher)))

    while ".py:" in race.game and depth < race.depth + 9 and ours()[1] < ENOUGH_S:
        depth += 1
    return ours, lambda: probed(today.steered().start(state, limits.Budget()))


def of_perft(race: Race, game: Any) -> tuple[Callable[[], Any], Callable[[], Any]]:
    tree: Any = PerftText(game, CodeBudget())
    program = Program({"count": Entry(PerftText.count, (Constant(tree), STATE, INT))}, unit=unit_for(game))
    state = game.initial()

    def ours() -> Any:
        program.begin()
        leaves, seconds = timed(lambda: program.call("count", state, race.depth))
        return (leaves, seen(program.memory, tree).entered), seconds

    def theirs() -> Any:
        counts, seconds = timed(lambda: perft(game, state, race.depth))
        return (counts[0], counts[2] - 1), seconds

    return ours, theirs


def raced(race: Race) -> float | None:
    text = f"{GALLERY}/{race.game}" if ".py:" in race.game else race.game
    game: Any = load_game(text)
    try:
        ours, theirs = (of_perft if race.kind == "perft" else of_search)(race, game)
        one, other = ours(), theirs()
    except Exception as error:
        print(f"{race.name:40} {type(error).__name__}: {error!s:.150}", flush=True)
        return None
    times: list[tuple[float, float]] = []
    while len(times) < ROUNDS and (len(times) < 2 or sum(map(sum, times)) < 4.0):
        one, other = ours(), theirs()
        times.append((one[1], other[1]))
    mine, today = (min(each) for each in zip(*times, strict=True))
    same = "" if one[0] == other[0] else f"  DIFFERENT: {one[0]} {other[0]}"
    nodes = one[0][-1]
    each = f"{mine / nodes * 1e9:7.1f}{today / nodes * 1e9:7.1f} ns"
    both = f"{mine * 1e3:9.1f}{today * 1e3:9.1f} ms{each}{mine / today:7.2f}"
    print(f"{race.name:40}{nodes:11,}{both}{same}", flush=True)
    return mine / today


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="what the names of the races begin with")
    wanted = tuple(parser.parse_args().names) or ("",)
    found = [raced(race) for race in RACES if race.name.startswith(wanted)]
    ratios = [ratio for ratio in found if ratio is not None]
    if ratios:
        print(f"{len(ratios)} races, median {statistics.median(ratios):.2f}, worst {max(ratios):.2f}")


if __name__ == "__main__":
    sys.exit(main())
