"""Read a study from a TOML file. Unknown entries are refused, because they can only be mistakes.

docs/studies/README.md describes the entries.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, Final, TypeVar

from advsearch.errors import AdvsearchError, InvalidSettings, near_names
from advsearch.limits import Limits
from advsearch.specs import parse_spec
from advsearch.typed import IN_WORDS, check_entries, is_of, text_of, toml_of
from advsearch_studies.study import (
    EVALUATOR,
    Agent,
    Budget,
    Cell,
    Claim,
    Headline,
    Measure,
    Openings,
    Row,
    Runs,
    Study,
    Table,
)

Kind = TypeVar("Kind")
MAX_FILE: Final = 10_000_000
_TOP: Final = (
    "title", "about", "game", "agents", "tables", "openings", "budget", "quick", "clock_s", "visitor", "claims",
    "headlines", "measures", "runs", "evaluators",
)  # fmt: skip


@functools.cache
def read_study(name: str, path: Path) -> Study:
    """Read the study in a file. Raises `InvalidNotation` or `InvalidSettings` with the file's name."""
    text = text_of(path, "the study")
    try:
        return study_of(name, toml_of(text, "a study", MAX_FILE))
    except AdvsearchError as error:
        raise type(error)(f"{path.name}: {error}") from None


def study_of(name: str, data: dict[str, Any]) -> Study:
    """Make a study from the tables of a TOML file."""
    check_entries("the study", data, _TOP)
    agents = {key: _agent(key, table) for key, table in _take(data, "agents", dict, {}).items()}
    if len(agents) < 2:
        raise InvalidSettings(f"expected at least two [agents], got {len(agents)}")
    visitor = _take(data, "visitor", str, None)
    if visitor is not None:
        if EVALUATOR not in visitor:
            raise InvalidSettings(f"expected `visitor` to be a searcher that contains {EVALUATOR}, got {visitor!r}")
        parse_spec(visitor.replace(EVALUATOR, "null"))
    tables = tuple(_table(table, agents) for table in _take(data, "tables", list))
    claims = tuple(_claim(table, agents) for table in _take(data, "claims", list, []))
    full = _budget("budget", _take(data, "budget", dict))
    return Study(
        name=name,
        title=_take(data, "title", str),
        about=_take(data, "about", str, "").strip(),
        game=str(parse_spec(_take(data, "game", str))),
        agents=agents,
        tables=tables,
        openings=_openings(_take(data, "openings", dict)),
        full=full,
        quick=_budget("quick", _take(data, "quick", dict)),
        clock_s=float(_take(data, "clock_s", float, 0.15)),
        visitor=visitor,
        claims=claims,
        headlines=tuple(_headline(each, claims, tables, agents, full) for each in _take(data, "headlines", list, [])),
        measures=tuple(_measure(table, agents) for table in _take(data, "measures", list, [])),
        runs=tuple(_runs(table, agents) for table in _take(data, "runs", list, [])),
        evaluators=tuple(_take(data, "evaluators", list, [])),
    )


# --- entries ----------------------------------------------------------------------------------------------------

_NEEDED: Final = object()


def _take(data: dict[str, Any], key: str, kind: type[Kind], default: Any = _NEEDED) -> Any:
    value = data.get(key, default)
    if value is _NEEDED:
        raise InvalidSettings(f"expected an entry `{key}`, got {', '.join(data) or 'nothing'}")
    if key in data and not is_of(kind, value):
        raise InvalidSettings(f"expected `{key}` to be {IN_WORDS[kind]}, got {value!r}")
    return value


def _count(data: dict[str, Any], key: str, default: Any = _NEEDED, lowest: int = 1) -> int:
    value: int = _take(data, key, int, default)
    if value < lowest:
        raise InvalidSettings(f"expected `{key}` to be at least {lowest}, got {value!r}")
    return value


