"""Exact values of positions of games, looked up in tables.

    import hindsight

    checkers = hindsight.open("checkers", [])        # the built-in tables alone
    checkers.probe("W:WK1,K2:BK32")                  # Value(result='win', plies=None)

    checkers = hindsight.open("checkers")            # the tables that the program uses, too
    checkers.probe("W:W6,11:B3,K25")                 # with depths: Value(result='win', plies=93)
    checkers.moves("W:W6,11:B3,K25")                 # [Move(move=..., position=..., value=...), ...], best first

Positions and moves are texts in the notation of the game: the FEN of PDN for checkers, FEN for chess; the command
`hindsight games GAME` describes each. A value is of the side to move. Depths are in plies: the moves of both sides, from
the position to the end of the game, if the winner takes the shortest way and the loser the longest. For chess-dtz, which
is chess with the fifty-move rule, they count to the next capture or move of a pawn.

The tables are made by the program `hindsight`, such as `hindsight solve checkers --pieces 5`.

* `games()`: the games that can have tables.
* `open(game, directory)`: the tables of a game, a `Tables`.
* `Tables.probe`, `probe_many`, `probe_sets`: the value of a position, of many positions, as texts or as sets of squares.
* `Tables.rule50`: the result of a position under the rule of quiet plies, in chess the fifty-move rule.
* `Tables.moves`, `line`: every move with its value, best play.
* `Tables.find`, `count`, `stats`: positions that meet conditions, and how many there are.
* `Tables.values`, `weights`, `position`: all values of a slice as an array, how many positions each entry stands for, and
  the position of an index in it.
* `Tables.show`: the board, a picture in a notebook.
* `hindsight.chess`: a table base for python-chess, used like `chess.gaviota`.
* `hindsight.openspiel`: values and best actions of the states of OpenSpiel's checkers.

Any number of threads may use one `Tables`. An illegal position is a `ValueError`; a slice that is not solved a `KeyError`;
tables that are not there a `FileNotFoundError`; a damaged table an `OSError`. Tables are mapped files: do not change or
shorten a file while a program has it open, or the system may end the program.
"""

from __future__ import annotations

import os as _os
import warnings as _warnings
from operator import index as _index
from collections.abc import Iterable as _Iterable, Sequence as _Sequence
from typing import Literal, NamedTuple

import numpy as _numpy

from . import _hindsight

__version__: str = _hindsight.version
__all__ = ["Board", "Count", "Found", "Move", "Rule50", "Stats", "Tables", "Value", "games", "open"]

Result = Literal["win", "draw", "loss"]

_LISTED = 10
"""The positions that `find` lists without a limit."""

_UNASKED = object()
"""The limit that nobody has asked for."""


class Value(NamedTuple):
    """The value of a position for the side to move, or of a move for the side that makes it."""

    result: Result
    """`win`, `draw` or `loss`."""
    plies: int | None
    """The moves of both sides to the end of the game, for chess-dtz to the next capture or move of a pawn; None for a
    draw, and where the tables hold only results."""


class Rule50(NamedTuple):
    """The result of a position under the rule of quiet plies, for the side to move."""

    result: Literal["win", "cursed-win", "draw", "blessed-loss", "loss"]
    """A cursed win is a draw under the rule and a win without it, a blessed loss a draw under the rule and a loss without
    it."""
    dtz: int
    """The plies to the next capture or move of a pawn, negative for a loss or a blessed loss; 0 for a draw."""


class Move(NamedTuple):
    """A move with its value."""

    move: str
    """The move."""
    position: str
    """The position after it."""
    value: Value
    """The value for the side that makes the move, in plies from before the move."""


class Found(NamedTuple):
    """A position that `Tables.find` found. A list of them is a frame of pandas, with these columns."""

    slice: str
    """The slice of the position."""
    position: str
    """The position."""
    result: Result
    """Its result for the side to move."""
    plies: int | None
    """Its plies, as in `Value`."""
    positions: int
    """The number of positions that share its entry by symmetry, the position among them."""
    only_moves: int | None = None
    """The only moves in a row, if they were asked for."""
    other_result: Result | None = None
    """The result with the other side to move, for that side, if it was asked for and is known."""
    other_plies: int | None = None
    """The plies of that result."""

    @property
    def value(self) -> Value:
        """The result and the plies."""
        return Value(self.result, self.plies)


