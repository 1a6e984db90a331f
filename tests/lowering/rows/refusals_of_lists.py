"""Functions in which two names would share a list, or a call would change it, each with its refusal."""

from __future__ import annotations

CASES_OF_LISTS = {
    "a row has a name while the rows change": (
        "g = [[1], [s[0]]]\n    row = g[0]\n    g.pop(0)\n    row.append(1)\n    return len(row)",
        "`row` is a second name for a part of `g`; make a copy: list(g[0])",
    ),
    "a row has a name while its index changes": (
        "g = [[1], [s[0]]]\n    i = 0\n    row = g[i]\n    i = 1\n    row.append(i)\n    return len(g[0])",
        "`row` is a second name for a part of `g`; make a copy: list(g[i])",
    ),
    "a class makes a new list for each row": (
        "g = Rows((s, s))\n    row = g[0]\n    row.append(1)\n    return len(row)",
        "`row` is a second name for `g[0]`; make a copy: list(g[0])",
    ),
    "a list is extended by a generator that reads the list": (
        "x = list(s)\n    x.extend(len(x) for _ in range(2))\n    return x[-1]",
        "a list is extended by a generator that reads the list; write a list [...] instead of the generator",
    ),
    "maketrans of a string of unknown length": (
        "x = 'ab' if s[0] else 'abc'\n    return len('abc'.translate(str.maketrans(x, 'xyz'[: len(x)])))",
        "this call of str.maketrans is not supported; give it a dict, or two strings of the same known length",
    ),
    "translate with None or a number": (
        "x = s[0] if s[0] else None\n    return len('abc'.translate({97: x}))",
        "translate replaces a character by None or an int; use strings as the values of the dict",
    ),
    "the code of a word": (
        "x = 'a' if s[0] else 'pass'\n    return ord(x)",
        "ord is called with a value that may not be one character; pass one character, such as text[0]",
    ),
    "a dict gets a second name beside another value": (
        "d = {k: 1 for k in s}\n    e, n = d, 1\n    e[99] = 2\n    return len(d)",
        "`e` is a second name for the dict `d`; make a copy: dict(d)",
    ),
    "a set gets a second name in an inner tuple": (
        "c = set(s)\n    (e, m), n = (c, 1), 2\n    c.add(99)\n    return len(e)",
        "`e` is a second name for the set `c`; make a copy: set(c)",
    ),
    "two names get one set": (
        "c = d = {s[0]}\n    c.add(99)\n    return len(d)",
        "one list gets two names; make a list for each name",
    ),
    "two names get one dict": (
        "c = d = {1: s[0]}\n    c[2] = 3\n    return len(d)",
        "one list gets two names; make a list for each name",
    ),
    "a Counter gets a second name": (
        "c = Counter(s)\n    d = c\n    d += Counter((1,))\n    return len(c)",
        "`d` is a second name for the dict `c`; make a copy: dict(c)",
    ),
    "a Counter and a dict": (
        "return len(Counter(s) + {1: 2})",
        "a Counter is combined with a value of another type; write Counter(...) around that value",
    ),
    "a Counter is compared with a dict": (
        "return Counter(s) <= {1: s[0]}",
        "a Counter is compared with a value of another type; write Counter(...) around that value",
    ),
    "a Counter or a dict": (
        "c = Counter(s) if s[0] else dict(enumerate(s))\n    return len(c)",
        "is sometimes a Counter and sometimes a dict; use values of one type",
    ),
    "a Counter with named arguments": (
        "return Counter(a=s[0])['a']",
        "this call of Counter is not supported; call Counter() with items, or with a dict",
    ),
    "the sign of a dict": (
        "d = {k: 1 for k in s}\n    return len(-d)",
        "`-d` of a dict is not supported; write a comprehension",
    ),
    "one of two items of a list is changed by its name": (
        "d = [s[0]]\n    e = [1]\n    g = [d, e]\n    d.append(2)\n    return len(g[0])",
        "a change of `d` would also change the list that contains `d`; make a copy: list(...) or set(...)",
    ),
    "a list is twice an item of a list that is changed": (
        "d = [s[0]]\n    g = [d, d]\n    g[0].append(2)\n    return len(g[1])",
        "a change of `d` would also change the list that contains `d`; make a copy: list(...) or set(...)",
    ),
    "two arguments are items of a list": (
        "def h(d, e):\n        return [d, e]\n    x = [s[0]]\n    g = h(x, [1])\n    x.append(2)\n"
        "    return len(g[0])",
        "a list becomes part of another value, which would change with the list; write tuple(...) or list(...) "
        "around the list",
    ),
    "a change of a part of a list": (
        "g = [[1], [2]]\n    return change(g[0]) + len(g[0])",
        "a function changes its argument `x`; change a copy: list(...)",
    ),
    "a list given twice": (
        "x = list(s)\n    return both(x, x)",
        "`x` is passed twice to `both`, which changes its argument; pass the same value only once",
    ),
    "a list given beside a part of it": (
        "g = [[1], [2]]\n    return inner(g, g[0]) + s[0]",
        "`g` is passed twice to `inner`, which changes its argument; pass a copy: list(g)",
    ),
    "a list given beside a lambda that reads it": (
        "x = list(s)\n    return asked(x, lambda i: x[0] + i)",
        "`x` is passed twice to `asked`, which changes its argument; pass a copy: list(x)",
    ),
    "a second name for a list that a function changes": (
        "x = list(s)\n    y = x\n    change(x)\n    return len(y)",
        "`y` is a second name for the list `x`; make a copy: list(x)",
    ),
    "a name for an inner list that a function changes": (
        "g = [[1, 2], [3, 4]]\n    row = g[0]\n    inner(g, [5])\n    return row[0]",
        "`row` is a second name for a part of `g`; make a copy: list(g[0])",
    ),
    "a list inside a list that a function changes": (
        "x = list(s)\n    g = [x, [1]]\n    change(x)\n    return len(g[0])",
        "a change of `x` would also change the list that contains `x`; make a copy: list(...) or set(...)",
    ),
    "a change of a list that an inner function reads": (
        "x = list(s)\n    def put(row):\n        row[0] = 5\n        return x[0]\n    return put(x)",
        "`put` changes its argument `row`, which is also the outer variable `x`; inside `put`, use only `row`",
    ),
    "a call that changes a list in a comprehension": (
        "x = list(s)\n    if [change(x) for i in range(3)]:\n        return 1\n    return len(x)",
        "a comprehension or lambda calls `change`, which changes its argument; write a loop",
    ),
    "a call that changes a list under a zip": (
        "x = list(s)\n    z = zip(x, x)\n    change(x)\n    return len(list(z))",
        "`change` changes its argument before the iterator `z` is read; write tuple(...) around the iterator",
    ),
    "a call that makes the list of a loop longer": (
        "x = list(s)\n    for v in x:\n        change(x)\n    return len(x)",
        "the loop over `x` changes `x`; loop over list(x), or use while",
    ),
    "a call that changes a list in a loop over a set": (
        "x, n = list(s), 0\n    for v in set(s):\n        n += change(x) > v\n    return n",
        "a loop runs over a set, whose order is not defined; loop over sorted(...)",
    ),
    "a change of a list that an object of the module holds": (
        "x = HELD.items\n    change(x)\n    return len(HELD.items)",
        "`x` is a second name for `HELD.items`; make a copy: list(HELD.items)",
    ),
    "a change of a list that an object holds": (
        "change(Held([s[0]]).items)\n    return s[0]",
        "an object of the class Held contains a list or set; write tuple(...) or frozenset(...) "
        "around the list or set",
    ),
    "a change of a list of the module": (
        "return change(ITEMS)",
        "`x.append` changes a constant object, such as a list of the module; return a new value",
    ),
    "a change of a list by a lambda": (
        "x = list(s)\n    y = x\n    put = lambda p: p.append(3)\n    put(x)\n    return len(y)",
        "a function changes its argument `p`; change a copy: list(...)",
    ),
    "a change in an index that is read and written": (
        "x = list(s)\n    x[change(x) - 4] += 1\n    return x[0]",
        "the index in `x[change(x) - 4]` changes a value; assign the index to a name first",
    ),
    "a second name": (
        "x = list(s)\n    y = x\n    y.append(1)\n    return len(x)",
        "`y` is a second name for the list `x`; make a copy: list(x)",
    ),
    "two names for an inner list": (
        "g = [[1, 2], [3, 4]]\n    row = g[0]\n    same = row\n    row[0] = s[0]\n    return same[0]",
        "`same` is a second name for a part of `g`; make a copy: list(g[0])",
    ),
    "an inner list that changes": (
        "g = [[1, 2], [3, 4]]\n    row = g[0]\n    g[0][0] = s[0]\n    return row[0]",
        "`row` is a second name for a part of `g`; make a copy: list(g[0])",
    ),
    "inner lists in a loop": (
        "g = [[1, 2], [3, 4]]\n    for row in g:\n        row[0] = s[0]\n    return g[0][0]",
        "`row` is a second name for a part of `g`; make a copy: list(g)",
    ),
    "an inner set that a loop replaces": (
        "g = [set(), set()]\n    a = g[0]\n    for i in s:\n        a.add(i)\n        g[0] = {1}\n"
        "    return len(g[0])",
        "`a` is a second name for a part of `g`; make a copy: set(g[0])",
    ),
    "one of two lists": (
        "a, b = [1], [2, 3]\n    x = a if s[0] else b\n    x.append(7)\n    return len(a)",
        "`x` is a second name for the list `a`; make a copy: list(a if s[0] else b)",
    ),
    "a list or another": (
        "a, b = [], [2, 3]\n    x = a or b\n    x.append(s[0])\n    return len(b)",
        "`x` is a second name for the list `b`; make a copy: list(a or b)",
    ),
    "a list without items under two names": (
        "x = []\n    y = x\n    y.append(s[0])\n    return len(x)",
        "`y` is a second name for the list `x`; make a copy: list(x)",
    ),
    "a copy of the outer list": (
        "g = [[1, 2], [3, 4]]\n    h = list(g)\n    h[1][0] = s[0]\n    return g[1][0]",
        "a copy of a list shares the lists or sets inside it; write [list(row) for row in ...]",
    ),
    "a slice of a list of lists": (
        "g = [[1, 2], [3, 4]]\n    h = g[:]\n    h[1][0] = s[0]\n    return g[1][0]",
        "a copy of a list shares the lists or sets inside it; write [list(row) for row in ...]",
    ),
    "a sum of lists of lists": (
        "g = [[1, 2]]\n    h = g + [[5, 6]]\n    h[0][0] = s[0]\n    return g[0][0]",
        "a copy of a list shares the lists or sets inside it; write [list(row) for row in ...]",
    ),
    "a comprehension of inner lists": (
        "g = [[1, 2], [3, 4]]\n    h = [row for row in g]\n    h[1][0] = s[0]\n    return g[1][0]",
        "a change of `row` would also change the list that contains `row`; make a copy: list(...) or set(...)",
    ),
    "a change of one of two lists": (
        "a, b = [1], [2, 3]\n    (a if s[0] else b).append(7)\n    return len(a)",
        "a list is changed through the expression `a if s[0] else b`; change each list by its name, and use `if` to "
        "choose between lists",
    ),
    "an item of one of two lists": (
        "a, b = [1], [2, 3]\n    (a or b)[0] = 7\n    return a[0]",
        "a list is changed through the expression `a or b`; change each list by its name, and use `if` to choose "
        "between lists",
    ),
    "a part of an argument as a result": (
        "def row(x):\n        return x[0]\n    g = [[1], [2]]\n    r = row(g)\n    r.append(s[0])\n"
        "    return len(g[0])",
        "a function returns a part of `x`, which is an argument; return a copy: list(...)",
    ),
    "an argument as a result that a map gives": (
        "def same(x):\n        return x\n    g = [[1], [2]]\n    return sum(len(y) for y in map(same, g))",
        "a function returns the list `x`, which is an argument; return a copy: list(...)",
    ),
    "rows of an argument as a result": (
        "def rows(x):\n        return [r for r in x]\n    g = [[1], [2]]\n    h = rows(g)\n"
        "    h[0].append(s[0])\n    return len(g[0])",
        "the result of a function shares lists with an argument; return [list(row) for row in ...]",
    ),
    "the longest of some lists": (
        "g = [[1], [2, 3]]\n    x = max(g, key=len)\n    x.append(s[0])\n    return len(g[1])",
        "`x` is a second name for a part of `g`; make a copy: list(max(g, key=len))",
    ),
    "a sorted list of lists": (
        "g = [[2], [1]]\n    h = sorted(g)\n    h[0].append(s[0])\n    return len(g[1])",
        "a copy of a list shares the lists or sets inside it; write [list(row) for row in ...]",
    ),
    "an appended set": (
        "g = []\n    x = {5}\n    g.append(x)\n    x.add(s[0])\n    return len(g[0])",
        "a change of `x` would also change the list that contains `x`; make a copy: list(...) or set(...)",
    ),
    "a list inside a dict": (
        "a, b = [1], [2, 3]\n    d = {0: a, 1: b}\n    a.append(s[0])\n    return len(d[0])",
        "a change of `a` would also change the list that contains `a`; make a copy: list(...) or set(...)",
    ),
    "a set inside a list": (
        "x = {1}\n    z = [x]\n    x.add(s[0])\n    return len(z[0])",
        "a change of `x` would also change the list that contains `x`; make a copy: list(...) or set(...)",
    ),
    "a change in an item that is not read": (
        "x = list(s)\n    if [x.append(i) for i in s]:\n        return len(x)\n    return 0",
        "the item `x.append(i)` of a comprehension changes a value; write a loop",
    ),
    "a call that changes a set in any order": (
        "def mark(x, seen):\n        seen.add(x)\n        return len(seen) > 1\n"
        "    seen = set()\n    return any(mark(x, seen) for x in set(s))",
        "a comprehension or lambda calls `mark`, which changes its argument; write a loop",
    ),
    "a set given twice": (
        "def both(x, y):\n        x.add(9)\n        return len(y)\n    x = set(s)\n    return both(x, x)",
        "`x` is passed twice to `both`, which changes its argument; pass the same value only once",
    ),
    "a second name for a set that a function changes": (
        "def mark(x):\n        x.add(9)\n    x = set(s)\n    y = x\n    mark(x)\n    return len(y)",
        "`y` is a second name for the set `x`; make a copy: set(x)",
    ),
    "a second name for a parameter that changes": (
        "def mark(x):\n        x[0] = 9\n        y = x\n        y[1] = 9\n"
        "    x = list(s)\n    mark(x)\n    return x[1]",
        "`y` is a second name for the list `x`; make a copy: list(x)",
    ),
    "a second name for a list that a function gives back": (
        "def same(x):\n        x.append(9)\n        return x\n    x = list(s)\n    y = same(x)\n    y.append(1)\n"
        "    return len(x)",
        "`y` is a second name for the list `x`; make a copy: list(same(x))",
    ),
    "a second name for a list around a function": (
        "x = list(s)\n    def own():\n        return x\n    y = own()\n    y.append(1)\n    return len(x)",
        "`y` is a second name for the list `x`; make a copy: list(own())",
    ),
    "a list that a function gives back, inside a list": (
        "def same(x):\n        x.append(9)\n        return x\n    x = list(s)\n    g = [same(x)]\n    x.append(1)\n"
        "    return len(g[0])",
        "a change of `same(x)` would also change the list that contains `same(x)`; "
        "make a copy: list(...) or set(...)",
    ),
    "a set inside a tuple": (
        "x = set(s)\n    t = (x, 1)\n    x.add(9)\n    return len(t[0])",
        "a change of `x` would also change the list that contains `x`; make a copy: list(...) or set(...)",
    ),
    "a loop over a set that it changes": (
        "x = set(s)\n    for y in x:\n        x.add(y + 1)\n    return len(x)",
        "the loop over `x` changes `x`; loop over set(x)",
    ),
    "a call that changes the dict of a loop": (
        "def put(d, x):\n        d[x] = 1\n    d = {x: 1 for x in s}\n"
        "    for x in d:\n        put(d, x)\n    return len(d)",
        "`put` changes `d` in a loop over `d`; loop over list(d)",
    ),
    "a function that hides a name of another": (
        "x = list(s)\n    def one():\n        x.append(1)\n    def two():\n        x = 5\n"
        "        one()\n        return x\n    return two() + len(x)",
        "`two` assigns its own `x`, and calls a function that reads an outer `x`; rename one of the variables",
    ),
    "a function as an argument that calls another": (
        "def one(i):\n        return i + s[0]\n    def two(i):\n        return one(i)\n"
        "    return asked(list(s), two)",
        "a function is passed as an argument, but calls the inner function `one`; "
        "write a loop instead of passing the function",
    ),
    "a parameter that is a copy on some ways only": (
        "def mark(x, k):\n        if k:\n            x = set(x)\n        x.add(9)\n        return len(x)\n"
        "    x = set(s)\n    return mark(x, s[0] > 1) + len(x)",
        "a function changes its argument `x`; change a copy: set(x)",
    ),
    "a list or tuple that is compared": (
        "a = [1, 2] if s[0] else (1, 2)\n    return a == [1, 2]",
        "`a == [1, 2]` is sometimes a list or tuple and sometimes a list; use values of one type",
    ),
    "a list or tuple that is ordered": (
        "a = [1, 2] if s[0] else (1, 2)\n    return a < (1, 2)",
        "`a < (1, 2)` is sometimes a list or tuple and sometimes a tuple of 2; use values of one type",
    ),
    "a list or tuple that gets longer": (
        "a = [1, 2] if s[0] else (1, 2)\n    a += [1]\n    return a[0]",
        "+ is used with a value that is sometimes a list and sometimes a tuple; "
        "write list(...) or tuple(...) around the value",
    ),
    "an item assigned to a list or tuple": (
        "a = [1, 2] if s[0] else (1, 2)\n    a[0] = 1\n    return a[0]",
        "an assignment changes an item of a list or tuple; make a list first: list(...)",
    ),
    "a second name for what may be a list": (
        "x = list(s)\n    a = x if s[0] else (1, 2)\n    x.append(1)\n    return len(a)",
        "`a` is a second name for the list `x`; make a copy: list(x if s[0] else (1, 2))",
    ),
    "the class of a list or tuple": (
        "a = [1, 2] if s[0] else (1, 2)\n    return isinstance(a, list)",
        "isinstance tests the class of a list or tuple; write == instead of isinstance",
    ),
    "a generator in the head of a loop reads a list that the loop changes": (
        "x = []\n    for v in (u for u in s if u not in x):\n        x.append(v)\n    return len(x)",
        "a loop changes `x`, but Python reads `x` again for each item; write `for ... in tuple(...)`",
    ),
    "a filter in the head of a loop calls a function that reads an assigned name": (
        "n = s[0]\n    def more(u):\n        return u > n\n    for v in filter(more, s):\n        n += 1\n"
        "    return n",
        "a loop changes `n`, but Python reads `n` again for each item; write `for ... in tuple(...)`",
    ),
    "a loop over one of two lists changes one of them": (
        "x = list(s)\n    y = [1]\n    for v in x if s[0] else y:\n        x[1] = v\n    return x[1]",
        "a loop changes `x`, but Python reads `x` again for each item; write `for ... in tuple(...)`",
    ),
    "a loop over a dict assigns the dict": (
        "d = {v: 1 for v in s}\n    for k in d:\n        d = {k: 2}\n    return len(d)",
        "the loop over `d` assigns `d`; use two names",
    ),
    "an index of a nested list is changed by the value that is added": (
        "b = [[1, 2], list(s)]\n    i = 0\n    b[i][0] += (i := 1)\n    return b[0][0]",
        "the index in `b[i][0]` is changed by `(i := 1)`; assign the index to a name first",
    ),
    "the end of a chain of comparisons changes a list": (
        "x = list(s)\n    return 0 < s[0] < x.pop()",
        "a chain of comparisons such as a < b < c changes a value in `c`; write a < b and b < c",
    ),
    "a loop assigns a function that has another value before it": (
        "g = lambda v: v + 1\n    r = 0\n    for v in s:\n        r += g(v)\n        g = lambda v: v * 2\n"
        "    return r",
        "a loop assigns a new value to `g`, which is a function or dict; use two names",
    ),
    "a variable is the default of an inner function": (
        "n = s[0]\n    g = lambda v, n=n: v + n\n    n = 9\n    return g(1)",
        "the default of a parameter is not a constant; pass the value as an argument",
    ),
    "a set becomes a second item of a list": (
        "x = [set(s), set()]\n    x[1] = x[0]\n    x[1].add(9)\n    return len(x[0])",
        "the set `x[0]` becomes an item of a list; make a copy: set(x[0])",
    ),
    "a set with a second name becomes an item of a list": (
        "x = [set(s), set()]\n    y = x[0]\n    x[1], n = y, 1\n    x[1].add(9)\n    return len(x[0])",
        "the set `y` becomes an item of a list; make a copy: set(y)",
    ),
    "a list with a set is repeated": (
        "x = [set()] * 2\n    x[0].add(s[0])\n    return len(x[1])",
        "a copy of a list shares the lists or sets inside it; write [list(row) for row in ...]",
    ),
    "the key of sort calls a method of the list": (
        "x = list(s)\n    x.sort(key=x.count)\n    return x[0]",
        "the key of `sort` reads `x`, but Python empties `x` while it sorts; use sorted(...)",
    ),
    "the key of sort is a function that reads the list": (
        "x = list(s)\n    def last(v):\n        return v - x[0]\n    x.sort(key=last)\n    return x[0]",
        "the key of `sort` reads `x`, but Python empties `x` while it sorts; use sorted(...)",
    ),
}
