"""Measure how much faster derived rules are than the reference tier, and how long it takes to derive them.

    python benchmarks/plain_games.py                     # the gallery of plain games in tests/gallery
    python benchmarks/plain_games.py FILE.py:Game ...    # these games; write settings as in 'nim.py:Nim(heaps=4)'
    python benchmarks/plain_games.py --check ...         # exit 1 if a mark is missed
    python benchmarks/plain_games.py --perft [DEPTH]     # perft of Breakthrough 8x8 with plain rules

Both tiers run alpha-beta without a table from the start of the game, to the same depth, and must find the same value
in the same nodes. The depth is the greatest that the reference tier searches in at most two seconds. If the reference
tier searches the whole tree in less than 0.3 s, the larger settings in `LARGER` are searched instead, because in a
short search the time of the call would distort the nodes per second. A game without larger settings is searched as it
is, and marked as small. A small game must reach the marks if it has at least a thousand positions.

Times are processor times, the best of several runs. *Lower* is the derivation alone, without the random games that it
learns from and without the law that checks it. *Build* is the first search in an empty cache, including the process
that builds. *Load* is the first search of a later process. In *build* and *load*, the imports of the searching
process are not counted.
"""

from __future__ import annotations

import os
import resource
import runpy
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import attrs

from advsearch import load_game
from advsearch.analysis.perft import perft
from advsearch.binding import BoundSearch, bind
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering import derive, rows, sample, words
from advsearch.lowering.row_rules import RowRules
from advsearch.protocol import null
from advsearch.search import AlphaBeta

GALLERY = Path(__file__).parent.parent / "tests" / "gallery"
LARGER = {
    "chomp.py:Chomp": "chomp.py:Chomp(rows=4, cols=6)",
    "clobber.py:Clobber": "clobber.py:Clobber(rows=4, columns=4)",
    "clobber.py:Clobber(rows=2, columns=5)": "",
    "coins.py:Coins": "coins.py:Coins(coins=[3,9,1,2,7,5,4,8,6,2,9,1,5,3,8,4,7,2,6,3,8,5,1,9])",
    "colouring.py:Colouring": "colouring.py:Colouring(width=6, height=3)",
    "colouring.py:Colouring(width=3, height=3, snort=true)": "colouring.py:Colouring(width=5, height=4, snort=true)",
    "cop_and_robber.py:CopAndRobber": "cop_and_robber.py:CopAndRobber(width=5, height=4, moves=17)",
    "cop_and_robber.py:CopAndRobber(width=4, height=2, moves=6)": "",
    "cram.py:Cram": "cram.py:Cram(width=5, height=5)",
    "divisors.py:Divisors": "divisors.py:Divisors(n=60, limit=60)",
    "domineering.py:Domineering": "domineering.py:Domineering(rows=5, columns=5)",
    "domineering.py:Domineering(rows=2, columns=5)": "",
    "euclid.py:Euclid": "euclid.py:Euclid(a=353, b=21)",
    "green_trees.py:GreenTrees": "green_trees.py:GreenTrees(tree=[[[],[[]]],[[[[]]],[]],[],[[],[[]]]])",
    "grundy.py:Grundy": "grundy.py:Grundy(heap=20)",
    "hex_board.py:Hex": "hex_board.py:Hex(size=4)",
    "hexapawn.py:Hexapawn": "hexapawn.py:Hexapawn(width=5, height=6)",
    "hounds.py:Hounds": "hounds.py:Hounds(plies=14)",
    "kalah.py:Kalah": "",
    "kayles.py:Kayles": 'kayles.py:Kayles(row="IIIIIIIIIII")',
    "konane.py:Konane": "konane.py:Konane(rows=6, columns=6)",
    "konane.py:Konane(rows=3, columns=5)": "",
    "mancala.py:Mancala": "mancala.py:Mancala(pits=4, seeds=4, plies=20)",
    "misere_nim.py:MisereNim": "misere_nim.py:MisereNim(start=[4,5,6])",
    "mu_torere.py:MuTorere": "mu_torere.py:MuTorere(plies=36)",
    "nim.py:Nim": "nim.py:Nim(heaps=[4,5,6])",
    "nim_pass.py:NimWithPass": "nim_pass.py:NimWithPass(heaps=[4,5,6])",
    "pawns.py:Pawns": "pawns.py:Pawns(width=4, height=5)",
    "quarto.py:Quarto": "quarto.py:Quarto(bits=3, side=3)",
    "quarto.py:Quarto(bits=3, side=2)": "",
    "relay.py:Relay": "relay.py:Relay(left=shhsdhsdhhsdhs, right=dshhsdhssdhhsd)",
    "sim.py:Sim": "",
    "subtract_square.py:SubtractASquare": "subtract_square.py:SubtractASquare(stones=40)",
    "toads_and_frogs.py:ToadsAndFrogs": 'toads_and_frogs.py:ToadsAndFrogs(strip="TTTTTTT___FFFFFFF")',
    "trap.py:Trap": "",
    "tron.py:Tron(columns=4, rows=3)": "",
    "y_board.py:Y": "y_board.py:Y(side=4)",
}
"""For each game whose whole tree is too small, larger settings to search instead. The settings are "" if the gallery
has other settings of the game that are large enough."""
AT_MOST = 2.0
AT_LEAST = 0.3
"""The least number of seconds for a search on the reference tier."""
LEAST_NODES = 1_000
"""The least number of positions of a search: the time of a shorter search is mostly the time of the call."""
ROUNDS = 7
LEAST, MEDIAN = 20.0, 80.0
LOWER, BUILD, LOAD = 0.1, 5.0, 0.2
"""The marks: `LEAST` and `MEDIAN` are ratios of nodes per second, the others are seconds."""
LOADING = """
import sys
import time
from advsearch import AlphaBeta, bind, load_game
from advsearch.protocol import null
import advsearch.compiled.forms, advsearch.lowering.kept, advsearch.search.alphabeta
game = load_game(sys.argv[1])
state = game.initial()
print(time.process_time())
bind(AlphaBeta(evaluator=null), game, tier="compiled")(state, depth=1)
"""
Made = TypeVar("Made")