class Count(NamedTuple):
    """The number of positions that meet conditions."""

    positions: int
    """The positions. Each that shares an entry by symmetry counts."""
    entries: int
    """The entries of the tables."""


class Stats(dict):
    """The statistics of a slice, or of all slices: a dictionary, shown as a table in a notebook.

    `positions`, `wins`, `losses`, `draws`, `mutual_zugzwangs`, `legal_moves`: numbers of positions and moves;
    `mutual_zugzwangs` is None in a game where they are not counted.
    `longest_win`, `longest_loss`: plies, or None; `longest_win_position`, `longest_loss_position`: a position of each.
    `wins_by_depth`, `losses_by_depth`: lists, the number of positions that are won or lost in 0, 1, 2, ... plies.
    """

    def _repr_html_(self) -> str:
        rows = []
        for name, value in self.items():
            if isinstance(value, list):
                continue
            shown = "" if value is None else f"{value:,}" if isinstance(value, int) else _escaped(value)
            align = "right" if isinstance(value, int) else "left"
            rows.append(f'<tr><th style="text-align:left">{name.replace("_", " ")}</th>'
                        f'<td style="text-align:{align}">{shown}</td></tr>')
        return f"<table>{''.join(rows)}</table>"


class Board:
    """The picture of a position: a notebook shows it, and `svg` is its text."""

    def __init__(self, position: str, svg: str) -> None:
        self.position = position
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Board({self.position!r})"


