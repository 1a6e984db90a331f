"""Read a study from a TOML file. Unknown entries are refused, because they can only be mistakes.

docs/studies/README.md describes the entries.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.errors import AdvsearchError, InvalidSettings, near_names
from advsearch.limits import Limits
from advsearch.specs import parse_spec
from advsearch.system.typed import Entries, is_of, text_of, toml_of
from advsearch_studies.study import (
    EVALUATOR,
    Agent,
    Budget,
    Cell,
    Claim,
    Measure,
    Openings,
    Row,
    Runs,
    Study,
    Table,
)

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
    top = Entries("the study", data, _TOP)
    agents = {key: _agent(key, table) for key, table in top.take("agents", dict, {}).items()}
    if len(agents) < 2:
        raise InvalidSettings(f"expected at least two [agents], got {len(agents)}")
    visitor = top.text("visitor")
    if visitor is not None:
        if EVALUATOR not in visitor:
            raise InvalidSettings(f"expected `visitor` to be a searcher that contains {EVALUATOR}, got {visitor!r}")
        parse_spec(visitor.replace(EVALUATOR, "null"))
    tables = tuple(_table(table, agents) for table in top.need("tables", list))
    claims = tuple(_claim(table, agents) for table in top.take("claims", list, []))
    full = _budget("budget", top.need("budget", dict))
    for each in top.take("headlines", list, []):
        claims = _with_headline(each, claims, tables, agents, full)
    return Study(
        name=name,
        title=top.need("title", str),
        about=top.take("about", str, "").strip(),
        game=str(parse_spec(top.need("game", str))),
        agents=agents,
        tables=tables,
        openings=_openings(top.need("openings", dict)),
        full=full,
        quick=_budget("quick", top.need("quick", dict)),
        clock_s=float(top.take("clock_s", float, 0.15)),
        visitor=visitor,
        claims=claims,
        measures=tuple(_measure(table, agents) for table in top.take("measures", list, [])),
        runs=tuple(_runs(table, agents) for table in top.take("runs", list, [])),
        evaluators=tuple(top.take("evaluators", list, [])),
    )


# --- entries ----------------------------------------------------------------------------------------------------


def _agent(name: str, data: Any) -> Agent:
    table = Entries(f"agent {name!r}", data, ("searcher", "depth", "nodes", "share", "resigns"))
    searcher: str = table.need("searcher", str)
    parse_spec(searcher)
    limits, share = table.limits(), table.take("share", float)
    if share is not None and (not 0 < share <= 1 or limits is not None):
        raise InvalidSettings(
            f"expected `share` of {name!r} to be above 0 and at most 1, and no `depth` or `nodes`, got {share!r}"
        )
    return Agent(name, searcher, limits, share, table.take("resigns", bool, False))


def _there(name: Any, agents: dict[str, Agent]) -> str:
    if not isinstance(name, str) or name not in agents:
        near = near_names(str(name), agents)
        hint = f"did you mean {near[0]}?" if near else "see [agents]"
        raise InvalidSettings(f"unknown agent {name!r}; {hint}")
    return name


def _table(data: Any, agents: dict[str, Agent]) -> Table:
    table = Entries(
        "[[tables]]", data, ("name", "opponents", "games", "rows", "game", "openings", "pairs", "visitors")
    )
    common = table.take("opponents", list)
    games = table.count("games", 0, 0)
    rows = []
    for each in table.need("rows", list):
        row = Entries("[[tables.rows]]", each, ("agent", "opponents", "won", "rate"))
        agent = _there(row.need("agent", str), agents)
        opponents = [_there(name, agents) for name in row.take("opponents", list, common) or ()]
        if not opponents or agent in opponents:
            raise InvalidSettings(f"expected `opponents` of {agent!r} to be other agents, got {opponents!r}")
        rows.append(Row(agent, _cells(agent, opponents, row, games), row.take("rate", float)))
    openings = table.take("openings", dict)
    return Table(
        table.need("name", str),
        tuple(rows),
        common is not None,
        table.text("game"),
        None if openings is None else _openings(openings),
        table.whole("pairs", 1),
        table.take("visitors", bool, True),
    )


def _cells(agent: str, opponents: list[str], row: Entries, games: int) -> tuple[Cell, ...]:
    won = row.take("won", list, [])
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


def _openings(data: Any) -> Openings:
    table = Entries("[openings]", data, ("random_plies", "chosen_plies", "start"))
    found = Openings(table.count("random_plies", 0, 0), table.count("chosen_plies", 0, 0), table.text("start"))
    if bool(found.random_plies) == bool(found.chosen_plies):
        raise InvalidSettings("expected one of `random_plies` and `chosen_plies` in [openings], got both or neither")
    return found


def _budget(name: str, data: Any) -> Budget:
    table = Entries(f"[{name}]", data, ("depth", "nodes", "pairs", "batches"))
    limits = table.limits()
    if limits is None:
        raise InvalidSettings(
            f"expected `depth` or `nodes` in [{name}], so that the result can be repeated on any machine"
        )
    table.need("pairs", int)
    return Budget(limits, table.count("pairs", 1), table.count("batches", 1))


def _claim(data: Any, agents: dict[str, Agent]) -> Claim:
    table = Entries("[[claims]]", data, ("text", "better", "worse", "equal"))
    better, worse = (_there(table.need(key, str), agents) for key in ("better", "worse"))
    return Claim(table.need("text", str), better, worse, table.take("equal", bool, False))


def _with_headline(
    data: Any, claims: tuple[Claim, ...], tables: tuple[Table, ...], agents: dict[str, Agent], full: Budget
) -> tuple[Claim, ...]:
    """Return the claims, one of them with the budgets of this entry."""
    entry = Entries("[[headlines]]", data, ("claim", "table", "agents", "pairs", "budgets", "speed"))
    text: str = entry.need("claim", str)
    claim = next((each for each in claims if each.text == text), None)
    if claim is None:
        raise InvalidSettings(
            f"expected `claim` of [[headlines]] to repeat the text of an entry of [[claims]], got {text!r}"
        )
    settling = [table.name for table in tables if table.settles(claim.better, claim.worse)]
    table = entry.take("table", str, settling[0] if settling else "")
    if table not in settling:
        raise InvalidSettings(
            f"expected `table` of the headline {text!r} to compare {claim.better!r} with {claim.worse!r}, "
            f"got {table!r}"
        )
    pairs = next(each for each in tables if each.name == table).pairs or full.pairs
    usual = Budget(Limits(), entry.count("pairs", pairs), full.batches, _players(entry, agents, None))
    budgets = [_budget_of_headline(each, usual, agents) for each in entry.need("budgets", list)]
    if len(budgets) < 2:
        raise InvalidSettings(f"expected the headline {text!r} to have at least two budgets, got {len(budgets)}")
    budgets.sort(key=lambda budget: budget.nodes)
    headline = attrs.evolve(claim, budgets=tuple(budgets), table=table, speed=entry.take("speed", str, ""))
    return tuple(headline if each is claim else each for each in claims)


def _budget_of_headline(data: Any, usual: Budget, agents: dict[str, Agent]) -> Budget:
    entry = Entries(
        "budgets of [[headlines]]", data, ("nodes", "depth", "about", "pairs", "batches", "agents", "authors")
    )
    limits, about = entry.limits() or Limits(), entry.take("about", int)
    if (limits.nodes is None) == (limits.depth is None) or (about is None) != (limits.depth is None):
        raise InvalidSettings(
            f"expected a budget of [[headlines]] to have `nodes`, or `depth` and `about` (nodes per move), "
            f"got {data!r}"
        )
    return Budget(
        limits,
        entry.count("pairs", usual.pairs),
        entry.count("batches", usual.batches),
        _players(entry, agents, usual.agents),
        about,
        entry.take("authors", bool, False),
    )


def _players(entry: Entries, agents: dict[str, Agent], default: tuple[str, str] | None) -> tuple[str, str] | None:
    named = entry.take("agents", list)
    if named is None:
        return default
    if len(named) != 2:
        raise InvalidSettings(
            f"expected `agents` of [[headlines]] to be the better agent and the worse one, got {named!r}"
        )
    return _there(named[0], agents), _there(named[1], agents)


def _measure(data: Any, agents: dict[str, Agent]) -> Measure:
    table = Entries("[[measures]]", data, ("text", "agent", "evaluator", "plies"))
    evaluator = table.text("evaluator")
    if evaluator is not None:
        parse_spec(evaluator)
    plies = table.take("plies", list)
    agent = _there(table.need("agent", str), agents)
    return Measure(table.need("text", str), agent, evaluator, tuple(plies) if plies else None)


def _runs(data: Any, agents: dict[str, Agent]) -> Runs:
    table = Entries("[[runs]]", data, ("text", "agent", "runs", "games"))
    agent = _there(table.need("agent", str), agents)
    for key in ("runs", "games"):
        table.need(key, int)
    return Runs(table.need("text", str), agent, table.count("runs", 2, 2), table.count("games", 1))
