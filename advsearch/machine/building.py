"""From the text of LLVM IR to object code: the runtime's functions are added, the whole is optimised and kept."""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from functools import cache
from typing import Any, Final

import attrs

from advsearch.machine import aliasing, layout, store
from advsearch.machine.raw import runtime
from advsearch.machine.raw_function import DECLARATIONS, PREFIX
from advsearch.system.forks import new_lock

QUICK: Final = -1
"""The level that compiles in a fifth of the time, for functions of the runtime that are rarely called."""
FROM_PYTHON: Final = ("new_set", "set_add", "hash", "new_dict", "dict_set", "alloc", "keep", "key")
OWN_PREFIX: Final = "python."
VERSION: Final = 3
"""The version of the files that hold builds."""

_CALLED: Final = re.compile(r"\bcall i64 @([a-z_0-9]+)\(")
_OF_RUNTIME: Final = re.compile(rf"\bcall i64 @{re.escape(PREFIX)}([a-z_0-9]+)\(")
_DECLARED: Final = re.compile(r"^declare .*$", re.M)
_LOWERED: Final = re.compile(r"@llvm\.(ceil|cos|exp|exp2|floor|fma|log|log10|log2|pow|rint|round|sin|tan|trunc)\.")
_WIDE_DIVISION: Final = re.compile(r"\b([us])(div|rem) i128\b")
_ACCESS: Final = re.compile(r"^(  (?:%\S+ = load|store) (?!volatile|atomic)[^\n]*?ptr ([@%(g][^\s,]*)[^\n]*)$", re.M)
_CELL: Final = re.compile(r"^@([\w.$]+) = (?:hidden|internal|external) global i64", re.M)
_OWN: Final = re.compile(r"^define internal [^@\n]*@([\w.]+)\(", re.M)
_OF_OWN: Final = re.compile(r"\b(define internal|call) ([^@\n(]*@([\w.]+)\()")
_REGISTERS: Final = "preserve_nonecc"
"""How functions of a build are called: with twelve arguments in registers, none of which they save."""
LIBRARY: Final = frozenset(
    [
        "memset",
        "memcpy",
        "memmove",
        "fmod",
        "fabs",
        "ceil",
        "floor",
        "rint",
        "round",
        "trunc",
        "fma",
        "sqrt",
        "cbrt",
        "hypot",
        "exp",
        "exp2",
        "expm1",
        "log",
        "log10",
        "log1p",
        "log2",
        "pow",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "erf",
        "erfc",
        "tgamma",
        "lgamma",
        "ldexp",
        "__divti3",
        "__modti3",
        "__udivti3",
        "__umodti3",
    ]
)
"""The functions outside a build that its code may call."""


_FRAME: Final = """\
define i64 @machine_frame() noinline {
  %p = call ptr @llvm.frameaddress.p0(i32 0)
  %i = ptrtoint ptr %p to i64
  ret i64 %i
}"""


class BuildError(Exception):
    """The text of a build is not valid. This is a fault of the compiler, never of an author."""


@attrs.frozen
class Entry:
    """A function of a build that Python may call."""

    name: str
    given: str = ""
    """A letter for each parameter: q for 64 bits, d for a float."""
    result: str = "q"


