"""The `.tree` text format: a game tree as an indented list.

    # Any comment.
    tree utilities=score
    max ~4
      a min ~2/-1
        x 3
        y =shared max ~0
          p -1
          q 1
      b @shared

A line has an action and the position to which the action leads. A position is written as the player to move: `max` is
player 0, and `min` is player 1. A finished game is written as a number, the utility for max. `~2/-1` means that the
evaluation is 2 for max and -1 for min; `~4` is short for `~4/-4`. `=shared` gives a position the name `shared`, and
`@shared` stands for the position with the name `shared`.

After the number of a finished game, a line may name the player whose turn it would be (`3 max`). If the line names no
player, it would be the turn of the player who did not take the line's action. `#7` means that the position has the
number 7 (`place`). Lines that begin with `#` and a space are comments. A line such as `answer value=3 best=a` gives
known results of the tree.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from advsearch.errors import InvalidNotation
from advsearch.testing.trees import MOVERS, Draft, Tree, tree_of
from advsearch.values import Value

_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$|[+-]?inf$")
INDENT: Final = "  "


@attrs.define
class _Line:
    number: int
    indent: int
    words: list[str]
    action: str = ""


@attrs.define(eq=False)
class _Draft(Draft):
    line: _Line = attrs.field(kw_only=True)
    over: bool = False


def read_tree(text: str) -> Tree:
    """Return the tree that a text describes. Raise `InvalidNotation` with the number of the line that cannot be read.

    >>> print(read_tree("max\\n  left 3\\n  right 12 ~1"))
    max
      left 3
      right 12 ~1
    """
    return _Reader().read(text)[0]


def read_answers(text: str) -> dict[str, str]:
    """Return the contents of the `answer` lines of a tree's text, such as `{"value": "3", "best": "a"}`."""
    return _Reader().read(text)[1]


class _Reader:
    def __init__(self) -> None:
        self.settings: dict[str, str] = {}
        self.answers: dict[str, str] = {}
        self.drafts: list[_Draft] = []
        self.named: dict[str, _Draft] = {}
        self.references: list[tuple[_Draft, int, str]] = []
        """Actions that lead to a named position: the draft, the number of its action, and the name."""

    def read(self, text: str) -> tuple[Tree, dict[str, str]]:
        open_drafts: list[tuple[int, _Draft]] = []
        for line in self._lines(text):
            while open_drafts and open_drafts[-1][0] >= line.indent:
                open_drafts.pop()
            if not open_drafts and self.drafts:
                raise _error(line, "expected only one position without indentation, got a second one")
            parent = open_drafts[-1][1] if open_drafts else None
            draft = self._position(line, parent)
            if draft is not None:
                open_drafts.append((line.indent, draft))
        if not self.drafts:
            raise InvalidNotation("expected a tree, got text without a position")
        return self._tree(), self.answers

    def _lines(self, text: str) -> list[_Line]:
        lines = []
        for number, raw in enumerate(text.splitlines(), 1):
            words = raw.split()
            if not words or (raw.lstrip().startswith("#") and not re.match(r"#\d", words[0])):
                continue
            line = _Line(number, len(raw) - len(raw.lstrip()), words)
            if words[0] in ("tree", "answer") and not line.indent:
                into = self.settings if words[0] == "tree" else self.answers
                for word in words[1:]:
                    name, equals, value = word.partition("=")
                    if not equals:
                        raise _error(line, f"expected name=value, got {word!r}")
                    into[name] = value
                continue
            lines.append(line)
        return lines

    def _position(self, line: _Line, parent: _Draft | None) -> _Draft | None:
        words = list(line.words)
        if parent is not None:
            if parent.over:
                raise _error(line, "expected no actions below this position, because the game is over")
            line.action = words.pop(0)
            if line.action in [action for action, _ in parent.moves]:
                raise _error(line, f"expected different actions at one position, got {line.action!r} again")
            if words and words[0].startswith("@"):
                self.references.append((parent, len(parent.moves), words[0][1:]))
                parent.moves.append((line.action, parent))
                return None
        draft = _Draft(1 - parent.turn if parent else 0, line=line)
        name = ""
        seen = False
        for word in words:
            if word in MOVERS:
                draft.turn, seen = MOVERS.index(word), True
            elif word.startswith("~"):
                draft.estimates = self._estimates(line, word[1:])
            elif word.startswith("="):
                name = word[1:]
            elif re.fullmatch(r"#\d+", word):
                draft.place = int(word[1:])
            elif _NUMBER.match(word):
                draft.utility, draft.over, seen = _number(word), True, True
            else:
                raise _error(line, f"expected max, min, a number, ~estimate, =name or @name, got {word!r}")
        if not seen:
            raise _error(line, "expected max, min or a number for this position")
        if name in self.named:
            raise _error(line, f"expected a different name for every position, got {name!r} again")
        if name:
            self.named[name] = draft
        if parent is not None:
            parent.moves.append((line.action, draft))
        self.drafts.append(draft)
        return draft

    def _estimates(self, line: _Line, text: str) -> tuple[Value, Value]:
        parts = text.split("/")
        if len(parts) > 2 or not all(_NUMBER.match(part) for part in parts):
            raise _error(line, f"expected an estimate such as ~4 or ~2/-1, got '~{text}'")
        first = _number(parts[0])
        return first, _number(parts[1]) if len(parts) == 2 else -first

    def _tree(self) -> Tree:
        for number, draft in enumerate(self.drafts):
            if not draft.moves and not draft.over:
                raise _error(draft.line, "expected indented actions below this line, or a number for a finished game")
            draft.place = number if draft.place is None else draft.place
        for draft, number, name in self.references:
            if name not in self.named:
                what = f"expected another position to have the name '={name}', because '@{name}' refers to it"
                raise _error(draft.line, what)
            draft.moves[number] = (draft.moves[number][0], self.named[name])
        unknown = set(self.settings) - {"utilities", "cyclic", "name", "salt"}
        if unknown:
            raise InvalidNotation(f"expected utilities, cyclic, name or salt after 'tree', got {min(unknown)!r}")
        utilities = self.settings.get("utilities", "score")
        if utilities not in ("outcome", "score"):
            raise InvalidNotation(f"expected utilities=outcome or utilities=score, got {utilities!r}")
        return tree_of(
            self.drafts[0],
            utilities=utilities,
            cyclic=self.settings.get("cyclic", "no") == "yes",
            salt=int(self.settings.get("salt", "0")),
            name=self.settings.get("name", "tree"),
        )