class Tables:
    """The tables of a game. `hindsight.open` makes one."""

    def __init__(self, tables: _hindsight.Tables, directories: _Sequence[str]) -> None:
        self._tables = tables
        self._directories = list(directories)

    def __reduce__(self) -> tuple[object, ...]:
        """The tables are opened again where they are unpickled, in the same directories."""
        return open, (self.game, self._directories)

    @property
    def directories(self) -> list[str]:
        """The directories of the tables; none for the built-in tables alone."""
        return list(self._directories)

    @property
    def source(self) -> str:
        """Where the values come from: `tables` in directories, `embedded` in the package, or the `memory`."""
        return self._tables.source

    @property
    def has_plies(self) -> bool:
        """Whether every win and loss has its plies; the built-in tables have results alone."""
        return self._tables.has_plies

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._tables.game

    @property
    def start(self) -> str:
        """The starting position of the game."""
        return self._tables.start

    @property
    def slices(self) -> dict[str, int]:
        """The slices that the tables hold, each with the number of its entries."""
        return dict(self._tables.slices())

    def probe(self, position: str) -> Value | None:
        """The value of a position; None if the tables do not hold it."""
        return _value(self._tables.probe(position))

    def probe_many(self, positions: _Iterable[str]) -> tuple[_numpy.ndarray, _numpy.ndarray]:
        """The values of N positions: two arrays of the shape (N,).

        The first has the results as int8: 1 win, 0 draw, -1 loss for the side to move, -2 if the tables do not hold the
        position. The second has the plies as uint16, and 65535 where there are none. An illegal position is a ValueError
        that says which it is. Other threads of Python run meanwhile.
        """
        results, plies = self._tables.probe_many(positions if isinstance(positions, list) else list(positions))
        return _numpy.frombuffer(results, dtype=_numpy.int8), _numpy.frombuffer(plies, dtype=_numpy.uint16)

    def probe_sets(self, *sets: object) -> tuple[_numpy.ndarray, _numpy.ndarray]:
        """The values of N positions of checkers, losing checkers or chess, as arrays of sets of squares.

        For checkers four arrays of the shape (N,): Black's pieces, White's, the kings of both, and whether Black is to
        move; bit n - 1 of a set is the square with the number n. For chess ten: white, black, kings, queens, rooks,
        bishops, knights, pawns, the square that a pawn has just passed over (-1 for none), and whether White is to move;
        bit 0 is a1, bit 63 h8. The answer is that of `probe_many`; the result of an illegal position is -3.
        """
        arrays = [_numpy.ascontiguousarray(one) for one in sets]
        whole = [one.view(_numpy.int64) if one.dtype == _numpy.uint64 else one.astype(_numpy.int64) for one in arrays]
        results, plies = self._tables.probe_sets(whole)
        return _numpy.frombuffer(results, dtype=_numpy.int8), _numpy.frombuffer(plies, dtype=_numpy.uint16)

    def rule50(self, position: str) -> Rule50 | None:
        """The result of a position under the rule of quiet plies, in chess the fifty-move rule, with its clock.

        None if no table under the rule holds the position: the tables of chess-dtz stand beside those of chess.
        """
        rule = self._tables.rule50(position)
        return None if rule is None else Rule50(*rule)

    def moves(self, position: str) -> list[Move] | None:
        """Every legal move with its value, best first; an empty list if the game is over.

        None if the tables do not hold the position or one that a move leads to.
        """
        moves = self._tables.moves(position)
        return None if moves is None else [Move(move, after, _known(value)) for move, after, value in moves]

    def line(self, position: str) -> list[str] | None:
        """The moves of best play from a position, to the end of the game or the first position that comes again.

        Where the tables hold only results, the line ends before the first win or loss, since best play needs depths. None
        if the tables do not hold a position on the way, or a position that a move on the way leads to.
        """
        return self._tables.line(position)

    def find(
        self,
        slice: str | _Sequence[str] | None = None,
        value: Result | None = None,
        plies: int | tuple[int, int] | Literal["max"] | None = None,
        *,
        zugzwang: bool | Literal["full", "half"] = False,
        quiet: bool = False,
        only_move: bool = False,
        unique: bool = False,
        only_moves: int | tuple[int, int] | None = None,
        shortest: bool = False,
        to_conversion: bool = False,
        most_only_moves: bool = False,
        where: str = "",
        other_side: bool = False,
        sample: int | None = None,
        seed: int = 0,
        limit: int | None = _UNASKED,  # type: ignore[assignment]
    ) -> list[Found]:
        """The first positions that meet all conditions, in the order of the tables.

        `slice`: the name of a slice, or several; None for all that the tables hold. `value`: the result for the side to
        move. `plies`: the depth, the first and the last depth of a range, or "max" for the greatest that there is.
        `zugzwang`: mutual zugzwangs only; "full" where each side loses if it must move, "half" where one draws.
        `quiet`: only positions in which the game goes on and no move captures.
        `only_move`: only positions in which exactly one of two or more moves keeps the result.
        `unique`: only wins that are made of only moves, the longest first.
        `only_moves`: the only moves in a row that the side to move must find, a number or a range; with `shortest` a
        move that wins later is wrong, with `to_conversion` they are counted to the first conversion, and with
        `most_only_moves` the most come first.
        `where`: pieces on squares, such as "wP=a2 bK=a1..h1". `other_side`: the value with the other side to move too.
        `sample`: so many, drawn at random by `seed`. `limit`: the greatest number of positions, None for all. Without a
        limit there are ten, and a warning if there are more.

        Criteria that do not go together, or that the game does not have, are a ValueError, and so are depths where the
        tables have results alone. A slice without a table is a KeyError; with `only_move` and `unique` also one that a move
        leads to, as these compare all moves.
        """
        criteria = _criteria(locals())
        is_asked = limit is not _UNASKED or sample is not None
        if limit is _UNASKED:
            limit = _LISTED + 1
        most = None if limit is None else _number("a limit", limit)
        if sample is not None:
            criteria |= {"sample": _number("a sample", sample), "seed": seed}
        found = self._tables.find(criteria, most)
        if not is_asked and len(found) > _LISTED:
            found = found[:_LISTED]
            _warnings.warn(f"these are the first {_LISTED} positions: limit=N finds N, limit=None all", stacklevel=2)
        return [Found(name, text, *of, number, run, *(other or (None, None))) for name, text, of, number, run, other in found]

    def count(
        self,
        slice: str | _Sequence[str] | None = None,
        value: Result | None = None,
        plies: int | tuple[int, int] | Literal["max"] | None = None,
        *,
        zugzwang: bool | Literal["full", "half"] = False,
        quiet: bool = False,
        only_move: bool = False,
        unique: bool = False,
        only_moves: int | tuple[int, int] | None = None,
        shortest: bool = False,
        to_conversion: bool = False,
        where: str = "",
    ) -> Count:
        """The number of positions that meet all conditions of `find`."""
        return Count(*self._tables.count(_criteria(locals())))

    def stats(self, slice: str | None = None) -> Stats:
        """The statistics of a slice, or of all slices that the tables hold, added up."""
        return Stats(self._tables.stats(slice))

    def values(self, slice: str) -> _numpy.ndarray:
        """The codes of all N entries of a slice: an array of the shape (N,), read-only, of uint8 or uint16.

        A code is 0 for a draw, 1 + 2n for a win and 2 + 2n for a loss in n plies; the greatest number of the type says that
        the entry holds no position. Where a table holds only results, 65,533 is a win and 65,534 a loss. The array is the memory of the table itself, mapped and not copied, if the table is
        plain; every block is checked against its checksum first. A compressed table is decoded, into two bytes an entry; a
        MemoryError if there is not so much memory. `position` has the position
        of an index.
        """
        codes = self._tables.values(slice)
        return _numpy.frombuffer(codes, dtype=_numpy.uint8 if codes.width == 1 else _numpy.dtype("<u2"))

    def weights(self, slice: str) -> _numpy.ndarray:
        """The number of positions that each of the N entries of a slice stands for by symmetry, 0 where the entry holds no
        position: an array of the shape (N,) of uint16. `(weights * won).sum()` counts positions as `stats` does.
        """
        return _numpy.frombuffer(self._tables.weights(slice), dtype=_numpy.uint16)

    def position(self, slice: str, index: int) -> str | None:
        """The position of an index of `values`; None if the entry holds no position."""
        index = _index(index)
        if index < 0:
            raise IndexError(f"expected an index of 0 or more, found {index}")
        return self._tables.position(slice, index)

    def show(self, position: str | None = None) -> Board:
        """The board with a position, by default the start: a picture in a notebook."""
        position = self.start if position is None else position
        return Board(position, self._tables.picture(position))

    def __repr__(self) -> str:
        return f"<tables of {self.game}: {len(self._tables.slices())} slices>"


