"""The package against the built-in tables, and tables that the program has just solved."""

import os
import pathlib
import pickle
import random
import signal
import subprocess
import threading
import time

import numpy
import pytest

import hindsight

PROGRAM = os.environ.get("HINDSIGHT_PROGRAM", "hindsight")


def solve(directory, *arguments):
    subprocess.run([PROGRAM, "solve", *arguments, "--quiet", "--tables", str(directory)], check=True)


@pytest.fixture(scope="session")
def directory(tmp_path_factory):
    """Tables of checkers to three pieces, of Pangki and of chess to three men."""
    directory = tmp_path_factory.mktemp("tables")
    solve(directory, "checkers", "--pieces", "3")
    solve(directory, "chess", "--pieces", "3")
    return directory


@pytest.fixture(scope="session")
def checkers(directory):
    return hindsight.open("checkers", directory)


def test_the_built_in_tables_answer_without_files():
    assert {"checkers", "pangki", "chess"} <= set(hindsight.games())
    tables = hindsight.open("checkers", [])
    assert tables.game == "checkers" and tables.source == "embedded" and not tables.has_plies
    assert tables.probe("W:WK1,K2:BK32").result == "win"
    assert tables.probe("W:W21,22,23,24,25:B1,2,3,4,5") is None


def test_endings_of_chess_are_built_in(tmp_path):
    for chess in hindsight.open("chess", []), hindsight.open("chess", tmp_path):
        value = chess.probe("8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1")
        assert (value.result, value.plies) == ("win", None)


def test_what_is_wrong_is_said(checkers, tmp_path):
    with pytest.raises(ValueError, match="checkers"):
        hindsight.open("chequers")
    with pytest.raises(FileNotFoundError, match="no/such"):
        hindsight.open("checkers", "no/such/directory")
    with pytest.raises(FileNotFoundError):
        hindsight.open("tigers-and-goats", tmp_path)
    with pytest.raises(ValueError, match="K32"):
        checkers.probe("W:WK1:B32")
    with pytest.raises(ValueError, match="slice"):
        checkers.values("KvQ")
    with pytest.raises(KeyError, match="KKKKKvK"):
        checkers.values("KKKKKvK")
    with pytest.raises(IndexError, match="KvK"):
        checkers.position("KvK", 1 << 40)
    with pytest.raises(ValueError, match="position 1"):
        checkers.probe_many(["W:WK1:BK32", "W:WK1:B32"])
    with pytest.raises(TypeError):
        checkers.probe_many([1])
    with pytest.raises(ValueError, match="win, draw or loss"):
        checkers.find(value="victory")


def test_a_damaged_table_is_an_oserror(directory, tmp_path):
    for table in pathlib.Path(directory).glob("checkers*.table"):
        (tmp_path / table.name).write_bytes(table.read_bytes())
    damaged = tmp_path / "checkers-2.table"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"\x55")
    tables = hindsight.open("checkers", tmp_path)
    with pytest.raises(OSError, match="checkers-2"):
        tables.values("KvK")


def test_moves_come_best_first_and_the_line_is_as_long_as_the_value_says(checkers):
    position = "W:WK1,K2:BK32"
    value = checkers.probe(position)
    moves = checkers.moves(position)
    assert moves[0].value == value == hindsight.Value("win", value.plies)
    order = {"win": 0, "draw": 1, "loss": 2}
    assert [order[move.value.result] for move in moves] == sorted(order[move.value.result] for move in moves)
    assert len(checkers.line(position)) == value.plies


def test_many_are_probed_as_one_is(checkers):
    draw = random.Random(1)
    texts = []
    for _ in range(3000):
        one, two, other = draw.sample(range(1, 33), 3)
        texts.append(f"{draw.choice('WB')}:WK{one},K{two}:BK{other}")
    texts.append("W:W21,22,23,24:B1")
    results, plies = checkers.probe_many(texts)
    assert results.dtype == numpy.int8 and plies.dtype == numpy.uint16 and results.shape == plies.shape == (3001,)
    for text, result, depth in zip(texts[:-1], results, plies):
        value = checkers.probe(text)
        assert {"win": 1, "draw": 0, "loss": -1}[value.result] == result
        assert (65535 if value.plies is None else value.plies) == depth
    assert results[-1] == -2 and plies[-1] == 65535
    empty, none = checkers.probe_many([])
    assert empty.shape == none.shape == (0,)


