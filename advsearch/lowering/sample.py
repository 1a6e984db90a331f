"""Plays random games with a fixed seed and collects their states.

The first games also try all actions in their last three states, to collect more final states.
"""

from __future__ import annotations

import ast
import random
from types import FunctionType
from typing import Any, Final

import attrs

from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.faults import RulesRaised
from advsearch.lowering.reached import helpers
from advsearch.lowering.refusals import NotLowered, Refusal, Refused, instead_of_impure
from advsearch.lowering.source import seen_through, source_of
from advsearch.lowering.words.purity import CHANGING, impurity
from advsearch.protocol import AnyGame, name_of
from advsearch.search.returned import checked_actions, utility_of

METHODS: Final = ("initial", "player", "actions", "result", "terminal", "utility")

WALKS: Final = 60
# No new random game begins after this many actions in total.
RESULTS: Final = 1_000
TWICE: Final = 4
PLIES: Final = 2_000
LAST_PLIES: Final = 3


@attrs.frozen(eq=False)
class Step:
    state: Any
    place: int
    action: Any
    result: Any


@attrs.frozen(eq=False)
class Sample:
    initial: Any
    states: tuple[Any, ...]
    unfinished: tuple[tuple[Any, tuple[Any, ...]], ...]
    finished: tuple[Any, ...]
    steps: tuple[Step, ...]
    longest: int
    ends: bool
    most: int


@attrs.define(eq=False)
class _Walker:
    game: AnyGame
    rng: random.Random
    states: dict[Any, None] = attrs.field(factory=dict)
    unfinished: dict[Any, tuple[Any, ...]] = attrs.field(factory=dict)
    finished: dict[Any, None] = attrs.field(factory=dict)
    steps: list[Step] = attrs.field(factory=list)
    longest: int = 0
    ends: bool = True
    twice: bool = True

    def meets(self, state: Any) -> tuple[Any, ...] | None:
        # Returns None if the game is over.
        if state in self.unfinished:
            return self.unfinished[state]
        self.states[state] = None
        game = self.game
        over = game.terminal(state)
        player = game.player(state)
        if player not in (0, 1):
            raise RulesRaised(f"{name_of(game)}.player returned {player!r} instead of 0 or 1")
        if self.twice and (over != game.terminal(state) or game.player(state) != player):
            raise _impure(game, "terminal or player", state)
        if over:
            if state not in self.finished:
                utility_of(game, state, player)
                self.finished[state] = None
            return None
        actions = tuple(checked_actions(game, game.actions(state)))
        if self.twice and actions != tuple(game.actions(state)):
            raise _impure(game, "actions", state)
        if not actions:
            raise RulesRaised(f"{name_of(game)} has no action in {state!r}, but terminal(state) is False")
        self.unfinished[state] = actions
        return actions

    def takes(self, state: Any, place: int, action: Any) -> Any:
        after = self.game.result(state, action)
        if self.twice and after != self.game.result(state, action):
            raise _impure(self.game, "result", state)
        self.steps.append(Step(state, place, action, after))
        return after

    def walk(self, thorough: bool) -> None:
        state = self.game.initial()
        line: list[tuple[Any, tuple[Any, ...]]] = []
        for _ in range(PLIES):
            actions = self.meets(state)
            if actions is None:
                break
            line.append((state, actions))
            place = self.rng.randrange(len(actions))
            state = self.takes(state, place, actions[place])
        else:
            self.ends = False
        self.longest = max(self.longest, len(line))
        if thorough:
            for state, actions in line[-LAST_PLIES:]:
                for place, action in enumerate(actions):
                    self.meets(self.takes(state, place, action))


def sample(game: AnyGame, seed: int = 0, walks: int = WALKS, results: int = RESULTS) -> Sample:
    """Play random games: the same game and seed always give the same sample."""
    refuse_impure(game)
    walker = _Walker(game, random.Random(seed))
    try:
        initial = game.initial()
        if initial != game.initial():
            raise _impure(game, "initial", initial)
        hash(initial)
        for number in range(walks):
            if len(walker.steps) >= results:
                break
            walker.twice = number < TWICE
            walker.walk(thorough=number < walks // 4)
    except CompiledTierUnavailable:
        raise
    except (Exception, SystemExit) as error:  # the author's rules may raise anything
        raise RulesRaised(f"the rules of {name_of(game)} raised {type(error).__name__}: {error}") from error
    return Sample(
        initial,
        tuple(walker.states),
        tuple(walker.unfinished.items()),
        tuple(walker.finished),
        tuple(walker.steps),
        walker.longest,
        walker.ends,
        max((len(actions) for actions in walker.unfinished.values()), default=1),
    )


def refuse_impure(game: AnyGame) -> None:
    found: list[Refusal] = []
    methods = []
    for name in METHODS:
        method = seen_through(getattr(type(game), name, None))
        if not isinstance(method, FunctionType):
            if hasattr(game, name):
                found.append(
                    Refusal("", 0, f"`{name_of(game)}.{name}` is {method!r}", "write it as a method in Python")
                )
            continue
        methods.append(method)
    others, refused = helpers(game, methods)
    for method in (*methods, *others):
        what = impurity(method) or _change(method)
        if what is not None:
            found.append(Refusal(*what, instead_of_impure(what[2])))
    found += refused
    if found:
        raise NotLowered(found)


def _change(method: FunctionType) -> tuple[str, int, str] | None:
    try:
        source = source_of(method)
    except Refused:  # without source code nothing is lowered; the refusal is reported later
        return None
    own = method.__code__.co_varnames[:1]
    for node in ast.walk(source.tree):
        changed: ast.expr | None = None
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            changed = node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            changed = node.func if isinstance(node.func.value, ast.Attribute | ast.Subscript) else None
        if changed is not None and _root(changed) in own:
            return source.file, changed.lineno, f"`{ast.unparse(changed)}` is changed"
    return None


def _root(node: ast.expr) -> str:
    # "name" for `name.field[0]`, and "" for `f(x)[0]`.
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _impure(game: AnyGame, method: str, state: Any) -> CompiledTierUnavailable:
    return CompiledTierUnavailable(
        f"{name_of(game)}.{method} returned two different values for {state!r}; "
        "write rules that depend on their arguments alone"
    )
