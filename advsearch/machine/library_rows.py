"""Functions of the standard library over rows and counters in plain Python, compiled like the rules themselves."""

from __future__ import annotations

from collections import Counter
from typing import Any


def transposed(rows: Any) -> list[Any]:
    columns = []
    for place in range(min([len(row) for row in rows], default=0)):
        columns.append(tuple([row[place] for row in rows]))
    return columns


def pairs(items: Any) -> list[Any]:
    return [(items[i], items[j]) for i in range(len(items)) for j in range(i + 1, len(items))]


def triples(items: Any) -> list[Any]:
    found = []
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            for k in range(j + 1, len(items)):
                found.append((items[i], items[j], items[k]))
    return found


def ordered_pairs(items: Any) -> list[Any]:
    return [(items[i], items[j]) for i in range(len(items)) for j in range(len(items)) if i != j]


def combinations(items: Any, count: int) -> list[Any]:
    if count < 0:
        raise ValueError("r must be non-negative")
    found = []
    places = list(range(count))
    size = len(items)
    while count <= size:
        found.append(tuple([items[place] for place in places]))
        last = count - 1
        while last >= 0 and places[last] == last + size - count:
            last -= 1
        if last < 0:
            break
        places[last] += 1
        for following in range(last + 1, count):
            places[following] = places[following - 1] + 1
    return found


def permutations(items: Any, count: int) -> list[Any]:
    if count < 0:
        raise ValueError("r must be non-negative")
    found = []
    size = len(items)
    places = [0] * count
    taken = [False] * size
    depth = 0
    if count > 0:
        places[0] = -1
    while count <= size:
        if depth == count:
            found.append(tuple([items[place] for place in places]))
            depth -= 1
        if depth < 0:
            break
        if places[depth] >= 0:
            taken[places[depth]] = False
        following = places[depth] + 1
        while following < size and taken[following]:
            following += 1
        if following == size:
            places[depth] = -1
            depth -= 1
            if depth < 0:
                break
            continue
        places[depth] = following
        taken[following] = True
        depth += 1
        if depth < count:
            places[depth] = -1
    return found


def groups(items: Any) -> list[Any]:
    return groups_by(items, lambda item: item)


def groups_by(items: Any, key: Any) -> list[Any]:
    found = []
    begin = 0
    for place in range(1, len(items) + 1):
        if place == len(items) or key(items[place]) != key(items[begin]):
            found.append((key(items[begin]), items[begin:place]))
            begin = place
    return found


def by_count(counted: Any) -> list[Any]:
    return sorted(counted, key=lambda pair: -pair[1])


def index_between(items: Any, value: Any, start: int, stop: int) -> int:
    size = len(items)
    if start < 0:
        start = max(0, start + size)
    if stop < 0:
        stop += size
    for place in range(start, min(stop, size)):
        if items[place] == value:
            return place
    raise ValueError("the value is not among the items")


def slice_ends(start: int, stop: int, size: int) -> tuple[int, int]:
    """The first place of a slice, and the one behind its last."""
    if start < 0:
        start += size
    if stop < 0:
        stop += size
    start = min(max(0, start), size)
    return start, max(start, min(max(0, stop), size))


# --- counters ----------------------------------------------------------------------------------------------------


def counters_equal(one: Any, other: Any) -> bool:
    return all(one[key] == other[key] for key in one) and all(one[key] == other[key] for key in other)


def counters_within(one: Any, other: Any) -> bool:
    return all(one[key] <= other[key] for key in one) and all(one[key] <= other[key] for key in other)


def counters_added(one: Any, other: Any) -> Any:
    found: Counter[Any] = Counter()
    for key, count in one.items():
        if count + other[key] > 0:
            found[key] = count + other[key]
    for key, count in other.items():
        if key not in one and count > 0:
            found[key] = count
    return found


def counters_subtracted(one: Any, other: Any) -> Any:
    found: Counter[Any] = Counter()
    for key, count in one.items():
        if count - other[key] > 0:
            found[key] = count - other[key]
    for key, count in other.items():
        if key not in one and count < 0:
            found[key] = 0 - count
    return found


def counters_met(one: Any, other: Any) -> Any:
    found: Counter[Any] = Counter()
    for key, count in one.items():
        if min(count, other[key]) > 0:
            found[key] = min(count, other[key])
    return found


def counters_joined(one: Any, other: Any) -> Any:
    found: Counter[Any] = Counter()
    for key, count in one.items():
        if max(count, other[key]) > 0:
            found[key] = max(count, other[key])
    for key, count in other.items():
        if key not in one and count > 0:
            found[key] = count
    return found
