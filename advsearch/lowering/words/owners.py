"""Refuses to change a list with two names: `b.append(1)` after `b = a`.

After an `if`, each name gets a new list, so `a` and `b` would name two different lists.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from advsearch.lowering.rows.order import changed_names
from advsearch.lowering.words.values import Listed

_INSTEAD: Final = "make a copy: list(...)"


def check_name(run: Any, name: str, value: Any, env: dict[str, Any]) -> None:
    """Refuse `b = a` for a list that the function changes."""
    if not isinstance(value, Listed | tuple):
        return
    own = list(_lists(value))
    changed = changed_names(run.frames[-1].body) if own else frozenset()
    for second, held in env.items() if changed else ():
        if second != name and not changed.isdisjoint((name, second)) and _shares(own, held):
            raise run.refuse(f"a function changes a list that `{name}` and `{second}` share", _INSTEAD)


def check_chosen(run: Any, values: list[Any], env: dict[str, Any]) -> None:
    """Refuse `a if c else b` for a named list, if the function changes lists."""
    own = [one for value in values if isinstance(value, Listed) for one in _lists(value)]
    changed = changed_names(run.frames[-1].body) if own else frozenset()
    may_change = any(name not in env or isinstance(env[name], Listed) for name in changed)
    if may_change and any(_shares(own, one) for one in env.values()):
        raise run.refuse("`x if ... else y` chooses a list that may be changed", _INSTEAD)


def check_whole(run: Any, owner: Listed) -> None:
    """Refuse a change of `rows[r]` for an `r` known only at run time, because `rows[r]` is then a copy."""
    if owner.chosen:
        raise run.refuse(
            "a list inside a list is changed, at an index that is known only at run time",
            "keep all cells in one list: cells[r * width + c] = ...",
        )


def check_given(run: Any, body: list[ast.stmt], env: dict[str, Any]) -> None:
    """Refuse a function that changes a list of its caller."""
    for name in sorted(changed_names(body) - _assigned(body)):
        if any(_lists(env.get(name))):
            raise run.refuse(
                f"a function changes the list `{name}`, which another function made", "return a new list"
            )


def _assigned(body: list[ast.stmt]) -> set[str]:
    # Without the `x` of `x += ...`, which may change the object that `x` already names.
    every = [one for top in body for one in ast.walk(top)]
    changing = {id(one.target) for one in every if isinstance(one, ast.AugAssign)}
    stored = [one for one in every if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]
    return {one.id for one in stored if id(one) not in changing}


def _shares(own: list[Listed], held: Any) -> bool:
    return any(one is other for one in _lists(held) for other in own)


def _lists(value: Any) -> Iterator[Listed]:
    if isinstance(value, Listed):
        if not value.frozen and not value.once:
            yield value
        for _, item in value.items:
            yield from _lists(item)
    elif type(value) is tuple:
        for item in value:
            yield from _lists(item)
