#!/usr/bin/env python3
"""A second reader of compressed tables, for draughts, written from the specification of the format alone.

It reads positions from standard input, one on each line, and writes what `hindsight query checkers -` writes:

    python3 tools/read_compressed.py DIRECTORY [checkers | losing-checkers] < positions

The specification is the documentation of src/table/compressed/mod.rs, that of the numbering src/games/draughts/numbering.rs.
Checksums are not checked here.
"""

import struct
import sys
from bisect import bisect_right
from math import comb
from pathlib import Path

BOARD, NEAR_ROW, FAR_ROW = 0x7FBFDFEFF, 0xF, 0xF << 31
FIELD, OTHERS = BOARD & ~(NEAR_ROW | FAR_ROW), BOARD & ~NEAR_ROW
ODD_ROWS = 0xF << 4 | 0xF << 13 | 0xF << 22 | 0xF << 31
STEPS = (4, 5, -5, -4)  # a man has the first two
ABSENT, UNKNOWN = 65535, 32766
FIRST, SECOND, FORCED = 0, 1, 2


# Positions: (own, other, kings), sets of squares as the side to move sees them.


def rotated(squares):
    return int(f"{squares:035b}"[::-1], 2)


def parse(text):
    side, *colours = text.split(":")
    black = side == "B"
    pieces, kings = {"B": 0, "W": 0}, 0
    for colour in colours:
        for name in filter(None, colour[1:].split(",")):
            place = int(name.lstrip("K"))
            place = place - 1 if black else 32 - place
            square = 1 << place + place // 8
            pieces[colour[0]] |= square
            kings |= square if name.startswith("K") else 0
    return pieces[side], pieces["W" if black else "B"], kings


def step(square, direction):
    by = STEPS[direction]
    return square << by if by > 0 else square >> -by


def squares_of(squares):
    while squares:
        yield squares & -squares
        squares &= squares - 1


def jumps_of(position):
    """The squares left, entered and jumped over of every whole jump."""
    own, other, kings = position
    empty = BOARD & ~(own | other)
    for start in squares_of(own):
        directions, free = range(4 if start & kings else 2), empty | start
        pending = [(start, 0)]
        while pending:
            at, taken = pending.pop()
            ends = True
            for direction in directions:
                over = step(at, direction)
                to = step(over, direction)
                if over & other & ~taken and to & free:
                    ends = False
                    pending.append((to, taken | over))
            if ends and taken:
                yield start, at, taken


def steps_of(position):
    own, other, kings = position
    empty = BOARD & ~(own | other)
    for start in squares_of(own):
        for direction in range(4 if start & kings else 2):
            to = step(start, direction) & empty
            if to:
                yield start, to, 0


def successors(position):
    own, other, kings = position
    for start, to, taken in list(jumps_of(position)) or steps_of(position):
        left = kings & ~(start | taken) | (to if start & kings else to & FAR_ROW)
        yield rotated(other & ~taken), rotated(own & ~start | to), rotated(left)


def gather(squares, mask):
    return sum(1 << place for place, square in enumerate(squares_of(mask)) if square & squares)


def subset_rank(subset):
    places = (square.bit_length() - 1 for square in squares_of(subset))
    return sum(comb(place, count) for count, place in enumerate(places, 1))


def count(squares):
    return bin(squares).count("1")


def name_of(position):
    own, other, kings = position
    sides = ("K" * count(side & kings) + "M" * count(side & ~kings) for side in (own, other))
    return "v".join(sides)


def rank(position):
    own, other, kings = position
    own_men, other_men = own & ~kings, other & ~kings
    near, field, others = own_men & NEAR_ROW, own_men & FIELD, count(other_men)
    men = count(own_men)
    number = sum(
        comb(4, fewer) * comb(24, men - fewer) * comb(28 - (men - fewer), others)
        for fewer in range(count(near))
        if fewer <= men
    )
    placed = subset_rank(near) * comb(24, count(field)) + subset_rank(gather(field, FIELD))
    number += placed * comb(28 - count(field), others) + subset_rank(gather(other_men, OTHERS & ~own_men))
    for side in (own & kings, other & kings):
        free = BOARD & ~(own_men | other_men | (own & kings if side == other & kings else 0))
        number = number * comb(count(free), count(side)) + subset_rank(gather(side, free))
    return number


def kind(position):
    own, other, _ = position
    if next(jumps_of(position), None):
        return FORCED
    odd = count((own | other) & ODD_ROWS) % 2 == 1
    return int(odd != (count(own | other) % 2 == 1 and count(own) > count(other)))


# Files.


class Bits:
    def __init__(self, data):
        self.number, self.left = int.from_bytes(data, "big"), 8 * len(data)

    def read(self, width):
        self.left -= width
        return self.number >> self.left & (1 << width) - 1

    def read_rice(self, parameter):
        ones = 0
        while self.read(1):
            ones += 1
        return ones << parameter | self.read(parameter)


