"""The strings of the Universal Game Interface that both sides write: positions, limits and values.

https://github.com/kz04px/ugi describes the protocol. The game determines the notation of positions and actions. A
position may contain spaces. An action may not contain spaces.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from advsearch.errors import InvalidNotation, InvalidSettings
from advsearch.limits import Limits
from advsearch.match.agents import Reported, Turn
from advsearch.match.clock import share_of
from advsearch.notation import action_text, read_action, read_state, state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.values import WIN, Value, distance, is_proven, loss_in, win_in

NONE: Final = "0000"
"""The text in place of an action if a player has no action."""
RESIGN: Final = "resign"
"""The answer of an agent that resigns. The word `resign` is an extension of the protocol by advsearch."""
LOWER: Final = "lowerbound"
UPPER: Final = "upperbound"
NEAR_END: Final = 100_000
"""The largest number of plies to the end that is accepted in a `score mate`. A `score mate` with a larger number is
ignored."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_SECONDS: Final = {"p1time": 0, "wtime": 0, "p2time": 1, "btime": 1}
_INCREMENTS: Final = {"p1inc": 0, "winc": 0, "p2inc": 1, "binc": 1}
_NUMBERS: Final = {*_SECONDS, *_INCREMENTS, "movetime", "depth", "nodes", "movestogo"}


def refuse_spaces(game: AnyGame) -> None:
    """Raise an error if an action of the game's initial state contains a space. The protocol does not allow spaces in
    actions."""
    state = game.initial()
    for action in game.actions(state):
        action_word(game, state, action)


def action_word(game: AnyGame, state: Any, action: Any) -> str:
    text = action_text(game, state, action)
    if not text or len(text.split()) != 1:
        raise InvalidSettings(
            f"expected actions without spaces for UGI, got {text!r} in {name_of(game)}; "
            "write a format_action that returns text without spaces"
        )
    return text


# --- position ---------------------------------------------------------------------------------------------------


class Writer:
    """Writes a game's `position` commands. Each action of the game is translated only once."""

    def __init__(self) -> None:
        self._start: Any = None
        self._begin = ""
        self._actions: tuple[Any, ...] = ()
        self._words: list[str] = []
        self._state: Any = None

    def line(self, turn: Turn) -> str:
        """The command that sets the position of this turn."""
        if turn.start != self._start or turn.actions[: len(self._actions)] != self._actions or not self._begin:
            initial = turn.start == turn.game.initial()
            self._begin = "position startpos" if initial else f"position fen {state_text(turn.game, turn.start)}"
            self._start = self._state = turn.start
            self._actions, self._words = (), []
        for action in turn.actions[len(self._actions) :]:
            self._words.append(action_word(turn.game, self._state, action))
            self._state = turn.game.result(self._state, action)
        self._actions = turn.actions
        return f"{self._begin} moves {' '.join(self._words)}" if self._words else self._begin


class Reader:
    """Reads a game's `position` and `moves` commands. Each action of the game is parsed only once."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._fen = ""
        self._words: tuple[str, ...] = ()
        self.states = [game.initial()]
        self.actions: tuple[Any, ...] = ()

    @property
    def state(self) -> Any:
        return self.states[-1]

    def position(self, text: str) -> None:
        """Set the position that the text of a `position` command gives. If the text is wrong, raise an error and
        change nothing."""
        begin, _, moves = text.strip().removesuffix(" moves").partition(" moves ")
        kind, _, fen = begin.strip().partition(" ")
        if (kind, bool(fen)) not in (("startpos", False), ("fen", True)):
            raise InvalidNotation(f"expected position startpos or position fen TEXT, got {text.strip()[:60]!r}")
        words = tuple(moves.split())
        if fen == self._fen:
            same = (one == two for one, two in zip(words, self._words, strict=False))
            known = sum(itertools.takewhile(bool, same))
            states = self.states[: known + 1]
        else:
            known = 0
            states = [read_state(self._game, fen.strip()) if fen else self._game.initial()]
        self._extend(states, self.actions[:known], words[known:])
        self._fen, self._words = fen, words

    def moves(self, words: Sequence[str]) -> None:
        """Play the actions of a `moves` command. If an action is illegal, raise an error and change nothing."""
        self._extend(list(self.states), self.actions, words)
        self._words += tuple(words)

    def _extend(self, states: list[Any], actions: tuple[Any, ...], words: Sequence[str]) -> None:
        added = []
        for word in words:
            added.append(read_action(self._game, states[-1], word))
            states.append(self._game.result(states[-1], added[-1]))
        self.states, self.actions = states, (*actions, *added)


# --- go ---------------------------------------------------------------------------------------------------------


def go_line(turn: Turn) -> str:
    """The `go` command for this turn's limits. The command contains depth and node limits in addition to the time."""
    words: list[str] = []
    own = turn.clocks[turn.player]
    if own is not None:
        left = [own if seconds is None else seconds for seconds in turn.clocks]
        words += [f"p{player}time {_milliseconds(seconds)}" for player, seconds in enumerate(left, 1)]
        words += [f"p{player}inc {int(one.increment_s * 1000)}" for player, one in enumerate(turn.controls, 1)]
    elif turn.limits.time_s is not None:
        words.append(f"movetime {_milliseconds(turn.limits.time_s)}")
    if turn.limits.depth is not None:
        words.append(f"depth {turn.limits.depth}")
    if turn.limits.nodes is not None:
        words.append(f"nodes {turn.limits.nodes}")
    return " ".join(["go", *(words or ["infinite"])])


