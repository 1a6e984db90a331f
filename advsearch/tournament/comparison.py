"""Compare two evaluators or searchers by a match with a sequential test.

from advsearch import compare

found = compare("mygame", mine, "improved", nodes=1000)
print(found.verdict)
"""

from __future__ import annotations

import contextlib
import functools
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.binding import reference_tier_note, tier_apart
from advsearch.courses.player import names_player
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.notation import plural
from advsearch.plugins.objects import AnEvaluator, Objects, shown
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import AnyGame, Searcher, TierChoice, bind_evaluator
from advsearch.search.settings import settings_of, with_settings
from advsearch.specs import Spec, parse_spec, reference_in
from advsearch.system.typed import in_backticks
from advsearch.tournament.compared import Comparison
from advsearch.tournament.openings import MOST_PAIRS, MOST_RANDOM_PLIES, draw_openings, plies_for, replay
from advsearch.tournament.runner import PairScan, Play, Progress, Run, run_on
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.schedule_file import schedule_of
from advsearch.tournament.store import Store
from advsearch.tournament.summary import summarize
from advsearch.tournament.texts import record
from advsearch.tournament.tiers import check_recorded, check_tiers, common_tier, has_tier
from advsearch.tournament.worker import Loaded, play
from advsearch.tournament.workers import workers_of
from advsearch.values import checked_number

DEFAULT_NODES: Final = 1_000
DEFAULT_MARGIN: Final = 30.0
DEFAULT_PAIRS: Final = 1_000
DEFAULT_SEARCHER: Final = "deepening"