def test_the_values_of_a_slice_are_its_codes(checkers):
    for name in ("KKvK", "MvM"):
        values = checkers.values(name)
        assert values.dtype in (numpy.uint8, numpy.uint16) and not values.flags.writeable
        assert values.shape == (checkers.slices[name],)
        none = numpy.iinfo(values.dtype).max
        for index in list(range(0, len(values), 97)):
            position = checkers.position(name, index)
            if values[index] == none:
                assert position is None
                continue
            code, value = int(values[index]), checkers.probe(position)
            expected = ("draw", None) if code == 0 else ("win" if code % 2 else "loss", (code - 1) // 2)
            assert value == expected
    with pytest.raises(ValueError):
        values[0] = 1


def test_an_array_of_values_keeps_its_table_open(directory):
    values = hindsight.open("checkers", directory).values("KKvK")
    assert int(values.astype(numpy.uint64).sum()) > 0


def test_compressed_tables_have_the_same_values(directory, checkers, tmp_path):
    subprocess.run(
        [PROGRAM, "compress", "checkers", "--depth", "--quiet", "--tables", str(directory), "--to", str(tmp_path)], check=True
    )
    compressed = hindsight.open("checkers", tmp_path)
    one, other = checkers.values("KKvK"), compressed.values("KKvK")
    none = numpy.iinfo(one.dtype).max
    held = one != none
    assert (one[held] == other[held]).all() and other.dtype == numpy.uint16


def test_statistics_and_found_positions_agree(checkers):
    stats = checkers.stats("KKvK")
    assert stats["positions"] == stats["wins"] + stats["losses"] + stats["draws"]
    assert sum(stats["wins_by_depth"]) == stats["wins"]
    (found, *_) = checkers.find("KKvK", value="win", plies="max", limit=10)
    assert found.value == ("win", stats["longest_win"]) and found.slice == "KKvK"
    assert checkers.probe(found.position) == found.value
    assert all(found.value.plies == 3 for found in checkers.find(["KKvK"], plies=3, limit=4))
    assert "<table>" in stats._repr_html_()
    assert checkers.stats()["positions"] > stats["positions"]


def test_depths_and_indexes_are_numbers_of_any_type(checkers):
    by_numpy = checkers.find("KvK", plies=numpy.int64(3), limit=numpy.int32(4))
    assert by_numpy == checkers.find("KvK", plies=3, limit=4) == checkers.find("KvK", plies=(3, 3), limit=4)
    assert checkers.position("KvK", numpy.uint16(7)) == checkers.position("KvK", 7)
    with pytest.raises(IndexError, match="-1"):
        checkers.position("KvK", -1)
    for arguments in {"plies": -1}, {"plies": (0, -2)}, {"limit": -1}, {"plies": "most"}, {"plies": (1, 2, 3)}, {"plies": (5, 2)}:
        with pytest.raises(ValueError, match="expected"):
            checkers.find("KvK", **arguments)


def test_results_without_depths_have_codes_of_their_own():
    results = hindsight.open("checkers", [])
    codes = results.values("KKvKK")
    assert set(numpy.unique(codes)) <= {0, 65533, 65534, 65535}
    assert int((codes == 65533).sum()) == results.stats("KKvKK")["wins"]


def test_a_forked_process_counts_and_searches(checkers):
    expected = checkers.stats("KvK")["wins"]
    child = os.fork()
    if child == 0:
        os._exit(0 if checkers.stats("KvK")["wins"] == expected and checkers.find("KvK", limit=1) else 1)
    for _ in range(600):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the forked process waits forever")
    assert os.waitstatus_to_exitcode(status) == 0


def test_the_fifty_move_rule_is_a_game(directory):
    assert "chess-dtz" in hindsight.games()
    with pytest.raises(FileNotFoundError, match="chess-dtz"):
        hindsight.open("chess-dtz", directory)


def test_a_board_is_a_picture(checkers):
    board = checkers.show("W:WK1,K2:BK32")
    assert board._repr_svg_().startswith("<svg") and "W:WK1" in repr(board)
    assert checkers.show().position == checkers.start


def test_threads_share_the_tables(checkers):
    texts = [f"W:WK{one},K{two}:BK{other}" for one in (1, 9) for two in (2, 14) for other in range(17, 33)]
    expected = [checkers.probe(text) for text in texts]
    wrong = []

    def work():
        for _ in range(50):
            if [checkers.probe(text) for text in texts] != expected:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_everything_public_is_documented():
    for name in hindsight.__all__:
        public = getattr(hindsight, name)
        assert public.__doc__, name
        for attribute in vars(public) if isinstance(public, type) else ():
            if not attribute.startswith("_") and callable(getattr(public, attribute)):
                assert getattr(public, attribute).__doc__, f"{name}.{attribute}"


def test_the_tables_of_the_program_are_used_where_none_are_named(directory, tmp_path, monkeypatch):
    monkeypatch.setenv("HINDSIGHT_TABLES", str(directory))
    assert hindsight.open("checkers").probe("W:WK1,K2:BK32") == ("win", 33)
    monkeypatch.delenv("HINDSIGHT_TABLES")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "hindsight").mkdir()
    (tmp_path / "hindsight" / "tables").symlink_to(directory)
    monkeypatch.chdir(tmp_path)
    tables = hindsight.open("checkers")
    assert tables.probe("W:WK1,K2:BK32") == ("win", 33) and tables.source == "tables"


