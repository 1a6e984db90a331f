"""Functions of the standard library in plain Python, compiled like the rules themselves."""

from __future__ import annotations

from typing import Any


def power(base: int, exponent: int) -> int:
    result = 1
    while exponent > 0:
        result = result * base
        exponent = exponent - 1
    return result


def gcd(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return abs(one)


def isqrt(number: int) -> int:
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = 0
    bit = 1 << 30
    while bit:
        if (root + bit) * (root + bit) <= number:
            root += bit
        bit >>= 1
    return root


def comb(count: int, chosen: int) -> int:
    if count < 0 or chosen < 0:
        raise ValueError("comb() needs numbers that are not negative")
    if chosen > count:
        return 0
    result = 1
    for number in range(min(chosen, count - chosen)):
        result = result * (count - number) // (number + 1)
    return result


def binary(number: int) -> str:
    digits = []
    rest = abs(number)
    while rest:
        digits.append("01"[rest & 1])
        rest >>= 1
    if number == 0:
        digits.append("0")
    digits.reverse()
    return ("-0b" if number < 0 else "0b") + "".join(digits)


def next_float(value: float) -> float:
    """The next greater float, of a number that is not infinite."""
    if value == 0.0:
        return 5e-324
    step = abs(value)
    while value + step / 2 > value and step / 2 > 0.0:
        step = step / 2
    return value + step


def decimal(number: int) -> str:
    if number < 0:
        return "-" + decimal(-number)
    if number < 10:
        return "0123456789"[number]
    digits = []
    while number:
        digits.append("0123456789"[number % 10])
        number //= 10
    digits.reverse()
    return "".join(digits)


def parse_int(text: str, base: int) -> int:
    inner = strip(text, " \t\n\r\x0b\x0c", True, True)
    negative = False
    if inner and (inner[0] == "-" or inner[0] == "+"):
        negative = inner[0] == "-"
        inner = inner[1:]
    if len(inner) > 1 and inner[0] == "0" and inner[1] in _prefixes(base):
        inner = inner[3:] if inner[2:3] == "_" else inner[2:]
    number = 0
    ready = False
    for character in inner:
        if character == "_" and ready:
            ready = False
            continue
        digit = _digit(character)
        if digit >= base:
            raise ValueError("invalid literal for int()")
        number = number * base + digit
        ready = True
    if not ready:
        raise ValueError("invalid literal for int()")
    return -number if negative else number


def _prefixes(base: int) -> str:
    return "xX" if base == 16 else "bB" if base == 2 else "oO" if base == 8 else ""


def _digit(character: str) -> int:
    if "0" <= character <= "9":
        return ord(character) - 48
    if "a" <= character <= "z":
        return ord(character) - 87
    if "A" <= character <= "Z":
        return ord(character) - 55
    return 99


def digits_in(number: int, base: int) -> str:
    digits = []
    rest = abs(number)
    while rest:
        digits.append("0123456789abcdef"[rest % base])
        rest //= base
    if number == 0:
        digits.append("0")
    if number < 0:
        digits.append("-")
    digits.reverse()
    return "".join(digits)


def with_commas(text: str) -> str:
    sign = "-" if text[0] == "-" else ""
    digits = text[len(sign) :]
    parts = []
    while len(digits) > 3:
        parts.append(digits[-3:])
        digits = digits[:-3]
    parts.append(digits)
    parts.reverse()
    return sign + ",".join(parts)


def with_sign(text: str, sign: str) -> str:
    return text if text[0] == "-" else sign + text


def centered(text: str, width: int, fill: str) -> str:
    missing = max(0, width - len(text))
    return fill * (missing // 2) + text + fill * (missing - missing // 2)


def inner_filled(text: str, width: int, fill: str) -> str:
    if text and (text[0] == "-" or text[0] == "+" or text[0] == " "):
        return text[0] + fill * (width - len(text)) + text[1:]
    return fill * (width - len(text)) + text


# --- strings -----------------------------------------------------------------------------------------------------


def split(text: str, separator: str) -> list[str]:
    if len(separator) == 0:
        raise ValueError("empty separator")
    parts = []
    begin = 0
    while True:
        place = text.find(separator, begin)
        if place < 0:
            break
        parts.append(text[begin:place])
        begin = place + len(separator)
    parts.append(text[begin:])
    return parts


def split_spaces(text: str) -> list[str]:
    parts = []
    begin = -1
    for place, character in enumerate(text):
        if character in " \t\n\r\x0b\x0c":
            if begin >= 0:
                parts.append(text[begin:place])
                begin = -1
        elif begin < 0:
            begin = place
    if begin >= 0:
        parts.append(text[begin:])
    return parts


def splitlines(text: str) -> list[str]:
    parts = []
    begin = 0
    for place, character in enumerate(text):
        if character == "\n":
            parts.append(text[begin:place])
            begin = place + 1
    if begin < len(text):
        parts.append(text[begin:])
    return parts


def replace(text: str, old: str, new: str) -> str:
    if len(old) == 0:
        return new + new.join(text) + new if text else new
    return new.join(split(text, old))


def replace_most(text: str, old: str, new: str, most: int) -> str:
    if most < 0:
        return replace(text, old, new)
    parts = []
    begin = 0
    while most > 0:
        place = text.find(old, begin)
        if place < 0:
            break
        parts.append(text[begin:place])
        begin = place + len(old)
        most -= 1
    parts.append(text[begin:])
    return new.join(parts)


def find_between(text: str, part: str, start: int, stop: int) -> int:
    start, stop = _ends(text, start, stop)
    return text[:stop].find(part, start) if start <= stop else -1


def rfind_between(text: str, part: str, start: int, stop: int) -> int:
    start, stop = _ends(text, start, stop)
    place = stop - len(part)
    while place >= start:
        if text[place : place + len(part)] == part:
            return place
        place -= 1
    return -1


def count_between(text: str, part: str, start: int, stop: int) -> int:
    start, stop = _ends(text, start, stop)
    return count_part(text[start:stop], part) if start <= stop else 0


def _ends(text: str, start: int, stop: int) -> tuple[int, int]:
    size = len(text)
    if start < 0:
        start = max(0, start + size)
    if stop < 0:
        stop = max(0, stop + size)
    return start, min(stop, size)


def found_at(place: int) -> int:
    if place < 0:
        raise ValueError("substring not found")
    return place


def count_part(text: str, part: str) -> int:
    if len(part) == 0:
        return len(text) + 1
    return len(split(text, part)) - 1


def startswith(text: str, part: str, begin: int = 0) -> bool:
    begin = _ends(text, begin, 0)[0]
    return text[begin : begin + len(part)] == part and len(part) <= max(0, len(text) - begin) and begin <= len(text)


def endswith(text: str, part: str) -> bool:
    return len(part) <= len(text) and text[len(text) - len(part) :] == part


def strip(text: str, characters: str, left: bool, right: bool) -> str:
    begin, end = 0, len(text)
    if left:
        while begin < end and text[begin] in characters:
            begin += 1
    if right:
        while end > begin and text[end - 1] in characters:
            end -= 1
    return text[begin:end]


def _plain(text: str) -> None:
    # letters beyond ASCII have cases of their own
    for character in text:
        if character > "\x7f":
            raise ValueError("only ASCII letters are known")


def lower(text: str) -> str:
    _plain(text)
    return "".join([chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text])


def upper(text: str) -> str:
    _plain(text)
    return "".join([chr(ord(c) - 32) if "a" <= c <= "z" else c for c in text])


def swapcase(text: str) -> str:
    _plain(text)
    return "".join(
        [chr(ord(c) - 32) if "a" <= c <= "z" else chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text]
    )


def isupper(text: str) -> bool:
    _plain(text)
    seen = False
    for character in text:
        if "a" <= character <= "z":
            return False
        if "A" <= character <= "Z":
            seen = True
    return seen


def islower(text: str) -> bool:
    _plain(text)
    seen = False
    for character in text:
        if "A" <= character <= "Z":
            return False
        if "a" <= character <= "z":
            seen = True
    return seen


def isdigit(text: str) -> bool:
    _plain(text)
    return len(text) > 0 and all("0" <= character <= "9" for character in text)


def isalpha(text: str) -> bool:
    _plain(text)
    return len(text) > 0 and all("a" <= c <= "z" or "A" <= c <= "Z" for c in text)


def translate(text: str, table: dict[int, Any]) -> str:
    parts = []
    for character in text:
        if ord(character) in table:
            found = table[ord(character)]
            if found is not None:
                parts.append(found if isinstance(found, str) else chr(found))
        else:
            parts.append(character)
    return "".join(parts)


def ljust(text: str, width: int, fill: str = " ") -> str:
    return text + fill * (width - len(text))


def rjust(text: str, width: int, fill: str = " ") -> str:
    return fill * (width - len(text)) + text


def center(text: str, width: int, fill: str = " ") -> str:
    missing = max(0, width - len(text))
    left = missing // 2 + (missing & width & 1)
    return fill * left + text + fill * (missing - left)


def zfill(text: str, width: int) -> str:
    if text and (text[0] == "-" or text[0] == "+"):
        return text[0] + "0" * (width - len(text)) + text[1:]
    return "0" * (width - len(text)) + text


def partition(text: str, separator: str) -> tuple[str, str, str]:
    place = text.find(separator)
    if place < 0:
        return text, "", ""
    return text[:place], separator, text[place + len(separator) :]


def removeprefix(text: str, part: str) -> str:
    return text[len(part) :] if startswith(text, part) else text


def removesuffix(text: str, part: str) -> str:
    return text[: len(text) - len(part)] if endswith(text, part) else text
