"""The solved openings: their files, how openings are found, and that the solver agrees with them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import advsearch
from advsearch.errors import InvalidNotation
from advsearch.search import Random
from advsearch_isolation import Isolation
from advsearch_isolation.players import book as module
from advsearch_isolation.players.book import BookPlayer, Opening, book_of, pairs, read, write
from advsearch_isolation.position import State

BOARDS = [Isolation(size, size) for size in (4, 5, 6, 7)]


def winners(game: Isolation) -> dict[str, int]:
    """For one first placement of each class, the number of replies after which A wins."""
    book = book_of(game)
    assert book is not None
    firsts = sorted({first for first, _ in book.openings})
    return {module.format_cell(game.width, first): sum(o.wins for o in book.replies(first)) for first in firsts}


@pytest.mark.parametrize(("size", "classes"), [(4, 33), (5, 85), (6, 165), (7, 315)])
def test_a_book_has_every_opening_once(size: int, classes: int) -> None:
    """Up to the eight symmetries of the square, the books have 33, 85, 165 and 315 pairs of placements."""
    game = Isolation(size, size)
    book = book_of(game)
    assert book is not None
    assert classes == len(book.openings)
    assert list(book.openings) == pairs(game)


def test_what_is_known_of_7x7() -> None:
    """On 7x7, A wins after 23 or 24 of the 48 replies to a first placement, or 32 if it is the middle. So B can
    always win.
    """
    expected = {"a1": 24, "b1": 23, "b2": 24, "c1": 24, "c2": 23, "c3": 24, "d1": 23, "d2": 24, "d3": 23, "d4": 32}
    assert expected == winners(Isolation())
    assert set(winners(Isolation(6, 6)).values()) == {16}
    for size in (4, 5):
        assert all(won < size * size - 1 for won in winners(Isolation(size, size)).values())


@given(game=st.sampled_from(BOARDS), seed=st.integers(0, 1 << 32))
def test_symmetric_openings_agree(game: Isolation, seed: int) -> None:
    """Every pair of cells is found in the book. Its winner is that of its images, and its action leads to its
    image's.
    """
    rng = random.Random(seed)
    first, second = rng.sample(range(game.width * game.height), 2)
    book = book_of(game)
    assert book is not None
    found = book.opening(first, second)
    assert (first, second) == (found.first, found.second)
    assert found.wins == (found.action is not None)
    state = game.result(game.result(game.initial(), first), second)
    assert found.action is None or found.action in game.actions(state)
    for symmetry in game.symmetries():
        assert found.wins == book.opening(symmetry.action(first), symmetry.action(second)).wins


@pytest.mark.needs_numba
@pytest.mark.parametrize("size", [4, 5])
def test_small_books_are_what_the_solver_writes(size: int) -> None:
    """New proofs of every opening give the shipped file, except for the choice among several winning actions."""
    game = Isolation(size, size)
    shipped, printed = book_of(game), []
    fresh = module.prove(game, advsearch.Solver(game, 4), lambda opening, nodes: printed.append((opening, nodes)))
    assert shipped is not None
    assert [o.wins for o in shipped.openings.values()] == [o.wins for o in fresh.openings.values()]
    assert len(printed) == len(fresh.openings)
    assert all(nodes > 0 for _, nodes in printed)


@pytest.mark.needs_numba
def test_actions_of_the_7x7_book_win() -> None:
    """After the book's action the opponent has lost, in forty random openings."""
    game, solver = Isolation(), advsearch.Solver(Isolation(), 64)
    book = book_of(game)
    assert book is not None
    won = [opening for opening in book.openings.values() if opening.wins]
    for opening in random.Random(7).sample(won, 40):
        state = game.result(game.result(game.initial(), opening.first), opening.second)
        assert solver.solve(game.result(state, opening.action)).value == -1


@given(game=st.sampled_from(BOARDS))
def test_reading_gives_back_what_was_written(game: Isolation) -> None:
    """`read(write(book))` is the book."""
    book = book_of(game)
    assert book is not None
    assert book.openings == read(game, write(book)).openings


@pytest.mark.parametrize("line", ["a1 b1", "a1 b1 C", "a1 b1 A", "a1 b1 B c3", "a1 b1 A c3 d4", "z9 b1 B"])
def test_wrong_lines_are_refused(line: str) -> None:
    """The error for a line that is not an opening quotes it."""
    with pytest.raises(InvalidNotation, match=line.split()[0]):
        read(Isolation(), f"# comment\n{line}\n")


def test_boards_without_a_book() -> None:
    """Boards with queens or of other sizes have no book."""
    assert book_of(Isolation(moves="queen")) is None
    assert book_of(Isolation(7, 6)) is None


