"""The functions that small programs call, and the head of their own."""

from __future__ import annotations

HEADER = """
def g(a, items):
    total = a
    for x in items:
        if x == a:
            return total
        total += x % 3
    return total


def h(text, a):
    for i, c in enumerate(text):
        if c == "a" and i >= a:
            return True
    return False


def walk(a, items):
    for x in items:
        if x > a:
            yield x
            if x > 2 * a:
                return
        yield x - a


def f(s):
    t, w, n, m = s
"""