@attrs.frozen
class Build:
    """The text of a build, and what is needed to call it."""

    text: str
    """LLVM IR: the entries and what they call, except the runtime's functions and the variables in `layout.STATE`."""
    entries: tuple[Entry, ...]
    cells: tuple[str, ...] = ()
    """The global variables of the text, each of one word, that Python may read and write."""
    runtime: tuple[str, ...] = ()
    """Functions of the runtime that Python calls, beside those in `FROM_PYTHON`."""
    optimise: int = 1

    def whole_text(self) -> tuple[str, list[str]]:
        """Return the text with the state, the entries and what it needs of the runtime, and the units to link."""
        text = _CALLED.sub(_runtime_call, self.text)
        called = {match[1] for match in _OF_RUNTIME.finditer(text)}
        parts, units = runtime().used(called)
        units.extend(runtime().unit_of(name) for name in self.runtime)
        own = [f"@{name} = hidden global i64 0" for name in layout.STATE]
        return _whole([*own, *parts, text, self._cells_text(), _FRAME]), units

    def _cells_text(self) -> str:
        names = [*layout.STATE, *self.cells]
        places = " ".join(f"i64 {i}, label %c{i}" for i in range(len(names)))
        read = "\n".join(f"c{i}:\n  %v{i} = load i64, ptr @{one}\n  ret i64 %v{i}" for i, one in enumerate(names))
        write = "\n".join(f"c{i}:\n  store volatile i64 %v, ptr @{one}\n  ret void" for i, one in enumerate(names))
        switch = f"  switch i64 %k, label %none [{places}]\nnone:\n"
        return (
            f"define i64 @machine_read(i64 %k) {{\n{switch}  ret i64 0\n{read}\n}}\n"
            f"define void @machine_write(i64 %k, i64 %v) {{\n{switch}  ret void\n{write}\n}}"
        )

    def name(self) -> str:
        """Return the name under which the code is kept: a hash of all that decides it."""
        entries = [attrs.astuple(entry) for entry in self.entries]
        return hashed([self.text, entries, self.cells, sorted(self.runtime), self.optimise, runtime().digest])

    def code(self, *, kept: bool = True, warms: bool = True) -> store.Code:
        """Return the object code, from the disk if it is kept there. See `compiled` for `warms`."""
        found = store.read(self.name()) if kept else None
        if found is None:
            found = self.compiled(kept=kept, warms=warms)
            if kept:
                store.write(self.name(), found)
        return found

    def compiled(self, *, kept: bool = True, warms: bool = True) -> store.Code:
        """Compile the text now, and link what it needs of the runtime. If `warms`, a thread then compiles what later
        builds need of the runtime.
        """
        text, units = self.whole_text()
        public = {*(entry.name for entry in self.entries), "machine_read", "machine_write", "machine_frame"}
        codes = [compiled(text, self.optimise, public)]
        linked = _linked(units, kept=kept)
        if linked is None:
            names = {*self.runtime, *(match[1] for match in _OF_RUNTIME.finditer(text) if match[1] in runtime())}
            codes.append(compiled(_runtime_text(runtime().reached_text(names)), QUICK, None))
            if warms:
                warm()
        codes.extend(linked or [])
        foreign = sorted({name for code in codes for name in code.foreign})
        return store.Code(tuple(foreign), tuple(each for code in codes for each in code.objects))


def _linked(units: list[str], *, kept: bool) -> list[store.Code] | None:
    """Return the code of units and of all that they call; None if one is to be kept and is not yet.

    A first build then compiles only the functions that it reaches, which takes a third of the time, and the units
    are compiled beside the search.
    """
    found: dict[str, store.Code] = {}
    waiting = [*units]
    while waiting:
        unit = waiting.pop()
        if unit not in found:
            if kept and unit not in _units and store.read(_unit_name(unit)) is None:
                return None
            found[unit] = unit_code(unit, kept=kept)
            waiting.extend(found[unit].units)
    return [*found.values()]


@cache
def called_from_python() -> store.Code:
    """Return the functions of the runtime that Python calls to read and write values, under names of their own.

    Most builds do without them, so an instance loads them when the first is called.
    """
    name = hashed(["from Python", sorted(FROM_PYTHON), runtime().digest])
    found = store.read(name)
    if found is None:
        text = _runtime_text(runtime().reached_text(FROM_PYTHON)).replace(f"@{PREFIX}", f"@{OWN_PREFIX}")
        found = compiled(text, QUICK, None)
        store.write(name, found)
    return found


def _runtime_text(body: str) -> str:
    return _whole([*(f"@{name} = external global i64" for name in layout.STATE), body])


def _unit_name(unit: str) -> str:
    return hashed(["unit", unit, runtime().digest])


def hashed(said: list[Any]) -> str:
    """Return a hash of all that decides machine code: what is said, and the compiler and the machine."""
    from llvmlite import binding

    whole = [VERSION, *said, list(binding.llvm_version_info), *_host()]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


_units: dict[str, store.Code] = {}
_units_lock = new_lock()


def unit_code(unit: str, *, kept: bool = True) -> store.Code:
    """Return the code of a unit of the runtime, which is compiled once."""
    with _units_lock:
        if unit not in _units:
            found = store.read(_unit_name(unit)) if kept else None
            if found is None:
                body, units = runtime().unit_text(unit)
                found = attrs.evolve(compiled(_runtime_text(body), 0, None), units=tuple(units))
                if kept:
                    store.write(_unit_name(unit), found)
            _units[unit] = found
        return _units[unit]


@cache
def warm() -> threading.Thread:
    """Begin to compile and keep all units of the runtime on a thread."""
    units = sorted({runtime().unit_of(name) for name in runtime().names()})
    thread = threading.Thread(target=lambda: [unit_code(unit) for unit in units], name="advsearch-runtime")
    thread.start()
    return thread


def _finish_units() -> None:
    if warm.cache_info().currsize:
        warm().join()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_finish_units)  # a child would wait for ever for a lock that the thread holds


