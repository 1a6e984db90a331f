"""Laws for other settings: a game's rules also work on boards of other sizes, and games with other settings do not
affect the rules.
"""

from __future__ import annotations

from typing import Any, Final

from advsearch.limits import cpu_now
from advsearch.testing.defining import Law, law
from advsearch.testing.exploring import explore
from advsearch.testing.ground import Effort, Ground, Path, written
from advsearch.testing.laws import rules, states, symmetry
from advsearch.testing.laws.sharing_rules import story, walk_of
from advsearch.testing.report import Broken, LawBroken, show, shown_error
from advsearch.testing.runner import try_law
from advsearch.testing.siblings import resized, siblings

EFFORT: Final = Effort(walks=4, near=25, visits=60, actions=4, seconds=1.0)
SECONDS: Final = 0.3
"""The seconds of processor time for all laws on one board of another size. A fast check takes a sixth of them."""
PLIES: Final = 40
WALKS: Final = 3

_HELD: Final[tuple[Law, ...]] = (*rules.BASIC, *rules.VALUES, *symmetry.LAWS, *rules.LAWS, *states.LAWS)


def _no_settings(game: Any) -> str:
    return "" if siblings(game) else "its class has no setting that can be changed"


def _no_sizes(game: Any) -> str:
    return "" if resized(game) else "it has no setting that is the size of a board"


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
            _compare(expected, list(story(game, path)), path, f"after a game with {text}")
            moves = written(other, beside)
            _compare(told, list(story(other, beside)), (), "after another game", played_with=text, its_actions=moves)
    return len(others) * len(walks)


def _compare(expected: list[Any], got: list[Any], path: Path, circumstance: str, **more: str) -> None:
    for ply, (one, two) in enumerate(zip(expected, got, strict=True)):
        if one != two:
            raise Broken(
                f"the game to return {show(one)} {circumstance}, as when the game is played alone",
                show(two),
                path=path[:ply],
                **more,
            )


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


LAWS: Final = (
    other_sizes_are_games_too,
    settings_keep_apart,
)
