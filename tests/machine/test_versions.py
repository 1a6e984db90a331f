"""The order of sets in machine code is that of every CPython that is installed here."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from advsearch.machine.layout import SET

PROGRAM = """
import json, sys
def frozen(x):
    return tuple(map(frozen, x)) if isinstance(x, list) else x
for line in sys.stdin:
    own, orders = set(), []
    for how, members in json.loads(line):
        members = [frozen(x) for x in members]
        if how == "add":
            for x in members: own.add(x)
        elif how == "discard":
            for x in members: own.discard(x)
        elif how == "pop":
            for x in members[:len(own)]: own.pop()
        elif how == "|": own = own | set(members)
        elif how == "-": own = own - set(members)
        elif how == "&": own = own & set(members)
        elif how == "^": own = own ^ set(members)
        elif how == "|=": own |= set(members)
        elif how == "-=": own -= set(members)
        orders.append([*own])
    print(json.dumps([orders, [hash(x) for x in own]]))
"""


def members_of(random: Random) -> list[Any]:
    kinds = [
        lambda: random.randrange(40),
        lambda: random.randrange(1 << 40),
        lambda: [random.randrange(9), random.randrange(9)],
        lambda: random.randrange(20) / 4,
    ]
    return [random.choice(kinds)() for _ in range(random.randrange(30))]


def steps_of(random: Random) -> list[Any]:
    hows = ["add", "add", "discard", "pop", "|", "-", "&", "^", "|=", "-="]
    return [(random.choice(hows), members_of(random)) for _ in range(12)]


def frozen(value: Any) -> Any:
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def orders_of(functions: Any, steps: list[Any]) -> Any:
    """What the program above prints, from the runtime."""
    functions.again()
    row, orders = functions.new_set(SET, 8), []
    operators = {"|": "set_or", "-": "set_minus", "&": "set_and", "^": "set_xor"}
    for how, members in steps:
        words = [functions.word(frozen(member)) for member in members]
        if how in ("add", "discard"):
            for word in words:
                getattr(functions, f"set_{how}")(row, word)
        elif how == "pop":
            for _ in words[: functions.size(row)]:
                functions.set_pop(row)
        else:
            other = functions.new_set(SET, 8)
            for word in words:
                functions.set_add(other, word)
            if how in operators:
                row = getattr(functions, operators[how])(SET, row, other)
            else:
                {"|=": functions.set_merge, "-=": functions.set_less}[how](row, other)
        orders.append(functions.order(row))
    hashes = [functions.hash(functions.word(member)) for member in functions.order(row)]
    return json.loads(json.dumps([orders, hashes]))


def pythons() -> list[str]:
    """This interpreter, and those beside it that are of another version from 3.11 on."""
    found = {sys.executable}
    for minor in range(11, 15):
        beside = Path(sys.base_prefix).parent.glob(f"3.{minor}.*/bin/python3.{minor}")
        found |= {str(path) for path in beside} | {shutil.which(f"python3.{minor}") or sys.executable}
    return sorted(
        python for python in found if subprocess.run([python, "-c", ""], capture_output=True).returncode == 0
    )


def test_sets_have_the_order_of_each_python(functions: Any) -> None:
    """Random changes of sets give the same orders and hashes in the runtime and in each CPython."""
    random = Random(2026)
    programs = [steps_of(random) for _ in range(150)]
    expected = [orders_of(functions, steps) for steps in programs]
    for python in pythons():
        given = "".join(f"{json.dumps(steps)}\n" for steps in programs)
        answer = subprocess.run([python, "-c", PROGRAM], input=given, capture_output=True, text=True, check=True)
        assert [json.loads(line) for line in answer.stdout.splitlines()] == expected, python
