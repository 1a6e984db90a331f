"""Laws for shared rules: games with other settings, other games, threads and processes can use the same rules."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path as FilePath
from types import FrameType
from typing import Any, Final

from advsearch.limits import cpu_now
from advsearch.testing.defining import Law, law, laws_in, positions
from advsearch.testing.exploring import explore
from advsearch.testing.laws import optional_methods, rules
from advsearch.testing.laws.rules import SAID, signature
from advsearch.testing.processes import HASH_SEEDS, answers_elsewhere
from advsearch.testing.report import Broken, LawBroken, NotTried, show, shown_error
from advsearch.testing.runner import try_law
from advsearch.testing.variants import resized, siblings
from advsearch.testing.visits import Effort, Ground, Path, Visit, path_text
from advsearch.testing.watching import Baton, in_threads

# --- other settings -------------------------------------------------------------------------------------------


EFFORT: Final = Effort(walks=4, near=25, visits=60, actions=4, seconds=1.0)
SECONDS: Final = 0.3
"""The seconds of processor time for all laws on one board of another size. A fast check takes a sixth of them."""
PLIES: Final = 40
WALKS: Final = 3

_OTHERS: Final = tuple(each for each in laws_in(rules) if each not in rules.BASIC)
_HELD: Final[tuple[Law, ...]] = (*rules.BASIC, *optional_methods.SYMMETRIES, *_OTHERS)


def _no_settings(game: Any) -> str:
    return "" if siblings(game) else "its class has no setting that can be changed"


def _no_sizes(game: Any) -> str:
    return "" if resized(game) else "it has no setting that is the size of a board"


@law(about="game", name="other sizes are games, too", catches=("F38", "F40"), applies=_no_sizes)
def other_sizes_are_games_too(ground: Ground) -> int:
    """Games on boards of other sizes, square or not, obey the laws of games and of symmetries."""
    held = 0
    for text, other in resized(ground.game):
        try:
            theirs = explore(other, EFFORT, max_plies=ground.max_plies)
        except Exception as error:
            raise Broken(f"the game to raise no error with the settings {text}", shown_error(error)) from error
        begun = cpu_now()
        for held_law in _HELD:
            if cpu_now() - begun > min(SECONDS, ground.effort.seconds / 100):
                break
            try:
                held += bool(try_law(held_law, theirs).examples)
            except LawBroken as broken:
                raise Broken(
                    f"{broken.expected} with the settings {text}",
                    broken.got,
                    law=held_law.says,
                    settings=text,
                    **{name.replace(" ", "_"): what for name, what in broken.case.items()},
                ) from broken
    return held


@law(groups=("states",), about="game", catches=("F20", "F47"), applies=_no_settings)
def settings_keep_apart(ground: Ground) -> int:
    """If two games of one class with different settings are played alternately, each game has the same results as
    alone.
    """
    game: Any = ground.game
    walks = [path[:PLIES] for path in sorted(ground.walks, key=len)[-WALKS:]]
    alone = [list(story(game, path)) for path in walks]
    others = siblings(game)
    for text, other in others:
        theirs = [walk_of(other, number) for number in range(WALKS)]
        before = [list(story(other, path)) for path in theirs]
        for path, expected, told, beside in zip(walks, alone, before, theirs, strict=False):
            _compare(path, expected, list(story(game, path)), f"after a game with {text}")
            what = {"played_with": text, "its_actions": path_text(other, beside)}
            _compare((), told, list(story(other, beside)), "after another game", **what)
    return len(others) * len(walks)


# --- one rules object -----------------------------------------------------------------------------------------


THREADS: Final = 4
REPLAYED: Final = 6
"""The number of random games that each thread or process replays."""
STATES: Final = 250
"""The number of states for which the rules are called in this process, and in another order in other processes."""
PLIES_IN_TURNS: Final = 12
STEPS: Final = 400
"""The largest number of times that a thread lets another thread continue. 400 switches take about 20 ms."""
_KIT: Final = str(FilePath(__file__).parents[1])


def story(game: Any, path: Path) -> Iterator[tuple[Any, ...]]:
    """Yield the results of the game's methods for each state of a random game."""
    state = game.initial()
    yield signature(game, state)
    for action in path:
        state = game.result(state, action)
        yield signature(game, state)


