"""The hooks that a plugin may implement. Built-in games and searchers are registered through the same hooks.

A plugin is a module named in the entry-point group `advsearch`:

    [project.entry-points.advsearch]
    mygame = "mygame.plugin"

A plugin registers objects, or strings of the form `package.module:Name` that name objects. A named object is imported
when it is first used. A plugin that registers strings does not slow down commands that need none of its objects. An
ordering is registered as an `Ordering`. The fields of an `Ordering` may be strings of the form `package.module:Name`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

import pluggy

if TYPE_CHECKING:
    from advsearch.protocol import Form

GROUP = "advsearch"
hookspec = pluggy.HookspecMarker(GROUP)
hookimpl = pluggy.HookimplMarker(GROUP)


class RegisterGame(Protocol):
    def __call__(self, name: str, make: Callable[..., Any] | str, *, summary: str = "") -> None: ...


class RegisterSearcher(Protocol):
    def __call__(
        self,
        name: str,
        make: Callable[..., Any] | str,
        *,
        compiled: Form | str | None = None,
        game: str | None = None,
        summary: str = "",
    ) -> None: ...


class RegisterOrdering(Protocol):
    def __call__(self, ordering: Any, *, summary: str = "") -> None: ...


class RegisterStudy(Protocol):
    def __call__(self, name: str, file: str | os.PathLike[str]) -> None: ...


class RegisterEvaluator(Protocol):
    def __call__(
        self, game: str, name: str, evaluator: Any, *, study: str | None = None, summary: str = ""
    ) -> None: ...


class RegisterCourse(Protocol):
    def __call__(self, game: str, course: Any) -> None: ...


class RegisterCommand(Protocol):
    def __call__(self, name: str, command: Any, *, summary: str = "") -> None: ...


class RegisterFormat(Protocol):
    def __call__(self, name: str, write: Callable[[Any], Iterator[str]] | str, *, summary: str = "") -> None: ...


class RegisterLaw(Protocol):
    def __call__(self, law: Any) -> None: ...


@hookspec
def advsearch_games(register: RegisterGame) -> None:
    """Register games: `register("mygame", "mygame.rules:MyGame")`. The settings in a text spec are passed as
    `MyGame(**settings)`.
    """


@hookspec
def advsearch_searchers(register: RegisterSearcher) -> None:
    """Register searchers: `register("mysearch", "mysearch.search:MySearch")`. The settings in a text spec are passed
    as `MySearch(**settings)`.

    `compiled="mysearch.kernels:form"` names the searcher's compiled form. The call `form(searcher, binding)` returns
    the search. If a searcher only calls other searchers, its method `bind` is also its compiled form:
    `compiled="mysearch.search:MySearch.bind"`.

    `game="mygame"` declares that the searcher plays only the game `mygame`. A searcher for one game is listed with
    this game, and `bind` refuses any other game.
    """


@hookspec
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    """Register evaluators of a game: `register("mygame", "material", "mygame.evaluators:material")`. If a function is
    registered, this function is the evaluator. If a class is registered, each evaluator is an object of the class.
    The settings in a text spec are passed to the class.

    `study="mystudy"` declares that the evaluator only repeats what a study's document says. Such an evaluator is
    listed with the study (`advsearch study show mystudy`) and not with the game.
    """


@hookspec
def advsearch_courses(register: RegisterCourse) -> None:
    """Register how a course shows a game to its players: `register("mygame", "mygame.course:COURSE")`. `COURSE` is a
    `Course` of `advsearch.courses.course`. Players of this course can then play, as `course:file.py:Player`.
    """


@hookspec
def advsearch_orderings(register: RegisterOrdering) -> None:
    """Register orderings of actions: `register(Ordering("corners", "mine.orders:Corners", "mine.kernels:corners"))`.
    Searchers refer to an ordering by its name: `alphabeta(order=[table, corners])`. `game="mine"` declares that the
    ordering works only for the game `mine`.
    """


@hookspec
def advsearch_studies(register: RegisterStudy) -> None:
    """Register studies: `register("mystudy", Path(__file__).parent / "mystudy.toml")`. docs/studies/README.md
    describes the file.
    """


@hookspec
def advsearch_commands(register: RegisterCommand) -> None:
    """Register click commands of the `advsearch` program: `register("hello", "mygame.cli:hello", summary="greet")`.
    `advsearch --help` shows the summary, and loads no command. A command raises `AdvsearchError` for an error that
    the user should read as one line.
    """


@hookspec
def advsearch_formats(register: RegisterFormat) -> None:
    """Register formats of `advsearch tournament export`: `register("xml", "mygame.formats:as_xml", summary="for …")`.
    The function `as_xml` takes an iterable of `advsearch.GameRecord`, and yields the text of the file piece by piece.
    """


@hookspec
def advsearch_laws(register: RegisterLaw) -> None:
    """Register laws: `register("mygame.laws:utilities_are_small")`. A law is a check of games or searchers. The
    decorator `advsearch.testing.law` makes a function such as `utilities_are_small` a law. A law is loaded only when
    a game or a searcher is checked.
    """