def _milliseconds(seconds: float) -> int:
    return max(1, int(seconds * 1000))


def read_limits(words: Sequence[str], player: int) -> Limits:
    """The limits of a `go` command for the side to move. `infinite` and a bare `go` set no limits."""
    numbers: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            continue
        if word not in _NUMBERS:
            known = "movetime, p1time, p2time, p1inc, p2inc, depth, nodes or infinite"
            raise InvalidNotation(f"expected go with {known}, got {word[:40]!r}")
        number = next(rest, "nothing")
        if not _INTEGER.fullmatch(number):
            raise InvalidNotation(f"expected a whole number after {word}, got {number[:40]!r}")
        numbers[word] = max(int(number), 0)
    time_s: list[float] = [numbers["movetime"] / 1000] if "movetime" in numbers else []
    clocks = {_SECONDS[word]: number / 1000 for word, number in numbers.items() if word in _SECONDS}
    increments = {_INCREMENTS[word]: number / 1000 for word, number in numbers.items() if word in _INCREMENTS}
    if clocks and player not in clocks:
        raise InvalidNotation(
            f"expected p{player + 1}time, the time of the player to move, got only the other player's time"
        )
    if clocks:
        left = clocks[player]
        share = share_of(left, increments.get(player, 0.0))
        time_s.append(left / numbers["movestogo"] if numbers.get("movestogo") else share)
    return Limits(numbers.get("depth"), numbers.get("nodes"), min(time_s, default=None))


# --- info -------------------------------------------------------------------------------------------------------


def score_words(value: Value, game: AnyGame, *, bound: bool = False) -> str:
    """A value in the form of UGI. A proven win or loss is given in plies, and any other value in hundredths of the
    evaluator's unit. `bound=True` means that the win or loss may take fewer plies than the value says. As in UCI,
    `lowerbound` marks a value that may be higher, and `upperbound` a value that may be lower."""
    if utilities_of(game) == "outcome" and is_proven(value):
        plies = distance(value) or 0
        side = f" {LOWER if value > 0 else UPPER}" if bound else ""
        return f"score mate {plies if value > 0 else -plies}{side}"
    return f"score cp {round(100 * max(-WIN, min(WIN, value)))}"


def read_info(lines: Iterable[str]) -> Reported | None:
    """The depth, nodes and value that `info` lines report. If the lines report nothing, the result is None. If
    several `info` lines report a value, the last line counts."""
    reported: dict[str, Any] = {}
    for line in lines:
        words = line.split()
        if len(words) > 1 and words[1] == "string":
            continue
        for place, word in enumerate(words[:-1]):
            if word in ("depth", "nodes", "cp", "mate") and _INTEGER.fullmatch(words[place + 1]):
                _note(reported, word, int(words[place + 1]))
                if word in ("cp", "mate"):
                    reported["bound"] = word == "mate" and words[place + 2 : place + 3] in ([LOWER], [UPPER])
            elif word == "pv":
                break
    return Reported(**reported) if reported else None


def _note(reported: dict[str, Any], word: str, number: int) -> None:
    if word == "cp":
        reported["value"] = number / 100
    elif word == "mate" and 0 < abs(number) <= NEAR_END:
        reported["value"] = win_in(number) if number > 0 else loss_in(-number)
    elif word in ("depth", "nodes") and number >= 0:
        reported[word] = number
