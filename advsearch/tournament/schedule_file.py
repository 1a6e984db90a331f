"""Read a schedule from TOML. Unknown names in the file are refused, and the message suggests similar names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.match.clock import DEFAULT_STALL_S, TimeControl
from advsearch.protocol import AnyGame
from advsearch.ratings import SequentialTest
from advsearch.system.typed import Entries, text_of, toml_of
from advsearch.tournament.openings import (
    MAX_BOOK,
    MOST_RANDOM_PLIES,
    Opening,
    book_openings,
    chosen_openings,
    position_openings,
    random_openings,
)
from advsearch.tournament.schedule import (
    DEFAULT_GRACE_S,
    AgentSpec,
    Conditions,
    Kind,
    Schedule,
    check_agents,
)

MAX_FILE: Final = 10_000_000
DEFAULT_LIMITS: Final = Limits(nodes=10_000)
DEFAULT_OPENINGS: Final = {"random_plies": 2, "count": 50}
_TOP: Final = ("game", "seed", "kind", "pairings", "openings", "limits", "rules", "test", "agents")
_LIMITS: Final = ("depth", "nodes", "time_s", "game_s", "increment_s", "grace_s", "stall_s")
_OPENINGS: Final = ("random_plies", "count", "file", "positions", "chosen_plies")
_RULES: Final = ("max_plies", "mixed_tiers")
_TEST: Final = ("margin", "alpha", "beta")
_AGENT: Final = (
    "name", "searcher", "callable", "ugi", "seed", "isolated", "memory_mb", "cpu_s", "start_s", "resigns", "options",
    "depth", "nodes", "time_s",
)  # fmt: skip
_MOST_MEMORY_MB: Final = 1 << 30
_MOST_SECONDS: Final = 1_000_000_000
_KINDS: Final = ("round-robin", "gauntlet", "pairs")


def read_toml(text: str) -> dict[str, Any]:
    """Parse a schedule's TOML text and return its tables. Text that is not TOML is refused with a one-line error."""
    return toml_of(text, "a schedule", MAX_FILE)


def schedule_of(data: dict[str, Any], game: AnyGame, folder: Path) -> Schedule:
    """Make a schedule from the tables of a file. `game` is the game of the schedule. Book files are in `folder`."""
    top = Entries("the schedule", data, _TOP)
    seed = top.whole("seed", 0, 0) or 0
    rules = Entries("[rules]", top.data.get("rules", {}), _RULES)
    conditions = _conditions(top, rules, seed)
    mixed = bool(rules.take("mixed_tiers", bool, False))
    tables = top.take("agents", list, [], expected="a list of [[agents]]")
    agents = tuple(_agent(Entries("[agents]", table, _AGENT)) for table in tables)
    check_agents(agents)
    kind = top.text("kind") or ("pairs" if "pairings" in top.data else "round-robin")
    if kind not in _KINDS:
        raise InvalidSettings(f"expected `kind` to be one of {', '.join(_KINDS)}, got {kind!r}")
    pairings = _pairings(top, kind, {agent.name for agent in agents})
    openings = _openings(
        Entries("[openings]", top.data.get("openings", DEFAULT_OPENINGS), _OPENINGS), game, seed, folder
    )
    test = _test(top, len(agents))
    return Schedule(conditions, agents, tuple(openings), cast(Kind, kind), pairings, test, mixed)


def read_schedule(text: str, game: AnyGame, folder: Path) -> Schedule:
    """Read a schedule from the text of a file."""
    return schedule_of(read_toml(text), game, folder)


def game_of(data: dict[str, Any]) -> str:
    """The spec of a schedule's game. The game must be known before the other entries of the schedule can be read."""
    game = Entries("the schedule", data, _TOP).text("game")
    if game is None:
        raise InvalidSettings('expected the schedule to name a game, as in game = "mygame(width=7)"')
    return game


def _conditions(top: Entries, rules: Entries, seed: int) -> Conditions:
    limits = Entries("[limits]", top.data.get("limits", {}), _LIMITS)
    game_s = limits.seconds("game_s")
    increment = limits.seconds("increment_s", 0.0) or 0.0
    if "increment_s" in limits.data and game_s is None:
        raise InvalidSettings("`increment_s` in [limits] needs `game_s`, the time for the whole game")
    if game_s is not None and "time_s" in limits.data:
        raise InvalidSettings("expected `time_s` (per move) or `game_s` (whole game) in [limits], got both")
    found = limits.limits() or (Limits() if game_s is not None else DEFAULT_LIMITS)
    return Conditions(
        game=top.text("game") or "",
        seed=seed,
        control=TimeControl(
            found,
            game_s,
            increment,
            limits.seconds("grace_s", DEFAULT_GRACE_S),
            limits.seconds("stall_s", DEFAULT_STALL_S) or 0.0,
        ),
        max_plies=rules.whole("max_plies", 0),
    )