@law(groups=("states",), about="game", catches=("F34", "F36", "F47"))
def games_do_not_disturb_one_another(ground: Ground) -> int:
    """If two games are played alternately with one rules object, each game has the same results as alone.

    The law replays two random games alternately, a ply of the first game and a ply of the second. The results must be
    the same as if each game is replayed alone.
    """
    walks = sorted(ground.walks, key=len)[: 2 * REPLAYED]
    for one, two in zip(walks[::2], walks[1::2], strict=False):
        alone = [list(story(ground.game, path)) for path in (one, two)]
        told: tuple[list[Any], list[Any]] = ([], [])
        stories = [story(ground.game, path) for path in (one, two)]
        for _ in range(max(len(one), len(two)) + 1):
            for teller, heard in zip(stories, told, strict=True):
                heard.extend([part] if (part := next(teller, None)) is not None else [])
        for path, expected, got in zip((one, two), alone, told, strict=True):
            _compare(path, expected, got, "beside another game")
    return len(walks) // 2


def _compare(path: Path, expected: list[Any], got: list[Any], circumstance: str, **more: str) -> None:
    for ply, (one, two) in enumerate(itertools.zip_longest(expected, got, fillvalue="nothing")):
        if one != two:
            raise Broken(
                f"the game to return {show(one)} {circumstance}, as when the game is played alone",
                show(two),
                path=path[:ply],
                **more,
            )


@contextmanager
def _hasty_threads() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


@law(groups=("states",), about="game", catches=("F50",))
def threads_share_the_rules(ground: Ground) -> int:
    """Four threads that use one rules object get the same results as a single thread, and so do two threads that
    alternate every few lines of code.
    """
    walks = sorted(ground.walks, key=len)[:REPLAYED]
    alone = [list(story(ground.game, path)) for path in walks]
    with _hasty_threads():
        told = in_threads(*[lambda: [list(story(ground.game, path)) for path in walks]] * THREADS)
    for heard in told:
        if isinstance(heard, Exception):
            raise Broken("the rules to raise no error in several threads at once", show(heard))
        for path, expected, got in zip(walks, alone, heard, strict=True):
            _compare(path, expected, got, f"in {THREADS} threads at once")
    return THREADS * len(walks) + _in_turns(ground.game, [path[:PLIES_IN_TURNS] for path in walks])


def _in_turns(game: Any, walks: list[Path]) -> int:
    """Run the rules in two threads, and switch between the threads at random lines of code."""
    alone = [list(story(game, path)) for path in walks]
    for number, (one, two) in enumerate(itertools.combinations(range(len(walks)), 2)):
        baton = Baton(2, random.Random(number))

        def tell(runner: int, path: Path, baton: Baton = baton) -> list[Any]:
            sys.settrace(_stepping(baton, runner, random.Random(runner)))
            try:
                return list(story(game, path))
            finally:
                sys.settrace(None)
                baton.leave(runner)

        told = in_threads(partial(tell, 0, walks[one]), partial(tell, 1, walks[two]))
        for index, heard in zip((one, two), told, strict=True):
            if isinstance(heard, Exception):
                raise Broken("two threads to use the rules in turns without an error", show(heard), path=walks[one])
            _compare(walks[index], alone[index], heard, "in two threads that take turns")
    return len(walks) * (len(walks) - 1) // 2


def _stepping(baton: Baton, runner: int, rng: random.Random) -> Any:
    """Return a trace function for a thread. At random lines of code, the function lets another thread continue. Lines
    of the test kit are left out."""
    left = STEPS

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal left
        if event == "line" and rng.random() < 0.25:
            left -= 1
            if left < 0:
                sys.settrace(None)
                return None
            baton.step(runner)
        return None if frame.f_code.co_filename.startswith(_KIT) else trace

    return trace


def stories(
    game: Any, walks: list[Path], asked: list[Any], others: list[tuple[Any, list[Path]]]
) -> tuple[list[list[str]], list[str], list[list[list[str]]]]:
    """Return the results of the rules as texts, for a comparison with another process. The function first replays the
    games in `others`, which have other settings. Then the function calls the rules for each state in `asked`. At the
    end, the function replays the random games `walks`.
    """
    theirs = [[_as_text(other, path) for path in paths] for other, paths in others]
    said = [repr(signature(game, state)) for state in asked]
    return [_as_text(game, path) for path in walks], said, theirs


