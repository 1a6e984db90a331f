"""Expressions and programs over the inputs of test_words_expressions, in which a slip of the lowering would show."""

from __future__ import annotations

EXPRESSIONS = [
    "-d >> 130", "(c - d) >> 126", "-d >> 63", "-d >> 64", "(c - d) >> (a * 20)", "-d >> e >> 100",
    "(c - d) >> 62 >> e", "(c - d) >> e", "-d >> (a * 9)", "(-d >> 30) + d", "-d << 3", "(c - d) << e",
    "(c - d) >> e << e", "-(d << 70) >> (a * 19)", "(-d >> 65) & 7", "(c - d) >> 3 & d", "((c - d) >> 60) + a",
    "-d >> 63 << 63", "(d << 30) - c >> 64", "int((c - d) >> 64 < 0)", "(-d << 40) >> 41 + e",
    "(a - 5) % 7", "int((a - 5) % 7 > 2)", "(a - 5) // 2", "int((a - 5) // 2 < -2)", "(a - 5) // -2",
    "(a - 5) % -3", "int((a - 5) % -3 < -1)", "(a * 8 + e) // 8", "(a * 8 + e) % 8", "(a * 8 + 5) // 8",
    "(a * 8 + 5) % 4", "(a - 5) & 7", "int(((a - 5) & 7) == 7)", "(a - 5) & 3", "(a - 5) | 8",
    "int(((a - 5) | 8) < 0)", "(a - 5) ^ 9", "abs(a - 5)", "int(abs(a - 5) < 1)", "(a - 5) >> 70", "(a - 5) >> 1",
    "int((a - 5) >> 1 < -2)", "d >> 64 << 3", "d >> e << a", "c >> a << 2", "int(a + 3 == 5)", "int(a - 3 == 2)",
    "int(5 - a == 2)", "(d + c) ^ b", "d - c", "c - d", "(d | 1) - (c + c)", "-d", "-(d >> 3)", "~d & c", "d & -d",
    "(d & -d).bit_length()", "(d - 1) & d", "d.bit_length() + d.bit_count()", "((b & 1023) << 60).bit_length()",
    "int(c.bit_count() == 63)", "int((a | 4) > 3)", "int((a | e) > 62)", "int((a ^ e) > 62)", "int(0 < a < 4 < e)",
    "int(0 <= a - 3 < e)", "int(3 > a != 1)", "a and e", "a or e", "(a and e) or 5", "a if a > 3 else e",
    "int(a in range(2, 5))", "int(a in (1, 5, 7))", "int(a not in (1, 5))", "min(a, 3) - max(a, 5)",
    "min(a - 4, e - 9)", "int(min(a - 4, e - 9) < -8)", "TABLE[a] // 4", "TABLE[a] % 5", "int(TABLE[a] < -3)",
    "WIDE[a] >> 20", "WIDE[a] + d", "int(WIDE[a] > d)", "int(WIDE[a] >= c)", "int(not (a - 3))", "c + c + 1",
    "(c + c) >> 1", "c - (c + c)", "(c + d) - d", "e * 5 - a * 7", "(a - 5) * (e - 30)",
    "int((a - 5) * (e - 30) > 70)", "(a - 7) << 60", "int((a - 7) << 2 < -27)", "(a << e) >> e", "1 << a + e",
    "d >> (a * 9)", "(d >> a * 12) & 4095", "a ** 2", "(a - 5) ** 3", "2 ** a", "2 ** (a if a > 3 else 1)",
    "(a == 7) + (e > 3)", "-(a > 3)", "(a > 3) & (e > 3)", "(a > 3) ^ (e > 30)", "~(a > 3)", "(a > 3) * 5",
    "min(a > 3, e)", "(d >> 3) - (d >> 1)", "(d ^ c) >> 63 << 63", "(d & ~c) + (d & c)", "int(d == c)",
    "int(d - c == 0)", "int(-d < c)", "~a + 1 + a", "(b >> 4 << 4) | (b & 15)", "int(e - a == a)",
    "(e + a) % 64 // 8", "(c & 1) + (c >> 62)", "int(a <= 7)", "int(a < 0)", "int(a >= 7)", "int(a != 0)",
    "(lambda x: (x & 1) == (x >> 1 & 1))(a) + 0", "-(-a)", "~(~a)",
]  # fmt: skip