def _test(top: Entries, agents: int) -> SequentialTest | None:
    if "test" not in top.data:
        return None
    if agents != 2:
        raise InvalidSettings(f"expected two agents in a match with [test], got {agents}")
    table = Entries("[test]", top.data["test"], _TEST)
    return SequentialTest(**{key: float(table.take(key, float)) for key in table.data})


def _agent(table: Entries) -> AgentSpec:
    options = table.take("options", dict, {}, expected="a table of texts")
    for key, value in options.items():
        if not isinstance(value, str | int | float | bool):
            raise InvalidSettings(f"expected option {key!r} of an agent to be a string or number, got {value!r}")
    return AgentSpec(
        name=table.text("name") or "",
        searcher=table.text("searcher"),
        callable=table.text("callable"),
        ugi=table.text("ugi"),
        seed=table.whole("seed", 0, 0) or 0,
        limits=table.limits(),
        isolated=bool(table.take("isolated", bool, False)),
        memory_mb=table.whole("memory_mb", 16, highest=_MOST_MEMORY_MB),
        cpu_s=table.whole("cpu_s", 1, highest=_MOST_SECONDS),
        start_s=table.seconds("start_s"),
        resigns=bool(table.take("resigns", bool, False)),
        options={key: str(value) for key, value in options.items()},
    )


def _pairings(top: Entries, kind: str, names: set[str]) -> tuple[tuple[str, str], ...]:
    given = top.take("pairings", list, [], expected='a list such as [["one", "two"]]')
    if (kind == "pairs") != bool(given):
        raise InvalidSettings(
            'expected `pairings` such as [["one", "two"]] with kind = "pairs", and no `pairings` with another kind'
        )
    pairings: list[tuple[str, str]] = []
    for pairing in given:
        if not isinstance(pairing, list) or len(pairing) != 2 or pairing[0] == pairing[1]:
            raise InvalidSettings(f"expected a pairing to be two different names, got {pairing!r}")
        for name in pairing:
            if not isinstance(name, str) or name not in names:
                raise InvalidSettings(f"expected a pairing of agents of this schedule, got {name!r}")
        pairings.append((pairing[0], pairing[1]))
    if len({frozenset(pairing) for pairing in pairings}) < len(pairings):
        raise InvalidSettings("expected each pairing once, got the same pairing twice; for more games, add openings")
    return tuple(pairings)


def _openings(table: Entries, game: AnyGame, seed: int, folder: Path) -> list[Opening]:
    sources = [key for key in ("random_plies", "file", "positions", "chosen_plies") if key in table.data]
    if not sources:
        table.data["random_plies"] = DEFAULT_OPENINGS["random_plies"]
        sources = ["random_plies"]
    if len(sources) != 1:
        raise InvalidSettings(
            "expected [openings] to have one of `random_plies`, `file`, `positions` and `chosen_plies`, "
            f"got {' and '.join(sources)}"
        )
    count = table.whole("count", 1, highest=MAX_BOOK)
    if sources == ["random_plies"]:
        return random_openings(
            game,
            table.whole("random_plies", 1, highest=MOST_RANDOM_PLIES) or 1,
            count or DEFAULT_OPENINGS["count"],
            seed,
        )
    if sources == ["chosen_plies"]:
        return chosen_openings(table.whole("chosen_plies", 1, highest=MOST_RANDOM_PLIES) or 1, count or 1)
    if sources == ["file"]:
        found = book_openings(
            game, text_of(folder / str(table.text("file")), "the book").splitlines(), str(table.text("file"))
        )
    else:
        found = position_openings(game, table.take("positions", list, expected="a list of texts"))
    if count is not None and count > len(found):
        raise InvalidSettings(
            f"expected {count} openings in {sources[0]}, found only {len(found)}; lower `count` or add openings"
        )
    return found[:count]


def schedule_from(path: Path, load_game: Callable[[str], AnyGame]) -> Schedule:
    """Read a schedule file and load the game that it names."""
    data = read_toml(text_of(path, "the schedule"))
    return schedule_of(data, load_game(game_of(data)), path.parent)
