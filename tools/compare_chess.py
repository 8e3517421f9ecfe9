#!/usr/bin/env python3
"""Holds what the program says of chess positions against Syzygy's tables and Gaviota's.

The source distribution of python-chess carries Syzygy's tables of all endings of three and four men (win, draw or loss)
and Gaviota's of three men (depth to mate in plies). It is fetched with pip, and used from where it is unpacked.

Compared are

* of three men every position up to symmetry, each in an image and with colours chosen at random, by result and depth;
* of four men, or more with --syzygy, positions drawn at random, both sides to move and both colours, by result (syzygy.rs compares all of them);
* of a pawn against a pawn also every position in which a legal move captures en passant.

No position has castling rights, and the side that is not to move is never in check. Syzygy takes the fifty-move rule into
account: a win that this rule turns into a draw is counted as a win, and how many there are is shown.

Where there are tables of `solve chess --dtz`, the results under that rule and the plies to the next capture or move of a
pawn (DTZ) are compared too, and the last column has the positions whose plies differ by one. Syzygy's files of wins that
the rule does not touch hold full moves, so that their plies may be too great by one; any other difference counts.

Two runs with the same seed compare the same positions. The exit status is 0 if all agree, 1 if any differ, 2 if the
comparison could not be made, 130 if it was stopped. Needs Python 3.11.4 or later, and pip.
"""

import argparse
import itertools
import multiprocessing
import os
import pathlib
import random
import signal
import subprocess
import sys
import tarfile
import tempfile

VERSION = "1.11.2"
# The words of `hindsight query` by the sign of Syzygy's and Gaviota's values.
WORDS = {1: "win", 0: "draw", -1: "loss"}
# The words of `hindsight query --rule50` by Syzygy's values.
RULE50_WORDS = {2: "win", 1: "cursed-win", 0: "draw", -1: "blessed-loss", -2: "loss"}


class Failure(Exception):
    """Why the comparison could not be made."""


def fetch(directory):
    """The directory of python-chess's source, which is fetched unless it is there."""
    source = directory / f"chess-{VERSION}"
    if not source.is_dir():
        archive = directory / f"chess-{VERSION}.tar.gz"
        if not archive.is_file():
            print(f"fetching python-chess {VERSION}", file=sys.stderr)
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
            if subprocess.run([*command, "--dest", directory, f"chess=={VERSION}"]).returncode != 0:
                raise Failure(f"expected pip to fetch chess=={VERSION} into {directory}")
        # Whole or not at all, should it be stopped.
        with tempfile.TemporaryDirectory(dir=directory) as unpacking, tarfile.open(archive) as files:
            files.extractall(unpacking, filter="data")
            os.rename(pathlib.Path(unpacking) / source.name, source)
    return source


def men_of(material):
    """The pieces of both sides of `KQvKR`: [(is of the first side, letter)], the kings among them."""
    first, second = material.split("v")
    return [(True, letter) for letter in first] + [(False, letter) for letter in second]


def images(squares, has_pawns):
    """The images of a placement under the symmetries of the board."""
    flips = [0, 7] if has_pawns else [0, 7, 56, 63]
    for flip in flips:
        image = tuple(square ^ flip for square in squares)
        yield image
        if not has_pawns:
            yield tuple(square >> 3 | (square & 7) << 3 for square in image)


def all_placements(men):
    """Every placement up to symmetry; no two pieces are alike."""
    has_pawns = any(letter == "P" for _, letter in men)
    for squares in itertools.permutations(range(64), len(men)):
        if squares[0] & 7 < 4 and squares == min(images(squares, has_pawns)):
            yield squares


def board_of(men, squares, first_is_white, first_moves):
    """The position, or nothing if it is not legal."""
    import chess

    board = chess.Board(None)
    for (is_first, letter), square in zip(men, squares):
        kind = chess.PIECE_SYMBOLS.index(letter.lower())
        if kind == chess.PAWN and not 8 <= square < 56:
            return None
        board._set_piece_at(square, kind, is_first == first_is_white)
    board.turn = first_moves == first_is_white
    return None if board.was_into_check() else board