def _agent(name: str, table: Any) -> Agent:
    check_entries(f"agent {name!r}", table, ("searcher", "depth", "nodes", "share", "resigns"))
    searcher: str = _take(table, "searcher", str)
    parse_spec(searcher)
    limits, share = _limits(table), _take(table, "share", float, None)
    if share is not None and (not 0 < share <= 1 or limits != Limits()):
        raise InvalidSettings(
            f"expected `share` of {name!r} to be above 0 and at most 1, and no `depth` or `nodes`, got {share!r}"
        )
    resigns = _take(table, "resigns", bool, False)
    return Agent(name, searcher, None if limits == Limits() else limits, share, resigns)


def _limits(table: dict[str, Any]) -> Limits:
    return Limits(depth=_take(table, "depth", int, None), nodes=_take(table, "nodes", int, None))


def _there(name: Any, agents: dict[str, Agent]) -> str:
    if not isinstance(name, str) or name not in agents:
        near = near_names(str(name), agents)
        hint = f"did you mean {near[0]}?" if near else "see [agents]"
        raise InvalidSettings(f"unknown agent {name!r}; {hint}")
    return name


def _table(table: Any, agents: dict[str, Agent]) -> Table:
    check_entries(
        "[[tables]]", table, ("name", "opponents", "games", "rows", "game", "openings", "pairs", "visitors")
    )
    common = _take(table, "opponents", list, None)
    games = _count(table, "games", 0, 0)
    rows = []
    for row in _take(table, "rows", list):
        check_entries("[[tables.rows]]", row, ("agent", "opponents", "won", "rate"))
        agent = _there(_take(row, "agent", str), agents)
        opponents = [_there(name, agents) for name in _take(row, "opponents", list, common) or ()]
        if not opponents or agent in opponents:
            raise InvalidSettings(f"expected `opponents` of {agent!r} to be other agents, got {opponents!r}")
        rows.append(Row(agent, _cells(agent, opponents, row, games), _take(row, "rate", float, None)))
    openings = _take(table, "openings", dict, None)
    return Table(
        _take(table, "name", str),
        tuple(rows),
        common is not None,
        _take(table, "game", str, None),
        None if openings is None else _openings(openings),
        _count(table, "pairs") if "pairs" in table else None,
        _take(table, "visitors", bool, True),
    )


def _cells(agent: str, opponents: list[str], row: dict[str, Any], games: int) -> tuple[Cell, ...]:
    won = _take(row, "won", list, [])
    batches = won if won and isinstance(won[0], list) else [won] if won else []
    for batch in batches:
        right = isinstance(batch, list) and len(batch) == len(opponents)
        if not right or not all(is_of(int, n) and 0 <= n <= games for n in batch):
            raise InvalidSettings(
                f"expected `won` of {agent!r} to be {len(opponents)} numbers from 0 to {games}, got {batch!r}"
            )
    return tuple(
        Cell(agent, opponent, tuple(batch[place] for batch in batches), games if batches else 0)
        for place, opponent in enumerate(opponents)
    )


def _openings(table: dict[str, Any]) -> Openings:
    check_entries("[openings]", table, ("random_plies", "chosen_plies", "start"))
    found = Openings(
        _count(table, "random_plies", 0, 0), _count(table, "chosen_plies", 0, 0), _take(table, "start", str, None)
    )
    if bool(found.random_plies) == bool(found.chosen_plies):
        raise InvalidSettings("expected one of `random_plies` and `chosen_plies` in [openings], got both or neither")
    return found


def _budget(name: str, table: dict[str, Any]) -> Budget:
    check_entries(f"[{name}]", table, ("depth", "nodes", "pairs", "batches"))
    limits = _limits(table)
    if limits == Limits():
        raise InvalidSettings(
            f"expected `depth` or `nodes` in [{name}], so that the result can be repeated on any machine"
        )
    return Budget(limits, _count(table, "pairs"), _count(table, "batches", 1))


