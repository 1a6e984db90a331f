"""What stands beside the board: the seats, what a search thinks, the moves and the lines that were tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from advsearch.analysis.live.positions import SEATS
from advsearch.cli.console import count, seconds_text
from advsearch.cli.terminal.opening import Seat
from advsearch.cli.terminal.painted import Word
from advsearch.cli.terminal.round import Clock, Moves, Position, Round

_LONGEST_PV: Final = 14


@attrs.define
class Search:
    """What was heard of a search of one position."""

    line: dict[str, Any] | None = None
    ended: bool = False
    error: str = ""
    building: str = ""

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message of the game's process."""
        match message["kind"]:
            case "line":
                self.line, self.building = message, "the search" if message.get("building") else ""
            case "building":
                self.building = message["label"]
            case "built":
                self.building = ""
            case "error":
                self.error, self.ended = message["text"], True
            case "end" | "done":
                self.ended, self.building = True, ""

    @property
    def shorts(self) -> Mapping[str, str]:
        """The short value of each action that has one, the best first."""
        return {} if self.line is None else self.line["shorts"]


def limits_text(seat: Seat) -> str:
    """Return the limits of a seat in a few characters, such as `1 s` or `depth 6`."""
    limits, parts = seat.limits, []
    if limits.time_s is not None:
        parts.append(seconds_text(limits.time_s).replace(".00", ""))
    if limits.depth is not None:
        parts.append(f"depth {limits.depth}")
    if limits.nodes is not None:
        parts.append(f"{count(limits.nodes)} nodes")
    return ", ".join(parts)


def seat_lines(seats: tuple[Seat, Seat], mover: int | None, clock: Clock) -> list[list[Word]]:
    """Return a line for each seat: its piece, its player with limits, and its clock."""
    lines = []
    for number, seat in enumerate(seats):
        here = number == mover
        more = "" if seat.person else limits_text(seat)
        line = [
            Word("▶" if here else " ", "last", target="players"),
            Word("●○"[number], SEATS[number], target="players", bold=True),
            Word(f"{SEATS[number]:<6}", target="players", bold=here),
            Word(seat.player, target="players", bold=here),
        ]
        line += [Word(more, "soft", target="players")] if more else []
        line += [Word(clock.text(number), "last", bold=True)] if clock.budget else []
        lines.append(line)
    return lines


def rate_text(nodes: int, seconds: float) -> str:
    each = nodes / max(seconds, 1e-4)
    scaled = f"{each / 1e6:.1f} M" if each >= 1e6 else f"{each / 1e3:.0f} k" if each >= 1e3 else f"{each:.0f}"
    return f"{scaled} nodes/s"


def verdict_lines(search: Search, position: Position, *, on: bool, lines: int) -> list[list[Word]]:
    """Return what a search thinks: the value in words, how it was found, and the best lines."""
    if position.over:
        return [[Word(position.ending, bold=True)], [Word("the game is over", "soft")]]
    found = search.line
    if found is None:
        said = "searching …" if on and not search.ended else "stopped"
        return [[Word(said, bold=True)], *_notes(search)]
    best = found["lines"][0]
    who = f"for {SEATS[position.player or 0]}"
    tone = _tone(best)
    head = [Word(best["value"], tone, bold=True), Word(who, "soft")]
    head += [Word("✓ proven", "good", bold=True)] if best["exact"] else []
    head += [] if search.ended or not on else [Word("…", "soft")]
    tier = "machine code" if found["tier"] == "compiled" else "plain Python"
    facts = [f"depth {found['depth']}", f"{count(found['nodes'])} nodes", rate_text(found["nodes"], found["seconds"])]
    facts += [seconds_text(found["seconds"]), tier]
    shown = [[Word(head_word.text, head_word.role, bold=head_word.bold) for head_word in head]]
    shown.append([Word(each + ("," if n + 1 < len(facts) else ""), "soft") for n, each in enumerate(facts)])
    shown += _notes(search)
    for each in found["lines"][:lines]:
        sure = "✓" if each["exact"] else ""
        words = [Word(f"{each['short'] + sure:<6}", _tone(each), bold=True)]
        pv = each["pv"][:_LONGEST_PV]
        words += [Word(move, target=("pv", tuple(pv[: n + 1]))) for n, move in enumerate(pv)]
        shown.append(words)
    return shown


def _notes(search: Search) -> list[list[Word]]:
    notes = []
    if search.building:
        notes.append([Word("building machine code …", "soft")])
    if search.error:
        notes.append([Word(each, "bad") for each in search.error.split()])
    return notes


def _tone(value: Mapping[str, Any]) -> str:
    return "ink" if not value["proven"] or not value["number"] else "good" if value["number"] > 0 else "bad"


def move_lines(round_: Round, texts: Sequence[str], *, tree: bool) -> list[list[Word]]:
    """Return the moves of the game, or the tree of the lines that were tried if there are several."""
    if tree and len(round_.lines) > 1:
        return [*_branches(_tree_of(round_.lines), (), round_.played, 0)]
    if not round_.moves:
        return [[Word("no move yet", "soft")]]
    known = texts if len(texts) == len(round_.moves) else round_.moves
    words = []
    for ply, text in enumerate(known, 1):
        words.append(_move(ply, text, ("line", round_.moves[:ply]), here=ply == round_.at))
    return [words]


def _move(ply: int, text: str, target: Any, *, here: bool) -> Word:
    return Word(f"{ply}. {text}", "on-first" if here else "ink", target, here, "first" if here else "card")


def _tree_of(lines: Sequence[Moves]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    for line in lines:
        node = root
        for move in line:
            node = node.setdefault(move, {})
    return root


def _branches(node: dict[str, Any], before: Moves, here: Moves, deep: int) -> list[list[Word]]:
    """A line for each branch: its moves up to the place where it parts."""
    shown = []
    for move, inner in node.items():
        words, moves, at = [Word("  " * deep + ("└" if deep else "·"), "soft")], (*before, move), inner
        words.append(_move(len(moves), move, ("line", moves), here=moves == here))
        while len(at) == 1:
            ((following, deeper),) = at.items()
            moves, at = (*moves, following), deeper
            words.append(_move(len(moves), following, ("line", moves), here=moves == here))
        shown.append(words)
        shown += _branches(at, moves, here, deep + 1)
    return shown
