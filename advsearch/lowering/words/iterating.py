"""Iterators in rules that are run on symbols: their items are kept, and none may be run through twice."""

from __future__ import annotations

import ast
import itertools
from types import FunctionType, MethodType
from typing import Any, Final

from advsearch.lowering import iterators
from advsearch.lowering.source import seen_through, source_of
from advsearch.lowering.words.operators import Operators
from advsearch.lowering.words.values import Closure, symbolic

MOST_ITEMS: Final = 4096


class Iterating(Operators):
    """Refuses iterators that Python would find used up."""

    def check_iterator(self, node: ast.Assign, env: dict[str, Any]) -> None:
        """Refuse a name for an iterator that is read twice, or whose generator uses names that change later."""
        for target in node.targets:
            if isinstance(target, ast.Name) and self._makes_iterator(node.value, env):
                wrong = iterators.complaint(self.frames[-1].source.tree, target.id, node, node.value)
                if wrong is not None:
                    raise self.refuse(wrong, iterators.INSTEAD)

    def check_arguments(self, node: ast.Call, function: Any, env: dict[str, Any]) -> None:
        """Refuse an iterator as an argument of a function that reads it twice."""
        function = function if isinstance(function, Closure) else seen_through(function)
        first = isinstance(function, MethodType)
        function = function.__func__ if isinstance(function, MethodType) else function
        if isinstance(function, Closure):
            tree = function.tree
        elif isinstance(function, FunctionType) and any(self._makes_iterator(one, env) for one in node.args):
            tree = source_of(function).tree
        else:
            return
        names = [one.arg for one in (*tree.args.posonlyargs, *tree.args.args)][first:]
        for name, one in zip(names, node.args, strict=False):
            if iterators.is_read_twice(tree, name, None) and self._makes_iterator(one, env):
                raise self.refuse(f"an iterator as {name}, which is read more than once", iterators.INSTEAD)

    def items_kept(self, value: Any) -> Any:
        """The items of an iterator that was made now, which would be used up when it is run through a second time."""
        if symbolic(value) or not hasattr(value, "__next__"):
            return value
        items = tuple(itertools.islice(value, MOST_ITEMS + 1))
        if len(items) > MOST_ITEMS:
            raise self.refuse(f"an iterator of more than {MOST_ITEMS} items", "take fewer, with islice")
        return items

    def _makes_iterator(self, node: ast.expr, env: dict[str, Any]) -> bool:
        """Whether the value of an expression can be run through only once in Python."""
        if not isinstance(node, ast.Call):
            return isinstance(node, ast.GeneratorExp)
        function = self.eval(node.func, env)
        if isinstance(function, Closure):
            return iterators.returns_iterator(function.tree)
        return not symbolic(function) and iterators.gives_iterator(seen_through(function))