def test_weighted_values_are_the_statistics(directory):
    chess = hindsight.open("chess", directory)
    codes, weights = chess.values("KQvK"), chess.weights("KQvK")
    none = numpy.iinfo(codes.dtype).max
    won = (codes % 2 == 1) & (codes != none)
    stats = chess.stats("KQvK")
    assert weights.shape == codes.shape and int(weights[won].sum()) == stats["wins"] == 144_508
    assert int(weights[codes != none].sum()) == stats["positions"]
    found = chess.find("KQvK", value="win", plies=(17, 19), limit=None)
    counted = chess.count("KQvK", value="win", plies=(17, 19))
    assert (sum(one.positions for one in found), len(found)) == counted


def test_found_positions_are_columns(checkers):
    with pytest.warns(UserWarning, match="limit=None"):
        assert len(checkers.find("KKvK")) == 10
    one = checkers.find("KKvK", value="win", only_moves=(1, 99), most_only_moves=True, other_side=True, limit=1)[0]
    assert one._fields[:5] == ("slice", "position", "result", "plies", "positions")
    assert one.only_moves >= 1 and one.value == (one.result, one.plies) == checkers.probe(one.position)
    drawn = checkers.find("KKvK", sample=5, seed=3)
    assert len(drawn) == 5 and drawn == checkers.find("KKvK", sample=5, seed=3)
    assert checkers.find("MvMM", where="wM=9", limit=3) != []
    with pytest.raises(ValueError, match="less to the greater"):
        checkers.find("KKvK", plies=(5, 2))
    with pytest.raises(ValueError, match="wM"):
        checkers.find("KKvK", where="wX=1")


def test_sets_of_squares_are_probed_as_texts_are(checkers, directory):
    kings = [(1, 2, 32), (9, 14, 23), (4, 11, 29)]
    texts = [f"W:WK{one},K{two}:BK{other}" for one, two, other in kings]
    black = numpy.array([1 << (other - 1) for *_, other in kings], dtype=numpy.uint32)
    white = numpy.array([1 << (one - 1) | 1 << (two - 1) for one, two, _ in kings], dtype=numpy.uint32)
    results, plies = checkers.probe_sets(black, white, black | white, numpy.zeros(3))
    expected = checkers.probe_many(texts)
    assert (results == expected[0]).all() and (plies == expected[1]).all()
    assert checkers.probe_sets([1], [1], [0], [0])[0].tolist() == [-3]
    chess = hindsight.open("chess", directory)
    white_king, queen, black_king = 1 << 4, 1 << 5, 1 << 63
    sets = [white_king | queen, black_king, white_king | black_king, queen, 0, 0, 0, 0]
    arrays = [numpy.array([one], dtype=numpy.uint64) for one in sets]
    results, plies = chess.probe_sets(*arrays, [-1], [1])
    assert (results[0], plies[0]) == (1, chess.probe("7k/8/8/8/8/8/8/4KQ2 w - - 0 1").plies)
    with pytest.raises(ValueError, match="4 arrays"):
        checkers.probe_sets([1], [2])


def test_tables_are_pickled_by_their_path(checkers):
    again = pickle.loads(pickle.dumps(checkers))
    assert again.directories == checkers.directories and again.probe("W:WK1,K2:BK32") == ("win", 33)
