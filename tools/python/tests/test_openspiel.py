"""Values of OpenSpiel's states of checkers."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

import hindsight
import hindsight.openspiel


def test_the_start_is_the_start_of_checkers():
    state = pyspiel.load_game("checkers").new_initial_state()
    tables = hindsight.open("checkers")
    text = hindsight.openspiel.position(state)
    squares = lambda part: set(part[1:].split(","))
    side, white, black = text.split(":")
    wanted = tables.start.split(":")
    assert (side, squares(white), squares(black)) == (wanted[0], squares(wanted[1]), squares(wanted[2]))
    assert hindsight.openspiel.value(tables, state) is None


def test_random_games_end_as_the_tables_say():
    tables, draw = hindsight.open("checkers"), random.Random(5)
    game, held = pyspiel.load_game("checkers"), 0
    for _ in range(60):
        state = game.new_initial_state()
        while not state.is_terminal():
            found = hindsight.openspiel.value(tables, state)
            if found is not None:
                held += 1
                best = hindsight.openspiel.best_actions(tables, state)
                # OpenSpiel ends a game after 40 moves without progress, which the tables do not count.
                ends = [state.child(action) for action in state.legal_actions()]
                if best is not None and not any(end.is_terminal() and not any(end.returns()) for end in ends):
                    assert best
                    after = hindsight.openspiel._after(tables, state, best[0])
                    assert after.result == found.result, hindsight.openspiel.position(state)
            state.apply_action(draw.choice(state.legal_actions()))
    assert held > 50