class Stream:
    """The values of one slice."""

    def __init__(self, front, blocks):
        bits = Bits(front)
        self.values = [bits.read(16) for _ in range(bits.read(16))]
        if len(self.values) == 1:
            return
        terminals = len(self.values)
        symbols = terminals + bits.read(16)
        self.rules, self.spans = {}, [1] * terminals
        for symbol in range(terminals, symbols):
            width = max(1, (symbol - 1).bit_length())
            left, right = bits.read(width), bits.read(width)
            self.rules[symbol] = left, right
            self.spans.append(self.spans[left] + self.spans[right])
        lengths = [bits.read(4) for _ in range(symbols)]
        self.codes, code = {}, 0
        for length in range(1, 16):
            for symbol in (symbol for symbol in range(symbols) if lengths[symbol] == length):
                self.codes[length, code] = symbol
                code += 1
            code <<= 1
        self.size = 1 << bits.read(4)
        number, parameter = bits.read(32), bits.read(5)
        self.starts = [0]
        for _ in range(number):
            self.starts.append(self.starts[-1] + bits.read_rice(parameter) + 1)
        self.blocks = blocks

    def code(self, index):
        """The code of the value of an entry."""
        if len(self.values) == 1:
            return self.values[0]
        block = bisect_right(self.starts, index) - 1
        index -= self.starts[block]
        bits = Bits(self.blocks[block * self.size : (block + 1) * self.size])
        while True:
            length, code = 0, 0
            while (symbol := self.codes.get((length, code))) is None:
                length, code = length + 1, code << 1 | bits.read(1)
            if index < self.spans[symbol]:
                break
            index -= self.spans[symbol]
        while symbol in self.rules:
            left, right = self.rules[symbol]
            if index < self.spans[left]:
                symbol = left
            else:
                index -= self.spans[left]
                symbol = right
        return self.values[symbol]


class Tables:
    def __init__(self, directory, game):
        self.stuck = ("loss" if game == "checkers" else "win", 0)
        # By the name of a slice: what it omits, whether it has results only, its streams or where they are, and the
        # entries in a stream.
        self.slices = {}
        for path in Path(directory).glob(f"{game}-*.table"):
            self.read(path, game)

    def read(self, path, game):
        data = path.read_bytes()
        magic, version, mark, length, _checksum = struct.unpack_from("<8sI4sQQ", data)
        assert (magic, mark) == (b"\x89HSIGHT\n", b"DONE") and version in (4, 6), f"{path}: no compressed table"
        at = 32

        def take(form):
            nonlocal at
            (value,) = struct.unpack_from("<" + form, data, at)
            at += struct.calcsize("<" + form)
            return value

        def take_text():
            return take(f"{take('Q')}s").decode()

        assert take_text() == game
        _rules, _block, results = take("Q"), take("I"), take("B")
        cut = take("B") if version == 6 else 31

        def take_streams():
            return [(take("Q"), take("Q")) for _ in range(take("Q") if version == 6 else 1)]

        slices = [(take_text(), take("Q"), take("B"), take_streams()) for _ in range(take("Q"))]
        assert at == 32 + length
        blocks = (sum(length for *_, streams in slices for _, length in streams) + 65535) // 65536
        start = (at + 8 * blocks + 63) // 64 * 64
        for name, entries, omitted, lengths in slices:
            assert len(lengths) == (1 if entries < 2 << cut else (entries - 1 >> cut) + 1)
            streams = []
            for front, length in lengths:
                streams.append((data[start : start + front], data[start + front : start + length]))
                start += length
            self.slices[name] = [omitted, bool(results), streams, 1 << cut]

    def value(self, position):
        """The value of a position: a word and a depth, `None` for a draw and where it is not known."""
        if not position[1] or not position[0]:
            return self.stuck
        omitted, results, streams, cut = self.slices[name_of(position)]
        if omitted and omitted >> kind(position) & 1:
            return self.derived(position, results)
        index = rank(position)
        number, index = divmod(index, cut) if len(streams) > 1 else (0, index)
        if isinstance(streams[number], tuple):
            streams[number] = Stream(*streams[number])
        code = streams[number].code(index)
        assert code != ABSENT
        word = "draw" if code == 0 else ("loss", "win")[code % 2]
        plies = (code - 1) // 2 if code else None
        return word, None if plies == UNKNOWN else plies

    def derived(self, position, results):
        """The value that follows from the values of the successors."""
        after = [self.value(successor) for successor in successors(position)]
        if not after:
            return self.stuck[0], None if results else 0
        lost = [plies for word, plies in after if word == "loss"]
        won = [plies for word, plies in after if word == "win"]
        if not lost and len(won) < len(after):
            return "draw", None
        word, depths, best = ("win", lost, min) if lost else ("loss", won, max)
        return word, None if results or None in depths else best(depths) + 1


def main():
    directory, *game = sys.argv[1:]
    tables = Tables(directory, game[0] if game else "checkers")
    for line in sys.stdin:
        text = line.strip()
        word, plies = tables.value(parse(text))
        print(text, word, "-" if plies is None else plies, sep="\t")


if __name__ == "__main__":
    main()