def print_tree(tree: Tree) -> str:
    """Return a tree as text for `read_tree`. Positions that cannot be reached are left out."""
    header = [f"utilities={tree.utilities}"] if tree.utilities != "score" else []
    header += ["cyclic=yes"] if tree.cyclic else []
    header += [f"salt={tree.salt}"] if tree.salt else []
    header += [f"name={tree.name}"] if tree.name != "tree" else []
    lines = [f"tree {' '.join(header)}"] if header else []
    shared = _reached_twice(tree)
    names: dict[int, str] = {}
    fresh = 0
    stack: list[tuple[int, str, int, int]] = [(0, "", 0, 1)]
    while stack:
        index, action, indent, above = stack.pop()
        words = [action] if action else []
        if index in names:
            words.append(f"@{names[index]}")
        else:
            node = tree.nodes[index]
            names[index] = f"n{len(names)}"
            words.append(_text(node.utility) if not node.moves else MOVERS[node.turn])
            words += [MOVERS[node.turn]] if not node.moves and node.turn == above else []
            words += [f"={names[index]}"] if index in shared else []
            words += [f"#{node.place}"] if node.place != fresh else []
            words += [_estimates_text(node.estimates)] if any(node.estimates) else []
            fresh += 1
            stack.extend((to, name, indent + 1, node.turn) for name, to in reversed(node.moves))
        lines.append(INDENT * indent + " ".join(words))
    return "\n".join(lines)


def _reached_twice(tree: Tree) -> set[int]:
    counts = {0: 1}
    for index in tree.bottom_up:
        for _, to in tree.nodes[index].moves:
            counts[to] = counts.get(to, 0) + 1
    return {index for index, count in counts.items() if count > 1}


def _estimates_text(estimates: tuple[Value, Value]) -> str:
    first, second = estimates
    return f"~{_text(first)}" if second == -first else f"~{_text(first)}/{_text(second)}"


def _text(value: Value) -> str:
    return repr(value)


def _number(text: str) -> Value:
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)


def _error(line: _Line, what: str) -> InvalidNotation:
    return InvalidNotation(f"line {line.number}: {what}")