def every_position(men, chance):
    """Every position of a placement up to symmetry, in an image and with colours chosen at random."""
    has_pawns = any(letter == "P" for _, letter in men)
    for squares in all_placements(men):
        for first_moves in (True, False):
            image = chance.choice(list(images(squares, has_pawns)))
            board = board_of(men, *turned(image, chance), first_moves)
            if board is not None:
                yield board


def turned(squares, chance):
    """The squares with the first side as White or as Black, and which it is."""
    first_is_white = chance.random() < 0.5
    return squares if first_is_white else [square ^ 56 for square in squares], first_is_white


def random_positions(men, number, chance):
    """`number` positions drawn at random."""
    while number > 0:
        squares = chance.sample(range(64), len(men))
        board = board_of(men, squares, chance.random() < 0.5, chance.random() < 0.5)
        if board is not None:
            number -= 1
            yield board


def en_passant_positions(chance):
    """Every position of a pawn against a pawn in which a legal move captures en passant, colours chosen at random."""
    men = men_of("KPvKP")
    for own, other in itertools.product(range(32, 40), repeat=2):
        if abs(own - other) != 1:
            continue
        for kings in itertools.permutations(set(range(64)) - {own, other, other + 8, other + 16}, 2):
            board = board_of(men, (kings[0], own, kings[1], other), True, True)
            if board is not None:
                board.ep_square = other + 8
                if board.has_legal_en_passant():
                    yield board if chance.random() < 0.5 else board.mirror()


def positions(material, is_en_passant, options):
    """What is compared of a material: the same in every run with this seed."""
    chance = random.Random(f"{options.seed} {material} {is_en_passant}")
    men = men_of(material)
    if is_en_passant:
        return en_passant_positions(chance)
    if len(men) == 3:
        return every_position(men, chance)
    return random_positions(men, options.positions, chance)


def ask(lines, options, *more, tables=None):
    """What Hindsight says of each position with these tables: a word, and its plies or a reason."""
    command = [options.hindsight, "query", "chess", "-", *more]
    if tables or options.tables:
        command += ["--tables", tables or options.tables]
    try:
        asked = subprocess.run(command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True)
    except OSError as error:
        raise Failure(f"{options.hindsight} does not run: {error}") from error
    answers = [line.split("\t") for line in asked.stdout.splitlines()]
    if [answer[0] for answer in answers] != lines:
        raise Failure(f"expected an answer to each of {len(lines)} positions, found {len(answers)} answers")
    return [(word, rest) for _, word, rest in answers]


class Row:
    """The comparison of a material with one set of tables."""

    def __init__(self, material, tables):
        self.material, self.tables = material, tables
        self.positions = self.differences = self.fifty_moves = 0
        self.first = None

    def add(self, position, ours, theirs, same):
        self.positions += 1
        if not same:
            self.differences += 1
            self.first = self.first or f"{position}: {' '.join(ours)} here, {theirs} there"

    def __str__(self):
        agree = self.positions - self.differences
        text = f"{self.material:<16} {self.tables:<8} {self.positions:>11,} {agree:>11,} {self.differences:>9,}"
        text += f" {self.fifty_moves:>11,}"
        return text + (f"\n  first difference: {self.first}" if self.first else "")


