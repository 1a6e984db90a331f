"""Small programs with `translate`, and with a choice between constant dicts."""

from __future__ import annotations

from typing import Any

HEADER = """
LOW = {0: "a", 1: "b"}
HIGH = {0: "x", 3: "yy"}


def translated(text, table):
    return text.translate(table)

"""
STATES = [("AA.BB", 0), ("BA.AB", 1), ("AABB.", 1), (".AABB", 0)]
NUMBERS = [0, 1, 3, 6]
ME = "t, m = s\nme, you = 'AB'[m], 'BA'[m]\n"

CLAIMS_OF_TRANSLATIONS: dict[str, tuple[str, list[Any]]] = {
    "maketrans of a dict": (f"{ME}return t.translate(str.maketrans({{'.': me, me: 'z'}}))", STATES),
    "maketrans of two characters and of two strings": (
        f"{ME}return (t.translate(str.maketrans(me, you)), t.translate(str.maketrans('A' + me, 'x' + you)), "
        "t.translate(str.maketrans(me + you, you + me)))",
        STATES,
    ),
    "a third string names characters to leave out": (
        f"{ME}return t.translate(str.maketrans('.', me, 'B')), t.translate(str.maketrans('', '', me))",
        STATES,
    ),
    "None leaves a character out, and a string may be long": (
        f"{ME}return t.translate(str.maketrans({{me: None, '.': '--'}})), t[:m].translate(str.maketrans(me, 'z'))",
        STATES,
    ),
    "a table of codes": (
        f"{ME}return t.translate({{ord(me): 'x', 46: ord('q')}}), t.translate({{'.': me}}), "
        "t.translate({ord(c): me for c in '.A'}), t.translate({ord(c): ord(me) for c in '.A'})",
        STATES,
    ),
    "of equal characters the last one counts": (
        f"{ME}return t.translate(str.maketrans({{'A': '1', me: '2', 'B': '3'}}))",
        STATES,
    ),
    "a table is an argument": (
        f"{ME}return translated(t, str.maketrans({{'.': me}})), translated(t, str.maketrans(me, 'z'))",
        STATES,
    ),
    "names change after the table is made": (
        f"{ME}one, two = str.maketrans(me, 'z'), str.maketrans({{'.': me}})\nme = you\n"
        "return t.translate(one), t.translate(two)",
        STATES,
    ),
    "names change in a loop, or in a branch, after a table is made": (
        f"{ME}one = str.maketrans('.', me)\nr = []\nfor c in 'AB.':\n    two = str.maketrans(me, 'z')\n"
        "    me = c\n    r.append(t.translate(one) + t.translate(two))\nthree = str.maketrans('.', me, you)\n"
        "if m:\n    you = '.'\nreturn r, t.translate(three), you",
        STATES,
    ),
    "a table in a loop": (
        "t, m = s\nfor me in 'AB':\n    t = t.translate(str.maketrans({me: 'B', '.': me}))\nreturn t",
        STATES,
    ),
    "a constant text and a single character": (
        f"{ME}return 'x.A'.translate(str.maketrans({{'.': me}})), me.translate(str.maketrans({{'A': t}}))",
        STATES,
    ),
    "one of two constant dicts": (
        "d = LOW if s > 2 else HIGH\nreturn d.get(s), len(d), s in d, tuple(d), (HIGH if s else LOW)[0]",
        NUMBERS,
    ),
    "one of two constant tables": (
        "t, m = s\nreturn t.translate(str.maketrans('AB', 'ab') if m else str.maketrans('A', 'q'))",
        STATES,
    ),
}
