"""For each game of the gallery: whether the compiler takes it, whether a compiled search equals plain Python, and how
fast it is. One game in a process, so that a crash ends that game only.

    python benchmarks/machine_gallery.py pvs nim kalah
"""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "gallery"), str(ROOT / "tests" / "machine")]

SECONDS = 0.15
"""A search in plain Python is deepened until it takes so long."""


def measured(kind_name: str, text: str, answer: Any) -> None:
    """Search one game by both, and send (verdict, what to say, how many times faster)."""
    import test_texts as texts

    from advsearch.lowering.refusals import Refused
    from advsearch.machine.machine_memory import seen
    from advsearch.machine.program import Rebuilt
    from advsearch.machine.searching import CodeBudget
    from games import load

    kind = {"minimax": texts.MinimaxTree, "alphabeta": texts.AlphaBetaTree, "pvs": texts.PVSTree}[kind_name]
    game = load(text)
    state = game.initial()
    begin = time.process_time()
    try:
        tree, program = texts.built(kind, game)
    except Refused as refusal:
        answer.send(("refused", str(refusal), 0.0))
        return
    build = time.process_time() - begin
    depth, plain_time, expected = 0, 0.0, None
    while plain_time < SECONDS and depth < 20:
        depth += 1
        plain = texts.made(kind, game)
        plain.budget = CodeBudget()
        begin = time.process_time()
        expected = texts.found(plain, game, state, depth, plain.search)
        plain_time = time.process_time() - begin

    def search(*given: Any) -> Any:
        return program.call("search", *given)

    code_time = 0.0
    for _ in range(3):
        try:
            program.memory.fill()
            begin = time.process_time()
            got = texts.found(seen(program.memory, tree), game, state, depth, search)
            code_time = time.process_time() - begin
            break
        except Rebuilt:
            continue
    verdict = "equal" if got == expected else "DIFFERENT"
    ratio = plain_time / max(code_time, 1e-6)
    said = f"depth {depth}, {expected[-1] if expected else 0} nodes, build {build:.2f} s, {ratio:.0f} times faster"
    answer.send((verdict, said, ratio))


def main() -> None:
    from games import GALLERY

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("minimax", "alphabeta", "pvs"))
    parser.add_argument("games", nargs="*", help="parts of the names of games; all if there are none")
    chosen = parser.parse_args()
    verdicts: dict[str, int] = {}
    ratios = []
    for text in GALLERY:
        if chosen.games and not any(part in text for part in chosen.games):
            continue
        receive, send = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(target=measured, args=(chosen.kind, text, send))
        process.start()
        send.close()
        try:
            verdict, said, ratio = receive.recv() if receive.poll(60) else ("too slow", "more than 60 s", 0.0)
        except EOFError:
            verdict, said, ratio = "CRASHED", "", 0.0
        process.terminate()
        process.join()
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
        if ratio:
            ratios.append(ratio)
        print(f"{verdict:10} {text:52} {said}", flush=True)
    print(verdicts, f"median: {statistics.median(ratios):.0f} times faster" if ratios else "")


if __name__ == "__main__":
    main()
