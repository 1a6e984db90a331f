"""Small programs that call functions of texts, numbers, itertools and math."""

from __future__ import annotations

from typing import Any

NUMBERS = [0, 1, 3, 6, 9]
TUPLES = [(3, 1, 2), (0, 0, 5), (7, 7, 7), (1, 2, 8)]
TEXTS = ["ab.", "a.b", "...", "bba"]

CLAIMS_OF_CALLS: dict[str, tuple[str, list[Any]]] = {
    "digits of an f-string, str, ord and chr": (
        'return [int(c) for c in f"{len(s)}{s.count(\'a\')}"], str(s.count("a")), ord(s[0]) - ord("a"), '
        'chr(ord("a") + s.count("b")), s[0] + str(len(s))',
        TEXTS,
    ),
    "numbers become texts and texts numbers": (
        't = str(s) + "," + str(s * 3)\n'
        'a, b = t.split(",")\n'
        "return int(a), int(b), int(a) + int(b), int(str(s * 7)), len(str(s * 3)), str(s * 3)[0], "
        "str(s).zfill(3), str(-s)",
        NUMBERS,
    ),
    "a text is split into numbers": (
        'a, b = s.split(",")\nreturn int(a), int(b), int(a) + int(b)',
        ["12,3", "0,15", "-3,7", "100,42"],
    ),
    "a text is a number with a sign": (
        "return int(s), int(s[-1]) if s[-1].isdigit() else -1",
        ["12", "-7", "35", "+8", "007"],
    ),
    "a square of a letter and a digit": (
        "col, row = s\n"
        'return ord(col) - ord("a"), int(row), "abc".index(col), string.ascii_lowercase.index(col), '
        'f"{chr(ord(col))}{int(row) + 1}", int(s[1:])',
        ["a1", "c3", "b2"],
    ),
    "zip of the rows of a list of lists of different lengths": (
        "rows = [list(range(v % 4)) for v in s]\n"
        "return list(zip(*rows)), [sum(c) for c in zip(*rows)], [len(set(c)) for c in zip(*rows)]",
        TUPLES,
    ),
    "zip of texts of different lengths": (
        "words = [w for w in (s[:2], s[1:], s)]\n"
        "return list(zip(*words)), any(len(set(t)) == 1 for t in zip(*words)), "
        '["".join(t) for t in zip(*words)]',
        TEXTS,
    ),
    "zip of pairs whose number is known at run time": (
        "pairs = [(v, v + 1) for v in s if v > 1]\nreturn [sum(c) for c in zip(*pairs)], len(list(zip(*pairs)))",
        TUPLES,
    ),
    "zip of tuples, with sums, lists and map": (
        "rows = [s, s[::-1], s]\n"
        "return list(zip(*rows)), tuple(map(sum, zip(*rows))), [list(c) for c in zip(*rows)], "
        "list(map(list, zip(*rows)))",
        TUPLES,
    ),
    "compress of a tuple, a text, members and a range": (
        'return list(compress(s, (v > 1 for v in s))), list(compress("abc", [v > 1 for v in s])), '
        "list(compress(FRUITS, s)), tuple(compress(range(3), s))",
        TUPLES,
    ),
    "pairwise of a tuple and of a generator": (
        "return list(pairwise(s)), all(a <= b for a, b in pairwise(s)), "
        "list(pairwise(v for v in s if v)), sum(abs(a - b) for a, b in pairwise(s))",
        TUPLES,
    ),
    "accumulate by a sum, max, an operator, a lambda, and from a start": (
        "return list(accumulate(s)), list(accumulate(s, max)), list(accumulate(s, operator.mul)), "
        "list(accumulate(s, lambda a, b: a * 2 + b)), list(accumulate(s, initial=5)), "
        "max(accumulate(s), default=0)",
        TUPLES,
    ),
    "islice with one, two and three numbers": (
        "return list(islice(s, 2)), list(islice(s, 1, 3)), list(islice(s, s[0] % 3, None)), "
        "list(islice((v * v for v in s), 2)), list(islice(range(10), 0, 10, 3)), sum(islice(s, 5))",
        TUPLES,
    ),
    "starmap of a function, an operator and a lambda": (
        "return list(starmap(score, [(v, 2) for v in s])), list(starmap(operator.add, zip(s, s))), "
        "any(starmap(operator.lt, pairwise(s))), sum(starmap(lambda a, b: a * b, enumerate(s)))",
        TUPLES,
    ),
    "filter by a lambda, None and a method, and filterfalse": (
        "return list(filter(lambda v: v > 1, s)), list(filter(None, s)), sum(filter(lambda v: v % 2, "
        "s)), len(list(filter(TABLE.get, s))), list(filterfalse(lambda v: v > 1, s)), "
        'tuple(filter(str.isalpha, "a1b"))',
        TUPLES,
    ),
    "map of methods of dicts, tuples and texts": (
        "return list(map(TABLE.get, s)), list(map(TABLE.__getitem__, s)), list(map(WEIGHTS.__getitem__, "
        's)), list(map(s.__getitem__, (0, 2))), list(map(s.count, (1, 7))), "".join(map(str, s)), '
        "list(map(up, s)), list(map(max, s, s[::-1])), list(map(itemgetter(1), enumerate(s)))",
        TUPLES,
    ),
    "any and all of map": (
        "return any(map(bool, s)), all(map(s.__contains__, (7, 7))), any(map(lambda v: v > 5, s)), "
        "all(map(partial(score, 3), s)), any(v in s for v in map(up, s)), all(s), any(s), any(list(s)), "
        "all([v > 0 for v in s])",
        TUPLES,
    ),
    "all, any, sum, count and index of a list of truths": (
        "x = [v > 1 for v in s]\n"
        "return all(x), any(x), all(tuple(x)), sum(x), x.count(True), "
        "x.index(True) if True in x else -1, tuple(x).count(False)",
        TUPLES,
    ),
    "a dict of zip": (
        'd = dict(zip("abc", s))\n'
        'return d["a"], d["c"], sorted(d), sum(d.values()), d.get("z", -1), [k for k, '
        "v in d.items() if v > 1]",
        TUPLES,
    ),
    "a mapping proxy is looked up, asked and run through": (
        "return PROXY[s[0]], PROXY.get(s[1], -1), s[2] in PROXY, len(PROXY), sum(PROXY.values()), "
        "[k for k, v in PROXY.items() if v == s[0]], PROXY.get(99), list(PROXY.keys())[0]",
        TUPLES,
    ),
    "sum of tuples and of lists": (
        "return sum([(v,) for v in s], ()), sum(([v] * 2 for v in s), []), sum((t[:1] for t in ([v, "
        "v] for v in s)), start=[]), len(sum(((v,) * (v % 3) for v in s), start=()))",
        TUPLES,
    ),
    "divmod of numbers and in comprehensions": (
        "q, r = divmod(s[0], 3)\n"
        "return q, r, divmod(-s[0], 3), divmod(s[0], s[1] + 1), [divmod(v, 3) for v in s], "
        "sum(divmod(v, 4)[1] for v in s), divmod(s[0], 3)[0]",
        TUPLES,
    ),
    "index with a start and a stop, and count": (
        "return s.index(s[1]), s.index(s[2], 1), s.count(7), (1, 2, 7).index(s[0]) if s[0] in (1, 2, "
        "7) else -1, list(s).index(s[2], 1, 3), (s + s).index(s[0], 1) if s.count(s[0]) else 0",
        TUPLES,
    ),
    "search, split and replace in a text": (
        'return s.split("."), s.partition("."), s.replace(".", ""), s.replace("ab", "ba"), s.find("."), '
        's.rfind("."), s.count("ab"), s.startswith("a"), s.endswith((".", "a")), s.startswith("b", 1), '
        's.index(".") if "." in s else -1, s.rindex(".") if s != "bba" else 0',
        TEXTS,
    ),
    "the letters of a text are changed and asked": (
        "return s.upper(), s.lower(), s.isupper(), s.islower(), s.isalpha(), s.isdigit(), s.title(), "
        's.swapcase(), s.strip("."), s.lstrip("."), s.rstrip("."), s.strip(), s.capitalize(), '
        "s.isalnum()",
        TEXTS,
    ),
    "parts of a text are cut off and filled up": (
        'return s.rpartition("."), s.rsplit(".", 1), s.split(".", 1), s.split("b."), '
        's.removeprefix("a"), s.removesuffix("."), s.center(5, "x"), s.ljust(5, "x"), '
        's.rjust(len(s) + 2), s.zfill(5), s.splitlines(), s.translate({97: "x"})',
        TEXTS,
    ),
    "texts are joined by a text": (
        'return s.join("xy"), "-".join([s, s]), ".".join(sorted(s)), s[0].join(["1", "2"]), '
        '"".join(c * 2 for c in s), ",".join(f"{i}{c}" for i, c in enumerate(s)), "".join(reversed(s)), '
        's[::-1], s * 2, "ab" in s, s + "x", "\\n".join(s)',
        TEXTS,
    ),
    "search in a text from a start to a stop": (
        'return s.find("a", 1), s.find("a", 1, 2), s.index("b", 0) if "b" in s else -1, s.count("a", '
        '1), s.find("zz"), s.find(s[1:]), s.replace("a", "bb", 1), s.replace(s[0], "x"), s.find("")',
        TEXTS,
    ),
    "characters of a text are asked": (
        'return [c for c in s if c.isalpha()], s[0].isupper(), s[0].islower(), s[0].upper() == "A", '
        "[c.upper() for c in s], s[0] in string.ascii_lowercase, s.isspace(), "
        '[c for c in s if c not in "ab"], s == s.lower(), s < "b", max(s), s.casefold()',
        TEXTS,
    ),
    "formats of f-strings, % and format": (
        'return f"{s[0]:02d}", f"{s[0]:>3}", f"{s[0]!r}", "%d-%d" % (s[0], s[1]), "{}:{}".format(s[0], '
        's[1]), f"{s[0] + s[1]}"',
        TUPLES,
    ),
    "zip with a longer and a shorter value, enumerate from a start": (
        "return list(zip(s, range(5))), list(zip(s, s[1:])), list(zip_longest(s, s[:2], fillvalue=0)), "
        'list(zip(s, "abc", strict=True)), list(enumerate(s, start=1)), '
        "list(reversed(list(enumerate(s))))",
        TUPLES,
    ),
    "takewhile, dropwhile, chain, repeat, product, combinations, permutations": (
        "return list(takewhile(lambda v: v < 5, s)), list(dropwhile(lambda v: v < 5, s)), list(chain(s, "
        "[1], (2,))), list(chain.from_iterable([s, s])), list(chain(*[s, s])), list(repeat(s[0], 3)), "
        "list(product(s[:2], repeat=2)), list(combinations(s, 2)), list(permutations(s))",
        TUPLES,
    ),
    "zip with cycle, count and repeat": (
        'return list(zip(cycle("ab"), s)), [v for v, i in zip(count(5), s)], [v for v in zip(count(), '
        "s)], list(zip(repeat(1), s))",
        TUPLES,
    ),
    "product of three, combinations of a range": (
        "return list(product((0, 1), (0, 1), (0, 1), repeat=1))[s[0] % 8], "
        "[p for p in product(range(2), repeat=3) if sum(p) == s[0] % 4], list(combinations(range(4), "
        "3))[s[0] % 4], len(list(permutations(range(3), 2)))",
        TUPLES,
    ),
    "map of built-in functions": (
        "return max(map(len, [s, s[:1]])), min(map(abs, s)), sorted(map(up, s)), set(map(up, "
        "s)) == {-v for v in s}, tuple(map(tuple, [s, s])), sum(map(operator.mul, s, s)), "
        "list(map(divmod, s, (2, 2, 2)))",
        TUPLES,
    ),
    "conversions of truths, numbers and texts": (
        'return int(s[0] > 1) + int(True), int(3.7), float(s[0]), bool(s[0]), str(s[0] > 1), int("7"), '
        'int("11", 2), round(s[0] / 2), abs(-s[0]), pow(s[0], 2), bin(s[0]).count("1")',
        TUPLES,
    ),
    "sums of generators, and functions of math": (
        "n = sum(1 for v in s if v > 1)\n"
        "return n, sum(v > 1 for v in s), sum(v * w for v, w in zip(s, WEIGHTS)), sum(s, 5), "
        "sum([v for v in s], start=10), sum(map(bool, s)), len([v for v in s if v]), not any(s), "
        "sum(s) / len(s), math.prod(s), math.gcd(s[0], 6), math.inf > s[0], math.isqrt(s[0]), "
        "math.floor(s[0] / 2), math.ceil(s[0] / 2)",
        TUPLES,
    ),
    "two numbers of one text": (
        't = str(s) + "," + str(s * 3)\na, b = t.split(",")\nreturn int(a), int(b)',
        NUMBERS,
    ),
    "the number of a text of a number": (
        "return int(str(s * 7)), len(str(s * 3)), str(s * 3)[0]",
        NUMBERS,
    ),
    "digits are filled up with zeros": (
        "return str(s).zfill(3), str(-s)",
        NUMBERS,
    ),
    "texts of numbers are put together and read": (
        'return int(str(s) + "1"), int(f"{s}{s}")',
        NUMBERS,
    ),
    "a large number as a text": (
        "n = 0\n"
        "for v in s:\n"
        "    n = n * 10 + v\n"
        'return str(n), int(str(n)) == n, f"{n}", sum(int(c) for c in str(n)), str(n)[::-1], str(-n), '
        "len(str(n))",
        TUPLES,
    ),
    "a number is built of digits in a loop": (
        "n = 0\nfor v in s:\n    n = int(str(n % 10) + str(v))\nreturn n",
        TUPLES,
    ),
    "zip of the words of a list that may hold None": (
        'pieces = [None if v == 0 else ("ab", "ac", "bc")[v % 3] for v in s]\n'
        "if None in pieces:\n"
        "    return False\n"
        "return any(len(set(t)) == 1 for t in zip(*pieces))",
        TUPLES,
    ),
    "max and min with a starred list": (
        "xs = [v for v in s if v > 1]\n"
        "return max(*xs, 0), max(0, *xs), [*xs], sum(xs), (lambda a, b, c: a - b + c)(*s), min(*s, *xs)",
        TUPLES,
    ),
    "union and intersection of a list of sets": (
        "sets = [frozenset({v, 1}) for v in s]\n"
        "return frozenset().union(*sets), frozenset.intersection(*sets), set().union(*sets) == {1}, "
        "frozenset(chain.from_iterable(sets)), frozenset({1}).intersection(*sets)",
        TUPLES,
    ),
    "a filter is true though it has no items": (
        "if filter(None, [0, 0]):\n    return 1\nreturn 2",
        TUPLES,
    ),
    "a call of a generator is true though it yields nothing": (
        "def near():\n"
        "    for v in range(s):\n"
        "        if v > 3:\n"
        "            yield v\n"
        "if near():\n"
        "    return 1\n"
        "return 2",
        NUMBERS,
    ),
    "a generator as a condition, with bool, any and not": (
        "def near():\n"
        "    for v in range(s):\n"
        "        if v > 3:\n"
        "            yield v\n"
        "return 1 if near() else 2, bool(near()), any(near()), not near()",
        NUMBERS,
    ),
    "a filter has a name": (
        "x = filter(lambda v: v > 1, s)\nreturn list(x)",
        TUPLES,
    ),
    "map of a method of texts": (
        'x = map(str.upper, s)\nreturn "".join(x)',
        TEXTS,
    ),
    "a reversed range has a name": (
        "r = reversed(range(s[0] % 5))\nreturn list(r)",
        TUPLES,
    ),
}