def compare(
    game: AnyGame | str,
    one: Searcher | AnEvaluator,
    two: Searcher | AnEvaluator,
    *,
    searcher: Searcher | str | None = None,
    nodes: int | None = None,
    time_s: float | None = None,
    depth: int | None = None,
    tier: TierChoice = "auto",
    mixed_tiers: bool = False,
    margin: float = DEFAULT_MARGIN,
    pairs: int = DEFAULT_PAIRS,
    random_plies: int | None = None,
    max_plies: int | None = None,
    seed: int = 0,
    workers: int | None = 0,
    scheduler: str | None = None,
    store: str | os.PathLike[str] | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Comparison:
    """Find out which of two evaluators, or of two searchers, is better at a game.

    `one` and `two` are searchers, or evaluators that `searcher` uses. `searcher` is `deepening` by default. The game
    and the two sides may be given as objects or as strings. A string for a side names an evaluator of the game or a
    searcher. The two sides play pairs of games: each random opening is played twice, with exchanged seats. A
    sequential test decides whether one side is `margin` Elo stronger. The match ends when the test has decided, or
    after `pairs` pairs. If no limit is given, the search for each move enters 1,000 nodes.

    If `workers` is 0, this process plays all games. If `workers` is None, one process per core plays games. With
    worker processes or a `store`, games, searchers and evaluators must be given by name. `on_progress` is called
    after every change of the progress.
    """
    chosen, warning = workers_of(workers, scheduler)
    notes: list[str] = [] if warning is None else [warning]
    planned = plan_comparison(
        game,
        one,
        two,
        searcher=searcher,
        limits=Limits(depth, nodes, time_s),
        tier=tier,
        mixed_tiers=mixed_tiers,
        margin=margin,
        pairs=pairs,
        random_plies=random_plies,
        max_plies=max_plies,
        seed=seed,
        here=scheduler in (None, "local"),
        on_note=notes.append,
    )
    planned.check_text(workers=workers, scheduler=scheduler, store=store)

    found = planned.play(run_on(chosen, on_progress), store)
    return attrs.evolve(found, notes=(*notes, *found.progress.changed))


# --- the plan -------------------------------------------------------------------------------------------------------


@attrs.frozen
class PlannedComparison:
    """A comparison that is ready to be played. The game and both sides are loaded, and each evaluator has been called
    once."""

    schedule: Schedule
    objects: Objects

    @property
    def names(self) -> tuple[str, str]:
        one, two = self.schedule.agents
        return one.name, two.name

    def check_text(self, *, workers: int | None, scheduler: str | None, store: object) -> None:
        """Raise an error if a store or another process needs a name that the game or a side lacks."""
        if not self.objects.nameless:
            return
        what = self.objects.nameless[0]
        for option, reason in (
            (store is not None and "store", "a store contains only names"),
            (scheduler is not None and "scheduler", "another process loads objects by name"),
            (workers != 0 and "workers", "a worker process loads objects by name"),
        ):
            if option:
                raise InvalidSettings(
                    f"expected {what} as a name such as 'mine.py:name', because {reason}, got an object; "
                    f"give the name, or leave {option} out"
                )

    def play(self, run: Run, store: str | os.PathLike[str] | None = None) -> Comparison:
        """Call `run`, which plays the games that the store lacks. By default, the games are kept
        in a temporary store."""
        with _store(store) as opened:
            player: Play = play
            if self.objects.nameless:
                player = functools.partial(play, loaded=Loaded(self.objects.registry))
            progress = run(self.schedule, opened, player)
            decision = PairScan(self.schedule, opened).decision
            limits = self.schedule.conditions.control.limits
            return Comparison(*self.names, decision, summarize(self.schedule, opened), progress, limits)


def plan_comparison(
    game: AnyGame | str,
    one: Searcher | AnEvaluator,
    two: Searcher | AnEvaluator,
    *,
    searcher: Searcher | str | Spec | None,
    limits: Limits,
    tier: TierChoice,
    mixed_tiers: bool,
    margin: float,
    pairs: int,
    random_plies: int | None,
    max_plies: int | None,
    seed: int,
    here: bool,
    on_note: Callable[[str], None] = lambda _: None,
    setting: Callable[[str], str] = in_backticks,
    registry: Registry | None = None,
) -> PlannedComparison:
    """Plan the match that `compare` plays. If the match cannot be played, an error is raised before the first game.

    `here` says whether the match is played on this machine. `setting` converts the name of a setting for error
    messages, for example from `max_plies` into `--max-plies`.
    """
    if mixed_tiers and tier != "auto":
        raise InvalidSettings(
            f"{setting('mixed_tiers')} and {setting('tier')} {tier} contradict each other; leave out one option"
        )
    limits = Limits(nodes=DEFAULT_NODES) if limits == Limits() else limits
    objects = Objects(registry or default_registry())
    known = objects.registry
    text = objects.game(game)
    rules = known.game(text)
    entrants = [_entrant(each, searcher, rules, objects, setting) for each in (one, two)]
    agents = [agent for _, agent, _ in entrants]
    pinned: TierChoice = "auto"
    if not mixed_tiers:
        pinned, why = common_tier(agents, rules, tier, known, counted=limits.nodes is not None)
        tier_spec = parse_spec(pinned)
        agents = [agent.with_settings(tier=tier_spec) if has_tier(agent, known) else agent for agent in agents]
        if why:
            on_note(reference_tier_note(why))
    openings = _openings(text, rules, pairs, random_plies, seed, on_note, setting)
    state = replay(rules, draw_openings(rules, openings["random_plies"], 1, seed)[0])
    for _, _, evaluator in entrants:
        if evaluator is not None:
            try_evaluator(evaluator, rules, state, known)
    names = [name for name, _, _ in entrants]
    if names[0] == names[1]:
        names = [f"{names[0]} (A)", f"{names[1]} (B)"]
    schedule = schedule_of(
        {
            "game": text,
            "seed": seed,
            "openings": openings,
            "limits": {key: value for key, value in attrs.asdict(limits).items() if value is not None},
            "rules": {} if max_plies is None else {"max_plies": max_plies},
            "test": {"margin": margin},
            "agents": [{"name": name, "searcher": str(agent)} for name, agent in zip(names, agents, strict=True)],
        },
        rules,
        Path(),
    )
    schedule = attrs.evolve(schedule, mixed_tiers=mixed_tiers)
    schedule = record(schedule, known, None if pinned == "auto" else pinned)
    if here:
        check_recorded(schedule, known)
    check_tiers(schedule, known)
    return PlannedComparison(schedule, objects)


def try_evaluator(spec: Spec, game: AnyGame, state: Any, registry: Registry) -> None:
    """Call an evaluator once for each player, so that errors in its code are raised before play."""
    evaluate = bind_evaluator(registry.evaluator(spec, game), game)
    for player in (0, 1):
        checked_number(f"evaluator {spec}", evaluate(game, state, player))


def _entrant(
    given: Searcher | AnEvaluator,
    searcher: Searcher | str | Spec | None,
    game: AnyGame,
    objects: Objects,
    setting: Callable[[str], str],
) -> tuple[str, Spec, Spec | None]:
    """Return the name, the searcher and the evaluator of a side. If the side is a searcher, the evaluator is None."""
    if isinstance(given, Searcher) or _names_searcher(given, game, objects.registry):
        if searcher is not None:
            raise InvalidSettings(
                f"`searcher` can be given only if evaluators are compared, but {given!r} is a searcher"
            )
        _refuse_tier(given)
        agent = objects.searcher(given)  # type: ignore[arg-type]
        objects.registry.searcher(agent)  # a wrong setting is refused before anything starts
        return shown(given) if isinstance(given, Searcher) else str(given), agent, None
    evaluator = objects.evaluator(given, game)
    objects.registry.evaluator(evaluator, game)  # a wrong name is refused before anything starts
    name = str(evaluator)
    if isinstance(searcher, Searcher):
        _refuse_tier(searcher)
        settings = settings_of(searcher)
        if "evaluator" not in settings:
            raise InvalidSettings(f"expected `searcher` to have a setting `evaluator`, got {searcher!r}")
        if settings["evaluator"] is not None:
            raise InvalidSettings(_two_evaluators(setting, searcher))
        bound = objects.registry.named_evaluator(evaluator)
        return name, objects.searcher(with_settings(searcher, {"evaluator": bound})), evaluator
    agent = objects.searcher(searcher or DEFAULT_SEARCHER)
    if "evaluator" in agent.settings:
        raise InvalidSettings(_two_evaluators(setting, agent))
    return name, agent.with_settings(evaluator=evaluator), evaluator


def _refuse_tier(searcher: object) -> None:
    if isinstance(searcher, Searcher) and tier_apart(searcher)[1] != "auto":
        raise InvalidSettings(
            "expected a search without a setting `tier`, because one tier is chosen for both sides, "
            f"got {shown(searcher)}"
        )


def _two_evaluators(setting: Callable[[str], str], searcher: object) -> str:
    return f"{setting('searcher')} must not set an evaluator, because compare sets it; got {searcher}"


def _names_searcher(given: Any, game: AnyGame, registry: Registry) -> bool:
    """Whether a string names a searcher and not an evaluator of the game."""
    if not isinstance(given, str | Spec):
        return False
    name = (given if isinstance(given, Spec) else parse_spec(given)).name
    reference = reference_in(name)
    if reference is not None:
        return f"{reference.prefix}:" in registry.searchers and names_player(reference)
    return name in registry.searchers and name not in registry.evaluators_of(game)


def _openings(
    text: str,
    game: AnyGame,
    pairs: int,
    random_plies: int | None,
    seed: int,
    on_note: Callable[[str], None],
    setting: Callable[[str], str],
) -> dict[str, int]:
    """Return the settings `random_plies` and `count` for the openings. Each pair gets a different opening. If the
    game has too few openings, `count` is less than `pairs`."""
    if not 1 <= pairs <= MOST_PAIRS:
        bound = "at least 1" if pairs < 1 else f"at most {MOST_PAIRS:,}"
        raise InvalidSettings(f"expected {setting('pairs')} to be {bound}, got {pairs}")
    plies = random_plies
    if plies is None:
        plies, found = plies_for(game, pairs, seed)
    elif not 0 <= plies <= MOST_RANDOM_PLIES:
        bound = "at least 0" if plies < 0 else f"at most {MOST_RANDOM_PLIES:,}"
        raise InvalidSettings(f"expected {setting('random_plies')} to be {bound}, got {plies}")
    else:
        found = len(draw_openings(game, plies, pairs, seed))
    if not found:
        raise InvalidSettings(f"expected {setting('random_plies')} to be less than the plies of a game, got {plies}")
    if found < pairs:
        openings = f"{plural(found, 'different opening')} of {plural(plies, 'random ply', 'random plies')}"
        more = "" if random_plies is None else f"; another {setting('random_plies')} may give more"
        on_note(f"{text} has only {openings}, so at most {plural(found, 'pair')} can be played{more}")
    return {"random_plies": plies, "count": found}


@contextlib.contextmanager
def _store(path: str | os.PathLike[str] | None) -> Iterator[Store]:
    """Open the store at `path`. If `path` is None, open a temporary store."""
    with contextlib.ExitStack() as stack:
        if path is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="advsearch-compare-"))
            path = Path(folder) / "games.db"
        yield stack.enter_context(Store(Path(path)))
