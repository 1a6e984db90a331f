"""A table of functions that generate code: one for `len`, one for `sorted`, and so on."""

from __future__ import annotations

import collections
import dataclasses
import functools
import math
from typing import Any, Final

import attrs

from advsearch import bits
from advsearch.lowering.rows import callables, choices, counters, sorting, translating
from advsearch.lowering.rows.builtin_calls import (
    abs_call,
    bits_call,
    divmod_call,
    enumerate_call,
    isinstance_call,
    iter_call,
    len_call,
    map_call,
    math_call,
    next_call,
    pow_call,
    range_call,
    replace_call,
    reversed_call,
    zip_call,
)
from advsearch.lowering.rows.callables import OPERATORS
from advsearch.lowering.rows.calls import Handler
from advsearch.lowering.rows.combining import COMBINING
from advsearch.lowering.rows.conversions import (
    bool_call,
    chr_call,
    deque_call,
    dict_call,
    float_call,
    fromkeys_call,
    int_call,
    ord_call,
    repr_call,
    sequence_call,
    set_call,
    str_call,
)
from advsearch.lowering.rows.default_dicts import defaultdict_call
from advsearch.lowering.rows.grouping import GROUPING
from advsearch.lowering.rows.named_attributes import getattr_call
from advsearch.lowering.rows.special import type_call
from advsearch.lowering.rows.streaming import STREAMING
from advsearch.lowering.rows.wholes import WHOLES

HANDLERS: Final[dict[Any, Handler]] = {
    abs: abs_call,
    all: choices.all_of,
    any: choices.any_of,
    bool: bool_call,
    chr: chr_call,
    collections.Counter: counters.counter_call,
    collections.defaultdict: defaultdict_call,
    collections.deque: deque_call,
    dict: dict_call,
    dict.fromkeys: fromkeys_call,
    divmod: divmod_call,
    enumerate: enumerate_call,
    float: float_call,
    frozenset: set_call(True),
    int: int_call,
    isinstance: isinstance_call,
    iter: iter_call,
    len: len_call,
    list: sequence_call(list),
    map: map_call,
    math.exp: math_call("exp"),
    math.log: math_call("log"),
    math.sqrt: math_call("sqrt"),
    max: choices.greatest,
    min: choices.least,
    next: next_call,
    ord: ord_call,
    pow: pow_call,
    functools.reduce: callables.reduce_call,
    getattr: getattr_call,
    range: range_call,
    repr: repr_call,
    reversed: reversed_call,
    set: set_call(False),
    sorted: sorting.sorted_list,
    str: str_call,
    str.maketrans: translating.maketrans_call,
    sum: choices.total,
    tuple: sequence_call(tuple),
    type: type_call,
    zip: zip_call,
    **COMBINING,
    **GROUPING,
    **OPERATORS,
    **STREAMING,
    **WHOLES,
}
OURS: Final[dict[Any, Handler]] = {
    attrs.evolve: replace_call,
    bits.count: bits_call("count"),
    bits.highest: bits_call("highest"),
    bits.lowest: bits_call("lowest"),
    bits.rest: bits_call("rest"),
    dataclasses.replace: replace_call,
}