def _claim(table: Any, agents: dict[str, Agent]) -> Claim:
    check_entries("[[claims]]", table, ("text", "better", "worse", "equal"))
    better, worse = (_there(_take(table, key, str), agents) for key in ("better", "worse"))
    return Claim(_take(table, "text", str), better, worse, bool(_take(table, "equal", bool, False)))


def _headline(
    entry: Any, claims: tuple[Claim, ...], tables: tuple[Table, ...], agents: dict[str, Agent], full: Budget
) -> Headline:
    check_entries("[[headlines]]", entry, ("claim", "table", "agents", "pairs", "budgets", "speed"))
    text: str = _take(entry, "claim", str)
    claim = next((each for each in claims if each.text == text), None)
    if claim is None:
        raise InvalidSettings(
            f"expected `claim` of [[headlines]] to repeat the text of an entry of [[claims]], got {text!r}"
        )
    settling = [table.name for table in tables if table.settles(claim.better, claim.worse)]
    table = _take(entry, "table", str, settling[0] if settling else "")
    if table not in settling:
        raise InvalidSettings(
            f"expected `table` of the headline {text!r} to compare {claim.better!r} with {claim.worse!r}, "
            f"got {table!r}"
        )
    played = next(each for each in tables if each.name == table).pairs or full.pairs
    usual = Budget(Limits(), _count(entry, "pairs", played), full.batches, _players(entry, agents, None))
    budgets = [_budget_of_headline(each, usual, agents) for each in _take(entry, "budgets", list)]
    if len(budgets) < 2:
        raise InvalidSettings(f"expected the headline {text!r} to have at least two budgets, got {len(budgets)}")
    budgets.sort(key=lambda budget: budget.nodes)
    return Headline(claim, tuple(budgets), table, _take(entry, "speed", str, ""))


def _budget_of_headline(entry: Any, usual: Budget, agents: dict[str, Agent]) -> Budget:
    check_entries(
        "budgets of [[headlines]]", entry, ("nodes", "depth", "about", "pairs", "batches", "agents", "authors")
    )
    limits, about = _limits(entry), _take(entry, "about", int, None)
    if (limits.nodes is None) == (limits.depth is None) or (about is None) != (limits.depth is None):
        raise InvalidSettings(
            f"expected a budget of [[headlines]] to have `nodes`, or `depth` and `about` (nodes per move), "
            f"got {entry!r}"
        )
    return Budget(
        limits,
        _count(entry, "pairs", usual.pairs),
        _count(entry, "batches", usual.batches),
        _players(entry, agents, usual.agents),
        about,
        _take(entry, "authors", bool, False),
    )


def _players(
    entry: dict[str, Any], agents: dict[str, Agent], default: tuple[str, str] | None
) -> tuple[str, str] | None:
    named = _take(entry, "agents", list, None)
    if named is None:
        return default
    if len(named) != 2:
        raise InvalidSettings(
            f"expected `agents` of [[headlines]] to be the better agent and the worse one, got {named!r}"
        )
    return _there(named[0], agents), _there(named[1], agents)


def _measure(table: Any, agents: dict[str, Agent]) -> Measure:
    check_entries("[[measures]]", table, ("text", "agent", "evaluator", "plies"))
    evaluator: str | None = _take(table, "evaluator", str, None)
    if evaluator is not None:
        parse_spec(evaluator)
    plies = _take(table, "plies", list, None)
    agent = _there(_take(table, "agent", str), agents)
    return Measure(_take(table, "text", str), agent, evaluator, tuple(plies) if plies else None)


def _runs(table: Any, agents: dict[str, Agent]) -> Runs:
    check_entries("[[runs]]", table, ("text", "agent", "runs", "games"))
    agent = _there(_take(table, "agent", str), agents)
    return Runs(_take(table, "text", str), agent, _count(table, "runs", lowest=2), _count(table, "games"))