def test_the_player_wins_won_openings_and_places_well() -> None:
    """The book player wins won openings from the book and, placing second, chooses a winning cell."""
    game = Isolation()
    book = book_of(game)
    assert book is not None
    player = BookPlayer(Random(seed=1))
    empty = game.initial()
    placed = player.search(game, empty)
    assert placed.value < 0
    assert placed.proven
    assert not placed.exact  # the book contains no distances
    state = game.result(empty, placed.action)
    answer = player.search(game, state)
    assert answer.value > 0
    assert not book.opening(placed.action, answer.action).wins
    lost = next(o for o in book.openings.values() if not o.wins)
    state = game.result(game.result(empty, lost.first), lost.second)
    assert not player.search(game, state).proven
    won = next(o for o in book.openings.values() if o.wins)
    state = game.result(game.result(empty, won.first), won.second)
    assert won.action == player.search(game, state).action


def test_the_book_is_silent_where_it_knows_nothing() -> None:
    """Later positions, boards with holes, and a position with only the mover's token are searched by the other
    searcher.
    """
    game = Isolation()
    book = book_of(game)
    assert book is not None
    full = (1 << 49) - 1
    for state in (
        State(full ^ 0b111, 0, 1, 0, 3),
        State(full ^ 1, -1, -1, 0, 0),
        State(full ^ 1, 0, -1, 0, 1),
    ):
        assert book.action(state) is None
    other: Any = Isolation(3, 3)
    assert not BookPlayer(Random()).search(other, other.initial()).proven


@pytest.mark.needs_numba
def test_the_command(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The command proves a board and compares it with the book, or writes one; impossible requests are errors."""
    assert module.main(["4x4"]) == 0
    printed = capsys.readouterr().out
    assert "A at b1: A wins 2 of 15 replies" in printed
    assert "the shipped book says the same" in printed
    path = tmp_path / "book.txt"
    assert module.main(["4x3", "--write", str(path)]) == 0
    assert read(Isolation(4, 3), path.read_text()).openings
    capsys.readouterr()
    assert module.main(["4x3", "--write", "-"]) == 0
    assert capsys.readouterr().out == path.read_text()
    for board, message in (
        ("4x3", "no book is shipped for 4x3; give --write FILE"),
        ("large", "expected a board such as 7x7, got 'large'"),
    ):
        with pytest.raises(SystemExit):
            module.main([board])
        assert message in capsys.readouterr().err
    with pytest.raises(SystemExit):
        module.main(["4x3", "--write", str(tmp_path / "none" / "book.txt")])
    assert "book.txt' cannot be written: No such file or directory" in capsys.readouterr().err


@pytest.mark.needs_numba
def test_a_proof_that_was_stopped_goes_on(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Openings proven before an interruption stay in the file and are not proven again."""
    path, game = tmp_path / "book.txt", Isolation(4, 3)
    proven: list[tuple[int, int]] = []
    solve = advsearch.Solver.solve

    def three_only(solver: Any, state: Any) -> Any:
        if len(proven) == 3:
            raise KeyboardInterrupt
        proven.append((state.mover, state.waiting))
        return solve(solver, state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advsearch.Solver, "solve", three_only)
        assert module.main(["4x3", "--write", str(path), "--table-mb", "1"]) == 130
    printed = capsys.readouterr().err
    assert f"stopped with 3 of {len(pairs(game))} openings proven; the same command continues from there" in printed
    assert list(read(game, path.read_text()).openings) == proven == pairs(game)[:3]
    assert module.main(["4x3", "--write", str(path), "--table-mb", "1"]) == 0
    assert len(capsys.readouterr().err.splitlines()) == len(pairs(game)) - 3
    fresh = module.prove(game, advsearch.Solver(game, 1), lambda opening, nodes: None)
    assert [o.wins for o in read(game, path.read_text()).openings.values()] == [
        o.wins for o in fresh.openings.values()
    ]
    assert [each.name for each in tmp_path.iterdir()] == ["book.txt"]


def test_a_file_of_another_board_is_not_gone_on_with(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged book, or one of another board, is refused before anything is proven."""
    path = tmp_path / "book.txt"
    book = book_of(Isolation(4, 4))
    assert book is not None
    for text, message in (
        (write(book), "expected a book of 5x5 in "),
        ("# Isolation 5x5, knights\na1 b1 C\n", "got 'a1 b1 C' in line 2"),
    ):
        path.write_text(text)
        with pytest.raises(SystemExit):
            module.main(["5x5", "--write", str(path)])
        assert message in capsys.readouterr().err
        assert path.read_text() == text


def test_an_opening_that_is_none() -> None:
    """Two tokens on one cell are not an opening."""
    book = book_of(Isolation())
    assert book is not None
    with pytest.raises(LookupError, match="no opening with A on cell 3 and B on cell 3"):
        book.opening(3, 3)
    assert Opening(0, 1, False, None) == book.opening(0, 1)
