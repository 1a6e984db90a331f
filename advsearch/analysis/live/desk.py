"""The process that answers a face's questions: `python -m advsearch.analysis.live.desk GAME [SEARCHER]...`.

The process has one game. A question may name a registered searcher, or one of those that were named at the start.

Questions come as lines of JSON on standard input, and answers leave as lines of JSON on standard output. Each
question has a thread. The process runs at a lower priority than the face, so that pages stay quick while it searches.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, Final

import attrs

from advsearch.analysis.lessons import Position, first_mistake, positions_of
from advsearch.analysis.live.asking import DEEPEST, Ask, ask_of
from advsearch.analysis.live.choosing import limits_for
from advsearch.analysis.live.explaining import Explained
from advsearch.analysis.live.lines import Told, value_data
from advsearch.analysis.live.positions import position_of, walk
from advsearch.analysis.live.sweeping import SWEEP_S, sweep
from advsearch.analysis.perft import perft
from advsearch.analysis.tracing import Trace, trace
from advsearch.binding import BoundSearch, bind
from advsearch.compiled.build import on_build
from advsearch.errors import AdvsearchError, InvalidSettings, unknown_name
from advsearch.limits import Limits, Request, now
from advsearch.notation import action_text
from advsearch.plugins.registry import default_registry
from advsearch.protocol import AnyGame, Searcher, evaluator_name, name_of
from advsearch.results import Line
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.deepening import Deepening
from advsearch.search.minimax import Minimax
from advsearch.search.ordering import TABLE
from advsearch.solving import Solver
from advsearch.system.files import output_apart
from advsearch.system.yielding import lower_session, yield_after

Say = Callable[[dict[str, Any]], None]

NICE: Final = 10
SESSION_NICE: Final = 5
"""The priority of the whole session where Linux shares the processor among sessions. At 10, answers come too late
while other programs are busy."""
YIELD_S: Final = 0.05
"""The time after which a search lets newer ones go first."""
MOST_TRACED: Final = 2_000
"""The largest number of nodes of a trace that a page shows."""
TRACED: Final[dict[str, Searcher]] = {
    "alpha-beta": AlphaBeta(),
    "minimax": Minimax(),
    "alpha-beta with a table": AlphaBeta(table=10_000, order=(TABLE,)),
    "deepening": Deepening(AlphaBeta(table=10_000, order=(TABLE,))),
}
"""The searchers whose trees a page shows, by their names there."""
LONGEST_ERROR: Final = 600


class Desk:
    """One game, the searches that are ready for it, and the questions that are being answered."""

    def __init__(self, spec: str, named: Sequence[str] = ()) -> None:
        self.spec = spec
        self.named = tuple(named)
        """The specs of searchers that were named at the start; they may have settings, or be in a user's file."""
        self.registry = default_registry(lambda message: print(message, file=sys.stderr))
        self.game: AnyGame = self.registry.game(spec)
        self._idle: dict[tuple[str, str], list[BoundSearch]] = {}
        """Searches that are bound and not in use, with the tables that they have learnt."""
        self._lock = threading.Lock()

    def searchers(self) -> list[str]:
        """Return the names of the registered searchers that can play this game without settings."""
        names = []
        for name, entry in self.registry.searchers.items():
            with contextlib.suppress(AdvsearchError):
                self.registry.check_plays(type(self.registry.searcher(name)), self.game)
                if entry.game is None or entry.game == name_of(self.game):
                    names.append(name)
        return names

    def evaluators(self) -> list[str]:
        """Return the names of the evaluators to choose from. Those that belong to a study are not among them."""
        return [each.name for each in self.registry.listed_evaluators(self.game) if not each.name.endswith(":")]

    def registered(self, evaluator: str) -> str:
        """Return the name if an evaluator of this game is registered by it, as what a face sends must be."""
        if evaluator.endswith(":") or evaluator not in self.registry.evaluators_of(self.game):
            raise unknown_name("evaluator", evaluator, self.evaluators())
        return evaluator

    @contextlib.contextmanager
    def search(self, ask: Ask) -> Iterator[BoundSearch]:
        """Lend a search that no other thread uses. Its tables stay for the next question."""
        key = (ask.searcher, ask.evaluator)
        with self._lock:
            idle = self._idle.setdefault(key, [])
            bound = idle.pop() if idle else None
        bound = bound or self._bound(ask)
        try:
            yield bound
        finally:
            with self._lock:
                idle.append(bound)

    def _bound(self, ask: Ask) -> BoundSearch:
        if ask.searcher:
            if ask.searcher not in self.named and ask.searcher not in self.searchers():
                raise unknown_name("searcher", ask.searcher, self.searchers())
            searcher = self.registry.searcher(ask.searcher, defaults={"seed": ask.seed})
        elif ask.do in ("analyse", "sweep"):
            searcher = Deepening()
        else:
            _, searcher = self.registry.default_searcher(self.game)
        evaluator = self.registry.named_evaluator(self.registered(ask.evaluator)) if ask.evaluator else None
        return bind(searcher, self.game, evaluator=evaluator, registry=self.registry)

    # --- answers ------------------------------------------------------------------------------------------------

    def answer(self, ask: Ask, say: Say, stop: threading.Event) -> None:
        """Answer a question by one message or more."""
        getattr(self, f"_{ask.do}")(ask, say, stop)

    def _about(self, _ask: Ask, say: Say, _stop: threading.Event) -> None:
        say(
            {
                "kind": "about",
                "game": self.spec,
                "title": name_of(self.game),
                "summary": (type(self.game).__doc__ or "").strip().split("\n")[0],
                "searchers": [*self.named, *(name for name in self.searchers() if name not in self.named)],
                "evaluators": self.evaluators(),
                "traced": list(TRACED),
                "evaluator": evaluator_name(self.registry.default_evaluator(self.game)),
            }
        )

    def _position(self, ask: Ask, say: Say, _stop: threading.Event) -> None:
        say(position_of(walk(self.game, ask.start, ask.moves), cells=ask.cells))

    def _analyse(self, ask: Ask, say: Say, stop: threading.Event) -> None:
        walked = walk(self.game, ask.start, ask.moves)
        state = walked.state
        if self.game.terminal(state):
            say({"kind": "end", "over": True})
            return
        told = Told(walked)
        with self.search(ask) as search:

            def report(line: Line) -> None:
                data = told.line(line)
                if search.building is not None and search.building.ordered:
                    data["building"] = True
                say(data)

            request = Request(ask.limits, stop, report, every_action=ask.every, lines=ask.lines)
            say(told.result(search(state, request)))

    def _sweep(self, ask: Ask, say: Say, stop: threading.Event) -> None:
        walked = walk(self.game, ask.start, ask.moves)
        each = Limits(time_s=min(SWEEP_S, ask.seconds / (len(walked.states) + 1)))
        with self.search(ask) as search:
            for swept in sweep(walked, lambda state: search(state, Request(each, stop))):
                say(swept)
                if stop.is_set():
                    break

    def _choose(self, ask: Ask, say: Say, stop: threading.Event) -> None:
        walked = walk(self.game, ask.start, ask.moves)
        with self.search(ask) as search:
            say(Told(walked).result(search(walked.state, Request(limits_for(search, ask.limits), stop))))

    def _terms(self, ask: Ask, say: Say, _stop: threading.Event) -> None:
        state = walk(self.game, ask.start, ask.moves).state
        default = self.registry.default_evaluator(self.game)
        name = ask.evaluator or evaluator_name(default)
        evaluator = self.registry.evaluator(self.registered(name), self.game) if ask.evaluator else default
        player = self.game.player(state)
        terms = getattr(evaluator, "terms", None)
        values = {} if terms is None else dict(terms(self.game, state, player))
        say(
            {
                "kind": "terms",
                "evaluator": name,
                "player": player,
                **value_data(evaluator(self.game, state, player), "score"),
                "terms": [[term, value_data(value, "score")] for term, value in values.items()],
            }
        )

    def _trace(self, ask: Ask, say: Say, _stop: threading.Event) -> None:
        say(Explained(self.game, self._traced(ask, MOST_TRACED)).data())

    def _traced(self, ask: Ask, nodes: int) -> Trace:
        state = walk(self.game, ask.start, ask.moves).state
        if self.game.terminal(state):
            raise InvalidSettings("expected a position to search, got one in which the game is over")
        if ask.searcher not in TRACED:
            raise unknown_name("searcher to trace", ask.searcher, TRACED)
        depth = ask.depth or 3
        evaluator = self.registry.named_evaluator(self.registered(ask.evaluator)) if ask.evaluator else None
        searcher = TRACED[ask.searcher]
        return trace(self.game, state, searcher, depth, evaluator=evaluator, nodes=nodes, registry=self.registry)

    def _positions(self, ask: Ask) -> list[Position]:
        state = walk(self.game, ask.start, ask.moves).state
        return positions_of(self.game, state, ask.depth or 3)

    def _exercise(self, ask: Ask, say: Say, _stop: threading.Event) -> None:
        positions = self._positions(ask)
        player = self.game.player(positions[0].state)
        evaluator = self.registry.default_evaluator(self.game)
        rows = []
        for each in positions:
            inner = any(other.parent == each.number for other in positions)
            value = None
            if each.over:
                value = value_data(self.game.utility(each.state, player), "score")["value"].lstrip("+")
            elif not inner:
                value = value_data(evaluator(self.game, each.state, player), "score")["value"].lstrip("+")
            who = "" if not inner else "max" if each.maximises else "min"
            rows.append({"parent": each.parent, "name": each.name, "who": who, "value": value})
        say({"kind": "exercise", "positions": rows})

    def _check(self, ask: Ask, say: Say, _stop: threading.Event) -> None:
        positions = self._positions(ask)
        traced = self._traced(attrs.evolve(ask, searcher="alpha-beta", evaluator=""), MOST_TRACED)
        found = first_mistake(self.game, traced, positions, dict(ask.answers), windows=ask.windows)
        say({"kind": "checked", "right": found is None, **({} if found is None else attrs.asdict(found))})

    def _solve(self, ask: Ask, say: Say, stop: threading.Event) -> None:
        state = walk(self.game, ask.start, ask.moves).state
        proof = Solver(self.game, table_mb=64).solve(state, limits=ask.limits, stop=stop)
        action = None if proof.action is None else action_text(self.game, state, proof.action)
        say(
            {
                "kind": "solved",
                "exact": proof.exact,
                "utility": proof.value,
                "action": action,
                "nodes": proof.nodes,
                "player": self.game.player(state),
            }
        )

    def _perft(self, ask: Ask, say: Say, stop: threading.Event) -> None:
        state = walk(self.game, ask.start, ask.moves).state
        until = _Until(stop, now() + ask.seconds)
        for depth in range(1, (ask.depth or DEEPEST) + 1):
            found = perft(self.game, depth, state, stop=until)
            if not found.complete:
                break
            say({"kind": "perft", "depth": depth, "leaves": found.leaves, "finished": found.finished})
            if found.leaves == found.finished:
                break


