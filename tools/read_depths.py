#!/usr/bin/env python3
"""A second reader of the depths that compressed tables of chess keep apart, written from the specification alone.

It writes the entries of a block whose depth is stored, each with its result and the depth in moves:

    python3 tools/read_depths.py FILE SLICE BLOCK

The specification is the documentation of src/table/compressed/mod.rs and of src/table/compressed/depths/mod.rs, that of
the numbering src/games/chess/endings/numbering.rs. Checksums are not checked here.
"""

import struct
import sys
from math import comb
from pathlib import Path

from read_compressed import ABSENT, Bits, Stream

BLOCK, DIGITS = 512, 6
TABLES = (1029, 128, 729, 729, 729, 729, 64)
KINDS = "PNBRQ"
STRAIGHT, DIAGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1)), ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


# Which numbers of a slice hold a position.


def unranked(rank, count):
    """The squares of a set of this rank."""
    squares = []
    for number in range(count, 0, -1):
        square = number - 1
        while comb(square + 1, number) <= rank:
            square += 1
        squares.append(square)
        rank -= comb(square, number)
    return squares


def attacks(kind, at, king, occupied):
    """Whether a piece of the side to move attacks a square."""
    (file, rank), target = (at % 8, at // 8), (king % 8, king // 8)
    if kind == "P":
        return target[1] == rank + 1 and abs(target[0] - file) == 1
    if kind == "N":
        return (target[0] - file, target[1] - rank) in LEAPS
    for by_file, by_rank in (STRAIGHT if kind in "RQ" else ()) + (DIAGONAL if kind in "BQ" else ()):
        x, y = file + by_file, rank + by_rank
        while 0 <= x < 8 and 0 <= y < 8:
            if (x, y) == target:
                return True
            if 8 * y + x in occupied:
                break
            x, y = x + by_file, y + by_rank
    return False


class Numbering:
    def __init__(self, name):
        mover, other = name.split("v")
        pawns = "P" in name
        strength = [(len(army), [army.count(kind) for kind in reversed(KINDS)]) for army in (mover, other)]
        last = strength[0] >= strength[1]
        groups = [(kind, side) for kind in KINDS for side in (not last, last)]
        self.groups = []
        for kind, is_mover in groups:
            if count := (mover if is_mover else other).count(kind):
                first, squares = (8, 48) if kind == "P" else (0, 64)
                self.groups.append((kind, is_mover, count, first, comb(squares, count)))
        self.pairs = []
        for one in range(64):
            for two in range(64):
                file, rank = one % 8, one // 8
                is_low = pawns or rank < file or rank == file and two // 8 <= two % 8
                if file < 4 and is_low and max(abs(file - two % 8), abs(rank - two // 8)) > 1:
                    self.pairs.append((one, two))
        self.has_pawns = pawns

    def is_position(self, number):
        rest, occupied, pieces, other_number, stride = number, set(), [], 0, 1
        for kind, is_mover, count, first, size in reversed(self.groups):
            rest, rank = divmod(rest, size)
            squares = [first + square for square in unranked(rank, count)]
            if occupied & set(squares):
                return False
            occupied |= set(squares)
            pieces += [(kind, square) for square in squares if is_mover]
            if not self.has_pawns:
                mirrored = sorted(8 * (square % 8) + square // 8 for square in squares)
                other_number += stride * sum(comb(square, place) for place, square in enumerate(mirrored, 1))
            stride *= size
        own, king = self.pairs[rest]
        if occupied & {own, king}:
            return False
        # With both kings on the diagonal, the lower of two numbers holds the position.
        if not self.has_pawns and own % 9 == king % 9 == 0 and number > other_number + stride * rest:
            return False
        occupied |= {own, king}
        return not any(attacks(kind, at, king, occupied) for kind, at in pieces)


# Range coded answers.


class Answers:
    def __init__(self, data):
        self.data, self.at, self.range, self.number = data, 0, 2**32 - 1, 0
        for _ in range(4):
            self.next_byte()

    def next_byte(self):
        self.number = self.number << 8 | (self.data[self.at] if self.at < len(self.data) else 0)
        self.at += 1

    def read(self, p):
        bound = (self.range >> 16) * p
        answer = self.number < bound
        self.range = bound if answer else self.range - bound
        self.number -= 0 if answer else bound
        while self.range < 2**24:
            self.next_byte()
            self.range <<= 8
        return answer


def probabilities():
    by_sum, odds = {}, 2**24
    for number in range(161):
        no = max(1, 2**40 // (odds + 2**24))
        by_sum[-number], by_sum[number] = no, 65536 - no
        odds = odds * 69763 >> 16
    return by_sum


BY_SUM = probabilities()


class Learnt(dict):
    """Probabilities that are learnt, by what they are of."""

    def read(self, answers, of):
        p = self.get(of, 32768)
        answer = answers.read(p)
        self[of] = p + (65471 - p >> 5) if answer else p - (p - 64 >> 5)
        return answer


def within(value, most):
    return max(-most, min(most, value)) + most


class Depths:
    """A stream of depths of a slice that is not cut."""

    def __init__(self, data, front, entries):
        bits = Bits(data[:front])
        self.first, self.a, self.b = (bits.read(16) for _ in range(3))
        self.digits = [(bits.read(32), bits.read(16)) for _ in range(bits.read(4))]
        parameter = bits.read(5)
        lengths = [bits.read_rice(parameter) for _ in range((entries + BLOCK - 1) // BLOCK)]
        self.blocks = []
        for length in lengths:
            self.blocks.append(data[front : front + length])
            front += length
        read = front - sum(lengths) - bits.left // 8
        answers, learnt, before = Answers(data[read : front - sum(lengths)]), Learnt(), False
        self.weights = []
        for _ in range(sum(TABLES) + sum(size for _, size in self.digits)):
            row = {}
            if before := learnt.read(answers, ("any", before)):
                for question in range(30):
                    if learnt.read(answers, ("a weight", question)):
                        sign, size = 1 if learnt.read(answers, ("positive", question)) else -1, 1
                        while learnt.read(answers, ("more", size)):
                            size += 1
                        row[question] = sign * size
            self.weights.append(row)

    def values(self, block, stored):
        """The values of a block; `stored` tells which of its entries have one."""
        answers, values, a, b = Answers(self.blocks[block]), [], self.a, self.b
        for at in range(len(stored)):

            def distance(own, *nearer):
                return own if 0 < own <= at else distance(*nearer) if nearer else 1

            def value(*distances):
                place = at - distance(*distances)
                return values[place] if place >= 0 else self.first

            n1, n2, n12 = value(1), value(a, 1), value(a + 1, a, 1)
            guess = max(min(n1, n2), min(max(n1, n2), n1 + n2 - n12))
            if not stored[at]:
                values.append(guess)
                continue

            def row(most, *neighbours):
                number = 0
                for distances in neighbours:
                    number = number * (2 * most + 1) + within(value(*distances) - guess, most)
                return number

            sides = 0
            for by in (1, a, b):
                for side in (at + by, at - by):
                    sides = sides << 1 | (0 <= side < len(stored) and stored[side])
            is_within = sum(by <= at for by in (a, b))
            rows = [
                is_within * 343 + row(3, (1,), (a, 1), (b, a, 1)),
                min(guess, 127),
                row(4, (a, 1), (a + 1, a, 1), (1,)),
                row(4, (a - 1, a, 1), (2, 1), (2 * a, a, 1)),
                row(4, (b + 1, b, a, 1), (b - 1, b, a, 1), (2 * b, b, a, 1)),
                row(4, (b, a, 1), (a + b, b, a, 1), (max(1, abs(a - b)), b, a, 1)),
                sides,
            ]
            rows += [(block * BLOCK + at) // stride % size for stride, size in self.digits]
            first, weights = 0, []
            for size, number in zip(TABLES + tuple(size for _, size in self.digits), rows):
                weights.append(self.weights[first + number])
                first += size

            def answer(question):
                total = sum(of_row.get(question, 0) for of_row in weights)
                return answers.read(BY_SUM[max(-160, min(160, total))])

            if answer(0):
                values.append(guess)
                continue
            is_more = answer(1)
            steps = next((step for step in range(1, 15) if answer((2 if is_more else 16) + step - 1)), None)
            if steps is None:
                steps = sum(answers.read(32768) << bit for bit in range(15, -1, -1))
            values.append(guess + steps if is_more else guess - steps)
        return values


def main():
    path, name, block = sys.argv[1:]
    data, at, block = Path(path).read_bytes(), 32, int(block)
    assert data[:16] == b"\x89HSIGHT\n\x08\0\0\0DONE", f"{path}: no table with depths apart"

    def take(form):
        nonlocal at
        (value,) = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return value

    def take_text():
        return take(f"{take('Q')}s").decode()

    def take_pairs():
        return [(take("Q"), take("Q")) for _ in range(take("Q"))]

    assert take_text() == "chess"
    take("Q"), take("I"), take("B"), take("B")
    slices = []
    for _ in range(take("Q")):
        own = take_text(), take("Q"), take("B"), take_pairs(), take_pairs(), take("B"), take_pairs()
        slices.append(own)
    lengths = sum(length for *_, streams, _, depths in slices for _, length in streams + depths)
    start = (at + 8 * ((lengths + 65535) // 65536) + 63) // 64 * 64
    for own, entries, _, order, streams, kept, depths in slices:
        parts = []
        for front, length in streams + depths:
            parts.append((front, data[start : start + length]))
            start += length
        if own != name:
            continue
        assert len(streams) == 1 and depths, f"{name} is cut, or no depth is kept"
        (front, results), (front_of_depths, depths) = parts
        results = Stream(results[:front], results[front:])
        depths, numbering = Depths(depths, front_of_depths, entries), Numbering(name)
        numbers, words = [], []
        for place in range(block * BLOCK, min(entries, (block + 1) * BLOCK)):
            number, rest = (0, place) if order else (place, 0)
            for size, stride in reversed(order):
                rest, digit = divmod(rest, size)
                number += digit * stride
            code = results.code(place)
            # A win is odd, and a loss is even; a draw is 0.
            word = None if code in (0, ABSENT) else "win" if code % 2 else "loss"
            is_kept = word and kept & (1 if word == "win" else 2)
            numbers.append(number)
            words.append(word if is_kept and numbering.is_position(number) else None)
        for number, word, value in zip(numbers, words, depths.values(block, [bool(word) for word in words])):
            if word:
                print(number, word, value)


if __name__ == "__main__":
    main()
