"""The compiled tier of searches that grow a tree: MCTS, best-first minimax and proof-number search."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, Final, cast

import attrs

from advsearch import limits
from advsearch.compiled.machined import TextForm
from advsearch.compiled.machined.code import Code, code_of
from advsearch.compiled.machined.trees import NO_LIMIT, grown_kind
from advsearch.errors import CompiledTierUnavailable
from advsearch.limits import Request, now
from advsearch.machine.codec import NoForm
from advsearch.machine.instance import Failure, Grown, Unlike
from advsearch.machine.worker import Left
from advsearch.protocol import AnyGame, Binding, Evaluator, Search, null
from advsearch.results import Result
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.grown import GrownTree
from advsearch.search.simulating import Simulating


class CodeTree:
    """A tree in the memory of machine code, which looks like one in Python."""

    def __init__(self, code: Code, game: AnyGame, budget: limits.Budget, seed: int | None) -> None:
        self.game = game
        self._copy = code.take(0, None)
        weakref.finalize(self, code.give, self._copy, None).atexit = False
        self._view = self._copy.view
        vars(self._view)["game"] = game
        self._copy.adopt(game)
        if seed is not None:
            self._view.random.seed = seed & ((1 << 64) - 1)
        self.budget = Budget(budget)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in ("root_player", "deepest", "of"):
            setattr(self._view, name, value)
        elif name == "budget":
            self._begin(value.allowed)
        else:
            super().__setattr__(name, value)

    def _begin(self, allowed: limits.Budget) -> None:
        self._allowed = allowed
        own = self._view.budget
        own.left = own.granted = 0
        own.ceiling = min(allowed.max_nodes, NO_LIMIT)

    def search(self, state: Any, steps: int) -> bool:
        allowed = self._allowed
        if allowed.watched and allowed.spent(self._view.budget.entered + 1):
            return False
        try:
            return bool(self._copy.instance.call("search", state, min(steps, NO_LIMIT), budget=allowed))
        except Left:
            return False

    def cut(self, root: int) -> None:
        self._copy.instance.call("cut", root)


class CodeSimulating(Simulating):
    """A bound search that grows its tree in machine code. If that ends with an error, plain Python searches again."""

    def __init__(self, reference: Simulating, code: Callable[[], Code], seed: int | None, at: Binding) -> None:
        def make(game: AnyGame, budget: limits.Budget) -> GrownTree:
            return cast(GrownTree, CodeTree(code(), game, budget, seed))

        super().__init__(reference.game, make, reference.steps, reference.unlimited)
        self._reference = reference
        self._code = code
        self._note = at.note

    def __call__(self, state: Any, request: Request, /) -> Result:
        started, time_s = now(), request.limits.time_s
        while True:
            made = self._code().made
            try:
                return super().__call__(state, request)
            except Grown:
                self.forget()
                if time_s is not None:
                    left = max(0.0, time_s - (now() - started))
                    request = attrs.evolve(request, limits=attrs.evolve(request.limits, time_s=left))
            except Unlike as unlike:
                self.forget()
                if request.limits.time_s is not None:
                    self._code().widen_beside(unlike, made)
                    return self._again(
                        "the position is unlike those that the machine code was built with", state, request
                    )
                self._code().widen(unlike, made)
            except (Failure, NoForm, CompiledTierUnavailable) as error:
                self.forget()
                return self._again(f"machine code ended with an error: {error}", state, request)

    def _again(self, why: str, state: Any, request: Request) -> Result:
        self._note(f"searched again on the reference tier: {why}")
        return self._reference(state, request)


def _grown(searcher: Any, at: Binding) -> Search:
    ready = at.settled(searcher)
    kind = grown_kind(ready)

    evaluate: Evaluator = getattr(ready, "evaluator", null)

    def code() -> Code:
        return code_of(kind, at.game, evaluate)

    reference = ready.bound(at.game)
    search = CodeSimulating(reference, code, getattr(ready, "seed", None), at)
    at.keeps(search.forget)
    at.later(code)
    return search


GROWN: Final = TextForm(_grown)
