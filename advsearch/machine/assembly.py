"""The text of one function in LLVM's language: blocks of instructions.

A block that nothing jumps to is never written, and what would stand in it is not compiled: that is how a test with a
known result leaves one branch.
"""

from __future__ import annotations

from advsearch.machine.values import Word


class Block:
    __slots__ = ("end", "jumps", "lines", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[str] = []
        self.end: str | None = None
        self.jumps = 0


class Assembly:
    def __init__(self) -> None:
        self._count = 0
        self.here: Block | None = Block("entry")
        self.blocks = [self.here]
        self.cells: list[str] = []
        """Variables on the stack, which LLVM turns into registers."""
        self.mentioned: list[Block] = []

    @property
    def live(self) -> bool:
        return self.here is not None

    # --- instructions --------------------------------------------------------------------------------------------

    def do(self, text: str) -> None:
        if self.here is not None:
            self.here.lines.append(text)

    def new(self, text: str) -> str:
        """Write an instruction, and return its register."""
        self._count += 1
        self.do(f"%t{self._count} = {text}")
        return f"%t{self._count}"

    def op(self, name: str, one: Word | str | int, other: Word | str | int) -> str:
        return self.new(f"{name} i64 {one}, {other}")

    def cell(self, kind: str = "i64", initial: str | None = "0") -> str:
        name = f"%s{len(self.cells)}"
        self.cells.append(f"{name} = alloca {kind}" + (f"\n  store {kind} {initial}, ptr {name}" if initial else ""))
        return name

    def load(self, cell: str, told: str = "") -> str:
        return self.new(f"load i64, ptr {cell}{told}")

    def store(self, word: Word | str | int, cell: str, told: str = "") -> None:
        self.do(f"store i64 {word}, ptr {cell}{told}")

    # --- blocks --------------------------------------------------------------------------------------------------

    def block(self) -> Block:
        self._count += 1
        return Block(f"b{self._count}")

    def jump(self, block: Block) -> None:
        self._finish(f"br label %{block.name}", block)

    def branch(self, condition: str, yes: Block, no: Block, told: str = "") -> None:
        if condition in ("true", "false"):
            self.jump(yes if condition == "true" else no)
        else:
            self._finish(f"br i1 {condition}, label %{yes.name}, label %{no.name}{told}", yes, no)

    def switch(self, word: str, default: Block, places: list[Block]) -> None:
        cases = " ".join(f"i64 {number}, label %{place.name}" for number, place in enumerate(places))
        self._finish(f"switch i64 {word}, label %{default.name} [{cases}]", default, *places)

    def finish(self, text: str) -> None:
        self._finish(text)

    def _finish(self, text: str, *targets: Block) -> None:
        if self.here is None:
            return
        self.here.end = text
        self.here = None
        for target in targets:
            target.jumps += 1
            self.mentioned.append(target)

    def enter(self, block: Block) -> None:
        """Go on in a block, which follows what was written before."""
        self.jump(block)
        self.start(block)

    def start(self, block: Block) -> None:
        """Go on in a block to which something jumped already; if nothing did, no code follows."""
        assert self.here is None
        if block.jumps:
            self.blocks.append(block)
            self.here = block

    def suspend(self) -> Block | None:
        """Leave a block open, to be ended later."""
        here, self.here = self.here, None
        return here

    def resume(self, block: Block) -> None:
        assert self.here is None
        self.here = block

    # --- pointers ------------------------------------------------------------------------------------------------

    def pointer(self, base: Word | str) -> str:
        """A word as a pointer."""
        text = str(base)
        if text.startswith("ptrtoint (ptr "):
            return text[len("ptrtoint (ptr ") : -len(" to i64)")]
        return self.new(f"inttoptr i64 {text} to ptr")

    def address(self, pointer: str, offset: Word | str | int, scale: int = 1) -> str:
        """A pointer behind another, by a number of units of `scale` bytes."""
        if str(offset) == "0":
            return pointer
        unit = {1: "i8", 8: "i64"}[scale]
        return self.new(f"getelementptr {unit}, ptr {pointer}, i64 {offset}")

    def peek(self, base: Word | str, offset: int = 0) -> str:
        """The word in memory at a place behind a base."""
        return self.load(self.address(self.pointer(base), offset))

    def poke(self, word: Word | str | int, base: Word | str, offset: int = 0) -> None:
        self.store(word, self.address(self.pointer(base), offset))

    def text(self) -> str:
        lines = []
        for block in self.blocks:
            lines.append(f"{block.name}:")
            if block is self.blocks[0]:
                lines += [f"  {cell}" for cell in self.cells]
            lines += [f"  {line}" for line in block.lines]
            lines.append(f"  {block.end}")
        return "\n".join(lines)
