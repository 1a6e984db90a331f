"""The table of handlers: each writes the call of one built-in function or class."""

from __future__ import annotations

import ast
import dataclasses
import math
import operator
from typing import Any, Final

import attrs

from advsearch import bits
from advsearch.lowering.rows import choices
from advsearch.lowering.rows.builtin_calls import (
    _abs,
    _bits,
    _divmod,
    _enumerate,
    _isinstance,
    _len,
    _map,
    _math,
    _negative,
    _next,
    _operator,
    _pow,
    _range,
    _replace,
    _reversed,
    _round,
    _zip,
)
from advsearch.lowering.rows.calls import Handler
from advsearch.lowering.rows.conversions import _bool, _chr, _dict_call, _float, _int, _ord, _sequence, _sets, _str

_HANDLERS: Final[dict[Any, Handler]] = {
    abs: _abs,
    all: choices.all_of,
    any: choices.any_of,
    bool: _bool,
    chr: _chr,
    dict: _dict_call,
    divmod: _divmod,
    enumerate: _enumerate,
    float: _float,
    frozenset: _sets(True),
    int: _int,
    isinstance: _isinstance,
    len: _len,
    list: _sequence(list),
    map: _map,
    math.exp: _math("exp"),
    math.log: _math("log"),
    math.sqrt: _math("sqrt"),
    max: choices.greatest,
    min: choices.least,
    next: _next,
    operator.add: _operator(ast.Add()),
    operator.mul: _operator(ast.Mult()),
    operator.neg: _negative,
    operator.sub: _operator(ast.Sub()),
    ord: _ord,
    pow: _pow,
    range: _range,
    reversed: _reversed,
    round: _round,
    set: _sets(False),
    sorted: choices.sorted_list,
    str: _str,
    sum: choices.total,
    tuple: _sequence(tuple),
    zip: _zip,
}
"""By the function or class itself."""
_OURS: Final[dict[Any, Handler]] = {
    attrs.evolve: _replace,
    bits.count: _bits("count"),
    bits.highest: _bits("highest"),
    bits.lowest: _bits("lowest"),
    bits.rest: _bits("rest"),
    dataclasses.replace: _replace,
}
"""Plain functions that are not read: what they do is known."""
