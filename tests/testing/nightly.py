"""Runs the nightly profile in pieces: the built-in searchers, tiers and games with 50,000 examples of every law.

    python tests/testing/nightly.py --out nightly.jsonl --seconds 570
    python tests/testing/nightly.py --out nightly.jsonl --table

Each call continues where the last one ended, for the given seconds of processor time: searcher after searcher, law
after law, 1,000 trees at a time. `--only` chooses by a pattern. A broken law ends the run, and the tree is printed.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
from test_our_own import GAMES, SEARCHERS, TIERED

import advsearch
from advsearch.binding import Tiered
from advsearch.compiled import session
from advsearch.testing.catalogue import SEARCH_LAWS, laws_of_game
from advsearch.testing.check import ground_of
from advsearch.testing.naming import evaluators_of
from advsearch.testing.runner import PROFILES, Plan, try_law
from advsearch.testing.subjects import Subject, subject_of
from advsearch.testing.visits import Ground

PIECE = 1_000
ROUNDS = (2_000, PROFILES["nightly"])
"""The rounds: every law a few times first, then as often as planned."""


@attrs.frozen
class Piece:
    """One law of one subject: what is tried, and until when."""

    subject: str
    law: str
    run: Any
    """A function of the examples done so far. It returns the number of further examples, and whether all are done."""


def pieces() -> Iterator[Piece]:
    for name, searcher in TIERED.items():
        subject = subject_of(Tiered(searcher))
        yield from _laws_of(f"both tiers: {name}", subject, only="tiers agree")
    for name, (searcher, settings) in SEARCHERS.items():
        yield from _laws_of(name, subject_of(searcher, **settings))
    for spec in GAMES:
        game = advsearch.load_game(spec)
        for law in laws_of_game(game, evaluators_of(game, every=True)):
            yield Piece(spec, law.name, lambda _done, spec=spec, law=law: _try_on_game(spec, law))


def _laws_of(name: str, subject: Subject, only: str = "") -> Iterator[Piece]:
    for law in SEARCH_LAWS:
        if all(subject.can(ability) for ability in law.needs) and (not only or law.name == only):
            yield Piece(name, law.name, lambda done, law=law: _try_on_trees(law, subject, done))


def _try_on_trees(law: Any, subject: Subject, done: int) -> tuple[int, bool]:
    last = min(done + PIECE, PROFILES["nightly"])
    report = try_law(law, subject, Plan(range(done, last)))
    return report.examples, law.cases is None or bool(report.not_tried) or last >= PROFILES["nightly"]


@cache
def _ground(spec: str) -> Ground:
    return ground_of(advsearch.load_game(spec), profile="nightly")


def _try_on_game(spec: str, law: Any) -> tuple[int, bool]:
    return try_law(law, _ground(spec)).examples, True


def recorded(out: Path) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], float], set[tuple[str, str]]]:
    """The examples and seconds so far, and the laws that are complete."""
    examples: dict[tuple[str, str], int] = defaultdict(int)
    seconds: dict[tuple[str, str], float] = defaultdict(float)
    complete = set()
    for line in out.read_text(encoding="utf-8").splitlines() if out.exists() else ():
        row = json.loads(line)
        key = (row["subject"], row["law"])
        examples[key] += row["examples"]
        seconds[key] += row["seconds"]
        if row["complete"]:
            complete.add(key)
    return examples, seconds, complete


def table(out: Path) -> str:
    """A table with a row for each subject: laws, examples, time."""
    examples, seconds, complete = recorded(out)
    laws: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for key in examples:
        laws[key[0]].append(key)
    rows = ["| | laws | laws at 50,000 or all there is | examples in all | minutes |", "|---|---|---|---|---|"]
    for subject, keys in laws.items():
        done = sum(key in complete for key in keys)
        total, minutes = sum(examples[key] for key in keys), sum(seconds[key] for key in keys) / 60
        rows.append(f"| {subject} | {len(keys)} | {done} | {total:,} | {minutes:.1f} |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of processor time, about")
    parser.add_argument("--only", default="", help="subjects whose names match this pattern")
    parser.add_argument("--table", action="store_true", help="show what was run so far, and run nothing")
    chosen = parser.parse_args()
    if chosen.table:
        print(table(chosen.out))
        return
    gc.disable()  # trees are dropped soon after they are made; they are collected once per piece
    # Nobody has a deadline here: machine code runs in this thread. Handed to a worker, as it is in earnest (there are
    # tests of that), a search of 20 positions took ten times as long on a busy machine.
    session.run = lambda function, arguments, *_: function(*arguments)  # type: ignore[assignment]
    examples, _, complete = recorded(chosen.out)
    for upto, piece in itertools.product(ROUNDS, list(pieces())):
        key = (piece.subject, piece.law)
        while key not in complete and examples[key] < upto and re.search(chosen.only, piece.subject):
            if time.process_time() > chosen.seconds:
                return
            begun = time.process_time()
            tried, all_of_it = piece.run(examples[key])
            seconds = time.process_time() - begun
            row = {"subject": piece.subject, "law": piece.law, "examples": tried, "complete": all_of_it}
            with chosen.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**row, "seconds": round(seconds, 3)}) + "\n")
            examples[key] += tried
            if all_of_it:
                complete.add(key)
                print(f"{piece.subject}: {piece.law}: {examples[key]:,} examples", flush=True)
            gc.collect()


if __name__ == "__main__":
    main()
