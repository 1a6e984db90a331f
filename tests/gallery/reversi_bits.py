"""Reversi 8x8 on two ints of 64 bits, with Kogge-Stone-like fills. Who has more discs wins."""

from typing import NamedTuple

import advsearch

FULL = (1 << 64) - 1
NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F
SHIFTS = ((1, NOT_A), (-1, NOT_H), (8, FULL), (-8, FULL), (9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H))


class Discs(NamedTuple):
    own: int
    other: int
    white_to_move: bool


def shifted(bits, by, mask):
    moved = bits << by if by > 0 else bits >> -by
    return moved & mask & FULL


def run(start, by, mask, over):
    """the discs `over` that follow on start in one direction"""
    found = shifted(start, by, mask) & over
    for _ in range(5):
        found |= shifted(found, by, mask) & over
    return found


def moves(own, other):
    free = FULL & ~(own | other)
    targets = 0
    for by, mask in SHIFTS:
        targets |= shifted(run(own, by, mask, other), by, mask) & free
    return targets


class ReversiBits:
    name = "reversi-bits"
    utilities = "outcome"
    PASS = 64

    def initial(self):
        return Discs(1 << 28 | 1 << 35, 1 << 27 | 1 << 36, False)

    def player(self, discs):
        return int(discs.white_to_move)

    def actions(self, discs):
        targets = moves(discs.own, discs.other)
        if targets == 0:
            return [self.PASS] if moves(discs.other, discs.own) else []
        return [square for square in range(64) if targets >> square & 1]

    def result(self, discs, square):
        if square not in self.actions(discs):
            raise advsearch.IllegalAction(f"square {square!r} flips nothing")
        if square == self.PASS:
            return Discs(discs.other, discs.own, not discs.white_to_move)
        stone, turned = 1 << square, 0
        for by, mask in SHIFTS:
            line = run(stone, by, mask, discs.other)
            if bounded(line, by, mask, discs.own):
                turned |= line
        return Discs(discs.other & ~turned, discs.own | stone | turned, not discs.white_to_move)

    def terminal(self, discs):
        return not moves(discs.own, discs.other) and not moves(discs.other, discs.own)

    def utility(self, discs, player):
        lead = discs.own.bit_count() - discs.other.bit_count()
        sign = (lead > 0) - (lead < 0)
        return sign if player == self.player(discs) else -sign


def bounded(line, by, mask, own):
    """whether the far end of a line touches a disc of one's own"""
    return shifted(line, by, mask) & own != 0