@attrs.frozen
class Speed:
    depth: int
    nodes: int
    value: Any
    seconds: float
    whole: bool = False
    """Whether the search entered the whole tree, so that a greater depth would enter no more positions."""

    @property
    def per_second(self) -> float:
        return self.nodes / self.seconds


@attrs.frozen
class Line:
    """The measurements of one game, with times in seconds."""

    spec: str
    reference: Speed
    compiled: Speed
    lower: float
    build: float
    load: float
    form: str

    @property
    def ratio(self) -> float:
        return self.compiled.per_second / self.reference.per_second

    @property
    def small(self) -> bool:
        """Whether the whole tree is too small for a measurement."""
        return self.reference.whole and self.reference.seconds < AT_LEAST

    def __str__(self) -> str:
        return (
            f"{self.spec:62} {self.form:9} depth {self.reference.depth:3} {self.reference.nodes:9,} nodes  "
            f"{self.reference.per_second / 1e3:5.0f} k/s {self.compiled.per_second / 1e6:6.1f} M/s  "
            f"x{self.ratio:4.0f}  lower {1e3 * self.lower:4.0f} ms  build {self.build:4.1f} s  "
            f"load {1e3 * self.load:4.0f} ms{'  (small)' if self.small else ''}"
        )


def children() -> float:
    """The processor time of the child processes that have ended."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def timed(work: Callable[[], Made]) -> tuple[float, Made]:
    began = time.process_time()
    made = work()
    return time.process_time() - began, made


def searched(search: BoundSearch, state: Any, depth: int, rounds: int = 1) -> Speed:
    best = float("inf")
    for _ in range(rounds):
        seconds, result = timed(lambda: search(state, depth=depth))
        best = min(best, seconds)
    return Speed(depth, result.nodes, result.value, max(best, 1e-7))


def deepest(search: BoundSearch, state: Any) -> Speed:
    """Search to the greatest depth that takes at most two seconds, and return the measurement."""
    best = searched(search, state, 1, ROUNDS)
    while best.seconds < AT_MOST and not best.whole:
        depth, nodes = best.depth + 1, int(AT_MOST * best.per_second)
        seconds, result = timed(partial(search, state, depth=depth, nodes=nodes))
        if result.depth < depth:
            break
        whole = result.exact and result.nodes == best.nodes
        best = attrs.evolve(best, whole=True) if whole else Speed(depth, result.nodes, result.value, seconds)
    if best.seconds > AT_LEAST:
        return best
    return attrs.evolve(best, seconds=searched(search, state, best.depth, ROUNDS).seconds)


def loaded(spec: str) -> float:
    """The processor time of the first search in a new process, without the imports of the process."""
    before = children()
    command = [sys.executable, "-c", LOADING, spec]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return children() - before - float(printed)


def race(spec: str, shown: str) -> Line:
    """Measure a game. Raises `CompiledTierUnavailable` if the game's rules cannot be derived."""
    game = load_game(spec)
    state = game.initial()
    rules = derive(game)
    met = sample.sample(game)
    lowering = rows if isinstance(rules, RowRules) else words
    lower = min(timed(lambda: lowering.derive(game, met))[0] for _ in range(3))
    build = loaded(spec)
    load = min(loaded(spec) for _ in range(3))
    reference = deepest(bind(AlphaBeta(evaluator=null), game, tier="reference"), state)
    compiled = searched(bind(AlphaBeta(evaluator=null), game, tier="compiled"), state, reference.depth, ROUNDS)
    assert (compiled.nodes, compiled.value) == (reference.nodes, reference.value), (spec, compiled, reference)
    form = f"{rules.cells} cells" if isinstance(rules, RowRules) else f"{rules.words} words"
    return Line(shown, reference, compiled, lower, build, load, form)


