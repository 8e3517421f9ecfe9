"""A table base for python-chess, used like `chess.gaviota`.

    import chess
    import hindsight.chess

    with hindsight.chess.open_tablebase("data/tables") as tablebase:
        board = chess.Board("8/8/8/8/8/4k3/8/4KQ2 w - - 0 1")
        tablebase.probe_dtm(board)    # plies to mate, positive if the side to move wins
        tablebase.probe_wdl(board)    # 1 win, 0 draw, -1 loss for the side to move

The tables are made by `hindsight solve chess --pieces 4 --tables data/tables`. Depths do not count the fifty-move rule.

A program written for python-chess needs one other line. `from hindsight.chess import open_tablebase` takes the place of
`from chess.gaviota import open_tablebase`, or, if the program writes `chess.gaviota` in more places,
`import chess, hindsight.chess; chess.gaviota = hindsight.chess` takes the place of `import chess.gaviota`.
"""

from __future__ import annotations

import os as _os
from types import TracebackType
from typing import TypeVar

import chess as _chess

import hindsight as _package

__all__ = ["MissingTableError", "NativeTablebase", "PythonTablebase", "Tablebase", "open_tablebase"]

_Default = TypeVar("_Default")


class MissingTableError(KeyError):
    """No table has the board, as in `chess.gaviota`."""


class Tablebase:
    """Tables of chess in directories. `open_tablebase` makes one."""

    def __init__(self) -> None:
        self._directories: list[str] = []
        self._tables: _package.Tables | None = None

    def add_directory(self, directory: str | _os.PathLike[str]) -> None:
        """Adds a directory, which is searched after the others."""
        directories = [*self._directories, _os.fspath(directory)]
        self._tables = _package.open("chess", directories)
        self._directories = directories

    def probe_dtm(self, board: _chess.Board) -> int:
        """The plies to mate: positive if the side to move wins, negative if it loses, 0 for a draw or a mate on the board.

        A board that the tables do not hold is a KeyError: too many men, castling rights, or an illegal position. So is a
        table of results alone. The KeyError is a MissingTableError where another table would have the answer.
        """
        value = self._probe(board)
        if value.result == "draw":
            return 0
        if value.plies is None:
            raise MissingTableError(f"the table of {board.fen()} holds only results")
        return value.plies if value.result == "win" else -value.plies

    def probe_wdl(self, board: _chess.Board) -> int:
        """1 if the side to move wins, 0 for a draw, -1 if it loses or is mated.

        A board that the tables do not hold is a KeyError, as for `probe_dtm`.
        """
        value = self._probe(board)
        return {"win": 1, "draw": 0, "loss": -1}[value.result]

    def get_dtm(self, board: _chess.Board, default: _Default | None = None) -> int | _Default | None:
        """`probe_dtm`, or the default if the tables do not hold the board."""
        try:
            return self.probe_dtm(board)
        except KeyError:
            return default

    def get_wdl(self, board: _chess.Board, default: _Default | None = None) -> int | _Default | None:
        """`probe_wdl`, or the default if the tables do not hold the board."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def close(self) -> None:
        """Closes the tables."""
        self._tables = None
        self._directories = []

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _probe(self, board: _chess.Board) -> _package.Value:
        if self._tables is None:
            raise MissingTableError("expected a directory with tables of chess, found none")
        if board.castling_rights:
            raise KeyError(f"tables hold no positions with castling rights: {board.fen()}")
        white, black = board.occupied_co[_chess.WHITE], board.occupied_co[_chess.BLACK]
        sets = [white, black, board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns]
        passed = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else None
        try:
            value = self._tables._tables.probe_chess(sets, passed, board.turn == _chess.WHITE)
        except ValueError as error:
            raise KeyError(f"{error}: {board.fen()}") from None
        if value is None:
            raise MissingTableError(f"the tables do not hold {board.fen()}")
        return _package.Value(*value)


PythonTablebase = NativeTablebase = Tablebase
"""The names that `chess.gaviota` has."""


def open_tablebase(
    directory: str | _os.PathLike[str], *, libgtb: object = None, LibraryLoader: object = None
) -> Tablebase:
    """Opens the tables of chess in a directory, and the built-in ones for the endings that it does not have.

    A directory that is not there is a FileNotFoundError. `libgtb` and `LibraryLoader`, which `chess.gaviota` has, are not
    used.
    """
    tablebase = Tablebase()
    tablebase.add_directory(directory)
    return tablebase
