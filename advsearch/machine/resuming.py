"""A loop whose items come from several places: one body, which goes on where the item came from.

The body is entered from each place that hands out an item, and a switch leads back. A register that is computed
before such a place and used behind it would not reach there, so registers that live from block to block get a place
on the stack; LLVM turns these into registers again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine.assembly import Assembly, Block
from advsearch.machine.scopes import bring_back, names_of
from advsearch.machine.values import Body, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function

_REGISTER: Final = re.compile(r"%t\d+")
_DEFINED: Final = re.compile(r"(%t\d+) = (.*)")


def resumed(f: Function, key: Any, write: Callable[[Body], None], body: Body) -> None:
    """Write a loop from several places with one body."""
    slot, cell = f.slot("item", key), f.cell()
    start, out = f.block(), f.block()
    back: list[Block] = []
    saved = names_of(f.scope)

    def hand_out(value: Value) -> None:
        f.put(slot, value)
        f.store(len(back), cell)
        after = f.block()
        after.jumps += 1
        back.append(after)
        f.jump(start)
        f.start(after)

    write(hand_out)
    f.jump(out)
    f.start(start)
    if f.live:
        bring_back(saved)
        with f.repeated():
            f.attempt(lambda: body(f.get(slot)))
        if f.live:
            f.switch(f.load(cell), back[0], back)
    f.start(out)
    f.resumes = True


def demote(f: Assembly) -> None:
    """Give each register that is used outside of its block a place on the stack."""
    home: dict[str, Block] = {}
    kinds: dict[str, str] = {}
    for block in f.blocks:
        for line in block.lines:
            found = _DEFINED.match(line)
            if found is not None:
                home[found[1]], kinds[found[1]] = block, _kind(found[2])
    shared: dict[str, str] = {}
    for block in f.blocks:
        for line in (*block.lines, block.end or ""):
            for register in _REGISTER.findall(line):
                if home[register] is not block and register not in shared:
                    shared[register] = f.cell(kinds[register], None)
    count = 0
    for block in f.blocks:
        lines: list[str] = []
        for line in (*block.lines, block.end or ""):
            for register in dict.fromkeys(_REGISTER.findall(line)):
                if register in shared and home[register] is not block:
                    count += 1
                    name = f"{register}.{count}"
                    lines.append(f"{name} = load {kinds[register]}, ptr {shared[register]}")
                    line = re.sub(rf"{register}(?![\d.])", name, line)
            lines.append(line)
            found = _DEFINED.match(line)
            if found is not None and found[1] in shared:
                lines.append(f"store {kinds[found[1]]} {found[1]}, ptr {shared[found[1]]}")
        block.end = lines.pop()
        block.lines = lines


def _kind(text: str) -> str:
    """The type of the result of an instruction."""
    word = text.split()[0]
    if word in ("icmp", "fcmp"):
        return "i1"
    if word == "call":
        found = re.match(r"call (\{[^}]*\}|\S+)", text)
        assert found is not None
        return found[1]
    if word == "extractvalue":
        kinds = text[text.index("{") + 1 : text.index("}")].split(", ")
        return kinds[int(text.rpartition(", ")[2])]
    if word == "getelementptr":
        return "ptr"
    if word == "insertvalue":
        return text[len("insertvalue ") : text.index("}") + 1]
    if word in ("inttoptr", "ptrtoint", "trunc", "zext", "sext", "bitcast", "sitofp", "fptosi"):
        return text.rsplit(" to ", 1)[1]
    if word == "select":
        return text.split(",")[1].split()[0]
    return next(part.rstrip(",") for part in text.split() if re.match(r"(i\d+|double),?$", part))
