"""What is checked: a searcher object or any function, met through one interface.

A function is called with what its parameters are named for: `game` (or `tree`), `state`, `depth`, `alpha` and `beta`,
`nodes` (a budget), `evaluator`, `table_size`, `seed`. Parameters with other names are taken in the order game, depth.
It answers with a value, with (value, action), with (value, action, depth) where it has a budget, or with an object
that has attributes of these names.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.binding import bind
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.testing.adjusting import TABLE_SETTINGS, has_table, is_frozen, is_searcher, with_settings
from advsearch.testing.answers import Answer, Call, read_answer
from advsearch.testing.forms import REFERENCE, AskForm, ask_in_window, forms_of, takes_window
from advsearch.testing.trees import Node, Tree, estimate
from advsearch.testing.watching import CPU_S, Runaway, Watched, cpu_limit
from advsearch.values import win_in

Ability: TypeAlias = Literal[
    "action", "budget", "depth", "distances", "entries", "exact", "floats", "horizon", "line", "scores", "stop",
    "table sizes", "threads", "tiers", "visits", "window",
]  # fmt: skip

GAME_NAMES: Final = ("game", "tree", "g", "rules")
STATE_NAMES: Final = ("state", "position", "root", "s", "node")
DEPTH_NAMES: Final = ("depth", "d", "plies", "max_depth", "depth_limit", "iterations", "simulations", "playouts")
KEYWORDS: Final = ("alpha", "beta", "nodes", "evaluator", "table_size", "seed", "stop")


@attrs.frozen(eq=False)
class Subject:
    """A searcher under test: `ask` makes one search from the start of a game."""

    name: str
    abilities: frozenset[Ability]
    ask: Callable[[Any, Call], Answer]
    original: Any
    """The searcher or function as it was given."""
    prunes: bool | None = None
    """Whether it claims to enter no more than alpha-beta would; None: found out by trying."""
    first_best: bool = False
    """Whether of equally good actions it returns the first."""
    window: Literal["soft", "hard", "either"] = "either"
    entries: Callable[[], Any] | None = None
    """Table entries after a search, as (state, depth, lower, upper)."""
    twins: Mapping[str, Any] = {}
    """Other forms of the same search, by name."""
    forms: Mapping[str, Any] = {}
    """A searcher in each of its forms, the reference first; empty where it has one alone."""
    form: str = REFERENCE
    """The form that is asked."""
    reference: Subject | None = None
    """The subject on the reference tier, where another form is asked."""
    patience_s: float = CPU_S
    """Processor time for one search of a small tree, after which it is taken not to end."""
    _anew: Callable[[], Callable[[Any, Call], Answer]] | None = None

    def renewed(self) -> Subject:
        """The subject as it was before its first search, where it is an object that may have changed since."""
        return self if self._anew is None else attrs.evolve(self, ask=self._anew())

    def each_form(self) -> list[Subject]:
        """The subject in every form: each is to obey every law."""
        return [self, *(self.on(form) for form in self.forms if form != self.form)]

    def on(self, form: str) -> Subject:
        """The subject in another of its forms."""
        thing = self.forms[form]
        return attrs.evolve(self, ask=AskForm(thing), original=thing, form=form, reference=self, anew=None)

    def prepare(self, game: Any, call: Call) -> None:
        """Build what a form needs for a game; raises `NoKernels` where it cannot play it."""
        if isinstance(self.ask, AskForm):
            self.ask.prepare(game, call)

    def can(self, *abilities: Ability) -> bool:
        return self.abilities.issuperset(abilities)


def subject_of(
    thing: Any,
    *,
    answers: bool = True,
    distances: bool | None = None,
    horizon: bool | None = None,
    floats: bool = True,
    prunes: bool | None = None,
    threads: bool | None = None,
    first_best: bool = False,
    window: Literal["soft", "hard", "either"] = "either",
    entries: Callable[[], Any] | None = None,
    twins: Mapping[str, Any] | None = None,
) -> Subject:
    """The subject for a searcher object, a searcher class or a function."""
    if inspect.isclass(thing):
        thing = thing()
    forms = forms_of(thing) if twins is None else {}
    if forms:
        thing = forms[REFERENCE]
    if is_searcher(thing):
        ask, abilities = searcher_of(thing)
    elif callable(thing):
        ask, abilities = _function(thing)
    else:
        raise InvalidSettings(f"expected a searcher or a function (tree, depth) -> (value, action), got {thing!r}")
    anew = None if entries is not None else _renewal(thing)
    abilities |= {"floats"} if floats else set()
    if horizon is not None:
        abilities = abilities | {"horizon"} if horizon else abilities - {"horizon"}
    abilities |= _tried_out(ask, abilities) if answers else set()
    if distances is not None:
        abilities = abilities | {"distances"} if distances else abilities - {"distances"}
    if threads if threads is not None else is_frozen(thing):
        abilities.add("threads")
    abilities |= {"entries"} if entries is not None else set()
    abilities |= {"tiers"} if forms or twins else set()
    named = getattr(thing, "searcher", thing) if forms else thing
    name = getattr(named, "__name__", None) or getattr(named, "name", None) or type(named).__name__
    return Subject(
        str(name),
        frozenset(abilities),
        ask,
        thing,
        prunes=_claims_to_prune(str(name), prunes),
        first_best=first_best,
        window=window,
        entries=entries,
        twins=twins or {},
        forms=forms,
        anew=anew,
    )


def _renewal(thing: Any) -> Callable[[], Callable[[Any, Call], Answer]] | None:
    """How to have an object as it was before its first search; None for what cannot change or be copied."""
    if inspect.isroutine(thing) or (not getattr(thing, "__dict__", None) and not hasattr(thing, "__slots__")):
        return None
    if is_frozen(thing):
        return None
    try:
        pristine = copy.deepcopy(thing)
    except Exception:
        return None
    make = searcher_of if is_searcher(thing) else _function
    return lambda: make(copy.deepcopy(pristine))[0]


def _claims_to_prune(name: str, declared: bool | None) -> bool | None:
    """A search that says alpha-beta in its name is taken at its word."""
    plain = name.lower().replace("_", "").replace("-", "")
    speaks = any(word in plain for word in ("alphabeta", "negascout", "principalvariation", "mtd"))
    return True if declared is None and speaks else declared


# --- functions --------------------------------------------------------------------------------------------------


def _function(function: Callable[..., Any]) -> tuple[Callable[[Any, Call], Answer], set[Ability]]:
    roles = _roles(function)
    abilities: set[Ability] = set()
    if "depth" in roles.values():
        abilities |= {"depth", "horizon"}
    if {"alpha", "beta"} <= set(roles.values()):
        abilities.add("window")
    for role, ability in (("nodes", "budget"), ("table_size", "table sizes"), ("stop", "stop")):
        if role in roles.values():
            abilities.add(ability)  # type: ignore[arg-type]

    def ask(game: Any, call: Call) -> Answer:
        values: dict[str, Any] = {
            "game": game,
            "depth": call.depth,
            "alpha": float("-inf") if call.alpha is None else call.alpha,
            "beta": float("inf") if call.beta is None else call.beta,
            "nodes": call.nodes,
            "stop": call.stop,
            "table_size": call.table_size,
            "evaluator": estimate,
            "seed": call.seed,
        }
        positional, named = [], {}
        for name, role in roles.items():
            if (role == "nodes" and call.nodes is None) or (role == "table_size" and call.table_size is None):
                continue  # as the function is when nobody says
            if (role == "stop" and call.stop is None) or (role == "seed" and call.seed is None):
                continue
            value = game.initial() if role == "state" else values[role]
            if name.startswith("<"):
                positional.append(value)
            else:
                named[name] = value
        return read_answer(function(*positional, **named))

    return ask, abilities


def _roles(function: Callable[..., Any]) -> dict[str, str]:
    """What each parameter is for, by its name; those passed by position are in angle brackets."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {"<game>": "game", "<depth>": "depth"}
    roles: dict[str, str] = {}
    for parameter in parameters:
        if parameter.kind is parameter.VAR_POSITIONAL:
            roles.update({"<game>": "game", "<depth>": "depth"} if not roles else {})
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        role = _role(parameter.name)
        required = parameter.default is parameter.empty
        if not role and required:
            role = next(role for role in ("game", "depth", "state", "") if role not in roles.values())
            if not role:
                raise InvalidSettings(f"expected a function (tree, depth), got the parameter {parameter.name!r}, too")
        if not role:
            continue
        by_name = parameter.kind is parameter.KEYWORD_ONLY or not required
        roles[parameter.name if by_name else f"<{parameter.name}>"] = role
    return roles


