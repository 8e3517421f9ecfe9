"""Answers questions of the parity test: a line has a question, the answer is a line in the form of `--json`."""

import functools
import json
import sys
import types

try:
    import numpy  # noqa: F401
except ImportError:
    # The package imports it for arrays, and no question asks for one.
    sys.modules["numpy"] = types.ModuleType("numpy")

import hindsight


@functools.cache
def tables(game, directory):
    return hindsight.open(game, directory)


def value(opened, position):
    rated = opened.probe(position)
    return rated and {"value": rated.result, "plies": rated.plies}


def moves(opened, position):
    rated = opened.moves(position)
    if rated is None:
        return None
    return {"moves": [{"move": one.move, "value": one.value.result, "plies": one.value.plies} for one in rated]}


def line(opened, position):
    played = opened.line(position)
    return None if played is None else {"line": played}


def best(opened, position):
    rated, after = value(opened, position), moves(opened, position)
    if after is None and rated is not None and (played := opened.line(position)):
        after = {"moves": [rated | {"move": played[0]}]}
    return None if rated is None or after is None else rated | after


def rule(opened, position):
    found = opened.rule50(position)
    return found and {"rule50": found.result, "dtz": found.dtz}


def find(opened, criteria):
    found = opened.find(**criteria)
    fields = [(one.slice, one.position, one.result, one.plies) for one in found]
    return [dict(zip(("slice", "position", "value", "plies"), one)) for one in fields]


def stats(opened, slice):
    figures = dict(opened.stats(slice))
    depths = {side: enumerate(figures[f"{side}_by_depth"]) for side in ("wins", "losses")}
    figures["histogram"] = {side: [pair for pair in pairs if pair[1]] for side, pairs in depths.items()}
    return figures


def answer(question):
    word = {"value": value, "moves": moves, "line": line, "best": best, "rule": rule, "find": find, "stats": stats}
    try:
        return word[question["word"]](tables(question["game"], question["directory"]), question["argument"])
    except (TypeError, AttributeError) as error:
        return {"lacking": str(error)}
    except Exception as error:
        return {"error": str(error.args[0])}


for asked in sys.stdin:
    print(json.dumps(answer(json.loads(asked))), flush=True)
