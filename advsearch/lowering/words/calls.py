"""Runs function calls on symbols: `self.moves(x)` runs statement by statement."""

from __future__ import annotations

import ast
import dataclasses
import functools
import itertools
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final

import attrs

from advsearch import bits
from advsearch.lowering.iterators import INSTEAD, is_read_twice
from advsearch.lowering.refusals import refuse
from advsearch.lowering.source import Method, callee, class_attribute, is_own, source_of
from advsearch.lowering.words import heads, owners, purity, values
from advsearch.lowering.words.builtin_forms import FORMS
from advsearch.lowering.words.graph import Node
from advsearch.lowering.words.meaning import put_in
from advsearch.lowering.words.meaning import replaced as put_in_node
from advsearch.lowering.words.operators import Operators
from advsearch.lowering.words.values import Alt, Bound, CellsOf, Listed, Octets, Record, symbolic

MOST_CALLS: Final = 60
MOST_ITEMS: Final = 4096


class Calls(Operators):
    def _call(self, node: ast.Call, env: dict[str, Any]) -> Any:
        function = self.eval(node.func, env)
        if function is sum and len(node.args) == 1 and not node.keywords:
            summed = self.summed(node.args[0], env)
            if summed is not None:
                return summed
        positional = self.spread(node.args, env) if node.args else Listed([])
        if not self.plain(positional):
            raise self.no_form(node, "pass a fixed number of arguments, without * before a list of variable length")
        args = [item for _, item in positional.items]
        keywords = {}
        for one in node.keywords:
            if one.arg is None:
                raise self.no_form(node, "name the arguments one by one")
            keywords[one.arg] = self.eval(one.value, env)
        self.at = node
        return self.call(function, args, keywords, node)

    def summed(self, node: ast.expr, env: dict[str, Any]) -> Any:
        return None

    def call(self, function: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
        if isinstance(function, Alt):  # both read the arguments, which may be iterators
            args = [Listed(self.items(one), once=True) if values.is_iterator(one) else one for one in args]
            return self.either_way(lambda one: self.call(one, args, keywords, node), function)
        if isinstance(function, values.Closure):
            return self.call_closure(function, args, keywords)
        if isinstance(function, Bound):
            return self._call_bound(function, args, keywords, node)
        if isinstance(function, values.Picked):
            raise self.refuse(
                "a function in a tuple is called by its index", "write `if`, and call each function by its name"
            )
        known, first = callee(function, self.frames[-1].source, node)
        unknown = symbolic(args) or symbolic(tuple(keywords.values()))
        unknown = unknown or any(isinstance(value, Listed) for value in args)
        if not unknown and not isinstance(known, type):
            return self._call_known(function, known, args, keywords, node)
        if known in FORMS or (isinstance(known, type) and known in FORMS):
            return FORMS[known](self, *first, *args, **keywords)
        if isinstance(known, type):
            return self._made(known, args, keywords, node)
        if isinstance(known, FunctionType):
            if known in _EVOLVING:
                return self._evolved(args, keywords, node)
            if known.__module__ == bits.__name__ and known.__name__ in _BITS:
                return self._bits(known.__name__, args[0])
            return self.call_function(known, [*first, *args], keywords)
        owner = getattr(function, "__self__", None)
        if owner is not None and isinstance(function, BuiltinFunctionType):
            return self._call_bound(Bound(owner, function.__name__), args, keywords, node)
        raise self.no_form(node, "use only integers, tuples and `for` loops")

    def _call_known(self, function: Any, known: Any, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
        owner = getattr(function, "__self__", None)
        if isinstance(owner, list | dict | set | bytearray) and function.__name__ in purity.CHANGING:
            raise self.no_form(node, "change a list only in the function that makes the list")
        found = purity.impurity(known) if isinstance(known, FunctionType) else None
        if found is not None:
            raise refuse(*found, "write rules that only read their arguments and return a result")
        try:
            return function(*args, **keywords)
        except Exception as error:
            raise self.refuse(
                f"`{ast.unparse(node)}` raises {type(error).__name__}: {error}", "test the values with `if` first"
            ) from None

    # --- functions --------------------------------------------------------------------------------------------

    def call_function(self, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
        source = source_of(function)
        bound = self._bound_to(
            source.tree, args, keywords, function.__defaults__ or (), function.__kwdefaults__ or {}
        )  # fmt: skip
        return self.run(source, bound, source.is_generator)

    def _lambda(self, node: ast.Lambda, env: dict[str, Any]) -> Any:
        return heads.closure(self, node, env)

    def call_closure(self, closure: values.Closure, args: list[Any], keywords: dict[str, Any]) -> Any:
        env = dict(closure.frame.env if closure.frame in self.frames else closure.env)
        env.update(self._bound_to(closure.tree, args, keywords, closure.defaults, closure.named))
        generator = any(isinstance(part, ast.Yield) for part in ast.walk(closure.tree))
        tree = closure.tree
        body = tree.body if isinstance(tree.body, list) else [ast.copy_location(ast.Return(tree.body), tree)]
        return self.run(closure.source, env, generator, body)

    def _bound_to(
        self, tree: Any, args: list[Any], keywords: dict[str, Any], defaults: tuple[Any, ...], named: dict[str, Any]
    ) -> dict[str, Any]:
        names = [one.arg for one in (*tree.args.posonlyargs, *tree.args.args)]
        bound: dict[str, Any] = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        bound.update(named)
        bound.update(zip(names, args, strict=False))
        if tree.args.vararg is not None:
            bound[tree.args.vararg.arg] = tuple(args[len(names) :])
        elif len(args) > len(names):
            raise self.refuse(f"a function gets {len(args)} arguments", "pass one argument per parameter")
        bound.update(keywords)
        if tree.args.kwarg is not None:
            raise self.refuse(f"a function takes **{tree.args.kwarg.arg}", "name the arguments one by one")
        for name, value in bound.items():
            if values.is_iterator(value):
                if is_read_twice(tree, name, None):
                    raise self.refuse(f"the parameter `{name}` is an iterator and is read more than once", INSTEAD)
                bound[name] = Listed(self.items(value), once=True)
        return bound

    def run(
        self, source: Any, env: dict[str, Any], generator: bool = False, body: list[ast.stmt] | None = None
    ) -> Any:
        raise NotImplementedError

    # --- objects ----------------------------------------------------------------------------------------------

    def _made(self, kind: type, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
        names = values.field_names(kind)
        if names is None:
            if not symbolic(args) and not symbolic(tuple(keywords.values())):
                return self.computed(functools.partial(kind, *args, **keywords))
            raise self.no_form(node, "use an attrs class, a dataclass, a NamedTuple or a tuple")
        if not symbolic(args) and not symbolic(tuple(keywords.values())):
            return self.computed(functools.partial(kind, *args, **keywords))
        self._check_class(kind, node)
        given: dict[str, Any] = {}
        defaults = values.field_defaults(kind)
        for name, value in itertools.chain(zip(names, args, strict=False), keywords.items()):
            given[name] = value
        for name in names:
            if name not in given:
                if name not in defaults:
                    raise self.no_form(node, f"give a value for the field `{name}` of {kind.__name__}")
                given[name] = defaults[name]
        return Record(kind, {name: given[name] for name in names})

    def _check_class(self, kind: type, node: ast.AST) -> None:
        for name in ("__attrs_post_init__", "__post_init__", "__attrs_pre_init__"):
            if hasattr(kind, name):
                raise self.no_form(node, f"the class {kind.__name__} has {name}; write a class without {name}")
        if attrs.has(kind) and any(one.converter is not None for one in attrs.fields(kind)):
            raise self.no_form(node, f"the class {kind.__name__} has converters; write a class without converters")

    def _evolved(self, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
        record = values.as_record(args[0])
        if record is None or not set(keywords) <= set(record.fields):
            raise self.refuse(
                "a call replaces a field that the object does not have", "name only fields of the object"
            )
        self._check_class(record.kind, node)
        return Record(record.kind, record.fields | keywords)

    # --- methods of values ------------------------------------------------------------------------------------

    def _call_bound(self, bound: Bound, args: list[Any], keywords: dict[str, Any], node: ast.AST) -> Any:
        owner, name = bound.owner, bound.name
        if isinstance(owner, Alt):
            return self.either_way(lambda one: self._call_bound(Bound(one, name), args, keywords, node), owner)
        if isinstance(owner, Record):
            found = class_attribute(owner.kind, name)
            if name == "_replace" and not is_own(found):
                return Record(owner.kind, owner.fields | keywords)
            if isinstance(found, Method):
                return self.call_function(found.function, [owner, *args], keywords)
        if isinstance(owner, Node):
            return self._method_of_number(owner, name, args, node)
        if isinstance(owner, Listed):
            return self._method_of_list(owner, name, args, node)
        if isinstance(owner, Octets):
            return self._method_of_octets(owner, name, args, node)
        if isinstance(owner, tuple) and name == "count":
            return self._total(self.compared(ast.Eq, one, args[0]) for one in owner)
        if isinstance(owner, dict) and name == "get" and not symbolic(owner):
            value: Any = args[1] if len(args) > 1 else None
            for key, item in reversed(owner.items()):
                value = self.choose(self._node(self.compared(ast.Eq, args[0], key)), item, value)
            return value
        if isinstance(owner, tuple) and name == "index" and not symbolic(owner):
            index: Any = len(owner) - 1
            for place in range(len(owner) - 2, -1, -1):
                index = self.choose(self._node(self.compared(ast.Eq, args[0], owner[place])), place, index)
            return index
        raise self.no_form(node, "use only integers, tuples and `for` loops")

    def _method_of_number(self, owner: Node, name: str, args: list[Any], node: ast.AST) -> Any:
        if owner.kind != "float" and name in ("bit_count", "bit_length"):
            if owner.lo < 0:
                raise self.no_form(node, f"call `{name}` only on an integer of at least 0")
            if name == "bit_length":
                return self.bit_length(owner)
            return self.number("count", owner)
        if name == "to_bytes" and len(args) >= 1 and isinstance(args[0], int) and args[1:] == ["little"]:
            shifted = [self.number("and", self.number("shr", owner, 8 * place), 255) for place in range(args[0])]
            return Octets(tuple(shifted))
        raise self.no_form(node, "use only integers, tuples and `for` loops")

    def bit_length(self, word: Node) -> Any:
        return self.number("length", word)

    def _method_of_list(self, owner: Listed, name: str, args: list[Any], node: ast.AST) -> Any:
        if name in ("append", "extend") and not owner.frozen:
            owners.check_whole(self, owner)
        if name == "append" and not owner.frozen:
            owner.items.append((self.graph.true, args[0]))
            return None
        if name == "extend" and not owner.frozen and not heads.reads_its_list(node):
            owner.items += self.items(args[0])
            return None
        if name == "copy":
            return Listed(list(owner.items))
        if name == "count":
            return self._total(
                values.simple(self.graph.both(guard, self._node(self.compared(ast.Eq, one, args[0]))))
                for guard, one in owner.items
            )
        if name == "pop" and not args and self.plain(owner) and owner.items:
            return owner.items.pop()[1]
        raise self.no_form(node, "append items to the list, and read the list in a loop")

    def _method_of_octets(self, owner: Octets, name: str, args: list[Any], node: ast.AST) -> Any:
        if name == "translate" and isinstance(args[0], bytes) and len(args[0]) == 256:
            return Octets(tuple(self.subscript(tuple(args[0]), part) for part in owner.parts))
        if name == "count":
            return self._total(self.compared(ast.Eq, part, args[0]) for part in owner.parts)
        raise self.no_form(node, "use only integers, tuples and `for` loops")

    # --- iteration --------------------------------------------------------------------------------------------

    def items(self, value: Any) -> list[tuple[Node, Any]]:
        """Each item of a loop, paired with the condition under which it exists."""
        always = self.graph.true
        if isinstance(value, Listed):
            return [one for guard, item in value.items for one in self._spread_family(guard, item)]
        if isinstance(value, Octets):
            return [(always, part) for part in value.parts]
        if isinstance(value, CellsOf):
            return self.each_cell(value)
        if isinstance(value, values.Picked):
            return [(always, one) for one in self.items_of_picked(value)]
        if isinstance(value, Record) and getattr(value.kind, "__iter__", None) is tuple.__iter__:
            return [(always, one) for one in value.fields.values()]
        if isinstance(value, Alt):
            condition = self.resolved(value.condition)
            opposite = self.graph.make("not", condition)
            one = [(self.graph.both(condition, guard), item) for guard, item in self.items(value.one)]
            return one + [(self.graph.both(opposite, guard), item) for guard, item in self.items(value.two)]
        if symbolic(value) and not isinstance(value, tuple | list):
            raise self.refuse(
                f"a loop runs over {self.named(value)}", "loop over a range, a tuple or advsearch.bits.cells(...)"
            )
        if isinstance(value, set | frozenset) and len(value) > 1:
            raise self.refuse("a loop runs over a set, whose order is not defined", "sort the set, or use a tuple")
        try:
            found = list(itertools.islice(iter(value), MOST_ITEMS + 1))
        except TypeError:
            raise self.refuse(
                f"a loop runs over {self.named(value)}", "loop over a range, a tuple or advsearch.bits.cells(...)"
            ) from None
        if len(found) > MOST_ITEMS:
            raise self.refuse(f"a loop runs over more than {MOST_ITEMS} items", "loop over fewer items")
        return [(always, one) for one in found]

    def _spread_family(self, guard: Node, item: Any) -> list[tuple[Node, Any]]:
        if not isinstance(item, values.Family):
            return [(guard, item)]
        found = []
        for place in range(item.size):
            known = {item.each.number: self.graph.const(place)}
            for inner, entry in item.entries:
                condition = self.graph.both(guard, put_in_node(self.graph, inner, known))
                if condition is not self.graph.false:
                    found.append((condition, put_in(self.graph, entry, known)))
        return found

    def each_cell(self, value: CellsOf) -> list[tuple[Node, Any]]:
        found = []
        for cell in range(value.word.hi.bit_length()):
            bit = self.graph.make("and", value.word, self.graph.const(1 << cell))
            guard = self.resolved(self.graph.truth(bit))
            if guard is self.graph.false:
                continue
            if value.again is None:
                found.append((guard, cell))
            else:
                for inner, item in value.again(cell):
                    found.append((self.graph.both(guard, inner), item))
        return found

    def _total(self, parts: Iterator[Any]) -> Any:
        total: Any = 0
        for part in parts:
            total = self.binary(ast.Add, total, part)
        return total

    def _listcomp(self, node: ast.ListComp, env: dict[str, Any]) -> Any:
        return self.comprehension(node, env)

    def _generatorexp(self, node: ast.GeneratorExp, env: dict[str, Any]) -> Any:
        found = self.comprehension(node, env)
        if isinstance(found, Listed):
            found.once = True
        return found

    def _setcomp(self, node: ast.SetComp, env: dict[str, Any]) -> Any:
        raise self.no_form(node, "write the set as an integer with one bit for each member")

    def _dictcomp(self, node: ast.DictComp, env: dict[str, Any]) -> Any:
        raise self.no_form(node, "make the dict a constant outside of the function")

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp, env: dict[str, Any]) -> Any:
        family = self.family_of(node, env)
        if family is not None:
            return family
        items: list[tuple[Node, Any]] = []
        self.comprehended(node, 0, dict(env), self.graph.true, items)
        return Listed(items)

    def family_of(self, node: ast.ListComp | ast.GeneratorExp, env: dict[str, Any]) -> Listed | None:
        return None

    def comprehended(
        self, node: Any, place: int, env: dict[str, Any], guard: Node, into: list[tuple[Node, Any]]
    ) -> None:
        if place == len(node.generators):
            into.append((guard, self.eval(node.elt, env)))
            return
        generator = node.generators[place]
        for inner, item in self.items(self.eval(generator.iter, env)):
            kept = self.saved()
            if inner is not self.graph.true:
                self.assume(inner, True)
            found = self.graph.both(guard, inner)
            self.assign(generator.target, item, env)
            for test in generator.ifs:
                truth = self.truth(self.eval(test, env))
                found = self.graph.both(found, truth)
                if truth is self.graph.false:
                    break
                if not truth.constant:
                    self.assume(truth, True)
            if found is not self.graph.false:
                self.comprehended(node, place + 1, env, found, into)
            self.restore(kept)

    def assign(self, target: ast.expr, value: Any, env: dict[str, Any]) -> None:
        raise NotImplementedError

    def _bits(self, name: str, value: Any) -> Any:
        if isinstance(value, Alt):
            return self.either_way(lambda one: self._bits(name, one), value)
        if not isinstance(value, Node) or value.kind == "float" or value.lo < 0:
            raise self.refuse(f"{name} is called with {self.named(value)}", "pass an integer that cannot be negative")
        if name == "count":
            return self.number("count", value)
        if name == "cells":
            return CellsOf(values.whole(self.graph, value))
        if name == "rest":
            return self.number("and", value, self.number("sub", value, 1))
        if name == "highest":
            return self.number("sub", self.number("length", value), 1)
        return self.number("lowest", value)


_BITS: Final = frozenset({"count", "lowest", "highest", "rest", "cells"})
_EVOLVING: Final = (attrs.evolve, dataclasses.replace)
