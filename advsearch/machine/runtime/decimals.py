"""Floats as decimal text and back to floats, exactly as Python's `repr`, `format(x, ".2f")` and `round(x, 2)`.

A float is a whole number times a power of 2; everything is computed with ints of any size.
"""

from advsearch.machine.layout import E_FORM, E_OVERFLOW, FALSE, NARROW, TRUE
from advsearch.machine.runtime.memory import alloc, fail
from advsearch.machine.runtime.strings import concat_strings, new_string, put_code, string_code, string_size
from advsearch.machine.runtime.texts import int_text, put_digits, text_of_bytes, word_text
from advsearch.machine.runtime.wide import (
    int_abs,
    int_add,
    int_and,
    int_bit_length,
    int_lshift,
    int_mul,
    int_pow,
    int_rshift,
    int_sub,
    is_negative,
)
from advsearch.machine.runtime.wide_division import int_floordiv, int_mod
from advsearch.machine.words import Word, load_byte, state, store_byte


def mantissa_of(bits: int) -> int:
    mantissa = bits & ((1 << 52) - 1)
    if ((bits >> 52) & 2047) != 0:
        mantissa = mantissa | 1 << 52
    return mantissa


def exponent_of(bits: int) -> int:
    """The power of 2 by which the mantissa is multiplied."""
    exponent = (bits >> 52) & 2047
    if exponent == 0:
        return -1074
    return exponent - 1075


def power(base: int, exponent: int) -> Word:
    return int_pow(base << 1 | 1, exponent << 1 | 1)


def at_least(one: int, other: int, or_equal: int) -> Word:
    """TRUE if `one > other`, or `one >= other`; else FALSE."""
    difference = int_sub(one, other)
    if is_negative(difference) or (difference == 1 and not or_equal):
        return FALSE
    return TRUE


def float_text(bits: int) -> Word:
    """`repr` of a float."""
    if (bits >> 52) & 2047 == 2047:
        if bits & ((1 << 52) - 1) != 0:
            return word_text(0x6E616E, 0, 3)
        if bits < 0:
            return word_text(0x666E692D, 0, 4)
        return word_text(0x666E69, 0, 3)
    if bits << 1 == 0:
        if bits < 0:
            return word_text(0x302E302D, 0, 4)
        return word_text(0x302E30, 0, 3)
    digits = alloc(3)
    point = shortest(bits & ((1 << 63) - 1), digits)
    return placed_point(bits < 0, digits + 1, load_byte(digits), point - 400)


def shortest(bits: int, digits: int) -> Word:
    """Write the fewest digits that name this float and no other (first how many); return the place of the point.

    The value is 0.d1d2d3... times 10 to the place, which is returned 400 higher. `rest / scale` is what is left of
    the value; `high` and `low` are half the distances to the next floats, times `scale`.
    """
    exponent = exponent_of(bits)
    mantissa = mantissa_of(bits)
    edge = mantissa == 1 << 52 and ((bits >> 52) & 2047) > 1
    even = (mantissa & 1) == 0
    up = 0
    down = 0
    if exponent > 0:
        up = exponent
    else:
        down = -exponent
    low = int_lshift(3, up << 1 | 1)
    high = int_lshift(low, edge << 1 | 1)
    rest = int_lshift(int_mul(mantissa << 1 | 1, low), (1 + edge) << 1 | 1)
    scale = int_lshift(3, (down + 1 + edge) << 1 | 1)
    point = 0
    while at_least(int_add(rest, high), scale, even) == TRUE:
        scale = int_mul(scale, 21)
        point = point + 1
    while at_least(int_mul(int_add(rest, high), 21), scale, even) == FALSE:
        rest = int_mul(rest, 21)
        high = int_mul(high, 21)
        low = int_mul(low, 21)
        point = point - 1
    write_digits(digits, rest, scale, high, low, even)
    return point + 400


def write_digits(digits: int, rest: int, scale: int, high: int, low: int, even: int) -> Word:
    count = 0
    going = 1
    while going:
        rest = int_mul(rest, 21)
        high = int_mul(high, 21)
        low = int_mul(low, 21)
        digit = 0
        while at_least(rest, scale, 1) == TRUE:
            rest = int_sub(rest, scale)
            digit = digit + 1
        near = at_least(low, rest, even) == TRUE
        far = at_least(int_add(rest, high), scale, even) == TRUE
        if far and (not near or at_least(int_mul(rest, 5), scale, digit & 1) == TRUE):
            digit = digit + 1
        count = count + 1
        store_byte(digits + count, 48 + digit)
        going = not near and not far
    store_byte(digits, count)
    return 1


def placed_point(negative: int, digits: int, count: int, point: int) -> Word:
    """The text of digits with the point where `repr` has it: an exponent only for very large and small floats."""
    row = alloc(6)
    at = row
    if negative:
        store_byte(at, 45)
        at = at + 1
    if point > 16 or point < -3:
        return text_of_bytes(row, with_exponent(at, digits, count, point - 1) - row)
    if point <= 0:
        store_byte(at, 48)
        store_byte(at + 1, 46)
        at = put_zeros(at + 2, -point)
        return text_of_bytes(row, put_bytes(at, digits, count) - row)
    if count <= point:
        at = put_zeros(put_bytes(at, digits, count), point - count)
        store_byte(at, 46)
        store_byte(at + 1, 48)
        return text_of_bytes(row, at + 2 - row)
    at = put_bytes(at, digits, point)
    store_byte(at, 46)
    return text_of_bytes(row, put_bytes(at + 1, digits + point, count - point) - row)