@attrs.frozen
class _Until:
    """A stop signal that is also set at a time."""

    stop: threading.Event
    deadline: float

    def is_set(self) -> bool:
        return self.stop.is_set() or now() >= self.deadline


# --- the process ----------------------------------------------------------------------------------------------------


class _Pipe:
    """Writes messages as lines. Threads write one line at a time."""

    def __init__(self, out: IO[str]) -> None:
        self._out = out
        self._lock = threading.Lock()

    def write(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, allow_nan=False)
        with self._lock:
            self._out.write(text + "\n")
            self._out.flush()


def _error_data(error: BaseException) -> dict[str, Any]:
    ours = isinstance(error, AdvsearchError)
    text = str(error) if ours else f"{type(error).__name__}: {error}"
    return {"kind": "error", "text": text[:LONGEST_ERROR], "game": not ours}


def _answered(desk: Desk, number: int, data: dict[str, Any], pipe: _Pipe, stops: dict[int, threading.Event]) -> None:
    def say(message: dict[str, Any]) -> None:
        pipe.write({"id": number, **message})

    try:
        desk.answer(ask_of(data), say, stops[number])
    except BaseException as error:  # a game may raise anything; its question ends, and the process goes on
        say(_error_data(error))
    stops.pop(number, None)
    say({"kind": "done"})


def main(spec: str, named: Sequence[str]) -> None:
    """Answer questions until standard input ends. What a game prints is not read as an answer."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    lower_session(SESSION_NICE)
    yield_after(YIELD_S)
    with output_apart() as out:
        assert out is not None
        _answer_all(spec, named, _Pipe(out))


def _answer_all(spec: str, named: Sequence[str], pipe: _Pipe) -> None:

    @contextlib.contextmanager
    def building(label: str) -> Iterator[None]:
        pipe.write({"kind": "building", "label": label})
        yield
        pipe.write({"kind": "built", "label": label})

    on_build(building)
    try:
        desk = Desk(spec, named)
    except BaseException as error:
        pipe.write({**_error_data(error), "fatal": True})
        return
    pipe.write({"kind": "ready"})
    stops: dict[int, threading.Event] = {}
    for line in sys.stdin:
        data = json.loads(line)
        number = data.pop("id")
        if data.get("do") == "stop":
            stops.get(number, threading.Event()).set()
            continue
        stops[number] = threading.Event()
        arguments = (desk, number, data, pipe, stops)
        threading.Thread(target=_answered, args=arguments, daemon=True).start()
    os._exit(0)  # a thread that loops for ever must not keep the process


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
