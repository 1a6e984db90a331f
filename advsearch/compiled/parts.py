"""Make builds faster: numba translates the functions of a build one by one, and LLVM optimises all functions
together.

Without this module, LLVM would optimise a function again for every function that calls it. Without this module, numba
would infer the type of a call several times. In a build of 3.4 s, the repeated optimisations took 0.9 s, and the
repeated type inferences took 0.9 s.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from llvmlite import binding
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys


class Part(JITCodeLibrary):
    """The code of one function. A `Part` is optimised without the functions that it calls, and is never loaded on its
    own."""

    def __init__(self, codegen: Any, name: str) -> None:
        numbas: Any = super()
        numbas.__init__(codegen, name)
        self.calls: list[Any] = []
        """The code libraries of the functions that this part calls."""

    def add_linking_library(self, library: Any) -> None:
        numbas: Any = super()
        numbas.add_linking_library(library)
        self.calls.append(library)

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._final_module.data_layout

    def finalize(self) -> None:
        self.optimize(self._final_module)  # without this call, one perft took twice as long
        self._finalized = True

    def optimize(self, module: Any) -> None:
        """Optimise a module in place."""
        own, self._final_module = self._final_module, module
        self._optimize_final_module()  # type: ignore[no-untyped-call]
        self._final_module = own


@contextlib.contextmanager
def in_parts() -> Iterator[None]:
    """Within this context, numba makes a `Part` of each function that it compiles. The function in a `Part` cannot be
    called before `joined` has combined the parts.
    """
    context = cpu_target.typing_context
    rtsys.initialize(cpu_target.target_context)  # numba's own library is needed as a whole
    codegen = cpu_target.target_context.codegen()
    replaced: list[tuple[Any, dict[str, Any]]] = [
        (codegen, {"_library_class": Part, "set_env": lambda name, environment: None}),  # noqa: ARG005
        (context, {"resolve_function_type": _remembered(context.resolve_function_type)}),
    ]
    for one, new in replaced:
        vars(one).update(new)
    try:
        yield
    finally:
        for one, new in replaced:
            for name in new:
                delattr(one, name)


def _remembered(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap numba's function `resolve`, which infers the types of calls. The wrapper remembers the types."""
    known: dict[Any, Any] = {}

    def resolved(function: Any, arguments: Any, named: Any) -> Any:
        if named or isinstance(function, types.BoundFunction):  # the type of a list may still become more precise
            return resolve(function, arguments, named)
        key = function, tuple(arguments), tuple(map(type, arguments))
        try:
            found = known.get(key)
        except TypeError:  # a slice cannot be hashed
            return resolve(function, arguments, named)
        if found is None:
            found = known[key] = resolve(function, arguments, named)
        return found

    return resolved


def joined(library: Part, symbol: str) -> Any:
    """Join the LLVM module of a part with the modules of all called parts, and optimise the result. In the joined
    module, only `symbol` stays public."""
    whole = library._final_module
    seen: set[Any] = {library}
    waiting = [library]
    for part in waiting:
        for other in part.calls:
            if other not in seen:
                seen.add(other)
                whole.link_in(_shared(other._final_module))
                if isinstance(other, Part):
                    waiting.append(other)
    module = binding.parse_bitcode(whole.as_bitcode())
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name != symbol:
            one.linkage = "internal"
    machine = library.codegen._tm
    _without_dead_code(module, machine)
    library.optimize(module)
    _without_dead_code(module, machine)
    return module


def _shared(module: Any) -> Any:
    """Return a copy of an LLVM module that can be joined with modules that contain the same functions."""
    copy = module.clone()
    for one in copy.functions:
        if not one.is_declaration and one.linkage == binding.Linkage.external:
            one.linkage = "linkonce_odr"
    return copy


def _without_dead_code(module: Any, machine: Any) -> None:
    """Remove the functions of an LLVM module that are never called."""
    if hasattr(binding, "create_new_module_pass_manager"):
        passes: Any = binding.create_new_module_pass_manager()
        if hasattr(passes, "add_global_dead_code_eliminate_pass"):
            passes.add_global_dead_code_eliminate_pass()
            passes.add_strip_dead_prototype_pass()
            passes.run(module, binding.create_pass_builder(machine, binding.create_pipeline_tuning_options()))
            return
    older: Any = binding  # up to llvmlite 0.44, which comes with numba 0.61
    passes = older.create_module_pass_manager()
    passes.add_global_dce_pass()
    passes.add_strip_dead_prototypes_pass()
    passes.run(module)