def put_zeros(at: int, count: int) -> int:
    while count > 0:
        store_byte(at, 48)
        at = at + 1
        count = count - 1
    return at


def put_bytes(at: int, source: int, count: int) -> int:
    i = 0
    while i < count:
        store_byte(at + i, load_byte(source + i))
        i = i + 1
    return at + count


def with_exponent(at: int, digits: int, count: int, exponent: int) -> int:
    store_byte(at, load_byte(digits))
    at = at + 1
    if count > 1:
        store_byte(at, 46)
        at = put_bytes(at + 1, digits + 1, count - 1)
    store_byte(at, 101)
    store_byte(at + 1, 43)
    if exponent < 0:
        store_byte(at + 1, 45)
        exponent = -exponent
    size = 2 + (exponent > 99)
    put_digits(at + 2 + size, exponent, size)
    return at + 2 + size


def scaled(bits: int, digits: int) -> Word:
    """The absolute value of a float times 10**digits, to the nearest whole number, and the even one of two."""
    exponent = exponent_of(bits)
    value = int_mul(mantissa_of(bits) << 1 | 1, power(10, digits))
    if exponent >= 0:
        return int_lshift(value, exponent << 1 | 1)
    by = -exponent
    result = int_rshift(value, by << 1 | 1)
    rest = int_lshift(int_sub(value, int_lshift(result, by << 1 | 1)), 3)
    half = int_lshift(3, by << 1 | 1)
    if at_least(rest, half, int_and(result, 3) != 1) == TRUE:
        return int_add(result, 3)
    return result


def float_format(bits: int, digits: int) -> Word:
    """`format(x, ".<digits>f")`, for up to 100 digits."""
    if (bits >> 52) & 2047 == 2047:
        return float_text(bits)
    if digits < 0 or digits > 100:
        return fail(E_FORM)
    text = int_text(scaled(bits, digits))
    size = string_size(text)
    zeros = 0
    if size <= digits:
        zeros = digits + 1 - size
    whole = size + zeros - digits
    row = new_string(NARROW, (bits < 0) + size + zeros + (digits > 0))
    at = 0
    if bits < 0:
        put_code(row, 0, 45)
        at = 1
    i = 0
    while i < size + zeros:
        if i == whole:
            put_code(row, at, 46)
            at = at + 1
        code = 48
        if i >= zeros:
            code = string_code(text, i - zeros)
        put_code(row, at, code)
        at = at + 1
        i = i + 1
    if at == 1:
        return concat_strings(text, new_string(NARROW, 0))
    return row


def round_float(bits: int, digits: int) -> int:
    """The bits of `round(x, digits)`, for digits from 0 on."""
    if (bits >> 52) & 2047 == 2047 or digits > 323:
        return bits
    if digits < 0:
        return fail(E_FORM)
    place = state.ARENA
    result = ratio(scaled(bits, digits), power(10, digits))
    state.ARENA = place
    if result == 0 and state.ERR != 0:
        return 0
    if bits < 0:
        return result | 1 << 63
    return result


def ratio(one: int, other: int) -> int:
    """The bits of the float nearest to a quotient of two ints that are not negative."""
    if one == 1:
        return 0
    shift = 66 - (int_bit_length(one) - int_bit_length(other))
    if shift >= 0:
        one = int_lshift(one, shift << 1 | 1)
    else:
        other = int_lshift(other, -shift << 1 | 1)
    result = int_floordiv(one, other)
    rest = int_mod(one, other) != 1
    return nearest(result, -shift, rest)


def true_quotient(one: int, other: int) -> int:
    """The bits of `one / other` for two ints, of which the second is not 0."""
    place = state.ARENA
    result = ratio(int_abs(one), int_abs(other))
    state.ARENA = place
    if result == 0 and state.ERR != 0:
        return 0
    if result == 2047 << 52:
        return fail(E_OVERFLOW)
    if is_negative(one) != is_negative(other):
        return result | 1 << 63
    return result


def nearest(number: int, exponent: int, rest: int) -> int:
    """The bits of the float nearest to `number * 2**exponent`, or a bit more if there is a rest."""
    size = int_bit_length(number)
    drop = size - 53
    if exponent + drop < -1074:
        drop = -1074 - exponent
    kept = int_rshift(number, drop << 1 | 1)
    left = int_lshift(int_sub(number, int_lshift(kept, drop << 1 | 1)), 3)
    half = int_lshift(3, drop << 1 | 1)
    if at_least(left, half, rest or int_and(kept, 3) != 1) == TRUE:
        kept = int_add(kept, 3)
    mantissa = kept >> 1
    exponent = exponent + drop
    if mantissa == 1 << 53:
        mantissa = 1 << 52
        exponent = exponent + 1
    if exponent > 971:
        return 2047 << 52
    if mantissa < 1 << 52:
        return mantissa
    return (exponent + 1075) << 52 | (mantissa & ((1 << 52) - 1))
