"""SVG elements as data and as text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any, Final

import attrs

FONT: Final[dict[str, Any]] = {"font_family": "sans-serif", "font_size": "12"}
"""The attributes of the text in every plot."""


@attrs.frozen
class Shape:
    """An SVG element as data: a page makes elements of it, and `svg` makes text. Its colours are rules of a style
    sheet (see `advsearch.drawing.palette`)."""

    name: str
    attributes: dict[str, Any]
    """The attributes, by their names in SVG. Numbers are in the units of the picture."""
    text: str = ""

    def svg(self) -> str:
        given = "".join(f' {key}="{escape(_number(value))}"' for key, value in self.attributes.items())
        return f"<{self.name}{given}>{escape(self.text)}</{self.name}>" if self.text else f"<{self.name}{given}/>"

    def data(self) -> list[Any]:
        """Return the shape as JSON: its name, its attributes, and its text if it has one."""
        return [self.name, self.attributes, self.text] if self.text else [self.name, self.attributes]


def _number(value: Any) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def group(shapes: Iterable[Shape], x: float, y: float, class_: str | None = None) -> str:
    """A group of shapes as text. The coordinates of the shapes are relative to (x, y)."""
    moved = f"translate({_number(x)} {_number(y)})"
    return shape("g", "".join(each.svg() for each in shapes), transform=moved, class_=class_)


def shape(name: str, content: str = "", /, **attributes: Any) -> str:
    """An SVG element around the SVG text `content`. Attributes have Python names: `font_size` becomes `font-size`.

    Attributes with the value None are left out.

    >>> shape("circle", cx=4, cy="5.0", class_="piece", fill=None)
    '<circle cx="4" cy="5.0" class="piece"/>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def text(content: str, /, **attributes: Any) -> str:
    """An SVG text element. `content` is escaped."""
    return shape("text", escape(content), **attributes)


def picture(width: int | str, height: int | str, title: str, body: str, /, class_: str | None = None) -> str:
    """A whole SVG picture. Browsers show the title as a tooltip, and screen readers read it aloud."""
    return shape(
        "svg",
        shape("title", escape(title)) + body,
        xmlns="http://www.w3.org/2000/svg",
        class_=class_,
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        aria_label=title,
    )