def _role(name: str) -> str:
    for role, names in (("game", GAME_NAMES), ("state", STATE_NAMES), ("depth", DEPTH_NAMES)):
        if name in names:
            return role
    return name if name in KEYWORDS else ""


# --- searchers --------------------------------------------------------------------------------------------------


def searcher_of(searcher: Any) -> tuple[Callable[[Any, Call], Answer], set[Ability]]:
    abilities: set[Ability] = {"depth", "horizon", "distances", "budget", "stop", "scores"}
    parameters = inspect.signature(searcher.search).parameters
    extras = {name for name in ("stop", "every_action", "report") if name in parameters}
    if "stop" not in extras:
        abilities.discard("stop")
    if "every_action" not in extras:
        abilities.discard("scores")
    if has_table(searcher):
        abilities.add("table sizes")
    if takes_window(searcher):
        abilities.add("window")

    known: dict[tuple[Any, ...], Any] = {}  # one and the same object is asked again: nothing may be left behind in it
    keeps = is_frozen(searcher)

    def changed(call: Call) -> Any:
        key = (call.depth, call.table_size, call.seed)
        if key in known:
            return known[key]
        changes: dict[str, Any] = {"evaluator": estimate, "depth": call.depth}
        if call.table_size is not None:
            changes.update(dict.fromkeys(TABLE_SETTINGS, call.table_size))
        if call.seed is not None:
            changes["seed"] = call.seed
        made = with_settings(searcher, changes)
        if keeps:
            known[key] = made
        return made

    def ask(game: Any, call: Call) -> Answer:
        if call.alpha is not None or call.beta is not None:
            return ask_in_window(bind(changed(call), game, tier="reference"), game.initial(), call)
        more: dict[str, Any] = {}
        if "stop" in extras and call.stop is not None:
            more["stop"] = call.stop
        if "every_action" in extras and call.every_action:
            more["every_action"] = True
        limits = Limits(depth=call.depth, nodes=call.nodes)
        return read_answer(changed(call).search(game, game.initial(), limits=limits, **more))

    return ask, abilities


