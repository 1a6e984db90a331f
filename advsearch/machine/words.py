"""What the functions in `runtime/` may use besides numbers of 64 bits: memory, bits, floats and the state of a build.

The functions in `runtime/` are Python to a reader, to mypy and to ruff, and `raw.py` compiles them. They never run as
Python, and neither do the functions of this module: each stands for a few instructions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

Word: TypeAlias = int
"""The result of a function that returns a value, or an address, and 0 exactly if it failed. Where such a function is
called, `raw.py` adds the test for 0, and returns 0."""


F = TypeVar("F", bound=Callable[..., int])


def inline(function: F) -> F:
    """Mark a function whose code replaces each call."""
    return function


def cold(function: F) -> F:
    """Mark a function that is rarely called, and never inlined."""
    return function


def changes(function: F) -> F:
    """Mark a function that changes a list, set or dict which existed before."""
    return function


def attempt(result: Word) -> Word:
    """The result of a call, which is not passed on if it is 0."""
    return result


class _State:
    """The global variables of a build: `state.ARENA` reads one, `state.ARENA = x` writes one."""

    def __getattr__(self, name: str) -> int:
        if not name.isupper():  # what inspects any object looks for names such as `__wrapped__`
            raise AttributeError(name)
        _never(name)

    def __setattr__(self, name: str, value: int) -> None:
        _never(name)


def _never(*_: Any) -> NoReturn:
    raise RuntimeError("the functions of the runtime are compiled, and do not run as Python")


state: Final = _State()


def load(address: int) -> int:
    """The word at an address."""
    _never(address)


def store(address: int, word: int) -> int:
    _never(address, word)


def load_4(address: int) -> int:
    """The four bytes at an address, as a number that is not negative."""
    _never(address)


def store_4(address: int, number: int) -> int:
    _never(address, number)


def load_byte(address: int) -> int:
    _never(address)


def store_byte(address: int, number: int) -> int:
    _never(address, number)


def load_anywhere(address: int) -> int:
    """The word at an address that need not be a multiple of 8."""
    _never(address)


def store_anywhere(address: int, word: int) -> int:
    _never(address, word)


def copy(to: int, source: int, words: int) -> int:
    """Copy words; the two places may overlap."""
    _never(to, source, words)


def copy_bytes(to: int, source: int, count: int) -> int:
    _never(to, source, count)


def zero(address: int, words: int) -> int:
    _never(address, words)


def shift_right(number: int, by: int) -> int:
    """Shift right and fill with zeros; `>>` fills with the sign."""
    _never(number, by)


def below(one: int, other: int) -> int:
    """Whether one number is less than the other, both taken as not negative."""
    _never(one, other)


def quotient(number: int, by: int) -> int:
    """The quotient of two numbers, both taken as not negative; `//` is for those below 2**63."""
    _never(number, by)


def remainder(number: int, by: int) -> int:
    _never(number, by)


def high_product(one: int, other: int) -> int:
    """The upper 64 bits of the product of two numbers, both taken as not negative."""
    _never(one, other)


def bit_count(number: int) -> int:
    _never(number)


def leading_zeros(number: int) -> int:
    _never(number)


def trailing_zeros(number: int) -> int:
    _never(number)


def swap_bytes(number: int) -> int:
    """The bytes of a word in the opposite order."""
    _never(number)


def overflows(one: int, other: int) -> int:
    """Whether the product of two numbers needs more than 64 bits."""
    _never(one, other)


def float_less(one: int, other: int) -> int:
    """Whether one float is less than the other; floats are given by their bits."""
    _never(one, other)


def float_equal(one: int, other: int) -> int:
    _never(one, other)


def float_of(number: int) -> int:
    """The bits of the float nearest to a number."""
    _never(number)


def cut_float(bits: int) -> int:
    """The whole part of a float within 63 bits."""
    _never(bits)


def frame_address() -> int:
    """The address of the frame of the function that runs."""
    _never()
