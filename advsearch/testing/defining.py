"""The class of laws, and the decorator that makes a function a law.

    from advsearch.testing import law

    @law(about="game")
    def scores_are_small(game, state):
        \"\"\"In a finished game no player's utility is above 64.\"\"\"
        if game.terminal(state):
            assert game.utility(state, 0) <= 64

    @law(about="searcher", needs=("line",))
    def lines_have_no_more_plies_than_asked(subject, tree):
        \"\"\"A line of play is no longer than the depth.\"\"\"
        answer, positions = ask(subject, tree, Call(depth=3))
        if answer.line is not None and len(answer.line) > 3:
            raise Broken("at most 3 actions", len(answer.line))

A plugin registers its laws: `register("mine.laws:scores_are_small")` in the hook `advsearch_laws`. Every check tries
the registered laws. If a registered law is broken, the check finds the smallest failing case. `only` and `skip` may
name registered laws.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, Final, Literal, Protocol, TypeAlias, get_args

import attrs

from advsearch.errors import InvalidSettings
from advsearch.testing.grades import Group

About: TypeAlias = Literal["game", "searcher", "sampler", "prover", "table"]
ABOUT: Final[tuple[About, ...]] = get_args(About)


class Case(Protocol):
    """A position of a game or a generated tree, on which a law is tried."""

    @property
    def size(self) -> int:
        """The size of a position is the number of plies played. The size of a tree is the number of its positions."""
        ...

    def smaller(self) -> Iterator[Any]:
        """Yield simpler cases, the simplest cases first."""
        ...


@attrs.frozen
class Trials:
    """The cases on which a law is tried."""

    law: str
    numbers: range
    """The numbers of the trees to generate. A tree's number is a part of its random seed."""
    seed: int = 0


Cases: TypeAlias = Callable[[Any, Trials], Sequence[Any]]
"""A function that returns the cases of a law for a subject. A generated case is made when the law reads it from the
sequence."""


def always(_thing: Any) -> str:
    return ""


def lacks(game: Any, *methods: str) -> str:
    """Return the text `the game has no ...` for the first method that a game lacks; "" if the game has all
    methods."""
    missing = [name for name in methods if not hasattr(game, name)]
    return f"the game has no {missing[0]}" if missing else ""


@attrs.frozen
class Law:
    """A property of games or of searchers. `check` is a function that tests the property."""

    name: str
    says: str
    catches: tuple[str, ...]
    """The bug classes that the law is meant to find; see docs/testing/faults.md."""
    check: Callable[..., int | None]
    """A function that raises `Broken` if the law does not hold. The arguments are the subject (a searcher or a game)
    and a case. If `cases` is None, the only argument is the subject, and the function returns the number of cases
    tried."""
    cases: Cases | None = None
    """The cases of the law; None if `check` makes its own cases."""
    needs: tuple[str, ...] = ()
    """The methods that the game must have, or the abilities that the searcher must have, such as "line"."""
    share: float = 1.0
    """The fraction of a profile's trees on which the law is tried. The fraction is below 1 for slow laws. The profile
    `nightly` ignores the fraction and uses all trees."""
    about: About = "searcher"
    applies: Callable[[Any], str] = always
    """A function that returns why the law cannot be tried on a subject; "" if the law can be tried."""
    prepare: Callable[[Any], None] | None = None
    """A function that is called once before the law is tried, for example to build machine code. If the law cannot be
    tried, the function raises `NotTried`."""
    finish: Callable[[], None] | None = None
    """A function that is called once after the law was tried."""
    groups: tuple[Group, ...] = ("value", "action")
    """What the law speaks of, which decides the points that it is worth in a grade."""
    weight: int = 1
    """The part of its groups' points that the law is worth, compared with the other laws."""
    plain: Callable[[Any], bool] | None = None
    """For a law that is easy to understand: a function that returns whether a tree shows nothing but what this law is
    about. If such a tree breaks several laws, the report names this one."""

    def __call__(self, *arguments: Any) -> int | None:
        return self.check(*arguments)


def laws_in(*modules: ModuleType) -> tuple[Law, ...]:
    """Return the laws that modules define, in the order in which they stand there."""
    return tuple(each for module in modules for each in vars(module).values() if isinstance(each, Law))


def positions(ground: Any, _trials: Trials) -> Sequence[Any]:
    """The cases of a law that is tried at every position visited in the game."""
    visits: Sequence[Any] = [*ground.visits, *ground.more]
    return visits


@attrs.frozen
class Grown(Sequence[Any]):
    """A law's cases, which are generated trees. Each tree is made when the law is tried on it."""

    grow: Callable[[random.Random, Any], Any]
    subject: Any
    trials: Trials

    def __len__(self) -> int:
        return len(self.trials.numbers)

    def __getitem__(self, index: Any) -> Any:
        number = self.trials.numbers[index]
        return self.grow(random.Random(f"{self.trials.seed}:{self.trials.law}:{number}"), self.subject)


def grown(grow: Callable[[random.Random, Any], Any]) -> Cases:
    """Return cases for a law; the function `grow` generates each case from a random generator and the subject."""
    return lambda subject, trials: Grown(grow, subject, trials)


def law(
    *,
    about: About = "searcher",
    name: str | None = None,
    catches: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
    groups: tuple[Group, ...] | None = None,
    **fields: Any,
) -> Callable[[Callable[..., int | None]], Law]:
    """Make a function a law. The function's name, with spaces, is the law's name. The first paragraph of the
    function's docstring is the law's statement. Other keywords are fields of `Law`.

    A plugin's law about games is called with a game and a state. A plugin's law about searchers is called with the
    subject and a generated tree; the function `ask` makes a search of the tree.
    """
    if about not in ABOUT:
        raise InvalidSettings(f"expected `about` to be one of {', '.join(ABOUT)}, got {about!r}")
    usual: tuple[Group, ...] = ("rules",) if about == "game" else ("value", "action")

    def made(function: Callable[..., int | None]) -> Law:
        says = " ".join((function.__doc__ or "").partition("\n\n")[0].split()).removesuffix(".")
        if not says:
            raise InvalidSettings(f"expected the law {function.__name__} to have a docstring that says what holds")
        called = name or function.__name__.replace("_", " ")
        says = says[0].lower() + says[1:]
        return Law(called, says, catches, function, needs=needs, about=about, groups=groups or usual, **fields)

    return made