def _as_text(game: Any, path: Path) -> list[str]:
    told: list[str] = []
    try:
        told.extend(repr(part) for part in story(game, path))
    except Exception as error:  # the walk may be possible in only one of the processes
        told.append(shown_error(error))
    return told


@law(groups=("states",), about="game", catches=("F30",))
def processes_agree(ground: Ground) -> int:
    """In another process, with another hash seed and after other calls, the rules return the same results, and
    actions in the same order.

    For example, actions must not be listed in the order of a set of strings, which differs between processes. Results
    must not depend on earlier calls, even of games with other settings.
    """
    walks = sorted(ground.walks, key=len)[:REPLAYED]
    game: Any = ground.game
    visits = random.Random(0).sample(ground.visits, min(STATES, len(ground.visits)))
    others = [(other, [walk_of(other, number) for number in range(2)]) for _, other in siblings(game)]
    arguments = (game, walks, [visit.state for visit in visits], others)
    own = os.environ.get("PYTHONHASHSEED", "random")
    alone = stories(*arguments)
    told = answers_elsewhere(type(game), "game", (__name__, "stories"), arguments)
    for seed, (again, said, theirs) in zip(HASH_SEEDS, told, strict=True):
        how = f"in another process (PYTHONHASHSEED={seed}, here {own})"
        for path, expected, got in zip(walks, alone[0], again, strict=True):
            _compare(path, expected, got, how)
        for visit, one, two in zip(visits, alone[1], said, strict=True):
            if one != two:
                wanted = f"the rules to return {two} in this process, because they return it {how}"
                raise Broken(wanted, one, path=visit.path)
        for (text, _), expected_of_all, got_of_all in zip(siblings(game), alone[2], theirs, strict=True):
            for expected, got in zip(expected_of_all, got_of_all, strict=True):
                _compare((), got, expected, f"with {text}, after another game")
    return len(HASH_SEEDS) * (len(walks) + len(visits) + len(others))


def walk_of(game: Any, seed: int, plies: int = 40) -> Path:
    """Return the actions of one random game."""
    rng, state = random.Random(seed), game.initial()
    path: list[Any] = []
    while len(path) < plies and not game.terminal(state):
        path.append(rng.choice(list(game.actions(state))))
        state = game.result(state, path[-1])
    return tuple(path)


# --- copies ---------------------------------------------------------------------------------------------------


@law(groups=("states",), about="game", catches=("F39",), cases=positions)
def states_survive_copying(_ground: Ground, visit: Visit) -> None:
    """A state that was pickled, copied or deep-copied is the same position."""
    for copied, again in (("pickled", _pickled), ("deep-copied", copy.deepcopy), ("copied", copy.copy)):
        try:
            state = again(visit.state)
        except Exception as error:
            _excuse_local_classes(error)
            raise Broken(f"the state to be {copied} without an error", shown_error(error)) from error
        if state != visit.state or hash(state) != hash(visit.state):
            raise Broken(f"the {copied} state to equal {show(visit.state)}", show(state))
        for field, one, two in zip(
            SAID, signature(visit.game, visit.state), signature(visit.game, state), strict=True
        ):
            if one != two:
                raise Broken(f"`{field}` of the {copied} state to be {show(one)}, as before", show(two))


@law(groups=("states",), about="game", catches=("F20", "F39"))
def the_rules_survive_copying(ground: Ground) -> int:
    """A rules object that was pickled or deep-copied gives the same results for every state."""
    for copied, again in (("pickled", _pickled), ("deep-copied", copy.deepcopy)):
        try:
            game = again(ground.game)
        except Exception as error:
            _excuse_local_classes(error)
            raise Broken(f"the game object to be {copied} without an error", shown_error(error)) from error
        for visit in ground.visits[:40]:
            one, two = signature(ground.game, visit.state), signature(game, visit.state)
            if one != two:
                raise Broken(
                    f"the {copied} game to return {show(one)}, as the game itself does", show(two), path=visit.path
                )
    return 2


def _excuse_local_classes(error: Exception) -> None:
    if "local object" in str(error) or "<locals>" in str(error):
        raise NotTried("pickle cannot find a class that is defined inside a function") from error


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))
