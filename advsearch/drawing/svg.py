"""SVG elements as text."""

from __future__ import annotations

from html import escape
from typing import Any, Final

FONT: Final[dict[str, Any]] = {"font_family": "sans-serif", "font_size": "12"}
"""The attributes of the text in every chart and plot."""


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
