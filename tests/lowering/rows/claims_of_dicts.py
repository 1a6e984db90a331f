"""Small programs with dicts whose keys are known only at run time, each named for the claim it shows."""

from __future__ import annotations

from typing import Any

HELPERS_OF_DICTS = """
ME = {0: "P", 1: "p"}
START = {(0, 0): "P", (1, 1): "p"}


def freeze(board):
    return tuple(sorted(board.items()))


def amount(board, piece):
    return sum(1 for p in board.values() if p == piece)


def move(board, a, b):
    board[b] = board.pop(a)


def moved(board, a, b):
    new = dict(board)
    new[b] = new.pop(a)
    return new


def unpacked(s):
    return {p: v for p, v in s}


def filled(s):
    board = {}
    for p, v in s:
        board[p] = v
    return board


def at(board, p):
    return board.get(p, ".")


def set_at(board, p, v):
    board[p] = v
    return board


def with_size(s):
    board = dict(s)
    return board, len(board)


"""
PIECES = [
    (((0, 0), "P"), ((0, 1), "p"), ((2, 2), "P")),
    (((1, 1), "p"),),
    (((2, 0), "p"), ((2, 1), "P"), ((0, 2), "P"), ((1, 1), "p")),
    (),
]
FROZEN = [frozenset(one) for one in PIECES]

