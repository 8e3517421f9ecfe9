"""Values and best actions of the states of OpenSpiel's checkers.

    import hindsight.openspiel
    import pyspiel

    tables = hindsight.open("checkers", "data/tables")
    state = pyspiel.load_game("checkers").new_initial_state()
    ...
    hindsight.openspiel.value(tables, state)           # Value(result='win', plies=17), or None
    hindsight.openspiel.best_actions(tables, state)    # the actions that OpenSpiel knows by number

OpenSpiel's player 0, who moves first, is Black. A jump over several men is one move here and several actions there: a state
in the middle of it has the best value of its actions. OpenSpiel calls a game a draw after 40 moves without a capture or a
move of a man; the tables do not count these moves.
"""

from __future__ import annotations

from typing import Any

import hindsight as _package

__all__ = ["best_actions", "position", "value"]

_OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}
_RANKS = 8


def position(state: Any) -> str:
    """The position of a state, for `Tables.probe`. In the middle of a jump it lacks the duty to jump on."""
    pieces: dict[str, list[str]] = {"B": [], "W": []}
    for row, line in enumerate(str(state).splitlines()[:_RANKS]):
        for column, symbol in enumerate(line[1:]):
            if symbol == ".":
                continue
            # Black has its first row at the top in PDN, and at the bottom in OpenSpiel.
            from_top, from_left = _RANKS - 1 - row, _RANKS - 1 - column
            number = 4 * from_top + from_left // 2 + 1
            pieces["B" if symbol in "o8" else "W"].append(f"{'K' if symbol in '8*' else ''}{number}")
    side = "B" if state.current_player() == 0 else "W"
    return f"{side}:W{','.join(pieces['W'])}:B{','.join(pieces['B'])}"


def value(tables: _package.Tables, state: Any) -> _package.Value | None:
    """The value of a state for the player to move; None if the tables do not hold it or the game is over."""
    if state.is_terminal():
        return None
    if not _jumps_on(state):
        return tables.probe(position(state))
    values = [_after(tables, state, action) for action in state.legal_actions()]
    return None if None in values else max(values, key=_rank)


def best_actions(tables: _package.Tables, state: Any) -> list[int] | None:
    """The legal actions with the best value; None if the tables do not hold what one of them leads to."""
    if state.is_terminal():
        return []
    values = {action: _after(tables, state, action) for action in state.legal_actions()}
    if None in values.values():
        return None
    best = max(map(_rank, values.values()))
    return [action for action, found in values.items() if _rank(found) == best]


def _jumps_on(state: Any) -> bool:
    """Whether the player to move has begun a jump that must go on."""
    history = state.full_history()
    return bool(history) and history[-1].player == state.current_player()


def _after(tables: _package.Tables, state: Any, action: int) -> _package.Value | None:
    """The value of an action for the player who takes it, in plies from before the move."""
    player, child = state.current_player(), state.child(action)
    if child.is_terminal():
        result = child.returns()[player]
        return _package.Value("win", 1) if result > 0 else _package.Value("loss", 1) if result < 0 else _package.Value("draw", None)
    found = value(tables, child)
    if found is None or child.current_player() == player:
        return found
    return _package.Value(_OPPOSITE[found.result], None if found.plies is None else found.plies + 1)


def _rank(found: _package.Value) -> tuple[int, int]:
    """The order of values: quick wins first, then draws, then losses that take long."""
    plies = found.plies or 0
    return {"win": (2, -plies), "draw": (1, 0), "loss": (0, plies)}[found.result]