def raced(specs: list[tuple[str, str]]) -> list[Line]:
    found = []
    for spec, shown in specs:
        try:
            found.append(race(spec, shown))
        except CompiledTierUnavailable as error:
            print(f"{shown:62} {error}", flush=True)
        else:
            print(found[-1], flush=True)
    return found


def missed(lines: list[Line]) -> list[str]:
    """The marks that a game misses."""
    lines = [line for line in lines if not line.small or line.reference.nodes >= LEAST_NODES]
    median = statistics.median(line.ratio for line in lines)
    print(f"{len(lines)} derived; least x{min(line.ratio for line in lines):.0f}, median x{median:.0f}")
    return [
        *(f"{line.spec}: x{line.ratio:.0f}, mark {LEAST:.0f}" for line in lines if line.ratio < LEAST),
        *(f"{line.spec}: lowered in {line.lower:.2f} s, mark {LOWER}" for line in lines if line.lower > LOWER),
        *(f"{line.spec}: built in {line.build:.1f} s, mark {BUILD}" for line in lines if line.build > BUILD),
        *(f"{line.spec}: loaded in {line.load:.2f} s, mark {LOAD}" for line in lines if line.load > LOAD),
        *([f"median x{median:.0f}, mark {MEDIAN:.0f}"] if median < MEDIAN else []),
    ]


def count_breakthrough(depth: int) -> None:
    """Print perft of Breakthrough 8x8."""
    game = load_game(f"{GALLERY}/breakthrough.py:Breakthrough")
    perft(game, 2, tier="compiled")
    seconds, found = min(
        (timed(lambda: perft(game, depth, tier="compiled")) for _ in range(3)), key=lambda one: one[0]
    )
    rate = found.leaves / seconds / 1e6
    print(f"perft {depth} of Breakthrough 8x8: {found.leaves:,} leaves in {seconds:.2f} s, {rate:.1f} M/s")


def main(arguments: list[str]) -> int:
    given = [each for each in arguments if not each.startswith("--")]
    if "--perft" in arguments:
        count_breakthrough(int(given[0]) if given else 6)
        return 0
    listed = runpy.run_path(str(GALLERY / "games.py"))["GALLERY"] if not given else ()
    larger = [LARGER.get(each, each) for each in listed]
    specs = [(each, each) for each in given] or [
        (f"{GALLERY}/{each}", each) for each in dict.fromkeys(larger) if each
    ]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder
        found = missed(raced(specs))
    print(*found, sep="\n")
    return int("--check" in arguments and bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
