"""Lists the forms that a searcher takes on its way through `advsearch compare`.

    python tests/repo/counts/forms.py compare pentago straights null --searcher minimax --depth 1 --workers 0

A form is a class of advsearch whose object represents the searcher. Such an object has a method `search`, or is the
searcher's spec, or has a field that contains such an object or the text of a spec. The script examines what every
function of advsearch returns, and the arguments with which every object is made. Objects that a module makes while it
is imported, or that a plugin registers, exist without the command and do not count. The number is an upper bound, so
read the list. Workers count only if their games are played in this process.
"""

from __future__ import annotations

import sys
import threading
from types import FrameType
from typing import Any

import attrs

sys.path.insert(0, __file__.rpartition("/")[0])
import modules

from advsearch.plugins.registry import default_registry


class Forms:
    """The classes whose objects have represented the searcher, in the order in which they were found."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found: dict[str, None] = {"argv": None}

    def watch(self, frame: FrameType, event: str, value: Any) -> None:
        if event == "return" and not modules.is_importing(frame):
            made = frame.f_locals.get("self") if frame.f_code.co_name == "__init__" else value
            if made is not None and self.is_form(made):
                self.found.setdefault(type(made).__qualname__)

    def is_form(self, made: Any) -> bool:
        if not modules.is_ours(type(made).__module__):
            return False
        if self.stands_for_it(made):
            return True
        return attrs.has(type(made)) and any(
            self.is_text(held) or self.stands_for_it(held)
            for held in (getattr(made, field.name, None) for field in attrs.fields(type(made)))
        )

    def stands_for_it(self, made: Any) -> bool:
        kind = type(made)
        if not modules.is_ours(kind.__module__):
            return False
        return callable(getattr(kind, "search", None)) or (kind.__name__ == "Spec" and made.name == self.name)

    def is_text(self, held: Any) -> bool:
        return isinstance(held, str) and held.partition("(")[0] == self.name


def main() -> None:
    arguments = sys.argv[1:]
    forms = Forms(arguments[arguments.index("--searcher") + 1].partition("(")[0])
    default_registry()  # plugins register now
    threading.setprofile(forms.watch)
    sys.setprofile(forms.watch)
    try:
        modules.command(arguments)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    print("forms", len(forms.found), *forms.found)


if __name__ == "__main__":
    main()