CLAIMS_OF_MADE_DICTS: dict[str, tuple[str, list[Any]]] = {
    "a dict begins empty": (
        "board = {}\nfor p, v in s:\n    board[p] = v\nreturn (freeze(board), len(board), tuple(board))",
        PIECES,
    ),
    "a comprehension makes a dict": (
        "board = {p: v for p, v in s if v == 'P'}\n"
        "return (tuple(board), (1, 1) in board, board.get((0, 0)) == 'P', list(board), freeze(board))",
        PIECES,
    ),
    "a dict with a key for each cell": (
        "board = {(r, k): 0 for r in range(3) for k in range(3)}\n"
        "for p, v in s:\n"
        "    board[p] += 1\n"
        "return tuple(board.items())",
        PIECES,
    ),
    "of equal keys the last value counts": (
        "board = {v: p for p, v in s}\nreturn (tuple(board.items()), len(board))",
        PIECES,
    ),
    "functions read a dict": (
        "board = dict(s)\n"
        "board[5, 5] = 'P'\n"
        "return (freeze(board), amount(board, 'P'), at(board, (1, 1)), at(board, (5, 5)))",
        PIECES,
    ),
    "functions return dicts": (
        "board = unpacked(s)\n"
        "other = filled(s)\n"
        "other[1, 2] = 'p'\n"
        "return (freeze(board), freeze(other), board == other, amount(other, 'p'))",
        PIECES,
    ),
    "a function changes the caller's dict": (
        "board = unpacked(s)\nif s:\n    move(board, s[0][0], (4, 4))\nreturn (freeze(board), tuple(board))",
        PIECES,
    ),
    "a function changes a copy of the dict": (
        "board = unpacked(s)\nnew = moved(board, s[0][0], (4, 4)) if s else {}\nreturn (freeze(board), freeze(new))",
        PIECES,
    ),
    "a function returns the dict that it was given": (
        "board = dict(s)\n"
        "board = set_at(board, (1, 1), 'P')\n"
        "other = set_at(dict(s), (1, 1), 'q')\n"
        "return (freeze(board), freeze(other))",
        PIECES,
    ),
    "a function returns a dict in a tuple": (
        "board, n = with_size(s)\nboard[0, 0] = 'x'\nreturn (freeze(board), n)",
        PIECES,
    ),
    "an inner function reads the dict around it": (
        "board = dict(s)\n"
        "def free(r, k):\n"
        "    return (r, k) not in board\n"
        "return [(r, k) for r in range(3) for k in range(3) if free(r, k)]",
        PIECES,
    ),
    "an inner function changes the dict around it": (
        "board = dict(s)\n"
        "def go(n):\n"
        "    if n == 0:\n"
        "        return 0\n"
        "    board[n, n] = 'x'\n"
        "    return 1 + go(n - 1)\n"
        "m = go(len(s))\n"
        "return (m, freeze(board))",
        PIECES,
    ),
    "a recursion keeps its results in a dict": (
        "memo = {}\n"
        "def fib(n):\n"
        "    if n < 2:\n"
        "        return n\n"
        "    if n in memo:\n"
        "        return memo[n]\n"
        "    memo[n] = fib(n - 1) + fib(n - 2)\n"
        "    return memo[n]\n"
        "return fib(20 + len(s))",
        PIECES,
    ),
    "keys are deleted": (
        "board = dict(s)\n"
        "if (1, 1) in board:\n"
        "    del board[(1, 1)]\n"
        "for p in list(board):\n"
        "    if board[p] == 'p':\n"
        "        del board[p]\n"
        "return (freeze(board), bool(board))",
        PIECES,
    ),
    "items of a list are deleted": (
        "x = [1, 2, 3, 4]\ndel x[len(s) % 4]\ndel x[-1], x[0]\nreturn tuple(x)",
        PIECES,
    ),
    "pop and setdefault with a default": (
        "board = dict(s)\n"
        "a = board.pop((1, 1), None)\n"
        "b = board.pop((0, 0), 'z')\n"
        "c = board.setdefault((2, 2), 'q')\n"
        "d = board.setdefault((0, 0), 'r')\n"
        "return (a is None, b, c, d, tuple(board.items()))",
        PIECES,
    ),
    "update takes dicts and pairs": (
        "board = dict(s)\n"
        "board.update({(0, 0): 'z', (7, 7): 'y'})\n"
        "board.update(s)\n"
        "board |= {(8, 8): 'p'}\n"
        "board.update(START)\n"
        "return tuple(board.items())",
        PIECES,
    ),
    "copies are dicts of their own": (
        "board = dict(s)\n"
        "a = board.copy()\n"
        "b = dict(board)\n"
        "c = {**board, (9, 9): 'p', (0, 0): 'q'}\n"
        "d = board | {(7, 7): 'p'}\n"
        "a[9, 9] = 'p'\n"
        "b.clear()\n"
        "return (tuple(board.items()), tuple(a.items()), len(b), tuple(c.items()), tuple(d.items()))",
        PIECES,
    ),
    "a constant is copied and changed": (
        "board = dict(START)\n"
        "other = START.copy()\n"
        "for p, v in s:\n"
        "    board[p] = v\n"
        "    other.pop(p, None)\n"
        "return (freeze(board), freeze(other), freeze(START))",
        PIECES,
    ),
    "counts by key": (
        "n = {'P': 0, 'p': 0}\n"
        "m = {}\n"
        "for p, v in s:\n"
        "    n[v] += 1\n"
        "    m[v] = m.get(v, 0) + 1\n"
        "return (n['P'] - n['p'], m.get('P', 0), m.get('q'))",
        PIECES,
    ),
    "one of two dicts": (
        "board = dict(s) if len(s) > 2 else {(0, 0): 'x'}\n"
        "if len(s) > 1:\n"
        "    other = dict(s)\n"
        "else:\n"
        "    other = {}\n"
        "other[1, 1] = 'x'\n"
        "return (freeze(board), freeze(other))",
        PIECES,
    ),
    "the best dict of a loop outlives it": (
        "best = {}\n"
        "for i in range(len(s)):\n"
        "    new = dict(s[:i])\n"
        "    if len(new) != 2:\n"
        "        best = new\n"
        "return freeze(best)",
        PIECES,
    ),
    "a loop makes the dict again": (
        "board = dict(s)\n"
        "for i in range(3):\n"
        "    board = {(r, k + 1): v for (r, k), v in board.items()}\n"
        "return freeze(board)",
        PIECES,
    ),
    "a loop over the keys changes values": (
        "board = dict(s)\nfor p in board:\n    board[p] = 'x'\nreturn freeze(board)",
        PIECES,
    ),
    "a loop over items in their order": (
        "board = dict(s)\n"
        "out = []\n"
        "for (r, k), v in board.items():\n"
        "    for d in (-1, 1):\n"
        "        t = (r + d, k)\n"
        "        if t not in board and board.get((r, k + d)) == 'p':\n"
        "            out.append(((r, k), t))\n"
        "out.sort(key=lambda m: (m[0][1], m[1]))\n"
        "return tuple(out)",
        PIECES,
    ),
    "equal dicts have equal entries in any order": (
        "a = dict(s)\n"
        "b = {p: v for p, v in s[::-1]}\n"
        "c = dict(b)\n"
        "c[0, 0] = 'q'\n"
        "return (a == b, a == c, a != c, a == {}, a == START, a == 5)",
        PIECES,
    ),
    "truth and length": (
        "a = dict(s)\nn = 0\nwhile a:\n    p = min(a)\n    del a[p]\n    n += p[0]\nreturn (n, not a, len(a))",
        PIECES,
    ),
    "functions of keys and values": (
        "a = dict(s)\n"
        "return (any(v == 'P' for v in a.values()), all(p[0] > 0 for p in a), min(a.values(), "
        "default='z'), sorted(a.values()), (1, 1) in a.keys(), ((0, 0), 'P') in a.items())",
        PIECES,
    ),
    "the best key": (
        "a = {i: len(s) - i * i for i in range(4)}\n"
        "return (max(a, key=a.get), min(a, key=lambda k: a[k]), sum(a.values()))",
        PIECES,
    ),
    "dicts from zip, enumerate and fromkeys": (
        "a = dict(zip(range(9), s))\n"
        "b = {i: v for i, (p, v) in enumerate(s)}\n"
        "b[0] = 'z'\n"
        "c = dict.fromkeys(range(3), 0)\n"
        "for p, v in s:\n"
        "    c[p[0]] += 1\n"
        "return (tuple(a.items()), tuple(b.items()), tuple(c.items()))",
        PIECES,
    ),
    "values that may be None": (
        "board = {(r, k): None for r in range(3) for k in range(3)}\n"
        "for p, v in s:\n"
        "    board[p] = v\n"
        "return tuple(board.values())",
        PIECES,
    ),
    "the first key that fits, or None": (
        "board = dict(s)\nreturn next((p for p, v in board.items() if v == 'p'), None)",
        PIECES,
    ),
    "a set of pairs becomes a dict and a set of pairs": (
        "board = dict(s)\n"
        "board.pop((1, 1), None)\n"
        "board[2, 2] = 'P'\n"
        "return (frozenset(board.items()), frozenset((p, 'x' if v == 'p' else v) for p, "
        "v in board.items()))",
        FROZEN,
    ),
    "a dict made from a set is read in sorted order": (
        "board = {p: v for p, v in s}\n"
        "return (tuple(sorted(board.items())), sorted(board), len(board), "
        "[p for p in sorted(board) if board[p] == 'p'])",
        FROZEN,
    ),
    "a dict made from a set is asked for keys": (
        "board = dict(s)\n"
        "return (at(board, (0, 0)), sum(v == 'p' for v in board.values()), max(r for r, "
        "k in board) if board else -1, board == unpacked(s))",
        FROZEN,
    ),
}

GROWING_IN_A_LOOP: dict[str, tuple[str, list[Any]]] = {
    "a key that a loop over the dict adds is Python's error": (
        "board = dict(s)\nfor p in board:\n    board[p[0] + 1, p[1]] = 'x'\nreturn freeze(board)",
        PIECES,
    ),
    "a key that is not there": ("board = dict(s)\ndel board[0, 0]\nreturn freeze(board)", PIECES),
}
