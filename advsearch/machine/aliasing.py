"""What LLVM is told about memory and branches: which places are apart, which never change, which paths are rare.

Each field of a machine, each field of the records of an arena, and the items of each list that is a field are apart
from all else. So are rows (tuples, lists, sets and so on) from the variables of the build. A test that ends with an
error is rarely true.
"""

from __future__ import annotations

from typing import Final

METADATA: Final = """\
!0 = !{!"advsearch"}
!1 = !{!"rows", !0, i64 0}
!2 = !{!1, !1, i64 0}
!3 = !{!"variables", !0, i64 0}
!4 = !{!3, !3, i64 0}
!5 = !{!"branch_weights", i32 1, i32 4000}
!6 = !{!"branch_weights", i32 4000, i32 1}
!7 = !{}"""
"""A part of every module."""
_FIRST_FIELD: Final = 10

OF_ROWS: Final = ", !tbaa !2"
"""Behind a load or store of rows."""
OF_VARIABLES: Final = ", !tbaa !4"
"""Behind a load or store of a variable of the build."""
RARELY: Final = ", !prof !5"
"""Behind a branch whose first target is rarely reached."""
MOSTLY: Final = ", !prof !6"
"""Behind a branch whose second target is rarely reached."""
UNCHANGED: Final = ", !invariant.load !7"
"""Behind a load of a place that no call of a build writes."""


def of_field(number: int) -> str:
    """Return what stands behind a load or store of a field."""
    return f", !tbaa !{_FIRST_FIELD + 2 * number + 1}"


def of_fields(count: int) -> str:
    """Return what the text of a module says of so many fields."""
    lines = []
    for number in range(_FIRST_FIELD, _FIRST_FIELD + 2 * count, 2):
        lines.append(f'!{number} = !{{!"field {number}", !0, i64 0}}')
        lines.append(f"!{number + 1} = !{{!{number}, !{number}, i64 0}}")
    return "\n".join(lines)