def games() -> list[str]:
    """The names of the games that can have tables."""
    return _hindsight.games()


def open(
    game: str, directory: str | _os.PathLike[str] | _Sequence[str | _os.PathLike[str]] | None = None
) -> Tables:
    """Opens the tables of a game.

    `directory`: where the tables are, or several directories, which are searched in order; None for the directories that
    the program uses too: those of the variable HINDSIGHT_TABLES, else data/tables here or above in a checkout, else
    hindsight/tables in the user's data directory. A part of the game without a file has its built-in table, if there is
    one; with an empty list the built-in tables are all. A table is mapped, so that the time to open it does not depend on
    its size.
    """
    if directory is None:
        directories = [one for one in _hindsight.usual_directories() if _os.path.isdir(one)]
    elif isinstance(directory, (str, _os.PathLike)):
        directories = [directory]
    else:
        directories = list(directory)
    paths = [_os.path.abspath(_os.fspath(one)) for one in directories]
    return Tables(_hindsight.open(game, [_os.fspath(one) for one in directories]), paths)


def _criteria(given: dict[str, object]) -> dict[str, object]:
    """The conditions of `find` and `count` by name, as the module has them; those that are not given are left out."""
    names = given["slice"]
    slices = [] if names is None else [names] if isinstance(names, str) else list(names)
    plies, zugzwang, run = given["plies"], given["zugzwang"], given["only_moves"]
    deepest = isinstance(plies, str) and plies == "max"
    flags = ("quiet", "only_move", "unique", "shortest", "to_conversion", "most_only_moves", "where", "other_side", "value")
    criteria = {name: given[name] for name in flags if given.get(name)}
    criteria |= {"slices": slices, "deepest": deepest}
    if given["value"] is not None:
        criteria["value"] = given["value"]
    if plies is not None and not deepest:
        criteria["plies"] = _depths(plies)
    if zugzwang:
        criteria["zugzwang"] = "any" if zugzwang is True else zugzwang
    if run is not None:
        criteria["only_moves"] = _depths(run)
    return criteria


def _number(name: str, number: int) -> int:
    number = _index(number)
    if not 0 <= number < 2**32:
        raise ValueError(f"expected {name} of 0 to {2**32 - 1}, found {number}")
    return number


def _depths(plies: int | _Sequence[int] | str) -> tuple[int, int]:
    if hasattr(plies, "__index__"):
        plies = (plies, plies)
    if isinstance(plies, str) or len(plies) != 2:
        raise ValueError(f'expected a number of plies, two numbers or "max", found {plies!r}')
    first, last = _number("a depth", plies[0]), _number("a depth", plies[1])
    if first > last:
        raise ValueError(f"expected a range from the less to the greater, found {plies!r}")
    return first, last


def _value(value: tuple[Result, int | None] | None) -> Value | None:
    return None if value is None else Value(*value)


def _known(value: tuple[Result, int | None]) -> Value:
    return Value(*value)


def _escaped(text: object) -> str:
    return str(text).replace("&", "&amp;").replace("<", "&lt;")