# --- finding out ------------------------------------------------------------------------------------------------

_TASTER: Final = Tree((Node(0, 0, (("a", 1),)), Node(1, 1, (), 1)), utilities="outcome", name="taster")
_LONGER: Final = Tree(
    (
        Node(0, 0, (("a", 1), ("b", 2))),
        Node(1, 1, (("c", 3),)),
        Node(2, 1),
        Node(3, 0, (("d", 4),)),
        Node(4, 1, (), 1),
    ),
    utilities="outcome",
    name="longer taster",
)


def _tried_out(ask: Callable[[Any, Call], Answer], abilities: set[Ability]) -> set[Ability]:
    """What searches of two tiny trees show: whether an action comes back, which scale values are on, and what else.

    A subject that fails even here has shown nothing; the laws will say how it fails.
    """
    found: set[Ability] = set()
    for tree, depth in ((_TASTER, 1), (_LONGER, 3)):
        try:
            with cpu_limit():
                answer = ask(Watched(tree, ceiling=10_000), Call(depth))
        except (Exception, Runaway):
            return found | {"action"}
        if not answer.silent or "distances" in abilities:
            found.add("action")
        if answer.value == win_in(1):
            found.add("distances")
        for ability, part in (("line", answer.line), ("exact", answer.exact), ("visits", answer.visits)):
            if part:
                found.add(ability)  # type: ignore[arg-type]
    return found
