"""Check that kernels return the types that search templates expect.

The return types of kernels, which numba infers, are checked after each build. A wrong return type may cause an error
anywhere in a template, or wrong values without an error. If a build fails, the kernels are compiled one at a time to
find the cause.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import attrs

from advsearch.compiled.numbers import INT, NUMBERS, Numbers
from advsearch.compiled.program import Conversion
from advsearch.kernels import KernelSet


@attrs.frozen(eq=False)
class Kernel:
    """A kernel, with the types that search templates expect for its parameters and its result."""

    what: str
    """The name of the function in messages, for example `kernel apply`."""
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    """An example of each argument."""
    numbers: int | None
    """The length of the tuple that the function returns, or None if the function returns a single number."""
    returned: Numbers = INT
    """The type of the numbers that the function returns."""
    returns: bool = True
    """Whether templates use the kernel's result. If `returns` is false, the kernel may return a value of any type."""
    misfit: str | None = None
    """The error message about wrong parameters, or None. The message comes from the process that
    requested the build."""

    @classmethod
    def received(cls, function: Callable[..., Any], words: tuple[Any, ...]) -> Kernel:
        """Make a `Kernel` from its function and its other fields, `words`, which another process has sent."""
        what, arguments, several, kind, returns, misfit = words
        (numbers,) = (each for each in NUMBERS.values() if each.type.__name__ == kind)
        return cls(what, function, arguments, several, numbers, returns, misfit)

    def words(self) -> tuple[Any, ...]:
        """Return all fields except the function, in a form that can be sent to another process."""
        return self.what, self.arguments, self.numbers, self.returned.type.__name__, self.returns, self.mismatch()

    def complaint(self, returned: Any) -> str | None:
        """Return an error message if the kernel returns a wrong numba type, else None."""
        from numba import types

        accepted = self.returned.accepted(types)
        if not self.returns:
            return None
        if self.numbers is None:
            fits = isinstance(returned, accepted)
        else:
            parts = _parts(returned)
            fits = len(parts) == self.numbers and all(isinstance(part, accepted) for part in parts)
        if fits:
            return None
        one = self.returned.type.__name__
        expected = one if self.numbers is None else f"({', '.join([one] * self.numbers)}{',' * (self.numbers == 1)})"
        return f"expected the {self.what} to return {expected}, got {in_words(returned)}"

    def mismatch(self) -> str | None:
        """Return an error message if the kernel has the wrong parameters, else None."""
        if self.misfit is not None:
            return self.misfit
        signature = inspect.signature(self.function)
        try:
            signature.bind(*self.arguments)
        except TypeError:
            return f"expected the {self.what} to take {len(self.arguments)} parameters, got {signature}"
        return None


def kernels_in(
    kernels: KernelSet, game: str, evaluate: Callable[..., Any] | None = None, numbers: Numbers = INT
) -> list[Kernel]:
    """List the kernels of a kernel set, and the evaluator's kernel `evaluate` if one is given. `numbers` is the
    number type of utilities and evaluations."""
    s = tuple([0] * kernels.words)
    cells: Any = 0 if kernels.cell_words == 1 else (0, 0)
    several = None if kernels.cell_words == 1 else 2
    every: list[tuple[str, Callable[..., Any] | None, tuple[Any, ...], int | None, Numbers]] = [
        ("kernel actions", kernels.actions, (s,), several, INT),
        ("kernel apply", kernels.apply, (s, 0), kernels.words, INT),
        ("kernel outcome", kernels.outcome, (s, cells), None, numbers),
        ("kernel choices", kernels.choices, (s, 0), 2, INT),
        ("kernel stays", kernels.stays, (s, 0), None, INT),
        ("kernel pack", kernels.pack, (s,), None, INT),
        ("kernel rank", kernels.rank, (s, 0, s, cells), None, INT),
        ("kernel decided", kernels.decided, (s, cells), 2, INT),
        *((f"symmetry {index}", one, (s,), kernels.words, INT) for index, one in enumerate(kernels.symmetries)),
        (f"evaluator {getattr(evaluate, '__name__', '')}", evaluate, (s, cells, 0), None, numbers),
    ]
    return [
        Kernel(f"{what} of {game}", function, arguments, several, kind)
        for what, function, arguments, several, kind in every
        if function is not None
    ]


def wrong_type(conversion: Conversion, kernels: Iterable[Kernel]) -> str | None:
    """Return an error message about the first kernel with a wrong return type, or None if all types are right."""
    for kernel in kernels:
        for returned in conversion.returned(kernel.function):
            if complaint := kernel.complaint(returned):
                return complaint
    return None


def diagnosis(
    kernels: Iterable[Kernel], conversion: Callable[[], Conversion], shorten: Callable[[Exception], str]
) -> str | None:
    """Compile each kernel separately, to find the kernel that made a build fail. Return an error message about the
    first faulty kernel, or None if no kernel is faulty."""
    import numba

    for kernel in kernels:
        if mismatch := kernel.mismatch():
            return mismatch
        alone = conversion()
        dispatcher = alone.dispatcher(kernel.function)
        try:
            dispatcher.compile(tuple(map(numba.typeof, kernel.arguments)))
        except Exception as error:  # defects of numba raise errors of any type
            return f"numba cannot compile the {kernel.what}: {shorten(error)}"
        if wrong := wrong_type(alone, [kernel]):
            return wrong
    return None


def in_words(kind: Any) -> str:
    """Write a numba type in Python's notation, for example `(int, float)`."""
    from numba import types

    unliteral: Any = types.unliteral
    kind = unliteral(kind)
    if isinstance(kind, types.Optional):
        return f"{in_words(kind.type)} or None"
    if isinstance(kind, types.BaseTuple):
        parts = [in_words(part) for part in _parts(kind)]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    for family, word in (
        (types.Boolean, "bool"),
        (types.Integer, "int"),
        (types.Float, "float"),
        (types.NoneType, "None"),
        (types.UnicodeType, "str"),
        (types.List, "list"),
        (types.Generator, "generator"),
    ):
        if isinstance(kind, family):
            return word
    return str(kind)


def _parts(kind: Any) -> tuple[Any, ...]:
    """Return the types of a tuple's items, or () if the type is not a tuple."""
    from numba import types

    parts: Any = kind if isinstance(kind, types.BaseTuple) else ()
    return tuple(parts)