def compare(job):
    """Compares one material: a row for each set of tables."""
    material, is_en_passant, options = job
    import chess.gaviota
    import chess.syzygy

    data, syzygy = pathlib.Path(options.source) / "data", str(options.syzygy)
    boards = list(positions(material, is_en_passant, options))
    lines = [board.fen(en_passant="fen") for board in boards]
    answers = ask(lines, options)
    name = f"{material}, e.p." if is_en_passant else material

    rows = [Row(name, "Syzygy")]
    with chess.syzygy.open_tablebase(syzygy, load_dtz=False) as tables:
        for board, line, ours in zip(boards, lines, answers):
            value = tables.probe_wdl(board)
            rows[0].fifty_moves += abs(value) == 1
            theirs = WORDS[(value > 0) - (value < 0)]
            rows[0].add(line, ours, theirs, ours[0] == theirs)

    if options.rule50:
        rows.append(Row(name, "DTZ"))
        with chess.syzygy.open_tablebase(syzygy) as tables:
            for board, line, ours in zip(boards, lines, ask(lines, options, "--rule50")):
                word, plies = RULE50_WORDS[tables.probe_wdl(board)], tables.probe_dtz(board)
                apart = abs(plies - int(ours[1])) if ours[0] == word else 2
                rows[1].fifty_moves += apart == 1
                rows[1].add(line, ours, f"{word} {plies}", apart < 2)
        # Their files, read here, without tables of the program.
        rows.append(Row(name, "--syzygy"))
        with chess.syzygy.open_tablebase(syzygy) as tables, tempfile.TemporaryDirectory() as empty:
            read = ask(lines, options, "--rule50", "--syzygy", syzygy, tables=empty)
            for board, line, ours in zip(boards, lines, read):
                word, plies = RULE50_WORDS[tables.probe_wdl(board)], tables.probe_dtz(board)
                rows[2].add(line, ours, f"{word} {plies}", ours == (word, str(plies)))

    if len(men_of(material)) == 3:
        rows.append(Row(name, "Gaviota"))
        with chess.gaviota.PythonTablebase() as tables:
            tables.add_directory(str(data / "gaviota"))
            for board, line, ours in zip(boards, lines, answers):
                plies = tables.probe_dtm(board)
                # 0 is a draw or a mate on the board.
                is_lost = plies < 0 or plies == 0 and board.is_checkmate()
                word = WORDS[(plies > 0) - is_lost]
                theirs = (word, "-" if word == "draw" else str(abs(plies)))
                rows[-1].add(line, ours, " ".join(theirs), ours == theirs)
    return rows


def worker():
    """The first process alone is stopped from the keyboard, and stops the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(options):
    """Compares all materials: whether all agree."""
    known = {path.stem for path in options.syzygy.glob("*.rtbw")}
    materials = sorted(options.material or known, key=lambda name: (len(name), name))
    for material in materials:
        if material not in known:
            raise Failure(f"expected a material such as KQvKR, the stronger side first, found {material!r}")
    jobs = [(material, False, options) for material in materials]
    jobs += [(material, True, options) for material in materials if material == "KPvKP"]

    print(f"{'material':<16} {'tables':<8} {'positions':>11} {'agree':>11} {'differ':>9} {'fifty-move':>11}")
    compared = differences = 0
    try:
        with multiprocessing.Pool(options.jobs, worker) as pool:
            for rows in pool.imap(compare, jobs):
                for row in rows:
                    print(row, flush=True)
                    compared += row.positions
                    differences += row.differences
    finally:
        print(f"{'sum':<25} {compared:>11,} {compared - differences:>11,} {differences:>9,}", flush=True)
    return differences == 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("material", nargs="*", help="compare these materials, KQvKR (default: all)")
    parser.add_argument("--hindsight", default="target/release/hindsight", help="run this program")
    parser.add_argument("--tables", help="use the tables in this directory (default: the program's)")
    parser.add_argument("--rule50", action="store_true", help="compare results under the fifty-move rule and DTZ too")
    parser.add_argument("--syzygy", type=pathlib.Path, metavar="DIR", help="compare with these files (default: python-chess's)")
    parser.add_argument("--directory", type=pathlib.Path, help="fetch into this directory (default: a temporary one)")
    parser.add_argument("--positions", type=int, default=10_000, help="draw N positions of four or more men")
    parser.add_argument("--seed", type=int, default=1, help="draw other positions")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compare N materials at a time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        directory = options.directory or pathlib.Path(temporary)
        try:
            directory.mkdir(parents=True, exist_ok=True)
            options.source = fetch(directory)
            sys.path.insert(0, str(options.source))
            options.syzygy = options.syzygy or options.source / "data" / "syzygy" / "regular"
            return 0 if run(options) else 1
        except (Failure, OSError, tarfile.TarError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
            return 130


if __name__ == "__main__":
    sys.exit(main())
