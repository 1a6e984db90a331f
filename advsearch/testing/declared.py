"""Laws of one's own: a function, its docstring the sentence it proves.

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

A plugin registers it: `register("mine.laws:scores_are_small")` in the hook `advsearch_laws`. The law is then tried
wherever laws are tried, with its name for `only` and `skip`, and the smallest case is found for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from advsearch.errors import InvalidSettings, PluginError
from advsearch.plugins.entries import Entry
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import AnyGame
from advsearch.testing.answers import Answer, Call
from advsearch.testing.laws.game_law import PositionLaw
from advsearch.testing.laws.search_law import TreeLaw, ask, growing
from advsearch.testing.verdicts import Broken

__all__ = ["Answer", "Broken", "Call", "Law", "ask", "law"]

About: TypeAlias = Literal["game", "searcher", "sampler", "prover", "table"]
ABOUT: Final[tuple[About, ...]] = get_args(About)


@attrs.frozen
class Law:
    """A law that is one function; `law` makes it."""

    name: str
    says: str
    about: About
    catches: tuple[str, ...]
    """Classes of faults it is there for; see docs/testing/faults.md."""
    check: Callable[..., None]
    """Raises `Broken`, or fails an `assert`, where the law does not hold."""
    needs: tuple[str, ...]
    """Methods the game must have, or abilities of the searcher, such as "line"."""
    share: float
    """Of the trees a profile asks for."""

    def __call__(self, subject: Any, case: Any) -> None:
        self.check(subject, case)

    def for_games(self) -> PositionLaw:
        def applies(game: AnyGame) -> str:
            missing = [name for name in self.needs if not hasattr(game, name)]
            return f"it has no {missing[0]}" if missing else ""

        return PositionLaw(
            self.name, self.says, self.catches, lambda ground, visit: self._try(ground.game, visit.state), applies
        )

    def for_searchers(self) -> TreeLaw:
        grown = growing(nodes=60)
        return TreeLaw(self.name, self.says, self.catches, grown, self._try, self.needs, self.share)  # type: ignore[arg-type]

    def _try(self, subject: Any, case: Any) -> None:
        try:
            self.check(subject, case)
        except AssertionError as error:
            raise Broken("the law to hold", str(error) or "an assertion that fails") from error


def law(
    *,
    about: About,
    name: str | None = None,
    catches: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
    share: float = 1.0,
) -> Callable[[Callable[..., None]], Law]:
    """Make a function a law. Its name, with spaces, is the law's, and its docstring says what holds.

    A law about games is called with a game and a state of it, any other with the subject and a grown tree: see `ask`.
    """
    if about not in ABOUT:
        raise InvalidSettings(f"expected about to be one of {', '.join(ABOUT)}, got {about!r}")

    def made(function: Callable[..., None]) -> Law:
        says = " ".join((function.__doc__ or "").split())
        if not says:
            raise InvalidSettings(f"expected the law {function.__name__} to have a docstring that says what holds")
        return Law(name or function.__name__.replace("_", " "), says, about, catches, function, needs, share)

    return made


def registered_laws(about: About, taken: set[str], registry: Registry | None = None) -> list[Law]:
    """The laws of plugins. One that cannot be loaded, or has the name of one in `taken`, costs a warning."""
    registry = registry or default_registry()
    found: list[Law] = []
    for entry in registry.laws.values():
        one = registry.guarded(entry, partial(_loaded, entry))
        if one is None or one.about != about:
            continue
        if one.name in taken:
            registry.guarded(entry, partial(_refuse, one.name))
        else:
            taken.add(one.name)
            found.append(one)
    return found


def _loaded(entry: Entry) -> Law:
    made = entry.make
    if not isinstance(made, Law):
        raise PluginError(f"expected {entry.name} to be a law made by advsearch.testing.law, got {made!r}")
    return made


def _refuse(name: str) -> None:
    raise PluginError(f"its law {name!r} is refused; there is a law of this name")
