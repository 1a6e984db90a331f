"""What stands in for anywidget and traitlets where they are not installed: a class that says what to install."""

from __future__ import annotations

from typing import Any

from advsearch.errors import AdvsearchError


class _Trait:
    def __init__(self, *_given: Any, **_settings: Any) -> None: ...

    def tag(self, **_tags: Any) -> _Trait:
        return self


class traitlets:  # noqa: N801 - is named as the package
    Any = Bool = Dict = Int = List = Tuple = _Trait


class anywidget:  # noqa: N801 - is named as the package
    class AnyWidget:
        def __new__(cls, *_given: Any, **_settings: Any) -> Any:
            raise AdvsearchError(
                "expected anywidget, which puts the board into a notebook, to be installed; pip install "
                "'advsearch[notebook]'"
            )
