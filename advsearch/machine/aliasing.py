"""What LLVM is told about memory and branches: which places are apart, which never change, which paths are rare.

Each field of a machine, each field of the records of an arena, and the items of each list that is a field are apart
from all else. So are rows (tuples, lists, sets and so on) from the variables of the build. A test that ends with an
error is rarely true.
"""

from __future__ import annotations

from typing import Final

_ROWS: Final = 2
_VARIABLES: Final = 4
_RARELY: Final = 5
_MOSTLY: Final = 6
_SAME: Final = 7
_FIRST_CELL: Final = 10

RARELY: Final = f", !prof !{_RARELY}"
"""Behind a branch whose first target is rarely reached."""
MOSTLY: Final = f", !prof !{_MOSTLY}"
"""Behind a branch whose second target is rarely reached."""
UNCHANGED: Final = f", !invariant.load !{_SAME}"
"""Behind a load of a place that no call of a build writes."""


def tag(pointer: str) -> str:
    """Say which memory is read or written, from the name of the pointer."""
    if pointer.startswith("%s"):
        return ""  # a variable of the function
    return f", !tbaa !{_VARIABLES if pointer.startswith('@') else _ROWS}"


def tag_of_cell(number: int) -> str:
    """Say the same of all places of one field."""
    return f", !tbaa !{_FIRST_CELL + 2 * number + 1}"


def metadata(cells: int) -> str:
    """Return what the text of a module has of all this, for so many fields."""
    names = {_ROWS: "rows", _VARIABLES: "variables"}
    names |= {_FIRST_CELL + 2 * number + 1: f"field {number}" for number in range(cells)}
    lines = ['!0 = !{!"advsearch"}']
    for number, name in names.items():
        lines.append(f'!{number - 1} = !{{!"{name}", !0, i64 0}}')
        lines.append(f"!{number} = !{{!{number - 1}, !{number - 1}, i64 0}}")
    lines.append(f'!{_RARELY} = !{{!"branch_weights", i32 1, i32 4000}}')
    lines.append(f'!{_MOSTLY} = !{{!"branch_weights", i32 4000, i32 1}}')
    lines.append(f"!{_SAME} = !{{}}")
    return "\n".join(lines)
