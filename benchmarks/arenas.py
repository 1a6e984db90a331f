"""Play advsearch's best agents against the agents of documents 000 to 004, under the same conditions.

    python benchmarks/arenas.py courses            the opponents of 000 and 003, 150 ms per move, 700 games
    python benchmarks/arenas.py wide               the opponents of 002 on 11x9, 1,200 games
    python benchmarks/arenas.py straights          the player of 004, 150 ms per move, 200 games
    python benchmarks/arenas.py courses --trial    the same with a node limit instead of a time limit, for experiments

Every game is stored in the folder `--store`, so that the same command continues after it was stopped. An opening is
two random plies from a fixed seed, and is played twice, with each agent moving first. Agents of fixed depth have no
time limit, as in the documents.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

import attrs

from advsearch.limits import Limits
from advsearch.match.clock import TimeControl
from advsearch.plugins.registry import default_registry
from advsearch.tournament.openings import random_openings
from advsearch.tournament.runner import Progress, Runner
from advsearch.tournament.schedule import DEFAULT_GRACE_S, AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.summary import summarize
from advsearch.tournament.worker import play
from advsearch.tournament.workers import workers_of

CLOCK_S: Final = 0.15
TRIAL: Final = Limits(nodes=130_000)
"""The number of nodes that the reference tier enters in 150 ms on one idle core. From 7x7 positions after 2 to 14
plies, it enters 113,000 to 136,000 nodes and reaches a depth of ten to fifteen plies (Python 3.11 on an AMD EPYC)."""


@attrs.frozen
class Arena:
    """A match of one of advsearch's agents against several opponents, and the share of points that the agent should
    win against each or all of them.
    """

    game: str
    agent: str
    openings: int
    opponents: dict[str, tuple[str, Limits | None]]
    """For each opponent's name: its searcher, and its limits if it has no time limit."""
    wanted: dict[str, float]


def deepening(evaluator: str) -> tuple[str, None]:
    return f"deepening(search=alphabeta(ties=random), evaluator={evaluator})", None


def minimax(evaluator: str) -> tuple[str, Limits]:
    return f"minimax(depth=3, evaluator={evaluator}, ties=random)", Limits(depth=3)


ARENAS: Final = {
    "courses": Arena(
        "isolation",
        "isolation-best",
        50,
        {
            "Random": ("random", Limits(depth=1)),
            "MM_Open": minimax("open"),
            "MM_Center": minimax("center"),
            "MM_Improved": minimax("improved"),
            "AB_Open": deepening("open"),
            "AB_Center": deepening("center"),
            "AB_Improved": deepening("improved"),
        },
        {"all": 0.99},
    ),
    "wide": Arena(
        "isolation(width=11, height=9)",
        "isolation-best",
        200,
        {
            "Random": ("random", Limits(depth=1)),
            "Greedy": ("course-greedy", Limits(depth=1)),
            "Minimax": ("minimax(depth=3, evaluator=improved, ties=random)", Limits(depth=3)),
        },
        {"Random": 0.99, "Greedy": 0.98, "Minimax": 0.95},
    ),
    "straights": Arena(
        "pentago(rules=after-turn)",
        "pentago-best",
        100,
        {"Two_Ply": ("two-ply-straights(evaluator=straights)", Limits(depth=2))},
        {"Two_Ply": 0.95},
    ),
}


def schedule(arena: Arena, agent: str, openings: int, trial: Limits | None, seed: int) -> Schedule:
    """The schedule of an arena. The agent runs on the compiled tier, and opponents with a time limit on the reference
    tier."""
    limits = trial or Limits(time_s=CLOCK_S)
    agents = [AgentSpec("ours", agent)]
    for name, (searcher, own) in arena.opponents.items():
        theirs = searcher
        if trial is None and searcher.startswith(("deepening", "minimax")):
            theirs = searcher.removesuffix(")") + ", tier=reference)"
        agents.append(AgentSpec(name, theirs, limits=own or (TRIAL if trial else None)))
    return Schedule(
        Conditions(arena.game, seed, TimeControl(limits, grace_s=DEFAULT_GRACE_S)),
        tuple(agents),
        tuple(random_openings(default_registry().game(arena.game), 2, openings, seed)),
        "gauntlet",
        mixed_tiers=True,
    )


def report(played: Schedule, store: Store, arena: Arena) -> bool:
    """Print a line for each opponent. Return whether all wanted shares are reached."""
    summary = summarize(played, store)
    points = games = 0.0
    reached = True
    for pairing in summary.pairings:
        tally = pairing.tally
        share = tally.share
        points, games = points + tally.points, games + tally.games
        wanted = arena.wanted.get(pairing.two)
        reached = reached and (wanted is None or share >= wanted)
        interval = pairing.counts.score_interval()
        print(
            f"{pairing.two:12} {tally.wins:4} won {tally.draws:3} drawn {tally.losses:3} lost  {share:7.2%} "
            f"({interval.low:.1%} to {interval.high:.1%}), {pairing.distinct} different games"
            f"{'' if wanted is None else f', wanted {wanted:.0%}'}"
        )
    whole = arena.wanted.get("all")
    print(
        f"{'all':12} {points:g} of {games:g}: {points / games:.2%}{'' if whole is None else f', wanted {whole:.0%}'}"
    )
    for name, kinds in summary.faults.items():
        print(f"faults of {name}: {kinds}")
    return reached and (whole is None or points / games >= whole)


def printed(progress: Progress) -> None:
    if progress.played and progress.played % 20 == 0:
        print(f"{progress.done} of {progress.total}, {progress.rate:.1f} games/s", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arena", choices=sorted(ARENAS))
    parser.add_argument("--agent", help="the agent to play instead of advsearch's")
    parser.add_argument("--openings", type=int)
    parser.add_argument("--workers", type=int, default=1, help="number of processes; at most one per idle core")
    parser.add_argument("--trial", type=int, metavar="NODES", help="nodes per move of the agent; no time limit")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store", type=Path, default=Path("arenas"))
    given = parser.parse_args()
    arena = ARENAS[given.arena]
    agent = given.agent or arena.agent
    trial = None if given.trial is None else Limits(nodes=given.trial)
    planned = schedule(arena, agent, given.openings or arena.openings, trial, given.seed)
    given.store.mkdir(parents=True, exist_ok=True)
    label = "".join(c if c.isalnum() else "-" for c in f"{given.arena}-{agent}-{given.trial or 'clock'}-{given.seed}")
    workers, _ = workers_of(given.workers, None)
    with Store(given.store / f"{label}.db") as store:
        Runner(planned, store, play, report=printed).run(workers)
        sys.exit(0 if report(planned, store, arena) else 1)


if __name__ == "__main__":
    main()
