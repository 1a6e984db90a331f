"""Solved openings: the winner after each pair of placements. Of pairs that are symmetric to each other, one is
stored.

The openings are stored in files beside this module, such as `openings/knights-7x7.txt`. These commands run the
solver:

    python -m advsearch_isolation.players.book 7x7                 compare the shipped file with a fresh proof
    python -m advsearch_isolation.players.book 7x7 --write FILE    prove openings of any board size, and write FILE

The second command stores each opening in FILE when it is proven. To continue a command that was stopped, run it
again.

Each line of the file is an opening. `a1 c1 A b3` means that A is on a1, B is on c1, and A wins by the action b3. `a1
b1 B` means that B wins. In every opening, player A moves next.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any, cast

import attrs

import advsearch
from advsearch import Algorithm, Deepening
from advsearch.errors import AdvsearchError, InvalidNotation
from advsearch.limits import Request, now
from advsearch.protocol import Binding, Search, Searcher
from advsearch.results import Result
from advsearch.system import files
from advsearch.values import loss_in, win_in
from advsearch_isolation.evaluators import improved
from advsearch_isolation.notation import format_cell, parse_cell
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation


@attrs.frozen
class Opening:
    """A position with both tokens placed, all other cells open, and player A to move."""

    first: int
    """The cell of player A's token."""
    second: int
    """The cell of player B's token."""
    wins: bool
    """Whether player A wins under best play."""
    action: int | None
    """A winning action of player A; None if player A does not win."""


@attrs.frozen(eq=False)
class Book:
    """The solved openings of one board."""

    game: Isolation
    openings: dict[tuple[int, int], Opening]

    def opening(self, first: int, second: int) -> Opening:
        """The opening with A on the cell `first` and B on the cell `second`. An opening of the book also stands for
        its reflections and rotations."""
        for symmetry in self.game.symmetries():
            found = self.openings.get((symmetry.action(first), symmetry.action(second)))
            if found is not None:
                action = None if found.action is None else _preimage(symmetry.action, self.game, found.action)
                return Opening(first, second, found.wins, action)
        raise LookupError(f"the book has no opening with A on cell {first} and B on cell {second}")

    def replies(self, first: int) -> Iterator[Opening]:
        """Yield the openings with player A on the cell `first`, in the order of player B's cells."""
        cells = self.game.width * self.game.height
        return (self.opening(first, second) for second in range(cells) if second != first)

    def action(self, state: State) -> tuple[bool, int] | None:
        """Whether the side to move wins, and its best action; None if the book does not contain the position.

        The book contains the empty board, the positions after a first placement, and openings that the side to move
        wins.
        """
        cells = self.game.width * self.game.height
        taken = cells - state.open.bit_count()
        if taken != sum(cell != UNPLACED for cell in (state.mover, state.waiting)):
            return None  # some closed cells are not occupied
        if taken == 0:
            best = max(range(cells), key=lambda first: sum(reply.wins for reply in self.replies(first)))
            return any(all(reply.wins for reply in self.replies(first)) for first in range(cells)), best
        if taken == 1:
            if state.waiting == UNPLACED:
                return None
            good = [reply.second for reply in self.replies(state.waiting) if not reply.wins]
            return (True, good[0]) if good else None
        opening = self.opening(state.mover, state.waiting)
        return None if opening.action is None else (True, opening.action)


def _preimage(move: Callable[[int], int], game: Isolation, image: int) -> int:
    return next(cell for cell in range(game.width * game.height) if move(cell) == image)


# --- reading and writing --------------------------------------------------------------------------------------------


@functools.cache
def book_of(game: Isolation) -> Book | None:
    """The book of solved openings for a board; None if the package has no book for this board."""
    if game.moves != "knight":
        return None
    file = resources.files("advsearch_isolation.players").joinpath(
        "openings", f"knights-{game.width}x{game.height}.txt"
    )
    return read(game, file.read_text("utf-8")) if file.is_file() else None


def read(game: Isolation, text: str) -> Book:
    """Read a book from its lines, in which `#` begins a comment."""
    openings = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        if len(words) not in (3, 4) or words[2] != ("A" if len(words) == 4 else "B"):
            raise InvalidNotation(
                f"expected an opening such as 'a1 b1 B' or 'a1 c1 A b3', got {line!r} in line {number}"
            )
        cells = [parse_cell(game.width, game.height, word) for word in (*words[:2], *words[3:])]
        openings[cells[0], cells[1]] = Opening(cells[0], cells[1], words[2] == "A", cells[2] if cells[2:] else None)
    return Book(game, openings)


def write(book: Book) -> str:
    """Write a book in the format of `read`."""
    game = book.game
    wins = sum(opening.wins for opening in book.openings.values())
    lines = [
        f"{_title(game)}: who wins after both placements, A to move; {wins} of {len(book.openings)} are A's.",
        f"# Made by: python -m advsearch_isolation.players.book {game.width}x{game.height}",
    ]
    for opening in book.openings.values():
        cells = [format_cell(game.width, cell) for cell in (opening.first, opening.second)]
        won = ["B"] if opening.action is None else ["A", format_cell(game.width, opening.action)]
        lines.append(" ".join([*cells, *won]))
    return "\n".join(lines) + "\n"


def _title(game: Isolation) -> str:
    return f"# Isolation {game.width}x{game.height}, knights"


# --- proving --------------------------------------------------------------------------------------------------------


