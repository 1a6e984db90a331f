"""Counts how often one command decides a tier, looks up an evaluator, and binds the search of `deepening`.

    python tests/repo/counts/binds.py search pentago --depth 2

The script counts the calls of three functions with `sys.setprofile`. If such a function is renamed, rename it in
`WATCHED` as well.
"""

from __future__ import annotations

import collections
import sys
import threading
from types import FrameType
from typing import Any, Final

import modules

WATCHED: Final = {
    ("advsearch.binding", "_bound"): "tier decided",
    ("advsearch.binding.within", "BindingAt.evaluator"): "evaluator bound",
    ("advsearch.search.deepening", "Deepening.bind"): "deepening bound",
}


def main() -> None:
    calls: dict[str, int] = collections.Counter(dict.fromkeys(WATCHED.values(), 0))

    def on_call(frame: FrameType, event: str, _: Any) -> None:
        what = WATCHED.get((str(frame.f_globals.get("__name__")), frame.f_code.co_qualname))
        if event == "call" and what is not None:
            calls[what] += 1

    threading.setprofile(on_call)
    sys.setprofile(on_call)
    try:
        modules.command(sys.argv[1:])
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    print(*(f"{what} {times}" for what, times in calls.items()), sep="\n")


if __name__ == "__main__":
    main()
