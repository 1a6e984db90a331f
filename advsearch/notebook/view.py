"""What a notebook shows of an object: parts that become HTML, in a light and a dark theme, or plain text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib import resources
from typing import Any, Final, Protocol

import attrs

from advsearch.drawing.palette import inset_style

SCOPE: Final = "advsearch"
"""The class of everything that advsearch shows in somebody else's page."""
MOST_ROWS: Final = 60
"""A table shows at most this many rows."""


@cache
def style() -> str:
    """Return the style of views and boards in a notebook."""
    own = (resources.files("advsearch.notebook") / "notebook.css").read_text("utf-8")
    return inset_style(SCOPE) + own


class Part(Protocol):
    """A part of a view."""

    def html(self) -> str: ...
    def plain(self) -> str: ...


def _class(name: str, given: bool) -> str:
    return f' class="{name}"' if given else ""


@attrs.frozen
class Words:
    """A line of text."""

    text: str
    kind: str = "plain"
    """`h` for a heading, `soft` for a remark, `code` for notation, `pre` for lines that keep their form."""
    silent: bool = False
    """Whether plain text leaves the line out, because a part before has it."""

    def html(self) -> str:
        text = escape(self.text)
        tags = {"code": f"<p><code>{text}</code></p>", "pre": f"<pre>{text}</pre>"}
        return tags.get(self.kind, f'<p class="{self.kind}">{text}</p>')

    def plain(self) -> str:
        return "" if self.silent else self.text


@attrs.frozen
class Drawn:
    """A picture, and what stands in its place where there are no pictures."""

    svg: str
    """The picture without a style of its own."""
    text: str = ""

    def html(self) -> str:
        return f'<div class="picture">{self.svg}</div>'

    def plain(self) -> str:
        return self.text


@attrs.frozen
class Table:
    """A table. Columns from `right` on have their numbers at the right."""

    headers: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    right: tuple[int, ...] = ()
    best: tuple[int, ...] = ()
    """The rows that stand out."""

    def html(self) -> str:
        def cell(text: str, n: int, tag: str) -> str:
            return f"<{tag}{_class('number', n in self.right)}>{escape(text)}</{tag}>"

        def cells(row: tuple[str, ...], tag: str) -> str:
            return "".join(cell(text, n, tag if text else "td") for n, text in enumerate(row))  # no heading is empty

        head = f"<thead><tr>{cells(self.headers, 'th')}</tr></thead>" if any(self.headers) else ""
        body = "".join(
            f"<tr{_class('best', n in self.best)}>{cells(row, 'td')}</tr>"
            for n, row in enumerate(self.rows[:MOST_ROWS])
        )
        return f'<div class="scroll"><table>{head}<tbody>{body}</tbody></table></div>{self._more("<p>", "</p>")}'

    def plain(self) -> str:
        rows = [*([self.headers] if any(self.headers) else []), *self.rows[:MOST_ROWS]]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(f"{text:{'>' if n in self.right else '<'}{widths[n]}}" for n, text in enumerate(row)).rstrip()
            for row in rows
        ]
        return "\n".join(lines) + self._more("\n", "")

    def _more(self, before: str, after: str) -> str:
        left = len(self.rows) - MOST_ROWS
        return f"{before}and {left:,} more{after}" if left > 0 else ""


@attrs.frozen
class Folded:
    """Parts that a reader opens."""

    summary: str
    parts: tuple[Part, ...]

    def html(self) -> str:
        inside = "".join(each.html() for each in self.parts)
        return f"<details><summary>{escape(self.summary)}</summary>{inside}</details>"

    def plain(self) -> str:
        return ""


@attrs.frozen
class Beside:
    """A picture with parts at its right."""

    left: Drawn
    parts: tuple[Part, ...]

    def html(self) -> str:
        return f'<div class="beside">{self.left.html()}<div>{"".join(each.html() for each in self.parts)}</div></div>'

    def plain(self) -> str:
        return "\n".join(filter(None, (each.plain() for each in (self.left, *self.parts))))


@attrs.frozen(repr=False)
class View:
    """What a notebook shows of an object. `str` gives it as plain text."""

    parts: tuple[Part, ...]
    picture: str = ""
    """The object as one SVG picture with its own style; "" if there is none."""

    def html(self) -> str:
        """Return the view as HTML that needs nothing else."""
        body = "".join(each.html() for each in self.parts)
        return f'<div class="{SCOPE}"><style>{style()}</style>{body}</div>'

    def __str__(self) -> str:
        return "\n".join(filter(None, (each.plain() for each in self.parts)))

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, **_asked: Any) -> dict[str, str]:
        pictures = {"image/svg+xml": self.picture} if self.picture else {}
        return {"text/plain": str(self), "text/html": self.html(), **pictures}
