"""Machine code loaded without numba behaves as when numba loads it."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advsearch.compiled import build, loaded, numbas, program
from advsearch.compiled.build import native
from advsearch.compiled.object_file import undefined
from advsearch.system.kept_files import Damaged

TABLE = (3, 1, 4, 1, 5)
LEAST, GREATEST = -(1 << 63), (1 << 63) - 1


def sums(x: int, y: float, s: tuple[int, int]) -> tuple[int, float, bool]:
    return x * s[0] + s[1], x / y, x > s[0] // 3


def divides(x: int, y: float, s: tuple[int, int]) -> int:
    return x // s[0] - x % s[1]


def shifts(x: int, y: float, s: tuple[int, int]) -> int:
    return (x << s[0] % 64) ^ x >> s[1] % 64


def wraps(x: int, y: float, s: tuple[int, int]) -> int:
    return abs(x) * 3 + max(s[0], s[1]) - min(x, 5)


def reads(x: int, y: float, s: tuple[int, int]) -> float:
    return TABLE[x % len(TABLE)] + math.floor(y) + math.sqrt(abs(y)) + y % 3.0


def library(x: int, y: float, s: tuple[int, int]) -> float:
    return math.exp(-abs(y)) + math.sin(y) + abs(y) ** 0.3


def recurses(x: int, y: float, s: tuple[int, int]) -> int:
    return 1 if x % 7 == 0 else 1 + recurses(x + 1, y, s)


def asserts(x: int, y: float, s: tuple[int, int]) -> int:
    if x >= s[0]:
        raise AssertionError("x is too large")  # as an assert, which pytest would rewrite
    return x


def counts(x: int, y: float, s: tuple[int, int]) -> int:
    total = 0
    for each in range(0, x % 10, s[1] % 3):
        total += each
    return total


def nothing(x: int, y: float, s: tuple[int, int]) -> None:
    return


FUNCTIONS = [sums, divides, shifts, wraps, reads, library, recurses, asserts, counts, nothing]
ARGUMENTS = (0, 0.0, (0, 0))


def outcome(function: Callable[..., Any], *arguments: Any) -> Any:
    """The result or the exception of a call; nan as a string, so that it equals itself."""
    try:
        returned = function(*arguments)
    except (AssertionError, ValueError) as error:
        return type(error), error.args
    return repr(returned)


@pytest.fixture(scope="module", params=FUNCTIONS, ids=lambda function: function.__name__)
def both(request: pytest.FixtureRequest) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """A function as `native` loads it, and as numba compiles it in this process."""
    conversion = program.Conversion(f"law_{request.param.__name__}", **numbas.OPTIONS)
    return native(request.param, ARGUMENTS, f"law {request.param.__name__}"), conversion.dispatcher(request.param)


@given(
    st.integers(LEAST, GREATEST),
    st.floats(),
    st.tuples(st.integers(LEAST, GREATEST), st.integers(LEAST, GREATEST)),
)
@example(0, 0.0, (0, 0))
@example(LEAST, -0.0, (-1, -1))
@example(5, math.inf, (3, 3))
@example(6, math.nan, (GREATEST, 2))
def test_code_means_the_same_however_it_is_loaded(both: Any, x: int, y: float, s: tuple[int, int]) -> None:
    """Results and exceptions are those of numba's own loading, including zero divisors, overflow and infinities."""
    ours, numbas_own = both
    assert outcome(ours, x, y, s) == outcome(numbas_own, x, y, s)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((GREATEST + 1, 0.0, (1, 1)), OverflowError),
        ((0, 0.0, (1, LEAST - 1)), OverflowError),
        (("text", 0.0, (1, 1)), TypeError),
        ((0, 0.0, (1, 1, 1)), TypeError),
        ((0, 0.0), TypeError),
        ((0, 0.0, (1, 1), 0), TypeError),
    ],
)
def test_what_has_no_room_in_an_argument_is_refused(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    """A number of more than 64 bits, another type, or another number of arguments raises, and the code is not
    called.
    """
    with pytest.raises(error):
        native(divides, ARGUMENTS, "law divides")(*arguments)


def grows(x: int) -> int:
    found = [x]
    for each in range(x):
        found.append(each)
    return len(found)


def nested(x: int) -> Any:
    return (x, (x, 0.5)), True


def text(x: int) -> str:
    return "even" if x % 2 == 0 else "odd"


@pytest.mark.parametrize(("function", "expected"), [(grows, 8), (nested, ((7, (7, 0.5)), True)), (text, "odd")])
def test_what_needs_numba_is_loaded_by_numba(
    function: Any, expected: Any, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Functions with lists, strings or nested results are still loaded by numba, from the same builds. If a file of
    numba's has changed, they are built again.
    """
    assert native(function, (0,), "foreign")(7) == expected
    (path,) = cache.glob("foreign_*.code")
    assert not loaded.read(path).symbol
    monkeypatch.setattr(build, "_built", {})
    assert native(function, (0,), "foreign")(7) == expected
    files = [file for file in cache.glob("__pycache__/foreign_*.nb*") if file.stat().st_size]
    assert files
    for file in files:
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
    monkeypatch.setattr(build, "_built", {})
    assert native(function, (0,), "foreign")(7) == expected


def test_only_functions_of_the_c_library_are_called(cache: Path) -> None:
    """The external functions that an object file needs are read from it, and are on a short list."""
    native(library, ARGUMENTS, "library")
    native(divides, ARGUMENTS, "divides")
    (one,) = cache.glob("library_*.code")
    (other,) = cache.glob("divides_*.code")
    needed = undefined(loaded.read(one).machine)
    assert needed is None or set(needed) <= loaded.LIBRARY
    assert loaded.read(other).foreign == ()


def test_an_unknown_symbol_is_refused(cache: Path) -> None:
    """Code with an unknown external function, or without the expected one, raises instead of crashing."""
    native(wraps, ARGUMENTS, "symbols")
    (path,) = cache.glob("symbols_*.code")
    code = loaded.read(path)
    for changed in (
        loaded.Code("another", code.arguments, code.returned, (), code.machine),
        loaded.Code(code.symbol, code.arguments, code.returned, ("no_such_function",), code.machine),
    ):
        with pytest.raises(Damaged):
            loaded.loaded(changed)


def test_threads_load_and_call_at_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen threads that load the same builds at once can all call them."""
    functions = (sums, divides, wraps, counts)
    expected = [outcome(native(each, ARGUMENTS, each.__name__), 41, 0.5, (7, 2)) for each in functions]
    found: list[Any] = []

    def ask() -> None:
        for _ in range(10):
            build._built.clear()
            found.append([outcome(native(each, ARGUMENTS, each.__name__), 41, 0.5, (7, 2)) for each in functions])

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 160


ENDS_DURING_A_CALL = """
import threading, time
from advsearch.compiled.build import native


def turns(x):
    while x != 0:
        x += 2
    return x


run = native(turns, (0,), "turns")
threading.Thread(target=run, args=(1,), daemon=True).start()
time.sleep(0.1)
print("end")
"""


def test_a_process_may_end_during_a_call(tmp_path: Path, in_new_process: Callable[..., Any]) -> None:
    """Code is never freed, so a thread that still runs it when the interpreter ends does no harm."""
    script = tmp_path / "ends.py"
    script.write_text(ENDS_DURING_A_CALL)
    for _ in range(5):
        process = in_new_process(script)
        assert (*process.communicate(timeout=60), process.returncode) == ("end\n", "", 0)