def compiled(text: str, level: int, public: set[str] | None) -> store.Code:
    """Compile a text. If the names in `public` are given, all other functions are internal."""
    from llvmlite import binding

    prepared()
    try:
        module = binding.parse_assembly(_annotated(text))
        module.verify()
    except RuntimeError as error:
        raise BuildError(f"LLVM refuses the text of a build: {error}") from error
    for function in module.functions:
        if public is not None and not function.is_declaration and function.name not in public:
            function.linkage = "internal"
    machine = _machine(level)
    _optimise(module, machine, level)
    return store.Code(tuple(_foreign(module, text)), (machine.emit_object(module),))


def _annotated(text: str) -> str:
    """Say what LLVM cannot see: no pointer to memory points to a variable of the build, and functions of the build
    are called only from within it, so that they may take all arguments in registers.
    """
    cells = {f"@{name}" for name in _CELL.findall(text)}
    text = _ACCESS.sub(lambda match: match[1] + _told(match[1], match[2] in cells), text)
    own = {name for name in _OWN.findall(text) if not name.startswith(PREFIX)} if _has_registers() else set()
    if own:
        text = _OF_OWN.sub(lambda match: f"{match[1]} {_REGISTERS} {match[2]}" if match[3] in own else match[0], text)
    return f"{text}\n{aliasing.METADATA}\n"


def _told(line: str, of_variable: bool) -> str:
    """What is added to a load or store that does not say itself what it reads or writes."""
    if "!tbaa" in line or "!invariant.load" in line:
        return ""
    return aliasing.OF_VARIABLES if of_variable else aliasing.OF_ROWS


@cache
def _has_registers() -> bool:
    from llvmlite import binding

    return binding.llvm_version_info >= (19,) and _host()[0].startswith("x86_64")


def _whole(parts: list[str]) -> str:
    """One module: a function of LLVM may be declared in several parts."""
    text = "\n".join([*parts, DECLARATIONS])
    declared = {line.partition("@")[2].partition("(")[0]: line for line in _DECLARED.findall(text)}
    return "\n".join([f'target datalayout = "{_layout()}"', *declared.values(), _DECLARED.sub("", text)]) + "\n"


def _runtime_call(match: re.Match[str]) -> str:
    return f"call i64 @{PREFIX}{match[1]}(" if match[1] in runtime() else match[0]


def _foreign(module: Any, text: str) -> list[str]:
    """Return the names of the outside functions that the code may call."""
    names = {
        one.name for one in module.functions if one.is_declaration and not one.name.startswith(("llvm.", PREFIX))
    }
    names |= {"memset", "memcpy", "memmove", *_LOWERED.findall(text)}
    names |= {"fmod"} if " frem " in text else set()
    names |= {
        f"__{'u' * (sign == 'u')}{kind[:3]}ti3".replace("rem", "mod") for sign, kind in _WIDE_DIVISION.findall(text)
    }
    unknown = sorted(names - LIBRARY)
    if unknown:
        raise BuildError(f"the text of a build calls functions that do not exist: {', '.join(unknown)}")
    return sorted(names)


@cache
def prepared() -> None:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


@cache
def _host() -> tuple[str, str, str]:
    from llvmlite import binding

    return binding.get_process_triple(), binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


@cache
def _layout() -> str:
    return str(_machine(1).target_data)


@cache
def _machine(level: int) -> Any:
    return new_machine(level)


def new_machine(level: int = 1) -> Any:
    """Return a new description of this machine for LLVM; an engine takes it over."""
    from llvmlite import binding

    prepared()
    triple, cpu, features = _host()
    target = binding.Target.from_triple(triple)
    return target.create_target_machine(
        cpu=cpu,
        features=features,
        opt=0 if level == QUICK else max(level, 2),
        reloc="pic",
        codemodel="small",
        jit=True,
    )


def _optimise(module: Any, machine: Any, level: int) -> None:
    """Level 0 is for the runtime: a short list of passes, a third of the time of LLVM's own level 1."""
    from llvmlite import binding

    tuning = binding.create_pipeline_tuning_options(speed_level=max(level, 1))
    tuning.slp_vectorization = tuning.loop_vectorization = level > 1
    builder = binding.create_pass_builder(machine, tuning)
    first = binding.create_new_module_pass_manager()
    if level == QUICK:
        first.add_always_inliner_pass()
        first.add_sroa_pass()
        first.add_simplify_cfg_pass()
    first.add_global_dead_code_eliminate_pass()
    if level == 0:
        for _ in range(2):
            first.add_sroa_pass()
            first.add_simplify_cfg_pass()
            first.add_instruction_combine_pass()
            first.add_always_inliner_pass()
        first.add_reassociate_pass()
        first.add_loop_rotate_pass()
        first.add_loop_simplify_pass()
        first.add_new_gvn_pass()
        first.add_dead_store_elimination_pass()
        first.add_instruction_combine_pass()
        first.add_simplify_cfg_pass()
    first.run(module, builder)
    if level > 0:
        builder.getModulePassManager().run(module, builder)
