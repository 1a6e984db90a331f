"""The protocols of games, evaluators and searchers.

A game is a *stateless rules object*. The fields of a game are its settings, such as the size of the board. Every
method of a game is a pure function of its arguments. A class needs no base class: any class with the six methods of
`Game` is a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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
from advsearch.values import Utilities
from advsearch.values import Value as Value

if TYPE_CHECKING:
    from advsearch.limits import Limits, Request, StopSignal
    from advsearch.results import Line, Result
    from advsearch.scene import Scene

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)
State_contra = TypeVar("State_contra", bound=Hashable, contravariant=True)
Action_contra = TypeVar("Action_contra", bound=Hashable, contravariant=True)

AnyGame: TypeAlias = "Game[Any, Any]"
RULES: Final = ("initial", "player", "actions", "result", "terminal", "utility")
"""The methods that every game has."""


@runtime_checkable
class Game(Protocol[State, Action]):
    """The rules of a finite two-player zero-sum game with perfect information.

    States are hashable. Two states are equal exactly if the positions are equal and the same side is to move. Players
    are 0 and 1. The same player may move twice in a row, so callers always call `player`.
    """

    def initial(self) -> State:
        """The state from which a game starts."""

    def player(self, state: State) -> int:
        """The player to move, 0 or 1. In a terminal state the result may be either player."""

    def actions(self, state: State) -> Sequence[Action]:
        """The legal actions, in a fixed order that the game documents. The sequence is empty only in a terminal
        state.
        """

    def result(self, state: State, action: Action) -> State:
        """The state after a legal action. `state` itself does not change. Raises `IllegalAction` if the action is not
        legal.
        """

    def terminal(self, state: State) -> bool:
        """Whether the game is over."""

    def utility(self, state: State, player: int) -> Value:
        """The value of a finished game for `player`. For every finished game, `utility(s, 0) == -utility(s, 1)`."""


# --- optional attributes and methods of a game -----------------------------------------------------------------
#
# name: str                    the game's name in messages and records (default: the class's name)
# utilities: "outcome"|"score" "outcome": every utility is -1, 0 or 1, and a search reports wins in n plies;
#                              "score" (the default): a search reports utilities as they are
# default_searcher: spec       the searcher that `advsearch search GAME` runs (default: DEFAULT_SEARCHER)
# default_evaluator: spec      the evaluator of searchers that set none (default: "null", which is 0 everywhere)
#                              Both are text or the object itself: a name, "mine.py:name" relative to the file of the
#                              class, or the function, class or object.


@runtime_checkable
class HasNotation(Protocol[State, Action]):
    """Optional methods of a game that read and write states and actions. A state or an action that is written and
    read back must be equal to the original. A string that denotes no state or action raises `InvalidNotation`.
    """

    def format_action(self, state: State, action: Action) -> str: ...
    def parse_action(self, state: State, text: str) -> Action: ...
    def format_state(self, state: State) -> str: ...
    def parse_state(self, text: str) -> State: ...


@runtime_checkable
class HasPly(Protocol[State_contra]):
    def ply(self, state: State_contra) -> int:
        """The number of plies played so far, computed from the position."""


@runtime_checkable
class HasEmpty(Protocol[State_contra]):
    def empty(self, state: State_contra) -> int:
        """The number of cells on which a player can still play, computed from the position."""


@runtime_checkable
class HasNoisy(Protocol[State_contra]):
    def noisy(self, state: State_contra) -> Iterable[Any]:
        """The legal actions after which an evaluation of the position says little, such as captures. The searcher
        `quiescence` plays them out before it evaluates."""


@runtime_checkable
class HasScene(Protocol[State_contra, Action_contra]):
    def scene(self, state: State_contra, last: Action_contra | None = None) -> Scene:
        """The board as data, to be drawn in the terminal or as SVG. `last` is the action that led to the state."""


@runtime_checkable
class HasBoard(Protocol[State_contra]):
    def board(self, state: State_contra) -> Sequence[Sequence[str]]:
        """The board as rows of words, from the top, for a game without `scene`. "" and "." are open cells, "#" is a
        blocked one. "first" and "second" are pieces of the two players, and may be followed by a text on the piece:
        "first K". Any other word is written on the cell.
        """


@attrs.frozen
class Symmetry(Generic[State, Action]):
    """A renaming of states and actions that maps the game to itself.

    The actions of `state(s)` are `action(a)` for each a in `actions(s)`. If the action `a` leads from `s` to `t`,
    then `action(a)` leads from `state(s)` to `state(t)`. The states `s` and `state(s)` have the same player to move
    and the same utilities.
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
    """A static estimate of how good `state` is for `player`.

    At every leaf of a search, `player` is the player to move at the root, even if the other player moves at the leaf.
    A search never evaluates a leaf for the root's opponent. In several published heuristics, the values for the two
    players do not sum to 0. Any function with this signature is an evaluator. The decorator `evaluator` declares
    properties of a function.
    """

    def __call__(self, game: Any, state: Any, player: int, /) -> Value: ...


