"""The table base for python-chess."""

import pytest

chess = pytest.importorskip("chess")

import hindsight
import hindsight.chess
from test_hindsight import directory  # noqa: F401  the fixture


@pytest.fixture(scope="session")
def tablebase(directory):  # noqa: F811
    with hindsight.chess.open_tablebase(directory) as tablebase:
        yield tablebase


def test_depths_are_for_the_side_to_move(tablebase):
    won = chess.Board("8/8/8/8/8/4k3/8/4KQ2 w - - 0 1")
    assert tablebase.probe_wdl(won) == 1 and tablebase.probe_dtm(won) > 0
    won.push(next(iter(won.legal_moves)))
    assert tablebase.get_wdl(won) in (0, -1)


def test_a_mate_on_the_board_is_lost_in_no_plies(tablebase):
    mate = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mate.is_checkmate()
    assert (tablebase.probe_dtm(mate), tablebase.probe_wdl(mate)) == (0, -1)
    kings = chess.Board("8/8/8/8/8/4k3/8/4K3 w - - 0 1")
    assert tablebase.probe_dtm(kings) == tablebase.probe_wdl(kings) == 0


def test_best_play_shortens_the_way(tablebase):
    board = chess.Board("8/8/8/4k3/8/8/8/K6R w - - 0 1")
    depth = tablebase.probe_dtm(board)
    assert depth > 0
    while depth:
        best = None
        for move in board.legal_moves:
            board.push(move)
            after = tablebase.get_dtm(board, None) if not board.is_checkmate() else 0
            board.pop()
            if after is not None and abs(after) == depth - 1 and (after <= 0):
                best = move
        assert best is not None
        board.push(best)
        depth -= 1
        if depth:
            assert abs(tablebase.probe_dtm(board)) == depth
            replies = {}
            for move in board.legal_moves:
                board.push(move)
                replies[move] = tablebase.probe_dtm(board)
                board.pop()
            move = max(replies, key=replies.get)
            assert replies[move] == depth - 1
            board.push(move)
            depth -= 1
    assert board.is_checkmate()


def test_what_is_not_held_is_a_keyerror(tablebase):
    for fen in (
        chess.STARTING_FEN,
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "8/8/8/8/8/4k3/4K3/8 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
    ):
        with pytest.raises(KeyError):
            tablebase.probe_dtm(chess.Board(fen))
        assert tablebase.get_wdl(chess.Board(fen), "none") == "none"
    closed = hindsight.chess.Tablebase()
    with pytest.raises(KeyError):
        closed.probe_wdl(chess.Board("8/8/8/8/8/4k3/8/4KQ2 w - - 0 1"))


def test_a_program_for_python_chess_needs_one_other_line(directory, monkeypatch):  # noqa: F811
    import chess.gaviota

    monkeypatch.setattr(chess, "gaviota", hindsight.chess)
    with chess.gaviota.open_tablebase(directory, libgtb=None, LibraryLoader=None) as tablebase:
        assert isinstance(tablebase, chess.gaviota.PythonTablebase)
        with pytest.raises(chess.gaviota.MissingTableError):
            tablebase.probe_wdl(chess.Board("8/8/2pp4/4k3/8/4K3/2PP4/8 w - - 0 1"))
        with pytest.raises(KeyError) as castling:
            tablebase.probe_dtm(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"))
        assert castling.type is KeyError
    with pytest.raises(chess.gaviota.MissingTableError):
        tablebase.probe_dtm(chess.Board("8/8/8/8/8/4k3/8/4KQ2 w - - 0 1"))
