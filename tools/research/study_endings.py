#!/usr/bin/env python3
"""How people play endings that are solved: reads what `hindsight annotate checkers GAMES --json` prints.

    hindsight annotate checkers games.pdn --json > games.json
    tools/research/study_endings.py games.json

Prints Markdown: how often a side with a won ending won it, with which material results are thrown away most often, and the
longest runs of only moves that were found. Needs Python 3.9 and nothing else.
"""

import json
import sys
from collections import Counter, defaultdict

# Materials with fewer decisions than this are not ranked.
FEWEST = 100
# Rows of each table.
ROWS = 8


def material(position):
    """The pieces of the side to move and of the other, kings first: `KMMvKM`."""
    mover, *sides = position.split(":")
    pieces = {}
    for side in sides:
        squares = [square for square in side[1:].split(",") if square]
        kings = sum(square.startswith("K") for square in squares)
        pieces[side[0]] = "K" * kings + "M" * (len(squares) - kings)
    other = "W" if mover == "B" else "B"
    return f"{pieces.get(mover, '')}v{pieces.get(other, '')}"


def who_won(game):
    """The side that won by the record; Black moves first. None for a draw or an unfinished game."""
    return {"1-0": "Black", "0-1": "White"}.get(game["result"])


def other(side):
    return "White" if side == "Black" else "Black"


class Study:
    """What the games say."""

    def __init__(self):
        self.games = self.judged = self.moves = 0
        # Sides that had a won ending, by what came of it, and by why it was not won.
        self.won_endings = Counter()
        self.causes = Counter()
        self.drawn_endings = Counter()
        # Where some move throws a win or a draw away: decisions and errors, by what there is to keep and by material.
        self.kept = {"win": [0, 0], "draw": [0, 0]}
        self.decisions = defaultdict(lambda: [0, 0])
        # Runs of only moves found: length, game, side, the position of the first.
        self.runs = []

    def add(self, game):
        self.games += 1
        moves = game["moves"]
        if not moves:
            return
        self.judged += 1
        # A move without a choice says nothing of the player.
        self.moves += sum(move["legal_moves"] > 1 for move in moves)
        winner = who_won(game)
        had_win, spoiled = set(), set()
        runs = {"Black": (0, None), "White": (0, None)}
        for move in moves:
            side = move["side"]
            if move["best"] == "win":
                had_win.add(side)
                if move["value"] != "win":
                    spoiled.add(side)
            elif move["best"] == "loss":
                had_win.add(other(side))
            if move["best"] != "loss" and len(move["holding"]) < move["legal_moves"]:
                for counts in (self.kept[move["best"]], self.decisions[material(move["position"])]):
                    counts[0] += 1
                    counts[1] += move["value"] != move["best"]
            if move["legal_moves"] > 1:
                length, first = runs[side]
                if len(move["holding"]) == 1 and move["best"] != "loss" and move["value"] == move["best"]:
                    runs[side] = (length + 1, first or move["position"])
                else:
                    self.end_run(game, side, runs[side])
                    runs[side] = (0, None)
        for side, run in runs.items():
            self.end_run(game, side, run)
        if game["result"] == "*":
            return
        for side in had_win:
            outcome = "won" if winner == side else "drawn" if winner is None else "lost"
            self.won_endings[outcome] += 1
            if outcome != "won":
                self.causes["thrown away by a move" if side in spoiled else "given up as a draw"] += 1
        first = moves[0]
        if first["best"] == "draw":
            self.drawn_endings["drawn" if winner is None else "decided"] += 1

    def end_run(self, game, side, run):
        length, first = run
        if length:
            self.runs.append((length, game["number"], side, first))

    def print(self):
        total = sum(self.won_endings.values())
        share = lambda number, of: f"{100 * number / of:.1f} %" if of else "-"
        print("| games | moves judged | games in the tables |")
        print("|---:|---:|---:|")
        print(f"| {self.games:,} | {self.moves:,} | {self.judged:,} |\n")
        print("| won endings | won | drawn | lost |")
        print("|---:|---:|---:|---:|")
        won, drawn, lost = (self.won_endings[outcome] for outcome in ("won", "drawn", "lost"))
        print(f"| {total:,} | {won:,} ({share(won, total)}) | {drawn:,} ({share(drawn, total)}) | {lost:,} ({share(lost, total)}) |\n")
        for cause, number in self.causes.most_common():
            print(f"* {cause}: {number:,}")
        level = sum(self.drawn_endings.values())
        print(f"* entered as a draw: {level:,}, of which {self.drawn_endings['decided']:,} did not end as one\n")
        print("| to keep | decisions | thrown away | |")
        print("|---|---:|---:|---:|")
        for what, (number, wrong) in self.kept.items():
            print(f"| a {what} | {number:,} | {wrong:,} | {share(wrong, number)} |")
        ranked = [(wrong / number, name, number, wrong) for name, (number, wrong) in self.decisions.items() if number >= FEWEST]
        for _, name, number, wrong in sorted(ranked, key=lambda row: (-row[0], row[1]))[:ROWS]:
            print(f"| {name} | {number:,} | {wrong:,} | {share(wrong, number)} |")
        print()
        print("| only moves found in a row | game | side | from |")
        print("|---:|---:|---|---|")
        for length, game, side, first in sorted(self.runs, key=lambda run: (-run[0], run[1]))[:ROWS // 2]:
            print(f"| {length} | {game:,} | {side} | `{first}` |")


def main():
    if len(sys.argv) != 2:
        sys.exit("expected one file: what `hindsight annotate checkers GAMES --json` printed")
    study = Study()
    with open(sys.argv[1], encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            if "number" in entry:
                study.add(entry)
    study.print()


if __name__ == "__main__":
    main()
