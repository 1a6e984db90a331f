"""The compiled tier of depth-first proof-number search."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, ClassVar, Final, cast

import attrs

from advsearch import limits
from advsearch.compiled.machined import TextForm
from advsearch.compiled.machined.code import Code, code_of
from advsearch.compiled.machined.trees import NO_LIMIT, Kind, OwnText
from advsearch.errors import CompiledTierUnavailable
from advsearch.limits import Request, now
from advsearch.machine.codec import NoForm
from advsearch.machine.instance import Failure, Grown, Unlike
from advsearch.machine.searching import CodeBudget
from advsearch.machine.worker import Left
from advsearch.protocol import AnyGame, Binding, Evaluator, Search, null
from advsearch.results import Result
from advsearch.search.dfpn import NEAR, DfPn, DfPnTree, Proving
from advsearch.search.kit.scale import Scale

_BITS: Final = 20


@attrs.frozen
class Proofs(OwnText):
    """The text of df-pn. The size of its table is chosen at each search."""

    name: ClassVar[str] = "df-pn"
    entries: ClassVar[dict[str, str]] = {"search": "state"}

    def text(self, game: AnyGame, real: bool) -> DfPnTree:
        tree: Any = DfPnTree(game, limits.Budget(), bits=_BITS)
        tree.budget = CodeBudget()
        tree.rows.bound = NO_LIMIT
        outcome = tree.outcome
        bottom = -1 if outcome else tree.scale.bottom if real else -NO_LIMIT
        bottom = float(bottom) if real else bottom
        tree.scale = Scale(outcome, bottom, real=real)
        tree.bottom, tree.top = bottom, -bottom
        tree.low, tree.high, tree.target = bottom, -bottom, -bottom
        return cast(DfPnTree, tree)


class CodeTree:
    """A tree in the memory of machine code, which looks like one in Python."""

    def __init__(self, code: Code, game: AnyGame, bits: int, allowed: limits.Budget) -> None:
        self._copy = copy = code.take(0, None)
        weakref.finalize(self, code.give, copy, None).atexit = False
        self._allowed = allowed
        self._view = view = copy.view
        vars(view)["game"] = game
        copy.adopt(game)
        tree: Any = copy.tree
        if copy.slots != 1 << bits:
            copy.instance.memory.resize(tree.rows, (1 << bits) + NEAR)
            copy.slots = 1 << bits
        view.mask = (1 << bits) - 1
        view.budget.left = view.budget.granted = 0
        view.budget.ceiling = min(allowed.max_nodes, NO_LIMIT)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._view, name)
        return int(found) if isinstance(found, float) and found.is_integer() else found

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "root_player":
            self._view.root_player = value
        else:
            super().__setattr__(name, value)

    def search(self, state: Any) -> bool:
        if self._allowed.watched and self._allowed.spent(1):
            return False
        try:
            return bool(self._copy.instance.call("search", state, budget=self._allowed))
        except Left:
            return False


class CodeProving(Proving):
    """A bound search by machine code. If that ends with an error, plain Python searches again."""

    def __init__(self, reference: Proving, code: Callable[[], Code], bits: int, at: Binding) -> None:
        def make(budget: limits.Budget) -> DfPnTree:
            return cast(DfPnTree, CodeTree(code(), reference.game, bits, budget))

        super().__init__(reference.game, reference.evaluate, make)
        self._reference = reference
        self._code = code
        self._note = at.note

    def __call__(self, state: Any, request: Request, /) -> Result:
        started, time_s = now(), request.limits.time_s
        while True:
            if time_s is not None:
                left = max(0.0, time_s - (now() - started))
                request = attrs.evolve(request, limits=attrs.evolve(request.limits, time_s=left))
            made = self._code().made
            try:
                return super().__call__(state, request)
            except Grown:
                continue
            except Unlike as unlike:
                if time_s is not None:
                    self._code().widen_beside(unlike, made)
                    why = "the position is unlike those that the machine code was built with"
                    return self._again(why, state, request)
                self._code().widen(unlike, made)
            except (Failure, NoForm, CompiledTierUnavailable) as error:
                return self._again(f"machine code ended with an error: {error}", state, request)

    def _again(self, why: str, state: Any, request: Request) -> Result:
        self._note(f"searched again on the reference tier: {why}")
        return self._reference(state, request)


def _proving(searcher: DfPn, at: Binding) -> Search:
    evaluate = cast(Evaluator, at.settled(searcher).evaluator)

    def code() -> Code:
        return code_of(Kind(Proofs()), at.game, null)

    at.later(code)
    return CodeProving(searcher.bound(at.game, evaluate), code, searcher.bits, at)


PROOFS: Final = TextForm(_proving)