def pairs(game: Isolation) -> list[tuple[int, int]]:
    """Pairs of A's cell and B's cell, in ascending order. Of several symmetric pairs, the list has only the first."""
    maps = [symmetry.action for symmetry in game.symmetries()]
    cells = range(game.width * game.height)
    every = ((first, second) for first in cells for second in cells if first != second)
    return [pair for pair in every if pair == min((move(pair[0]), move(pair[1])) for move in maps)]


def prove(
    game: Isolation, solver: advsearch.Solver, told: Callable[[Opening, int], None], known: Book | None = None
) -> Book:
    """Solve every opening that is not in the book `known`. After each proof, call `told` with the opening and the
    number of nodes of the proof."""
    openings = {} if known is None else dict(known.openings)
    for first, second in pairs(game):
        if (first, second) in openings:
            continue
        state = game.result(game.result(game.initial(), first), second)
        proof = solver.solve(state)
        wins = proof.value == 1
        opening = openings[first, second] = Opening(first, second, wins, proof.action if wins else None)
        told(opening, proof.nodes)
    return Book(game, openings)


# --- playing --------------------------------------------------------------------------------------------------------


@attrs.frozen
class BookPlayer(Algorithm):
    """Plays a won opening from the book, and any other position by the searcher `then` (by default `deepening`).

    The book knows who wins, but not after how many plies, so the reported value assumes a ply for each open cell.
    This player is not a minimax search, so the laws of minimax searches do not apply to it.
    """

    then: Searcher | None = None

    def bind(self, at: Binding, /) -> Search:
        book, then = book_of(cast(Isolation, at.game)), at.bind(self.then or Deepening(evaluator=improved))

        def search(state: Any, request: Request) -> Result:
            found = None if book is None else book.action(state)
            if found is None:
                return then(state, request)
            wins, action = found
            plies = state.open.bit_count()
            value = win_in(plies) if wins else loss_in(plies)
            return Result(action=action, value=value, depth=1, nodes=1, pv=(action,), proven=True)

        return search


# --- the command ----------------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Prove who wins each opening of a board. Compare the results with the book in the package, or write them to
    FILE."""
    parser = argparse.ArgumentParser("python -m advsearch_isolation.players.book", description=main.__doc__)
    parser.add_argument("board", metavar="WIDTHxHEIGHT", type=_board)
    parser.add_argument(
        "--write", metavar="FILE", type=Path, help="write the book to FILE, or continue the book in FILE; - prints it"
    )
    parser.add_argument("--table-mb", type=int, default=256, help="megabytes for the solver's table")
    parser.add_argument("--threads", type=int, default=1, help="number of threads for each proof")
    given = parser.parse_args(arguments)
    game, path = given.board, given.write
    printed = path == files.STANDARD_OUTPUT
    kept = None if printed else path
    try:
        known = _begun(game, kept)
        if kept is not None:
            _save(known, kept)  # a file that cannot be written is reported before hours of proofs
        solver = advsearch.Solver(game, given.table_mb, threads=given.threads)
        solver.prepare()
    except AdvsearchError as error:
        parser.error(str(error))
    try:
        book = prove(game, solver, _Telling(known, kept), known)
    except KeyboardInterrupt:
        goes_on = "" if kept is None else "; the same command continues from there"
        print(f"stopped with {len(known.openings)} of {len(pairs(game))} openings proven{goes_on}", file=sys.stderr)
        return 130
    if path is not None:
        _save(book, path)
    if printed:
        return 0
    for first in sorted({first for first, _ in book.openings}):
        replies = list(book.replies(first))
        won = sum(reply.wins for reply in replies)
        print(f"A at {format_cell(game.width, first)}: A wins {won} of {len(replies)} replies")
    return 0 if path is not None else _compare(parser, book)


def _compare(parser: argparse.ArgumentParser, book: Book) -> int:
    game = book.game
    shipped = book_of(game)
    if shipped is None:
        parser.error(f"no book is shipped for {game.width}x{game.height}; give --write FILE")
    agree = all(shipped.opening(first, second).wins == o.wins for (first, second), o in book.openings.items())
    print("the shipped book says the same" if agree else "the shipped book differs")
    return 0 if agree else 1


def _begun(game: Isolation, path: Path | None) -> Book:
    """The book in a file; an empty one if there is no such file."""
    if path is None or not path.is_file():
        return Book(game, {})
    text = path.read_text("utf-8")
    if not text.startswith(_title(game)):
        got = text.partition("\n")[0][:60]
        raise InvalidNotation(
            f"expected a book of {game.width}x{game.height} in {path}, got a file that begins with {got!r}"
        )
    return read(game, text)


def _save(book: Book, path: Path) -> None:
    """Write the openings to a file, in the order of `pairs`. The file is replaced in one step."""
    ordered = {pair: book.openings[pair] for pair in pairs(book.game) if pair in book.openings}
    files.write(path, [write(Book(book.game, ordered))])


def _board(text: str) -> Isolation:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"expected a board such as 7x7, got {text!r}")
    return Isolation(int(width), int(height))


@attrs.define
class _Telling:
    """Adds each solved opening to the book, saves the book in the file, and prints progress on standard error."""

    known: Book
    path: Path | None
    nodes: int = 0
    started: float = attrs.field(factory=now)

    def __call__(self, opening: Opening, nodes: int) -> None:
        self.nodes += nodes
        self.known.openings[opening.first, opening.second] = opening
        if self.path is not None:
            _save(self.known, self.path)
        width = self.known.game.width
        cells = f"{format_cell(width, opening.first)} {format_cell(width, opening.second)}"
        winner, seconds = "A" if opening.wins else "B", now() - self.started
        print(f"{cells}  {winner}  {self.nodes:,} nodes  {seconds:.1f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