PROGRAMS = [
    "n = a\ng = lambda x, n=n: x + n\ndef h(x, m=n, *, k=n + 1):\n    return x + m * 9 + k * 90 + n\nn = 9\n"
    "return g(1) * 1000 + h(1)",
    "x = [a, e]\ny = list(x)\ndef more(z):\n    z = z + [a]\n    z.append(e)\n    return z\n"
    "x[0] = 1\nz = more(x)\ny.append(z[0])\nfor i, v in enumerate(tuple(y)):\n    y[i] = v + y[0]\n"
    "return y[2] * 100 + len(x)",
    "x = (a, e, 3)\nr = 0\nfor v in x:\n    x = x[1:]\n    r = r * 3 + v + len(x)\nreturn r",
    "if a < e:\n    x = a\nelse:\n    x = e - 70\nreturn int(x < 0) * 4 + (x > 5)",
    "if a < 3:\n    return int(a > 1)\nif a < 5:\n    return 10 + (a > 3)\nreturn 20 + (a < 6)",
    "if not a < e:\n    return 1 + (a > 3) + (e < 3)\nreturn 5 + (a > 6) + (e > 1)",
    "if a <= e:\n    return (a > 0) * 2 + (e < 1)\nreturn 5 + (a < 2) + (e > 5)",
    "if a == e:\n    return 5 + (e > 7)\nreturn (a == 3) + (e == 3) * 2",
    "x = y = 0\nif a & 1:\n    x = 5\n    if a & 2:\n        return x + e\n    y = 2\nelse:\n    if e > a:\n"
    "        return 100\n    x = 7\nreturn x * 10 + y",
    "x, y = a, e\nif x > y:\n    x, y = y, x\nreturn y * 100 + x",
    "if a > 3 and e > 30:\n    return 1\nif a > 3:\n    return 2 + (e > 20)\nreturn 3 + (a > 2)",
    "if a > 3 or e > 30:\n    return 1 + (a > 3)\nreturn 3 + (a > 2) + (e > 29)",
    "match a:\n    case 0 | 3:\n        return 5\n    case 7:\n        return 6 + e\n    case _:\n"
    "        x = 9\nreturn x + a",
    "n = b & 1023\nwhile n > 3:\n    n >>= 1\n    if n == a:\n        break\nreturn n * 10 + (n > 3)",
    "total = 0\nfor item in (3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7):\n    if item == e:\n"
    "        return total\n    if item & a:\n        continue\n    total += item\n    if total > 20:\n"
    "        break\nreturn total + 100",
    "low = 50\nfor item in range(20):\n    if (c >> item & 1) and item + a < low:\n        low = item - a\n"
    "return low",
    "x = 0\nfor i in range(3):\n    for j in range(3):\n        if i * j == a:\n            break\n"
    "        x += 1\n    else:\n        x += 10\nreturn x",
    "x = a\nif e > 5:\n    x = 3\n    if a > 4:\n        x = 60\nreturn (x > 7) * 2 + (x < 3)",
    "if a > 5:\n    x = 1\nelif a > 2:\n    x = 2\n    if e:\n        return 77\nelse:\n    return 78 + a\n"
    "return x + e",
    "x = 9\nif a > 3 and (x := e) > 30:\n    return x\nreturn x * 10 + 1",
    "x = 9\nif a > 3 or (x := e) > 30:\n    return x\nreturn x * 10 + 1",
    "x = 9\ny = (x := e) if a > 3 else 4\nreturn x * 100 + y",
    "x = 9\nmatch (a, e):\n    case (x, 3):\n        return x\n    case (3, y) if y > 30:\n        x += y\n"
    "    case (z, 7):\n        return z\nreturn x",
    "x = 9\nmatch (a, e):\n    case (3, x) if x > 30:\n        return 1\nreturn x",
]
