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

A plugin registers its laws: `register("mine.laws:scores_are_small")` in the hook `advsearch_laws`. Every check then
tries such a law. The name of the law can be used in `only` and `skip`, and the smallest case that breaks it is found.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias, get_args

import attrs

from advsearch.errors import InvalidSettings

About: TypeAlias = Literal["game", "searcher", "sampler", "prover", "table"]
ABOUT: Final[tuple[About, ...]] = get_args(About)


class Case(Protocol):
    """A case on which a law is tried: a position of a game, or a generated tree."""

    @property
    def size(self) -> int:
        """The size of the case: the plies played, or the positions in the tree."""
        ...

    def smaller(self) -> Iterator[Any]:
        """Cases that are simpler by one step, with the largest steps first."""
        ...


@attrs.frozen
class Trials:
    """The cases on which a law is tried."""

    law: str
    numbers: range
    """The numbers of the generated trees."""
    seed: int = 0


Cases: TypeAlias = Callable[[Any, Trials], Sequence[Any]]
"""A function that gives the cases of a law for a subject. Generated cases are made when they are read."""


def always(_thing: Any) -> str:
    return ""


def lacks(game: Any, *methods: str) -> str:
    """The reason why a law cannot be tried on a game without one of these methods; empty if the game has them."""
    missing = [name for name in methods if not hasattr(game, name)]
    return f"the game has no {missing[0]}" if missing else ""


def at_once(_thing: Any) -> None:
    """The default of a law's function `prepare`, which does nothing."""


def nothing() -> None:
    """The default of the function that ends a law, which does nothing."""


@attrs.frozen
class Law:
    """A property that holds for every game, or every searcher of a kind, and a check of it."""

    name: str
    says: str
    catches: tuple[str, ...]
    """The classes of faults that the law is meant to find; see docs/testing/faults.md."""
    check: Callable[..., int | None]
    """A function that raises `Broken` if the law does not hold. It is called with the subject and a case. If the law
    has cases of its own, it is called with the subject alone, and returns the number of cases."""
    cases: Cases | None = None
    """The cases of the law; None if `check` has cases of its own."""
    needs: tuple[str, ...] = ()
    """The methods that the game must have, or the abilities that the searcher must have, such as "line"."""
    share: float = 1.0
    """The share of a profile's trees on which the law is tried. It is below 1 for a law that searches each tree very
    often. The profile `nightly` uses all trees."""
    about: About = "searcher"
    applies: Callable[[Any], str] = always
    """A function that returns why the law cannot be tried on a game or subject; empty if it can."""
    prepare: Callable[[Any], None] = at_once
    """A function that is called once before the law is tried, for example to build. It raises `NotTried` if it
    fails."""
    finish: Callable[[], None] = nothing
    """A function that is called once after the law was tried."""

    def __call__(self, *arguments: Any) -> int | None:
        return self.check(*arguments)


def positions(ground: Any, _trials: Trials) -> Sequence[Any]:
    """The cases of a law that is tried at every position that was visited in the game."""
    visits: Sequence[Any] = [*ground.visits, *ground.more]
    return visits


@attrs.frozen
class Grown(Sequence[Any]):
    """Generated cases. Each one is made when it is needed."""

    grow: Callable[[random.Random, Any], Any]
    subject: Any
    trials: Trials

    def __len__(self) -> int:
        return len(self.trials.numbers)

    def __getitem__(self, index: Any) -> Any:
        number = self.trials.numbers[index]
        return self.grow(random.Random(f"{self.trials.seed}:{self.trials.law}:{number}"), self.subject)


def grown(grow: Callable[[random.Random, Any], Any]) -> Cases:
    """Cases that the function `grow` makes from the subject and a source of random choices."""
    return lambda subject, trials: Grown(grow, subject, trials)


def law(
    *,
    about: About = "searcher",
    name: str | None = None,
    catches: tuple[str, ...] = (),
    cases: Cases | None = None,
    needs: tuple[str, ...] = (),
    share: float = 1.0,
    applies: Callable[[Any], str] = always,
    prepare: Callable[[Any], None] = at_once,
    finish: Callable[[], None] = nothing,
) -> Callable[[Callable[..., int | None]], Law]:
    """Make a function a law. The law's name is the function's, with spaces; the docstring's first paragraph says what
    holds.

    Without `cases`, a law of a plugin about games is called with a game and a state of it, any other with the subject
    and a grown tree: see `ask`.
    """
    if about not in ABOUT:
        raise InvalidSettings(f"expected `about` to be one of {', '.join(ABOUT)}, got {about!r}")

    def made(function: Callable[..., int | None]) -> Law:
        says = " ".join((function.__doc__ or "").partition("\n\n")[0].split()).removesuffix(".")
        if not says:
            raise InvalidSettings(f"expected the law {function.__name__} to have a docstring that says what holds")
        return Law(
            name or function.__name__.replace("_", " "),
            says[0].lower() + says[1:],
            catches,
            function,
            cases,
            needs,
            share,
            about,
            applies,
            prepare,
            finish,
        )

    return made
