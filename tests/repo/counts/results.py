"""Writes the results of many searches as JSON lines, and compares two such files.

    python tests/repo/counts/results.py write FILE            search, and write a line for each
    python tests/repo/counts/results.py compare OLD NEW       print the differences; exit status 1 if there are any
    python tests/repo/counts/results.py hashes [FILE]         a hash for each group of searches

The script uses only `advsearch.load_game` and `advsearch.load_searcher`, so that it runs on an old tree and on a new
one. No search has a clock: a search that is repeated gives the same line.

`compare --but tier` ignores the field `tier`. `--games pentago` takes only games whose names begin with `pentago`.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import advsearch

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


def games(beginning: str = "") -> Iterator[tuple[str, str, Any]]:
    """The (spec, kind, game) of every installed game."""
    for spec in POSITIONS:
        kind = spec.partition("(")[0]
        if spec.startswith(beginning):
            with contextlib.suppress(advsearch.UnknownName):  # connect4, if it is not installed
                yield spec, kind, advsearch.load_game(spec)


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


def lines(beginning: str = "") -> Iterator[dict[str, Any]]:
    """The result of every search, in a fixed order."""
    for spec, kind, game in games(beginning):
        for plies, seed in POSITIONS[spec]:
            state = position(game, plies, seed)
            for searcher, limits, every_action in searches(kind):
                asked = {
                    "game": spec,
                    "plies": plies,
                    "search": searcher,
                    "limits": dict(limits),
                    "every": every_action,
                }
                yield asked | answer(game, state, searcher, limits, every_action)


def answer(game: Any, state: Any, spec: str, limits: Mapping[str, int], every_action: bool) -> dict[str, Any]:
    """The result of a search, or the class of the error that refuses it."""
    try:
        found = advsearch.load_searcher(spec).search(
            game, state, limits=advsearch.Limits(**limits), **({"every_action": True} if every_action else {})
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


def group_of(line: Mapping[str, Any]) -> str:
    """The game and the outermost searcher of a search."""
    return f"{line['game'].partition('(')[0]} {line['search'].partition('(')[0]}"


def hashes(found: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """A hash of the results for each group of searches. The reported tier is not part of the hash."""
    groups: dict[str, list[str]] = {}
    for line in found:
        kept = {key: value for key, value in line.items() if key != "tier"}
        groups.setdefault(group_of(line), []).append(json.dumps(kept, sort_keys=True))
    return {key: hashlib.sha256("\n".join(each).encode()).hexdigest()[:16] for key, each in groups.items()}


def read(file: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]


def compare(old: str, new: str, but: Iterable[str]) -> int:
    """Print each search whose results differ. Return the number of these searches."""
    asked = ("game", "plies", "search", "limits", "every")
    tables = [{json.dumps([line[key] for key in asked]): line for line in read(file)} for file in (old, new)]
    different = 0
    for key in dict.fromkeys([*tables[0], *tables[1]]):
        one, two = (table.get(key) for table in tables)
        if one is None or two is None:
            different += 1
            print(f"only in {old if two is None else new}: {key}")
            continue
        fields = [name for name in {**one, **two} if name not in but and repr(one.get(name)) != repr(two.get(name))]
        if fields:
            different += 1
            print(key, *(f"\n  {name}: {one.get(name)!r} became {two.get(name)!r}" for name in fields))
    print(f"{len(tables[0])} and {len(tables[1])} searches, {different} different")
    return different


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write")
    writing.add_argument("file")
    writing.add_argument("--games", default="", metavar="BEGINNING")
    comparing = commands.add_parser("compare")
    comparing.add_argument("old")
    comparing.add_argument("new")
    comparing.add_argument("--but", action="append", default=[], metavar="FIELD")
    hashing = commands.add_parser("hashes")
    hashing.add_argument("file", nargs="?")
    hashing.add_argument("--games", default="", metavar="BEGINNING")
    given = parser.parse_args()
    if given.command == "compare":
        return 1 if compare(given.old, given.new, given.but) else 0
    if given.command == "hashes":
        for key, digest in hashes(read(given.file) if given.file else lines(given.games)).items():
            print(f'    "{key}": "{digest}",')
        return 0
    with Path(given.file).open("w", encoding="utf-8") as out:
        for line in lines(given.games):
            out.write(json.dumps(line) + "\n")
            out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