@runtime_checkable
class EvaluatorReference(Protocol):
    """The name of an evaluator, as in a text spec. `bind` looks the name up for a game."""

    def bind(self, game: AnyGame) -> Evaluator: ...


Terms: TypeAlias = "dict[str, Value]"
EvaluatorFunction = TypeVar("EvaluatorFunction", bound=Callable[..., Any])


def evaluator(
    *, antisymmetric: bool = False, terms: Callable[[Any, Any, int], Mapping[str, Value]] | None = None
) -> Callable[[EvaluatorFunction], EvaluatorFunction]:
    """A decorator that declares properties of an evaluator. `antisymmetric` declares that `f(g, s, 0) == -f(g, s,
    1)`. The command `advsearch check` tests this declaration. `terms` is a function that returns named terms. The sum
    of the terms is the value.
    """

    def mark(function: EvaluatorFunction) -> EvaluatorFunction:
        function.antisymmetric = antisymmetric  # type: ignore[attr-defined]
        if terms is not None:
            function.terms = terms  # type: ignore[attr-defined]
        return function

    return mark


@evaluator(antisymmetric=True)
def null(_game: Any, _state: Any, _player: int) -> int:
    """An evaluator that returns 0 everywhere, so a search with it distinguishes only how games end."""
    return 0


EvaluatorSetting: TypeAlias = Evaluator | EvaluatorReference | None
"""An evaluator or a name for one. None means the evaluator of the enclosing searcher. If no enclosing searcher has an
evaluator, None means the game's default evaluator."""


def bind_evaluator(source: Evaluator | EvaluatorReference, game: AnyGame) -> Evaluator:
    """The evaluator to call for this game: `source` itself, or the evaluator that a reference names."""
    # isinstance with a protocol takes 12 microseconds on Python 3.11, a third of a small search
    bind = getattr(source, "bind", None)
    return cast(Evaluator, source) if bind is None else bind(game)


def evaluator_name(evaluator: Any) -> str:
    """The name of an evaluator in messages, such as `count_moves` for a function or `Weighted(2)` for an object."""
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


class Switch(Protocol):
    """A function of game and state that returns whether a stage of a hybrid search is over. Each search calls the
    switch anew, with the state to search."""

    def __call__(self, game: Any, state: Any, /) -> bool: ...


@runtime_checkable
class Searcher(Protocol):
    """A search algorithm with its settings. A searcher is immutable. Anything learnt during a search is stored in the
    bound search.

    The value of the result must equal the value of plain minimax at the same depth with the same evaluator. The
    action must be one of minimax's best actions. If `limits` or `stop` end a search, the search returns the action of
    the last finished depth, or a strictly better action. If no depth was finished, `depth` is 0 and the action is the
    first legal one. In a terminal state the action is None. A search uses no global state: it reads and writes only
    its arguments.

    A searcher needs only the method `search`. A searcher with the method `bind` is prepared once for each game (see
    `Bindable`). A searcher with `bind` can have a compiled form.
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
        """Search `state` for its side to move. `report` is called with a `Line` for each finished depth. With
        `every_action` the search finds the exact value of every root action.
        """


@runtime_checkable
class Bindable(Protocol):
    """A searcher that is prepared once for each game."""

    def bind(self, at: Binding, /) -> Search:
        """Return the searcher's search for the game `at.game`. The searcher gets evaluators and inner searches from
        `at`."""


class Binding(Protocol):
    """The argument of a searcher's method `bind`: a game, with evaluators and inner searches for this game."""

    @property
    def game(self) -> AnyGame: ...

    @property
    def tier(self) -> Tier: ...

    def evaluator(self, own: EvaluatorSetting) -> Evaluator:
        """The evaluator to use. If `own` is None, the enclosing searcher's evaluator is used, or else the game's
        default evaluator."""

    def settled(self, searcher: AnySearcher) -> AnySearcher:
        """A copy of the searcher with its evaluator, `ties` and `seed` filled in from the enclosing searcher."""

    def within(
        self, *, evaluator: EvaluatorSetting = None, ties: Ties | None = None, seed: int | None = None
    ) -> Binding:
        """A copy of this binding with other settings, for inner searchers. An argument of None leaves a setting
        unchanged."""

    def bind(self, searcher: Searcher) -> Search:
        """Bind an inner searcher and return its search."""

    @property
    def machine(self) -> bool:
        """Whether compiled forms are built as machine code. If `machine` is false, compiled forms run as ordinary
        Python, for tests."""

    def later(self, build: Callable[[], object]) -> None:
        """Register `build`, a function that is called after all inner searchers are bound."""

    def note(self, what: str) -> None:
        """Record that the current search was repeated on the reference tier. The text `what` becomes the `note` of
        the result.
        """

    def keeps(self, forget: Callable[[], object]) -> None:
        """Register `forget`, a function that is called whenever a new game begins."""


AnySearcher = TypeVar("AnySearcher")
Form: TypeAlias = "Callable[[Any, Binding], Search]"
"""A compiled form: a function `form(searcher, binding)` that returns a search."""
