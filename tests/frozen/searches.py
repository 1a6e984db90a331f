"""Repeats many searches, and compares each of them with the result in the files beside this script.

    python tests/frozen/searches.py compare            print the lines that differ; exit status 1 if there are any
    python tests/frozen/searches.py compare OLD NEW    the same for two files
    python tests/frozen/searches.py write FILE         write the results of now as JSON lines

Each line of a file is one search: what was asked, and the result. A field that is not written has the value that
`UNSAID` gives. No search has a clock, so a search that is repeated gives the same line.

`--but tier` ignores the field `tier`. `--games pentago` takes only games whose names begin with `pentago`. `--kind
bench` takes only the searches of `advsearch bench`; their nodes add up to its signature.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import advsearch
from advsearch.analysis.bench import LEAST_NODES, positions_of
from advsearch.analysis.perft import perft
from advsearch.compiled.engine import kernels_of

HERE: Final = Path(__file__).parent
_SMALL: Final = "isolation(width=5, height=4, moves=queen)"

# Game -> (actions played at random from the start, seed) for each position; 0 is the start.
POSITIONS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "isolation": ((0, 0), (6, 1), (20, 2), (30, 3)),
    _SMALL: ((2, 1), (7, 2), (10, 3)),
    "pentago": ((0, 0), (12, 1), (22, 2), (30, 3)),
    "pentago(rules=after-turn)": ((20, 4),),
    "connect4": ((0, 0), (14, 1), (24, 2)),
    "connect4(width=5, height=4)": ((6, 3),),
}
EVALUATORS: Final = {
    "isolation": ("improved", "weighted", "center"),
    "pentago": ("straights", "chances", "null"),
    "connect4": ("threats", "center", "null"),
}
# The depth that takes some thousand nodes on (the reference tier, the compiled tier).
DEPTHS: Final = {"isolation": (3, 5), "pentago": (1, 2), "connect4": (4, 6)}
_GUIDED: Final = "order=[table, killers, history]"

# What is searched at every position, on both tiers: (searcher, limits). {e}, {f}, {g}: evaluators; {d}: the depth.
SEARCHES: Final[tuple[tuple[str, Mapping[str, int]], ...]] = (
    ("alphabeta(depth={d}, evaluator={e}, tier={t})", {}),
    ("alphabeta(depth={d}, evaluator={f}, ties=random, seed=7, tier={t})", {}),
    ("alphabeta(depth={d}, evaluator={e}, table=500, " + _GUIDED + ", ties=random, seed=4, tier={t})", {}),
    ("alphabeta(depth={d}, evaluator={g}, table=20000, order=[history], tier={t})", {}),
    ("alphabeta(evaluator={e}, tier={t})", {"depth": 1}),
    ("alphabeta(depth=9, evaluator={e}, table=1000, order=[table], tier={t})", {"nodes": 700}),
    ("minimax(depth={s}, evaluator={e}, tier={t})", {}),
    ("minimax(depth={s}, tier={t})", {"nodes": 60}),
    ("minimax(depth={s}, evaluator={f}, ties=random, seed=2, tier={t})", {}),
    ("deepening(max_depth={d}, tier={t})", {}),
    ("deepening(evaluator={e}, tier={t})", {"nodes": 1}),
    ("deepening(evaluator={f}, tier={t})", {"nodes": 900}),
    ("deepening(evaluator={e}, ties=random, seed=5, tier={t})", {"nodes": 2500}),
    ("deepening(search=alphabeta(table=1000), evaluator={e}, max_depth={d}, aspiration=2.0, tier={t})", {}),
    ("deepening(search=minimax(evaluator={f}), max_depth={s}, tier={t})", {}),
    ("deepening(evaluator={g}, table=0, order=[], tier={t})", {"nodes": 1500}),
    (
        "deepening(evaluator={e}, table=3000, order=[killers], stop_at_proven=false, tier={t})",
        {"depth": 2, "nodes": 4000},
    ),
    ("greedy(evaluator={f}, tier={t})", {}),
    ("greedy(ties=random, seed=3, tier={t})", {"nodes": 5}),
    ("random(seed=11, tier={t})", {}),
    (
        "hybrid(stages=[greedy(evaluator={f}), alphabeta(depth={s}, evaluator={e})], switches=actions(9), tier={t})",
        {},
    ),
    (
        "hybrid(stages=[random(seed=1), deepening(max_depth={s}), greedy], switches=[ply(10), ply(26)], tier={t})",
        {"nodes": 500},
    ),
    ("greedy-then-alphabeta(ply=15, depth={s}, evaluator={e}, ties=random, tier={t})", {}),
)
# With a score for every action.
WITH_SCORES: Final[tuple[tuple[str, Mapping[str, int]], ...]] = (
    ("alphabeta(depth={s}, evaluator={e}, tier={t})", {}),
    ("deepening(evaluator={f}, max_depth={d}, tier={t})", {"nodes": 3000}),
    ("minimax(depth={s}, evaluator={g}, tier={t})", {}),
)
# Searchers of the games themselves and of their studies, which choose a tier themselves.
OF_GAMES: Final[Mapping[str, tuple[tuple[str, Mapping[str, int]], ...]]] = {
    "isolation": (
        ("isolation-best", {"nodes": 400}),
        ("isolation-best", {"depth": 2}),
        ("isolation-book", {"nodes": 300}),
        ("isolation-book(then=deepening(evaluator=improved))", {"depth": 3}),
        ("course-greedy", {}),
        ("course-greedy(evaluator=formula)", {}),
        ("compass(search=minimax(depth=2, evaluator=between))", {}),
        ("compass(search=deepening(evaluator=score-2, max_depth=3, tier=reference))", {}),
        ("fewer-nodes(search=alphabeta(depth=3, evaluator=heuristic-3), share=0.5, empty=40)", {"nodes": 600}),
        ("hybrid(stages=[course-greedy, compass(search=greedy)], switches=[empty(30)])", {}),
        ("alphabeta(depth=3, evaluator=heuristic(number=4, printed=true))", {}),
        ("alphabeta(depth=2, evaluator=pressure-by-cells(holes=3))", {}),
        ("deepening(evaluator=pressure, tier=reference)", {"nodes": 800}),
        ("deepening(evaluator=pressure, tier=compiled)", {"nodes": 800}),
    ),
    "pentago": (
        ("pentago-best", {"nodes": 2000}),
        ("pentago-best", {"depth": 2}),
        ("two-ply-straights", {}),
        ("two-ply-straights(tier=reference)", {}),
        ("alphabeta(depth=1, evaluator=straights-stored-100)", {}),
        ("deepening(evaluator=straights(four=50), max_depth=2)", {"nodes": 5000}),
    ),
    "connect4": (),
}

BENCHED: Final[Mapping[str, tuple[int, int]]] = {"isolation": (8, 12), "pentago": (3, 3), "connect4": (6, 8)}
"""The depths of perft and of the searches in `advsearch bench`."""

ASKED: Final = ("game", "plies", "search", "limits", "every")
"""The fields that say which search a line is."""
UNSAID: Final[Mapping[str, Any]] = {"limits": {}, "every": False, "exact": False, "scores": None, "pv": []}
"""The values of fields that are left out."""

Found: TypeAlias = dict[str, Any]
"""A line: what was asked, and the result."""


def games(beginning: str = "") -> Iterator[tuple[str, str, Any]]:
    """The (spec, kind, game) of every installed game."""
    for spec in POSITIONS:
        if spec.startswith(beginning):
            with contextlib.suppress(advsearch.UnknownName):  # connect4, if it is not installed
                yield spec, spec.partition("(")[0], advsearch.load_game(spec)


def position(game: Any, plies: int, seed: int) -> Any:
    """The state after actions chosen at random, before the game is over."""
    chosen, state = random.Random(seed), game.initial()
    for _ in range(plies):
        after = game.result(state, chosen.choice(list(game.actions(state))))
        if game.terminal(after):
            break
        state = after
    return state


def searches(kind: str) -> Iterator[tuple[str, Mapping[str, int], bool]]:
    """The searches to run, as (spec of the searcher, limits, whether every action gets a score)."""
    first, second, third = EVALUATORS[kind]
    for tier, depth in zip(("reference", "compiled"), DEPTHS[kind], strict=True):
        words = {"e": first, "f": second, "g": third, "d": depth, "s": max(1, depth - 1), "t": tier}
        for every_action, table in ((False, SEARCHES), (True, WITH_SCORES)):
            for spec, limits in table:
                yield spec.format(**words), limits, every_action
    for spec, limits in OF_GAMES[kind]:
        yield spec, limits, False


def lines(beginning: str = "", kind: str = "") -> Iterator[Found]:
    """The result of every search, in a fixed order. `kind` is "bench", "search" or "" for both."""
    for spec, name, game in games(beginning):
        if kind != "bench":
            for plies, seed in POSITIONS[spec]:
                state = position(game, plies, seed)
                for searcher, limits, every in searches(name):
                    asked = {"game": spec, "plies": plies, "search": searcher, "limits": dict(limits), "every": every}
                    yield asked | answer(game, state, searcher, limits, every)
        if kind != "search" and spec in BENCHED:
            yield from benched(spec, game)


def answer(game: Any, state: Any, spec: str, limits: Mapping[str, int], every_action: bool) -> Found:
    """The result of a search, or the class of the error that refuses it."""
    try:
        found = advsearch.bind(spec, game)(
            state, advsearch.Request(advsearch.Limits(**limits), every_action=every_action)
        )
    except advsearch.AdvsearchError as error:
        return {"error": type(error).__name__}
    scores = None if found.scores is None else [[repr(action), value] for action, value in found.scores]
    return {
        "action": repr(found.action),
        "value": found.value,
        "depth": found.depth,
        "nodes": found.nodes,
        "pv": [repr(action) for action in found.pv],
        "exact": found.exact,
        "tier": found.tier,
        "scores": scores,
    }


def benched(spec: str, game: Any) -> Iterator[Found]:
    """The work of `advsearch bench`, each position a line. The sum of the nodes is the signature."""
    counted, deep = BENCHED[spec]
    states = list(positions_of(spec, game))
    for place, state in enumerate(states):
        found = perft(game, counted, state, tier="compiled")
        asked = {"game": spec, "plies": f"bench {place}", "search": f"perft {counted}"}
        yield asked | {"leaves": found.leaves, "finished": found.finished, "nodes": found.nodes}
    for searcher in (
        f"alphabeta(depth={deep}, tier=compiled)",
        f"deepening(max_depth={deep}, stop_at_proven=false, tier=compiled)",
    ):
        for place, state in enumerate(states):
            yield {"game": spec, "plies": f"bench {place}", "search": searcher} | answer(
                game, state, searcher, {}, False
            )
    solver = advsearch.Solver(game, table_mb=16, tier="compiled")  # one table for all positions
    for place, state in enumerate(positions_of(spec, game, kernels_of(game).longest // 3, 0)):
        proof = solver.solve(state, limits=advsearch.Limits(nodes=LEAST_NODES))
        asked = {"game": spec, "plies": f"late {place}", "search": f"solve within {LEAST_NODES}"}
        yield asked | {"value": proof.value, "action": repr(proof.action), "exact": proof.exact, "nodes": proof.nodes}


def signature(found: Iterable[Found]) -> int:
    """The signature of `advsearch bench` without arguments, from the lines of the two included games."""
    benched = [line for line in found if str(line["plies"]).startswith(("bench", "late"))]
    return sum(line["nodes"] for line in benched if line["game"] != "connect4")


# --- files --------------------------------------------------------------------------------------------------------


def read(*files: Path) -> list[Found]:
    every = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [{**UNSAID, **line} if "search" in line else line for line in every]


def written(line: Found) -> str:
    said = {key: value for key, value in line.items() if key not in UNSAID or value != UNSAID[key]}
    return json.dumps(said, separators=(",", ":"))


def frozen(beginning: str = "") -> list[Found]:
    """The recorded lines of the games whose names begin like this."""
    return [line for line in read(*sorted(HERE.glob("*.jsonl"))) if line["game"].startswith(beginning)]


def differences(old: Iterable[Found], new: Iterable[Found], but: Sequence[str] = ()) -> list[str]:
    """A text for each search whose results differ, or that only one of the two sides has."""
    one, two = (
        {json.dumps([line.get(key, UNSAID.get(key)) for key in ASKED]): line for line in each} for each in (old, new)
    )
    found = []
    for key in dict.fromkeys([*one, *two]):
        if key not in one or key not in two:
            found.append(f"only in the {'old' if key in one else 'new'} results: {key}")
            continue
        was, now = {**UNSAID, **one[key]}, {**UNSAID, **two[key]}
        fields = [name for name in {**was, **now} if name not in but and repr(was.get(name)) != repr(now.get(name))]
        if fields:
            found.append(
                "\n".join([key, *(f"  {name}: {was.get(name)!r} became {now.get(name)!r}" for name in fields)])
            )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write")
    writing.add_argument("file", type=Path)
    comparing = commands.add_parser("compare")
    comparing.add_argument("files", nargs="*", type=Path, metavar="FILE")
    comparing.add_argument("--but", action="append", default=[], metavar="FIELD")
    for each in (writing, comparing):
        each.add_argument("--games", default="", metavar="BEGINNING")
        each.add_argument("--kind", default="", choices=["", "bench", "search"])
    given = parser.parse_args()
    if given.command == "write":
        with given.file.open("w", encoding="utf-8") as out:
            for line in lines(given.games, given.kind):
                out.write(written(line) + "\n")
                out.flush()
        return 0
    if len(given.files) not in (0, 2):
        parser.error("expected no files or two files")
    if given.files:
        old, new = (read(file) for file in given.files)
    else:
        old = [line for line in frozen(given.games) if given.kind in ("", kind_of(line))]
        new = list(lines(given.games, given.kind))
    found = differences(old, new, given.but)
    print(*found, f"{len(old)} and {len(new)} searches, {len(found)} different", sep="\n")
    return 1 if found else 0


def kind_of(line: Found) -> str:
    return "search" if isinstance(line["plies"], int) else "bench"


if __name__ == "__main__":
    sys.exit(main())
