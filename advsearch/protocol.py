"""What a game is, what an evaluator is, what a searcher is. Everything else is built on this page.

A game is a *stateless rules object*: its fields are its settings (board size, rule variant), and every method
is a pure function of its arguments. Nothing needs to be inherited; any class with these six methods is a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    runtime_checkable,
)

import attrs

from advsearch.errors import InvalidSettings
from advsearch.results import Tier as Tier
from advsearch.values import Utilities, Value

if TYPE_CHECKING:
    from advsearch.limits import Limits, Request, StopSignal
    from advsearch.results import Line, Result
    from advsearch.scene import Scene

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)
State_contra = TypeVar("State_contra", bound=Hashable, contravariant=True)
Action_contra = TypeVar("Action_contra", bound=Hashable, contravariant=True)

AnyGame: TypeAlias = "Game[Any, Any]"


@runtime_checkable
class Game(Protocol[State, Action]):
    """The rules of a finite two-player zero-sum game with perfect information.

    States are hashable values, equal exactly when the position is equal, side to move included.
    Players are 0 and 1. The same player may move twice in a row: `player` is always asked.
    """

    def initial(self) -> State:
        """The state a game starts from."""

    def player(self, state: State) -> int:
        """The player to move, 0 or 1; for terminal states either."""

    def actions(self, state: State) -> Sequence[Action]:
        """The legal actions, always in the same documented order; empty exactly when terminal."""

    def result(self, state: State, action: Action) -> State:
        """The state after a legal action; raises `IllegalAction` for any other. `state` is untouched."""

    def terminal(self, state: State) -> bool:
        """Whether the game is over."""

    def utility(self, state: State, player: int) -> Value:
        """The value of a finished game for `player`; `utility(s, 0) == -utility(s, 1)`."""


# --- optional abilities: a game has those it needs, and works everywhere with none of them ---------------------
#
# name: str                    how messages and records call it (default: the class's name)
# utilities: "outcome"|"score" "outcome": every utility is -1, 0 or 1, and a search reports wins in n plies;
#                              "score" (the default): utilities are searched as they are
# default_searcher: spec       what `advsearch search GAME` runs (default: DEFAULT_SEARCHER)
# default_evaluator: spec      what a searcher without an evaluator uses (default: "null", which is 0 everywhere)
#                              Both are text or the thing itself: a name, "mine.py:name" relative to the file of the
#                              class, or the function, class or object.


@runtime_checkable
class HasNotation(Protocol[State, Action]):
    """Reading and writing. Printing then parsing gives the same thing back; bad text raises `InvalidNotation`."""

    def format_action(self, state: State, action: Action) -> str: ...
    def parse_action(self, state: State, text: str) -> Action: ...
    def format_state(self, state: State) -> str: ...
    def parse_state(self, text: str) -> State: ...


@runtime_checkable
class HasPly(Protocol[State_contra]):
    def ply(self, state: State_contra) -> int:
        """Plies played so far, computed from the position."""


@runtime_checkable
class HasEmpty(Protocol[State_contra]):
    def empty(self, state: State_contra) -> int:
        """How many cells can still be played on, computed from the position."""


@runtime_checkable
class HasScene(Protocol[State_contra, Action_contra]):
    def scene(self, state: State_contra, last: Action_contra | None = None) -> Scene:
        """The board as data, for the terminal, for SVG and for the page; `last` is the action that led here."""


@runtime_checkable
class HasKernels(Protocol):
    def kernels(self) -> Any:
        """The rules as plain functions over integers; see docs/kernels.md."""


@attrs.frozen
class Symmetry(Generic[State, Action]):
    """A renaming of states and actions under which the game is the same game.

    `actions(state(s))` are the `action(a)` of `actions(s)`, results and utilities correspond, players stay.
    """

    name: str
    state: Callable[[State], State]
    action: Callable[[Action], Action]


def utilities_of(game: AnyGame) -> Utilities:
    declared = getattr(game, "utilities", "score")
    if declared not in ("outcome", "score"):
        raise InvalidSettings(f"expected {name_of(game)}.utilities to be 'outcome' or 'score', got {declared!r}")
    return cast(Utilities, declared)


def name_of(game: AnyGame) -> str:
    return str(getattr(game, "name", type(game).__name__))


# --- evaluators -------------------------------------------------------------------------------------------------


class Evaluator(Protocol):
    """A static estimate: how good `state` is for `player`.

    Within one search `player` is the root's mover at every leaf, whichever player moves there: several published
    heuristics are not antisymmetric, so the other side's evaluation may not simply be negated. Any function with this
    signature will do; see `evaluator` for what it may declare.
    """

    def __call__(self, game: Any, state: Any, player: int, /) -> Value: ...


@runtime_checkable
class EvaluatorReference(Protocol):
    """An evaluator known by name, looked up once the game is known: text specs make these."""

    def bind(self, game: AnyGame) -> Evaluator: ...


Terms: TypeAlias = "dict[str, Value]"
EvaluatorFunction = TypeVar("EvaluatorFunction", bound=Callable[..., Any])


def evaluator(
    *, antisymmetric: bool = False, terms: Callable[[Any, Any, int], Terms] | None = None
) -> Callable[[EvaluatorFunction], EvaluatorFunction]:
    """Declare more about an evaluator: that `f(g, s, 0) == -f(g, s, 1)`, which is then a law, or how its value comes
    about, as named `terms` that add up to it."""

    def mark(function: EvaluatorFunction) -> EvaluatorFunction:
        function.antisymmetric = antisymmetric  # type: ignore[attr-defined]
        if terms is not None:
            function.terms = terms  # type: ignore[attr-defined]
        return function

    return mark


@evaluator(antisymmetric=True)
def null(_game: Any, _state: Any, _player: int) -> int:
    """0 everywhere: search sees only the ends of games."""
    return 0


def bind_evaluator(source: Evaluator | EvaluatorReference, game: AnyGame) -> Evaluator:
    """The evaluator to call for this game."""
    # isinstance of a protocol takes 12 microseconds on Python 3.11, a third of a small search
    bind = getattr(source, "bind", None)
    return cast(Evaluator, source) if bind is None else bind(game)


def evaluator_name(evaluator: Any) -> str:
    """The name of an evaluator in messages: its own if it is a function or wraps one, else how it prints."""
    name = getattr(evaluator, "__name__", None) or getattr(getattr(evaluator, "function", None), "__name__", None)
    if isinstance(name, str):
        return name
    printing: Any = type(evaluator).__repr__
    return type(evaluator).__name__ if printing is object.__repr__ else repr(evaluator)


# --- searchers --------------------------------------------------------------------------------------------------

DEFAULT_SEARCHER = "deepening"
Ties: TypeAlias = Literal["first", "random"]
TierChoice: TypeAlias = Literal["auto", Tier]
TIERS: Final[tuple[TierChoice, ...]] = get_args(TierChoice)

Search: TypeAlias = "Callable[[Any, Request], Result]"
"""A searcher bound to a game: it is called with a state and a request."""


@runtime_checkable
class Searcher(Protocol):
    """An algorithm with its settings. It is immutable; what a search learns belongs to the search.

    Law: on any finite game the value equals plain minimax at the same depth and evaluator, and the action is one of
    minimax's best. Whenever `limits` or `stop` end it, it still returns a legal action: the last finished depth's,
    or one strictly better at the unfinished depth (`depth` 0 and the first legal action if no depth finished). A
    terminal state gives action None. Nothing is read or written but the arguments.

    `search` is enough for a searcher. One that also has `bind`, as in `Bindable`, gets ready for a game once, and
    can have a compiled form.
    """

    def search(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        """Search `state` for its side to move. `report` is called with a `Line` for each finished depth.
        `every_action` requests the exact value of every root action, and so all the equally good ones."""


@runtime_checkable
class Bindable(Protocol):
    """A searcher that gets ready for a game."""

    def bind(self, at: Binding, /) -> Search:
        """The search of `at.game`. It gets evaluators and inner searches from `at`."""


class Binding(Protocol):
    """What a searcher may use while it is bound to a game; see `advsearch.binding`."""

    @property
    def game(self) -> AnyGame: ...

    @property
    def tier(self) -> Tier: ...

    def evaluator(self, own: Evaluator | EvaluatorReference | None) -> Evaluator:
        """The evaluator to use: the searcher's own, else that of the enclosing searcher, else the game's."""

    def settled(self, searcher: AnySearcher) -> AnySearcher:
        """The searcher with its evaluator looked up, and with the ties and the seed of the enclosing searcher."""

    def within(
        self,
        *,
        evaluator: Evaluator | EvaluatorReference | None = None,
        ties: Ties | None = None,
        seed: int | None = None,
    ) -> Binding:
        """The binding for inner searchers; None leaves a setting unchanged."""

    def bind(self, searcher: Searcher) -> Search:
        """The search of an inner searcher."""

    @property
    def machine(self) -> bool:
        """Whether the compiled tier's code is built; if not, it runs as Python."""

    def later(self, build: Callable[[], object]) -> None:
        """Call `build` once every inner searcher is bound: nothing is built before."""

    def note(self, what: str) -> None:
        """Say what happened in the search under way: it is in the result's `note`, whose tier is the reference."""

    def keeps(self, forget: Callable[[], object]) -> None:
        """Call `forget` whenever a new game begins."""


AnySearcher = TypeVar("AnySearcher")
Form: TypeAlias = "Callable[[Any, Binding], Search]"
"""A compiled form: the shape of `Bindable.bind`, with the searcher as its first argument."""
