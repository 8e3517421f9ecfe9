#!/usr/bin/env python3
"""Makes data/pictures/histogram.svg and pangki-game.svg from the output of the program.

    python3 tools/research/graphs.py target/release/hindsight TABLES

TABLES has `solve checkers --pieces 3`. Pangki is built into the program. The game is the one that Pangki God won, with
replies of Black that `verify pangki` shows.
"""

import json
import subprocess
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP, BELOW = 640, 260, 56, 34, 44
PICTURES = Path(__file__).parents[2] / "data" / "pictures"
GAME = """[Event "Pangki God"]
1. A2-B2 B4-B3 2. A1-A2 B3-C3 3. C1-C2 C3-B3 4. C2-C3 C4-B4 5. C3-C4 B3-C3 6. B2-B3 C3-C2 7. B1-C1 C2-B2
8. C1-C2 D3-C3 9. D2-D3 B2-B1 10. D1-C1 B1-B2 11. C1-B1 1-0
"""


class Drawing:
    """An SVG with axes: x and y are in the units of the data."""

    def __init__(self, title, most_x, most_y):
        self.most_x, self.most_y = most_x, most_y
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
            f"<title>{title}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold" fill="#222">{title}</text>',
        ]

    def x(self, value):
        return round(LEFT + value * (WIDTH - LEFT - 20) / self.most_x, 1)

    def y(self, value):
        return round(HEIGHT - BELOW - value * (HEIGHT - BELOW - TOP) / self.most_y, 1)

    def line(self, x1, y1, x2, y2, colour="#ddd", width=1):
        self.parts.append(f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{colour}" stroke-width="{width}" fill="none"/>')

    def text(self, x, y, text, anchor="middle", colour="#444"):
        self.parts.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{text}</text>')

    def axes(self, xs, ys, name_x, name_y):
        for value in ys:
            self.line(LEFT, self.y(value), WIDTH - 20, self.y(value))
            self.text(LEFT - 6, self.y(value) + 4, f"{value:,}", "end")
        for value in xs:
            self.text(self.x(value), HEIGHT - BELOW + 16, value)
        self.text((LEFT + WIDTH - 20) / 2, HEIGHT - 8, name_x)
        self.text(WIDTH - 20, 20, name_y, "end")

    def write(self, name):
        (PICTURES / name).write_text("\n".join([*self.parts, "</svg>"]) + "\n")


def histogram(program, tables):
    """Wins of two kings against one, by depth."""
    arguments = [program, "stats", "checkers", "--slice", "KKvK", "--histogram", "--json", "--tables", tables]
    (slice_,) = json.loads(subprocess.run(arguments, check=True, capture_output=True).stdout)
    wins = slice_["histogram"]["wins"]
    drawing = Drawing("Two kings against one in checkers", wins[-1][0] + 2, 2100)
    drawing.axes(range(1, wins[-1][0] + 1, 4), range(0, 2001, 500), "plies to the win", "positions")
    bar = drawing.x(2) - drawing.x(0)
    for plies, count in wins:
        x, y = drawing.x(plies) - bar * 0.42, drawing.y(count)
        drawing.parts.append(
            f'<rect x="{x:.1f}" y="{y}" width="{bar * 0.84:.1f}" height="{drawing.y(0) - y:.1f}" fill="#1f6fb2">'
            f"<title>{count:,} wins in {plies} plies</title></rect>"
        )
    drawing.line(LEFT, drawing.y(0), WIDTH - 20, drawing.y(0), "#444")
    drawing.write("histogram.svg")


def game(program):
    """The value of each move of Pangki God's game, for White."""
    arguments = [program, "annotate", "pangki", "-", "--json"]
    out = subprocess.run(arguments, check=True, capture_output=True, input=GAME, text=True).stdout
    moves = json.loads(out.splitlines()[0])["moves"]
    deepest = max(move["plies"] or 0 for move in moves)
    drawing = Drawing("The game that Pangki God won", len(moves) + 1, deepest + 6)
    drawing.axes(range(1, len(moves) + 1, 2), range(0, deepest + 1, 10), "ply", "plies to White's win")
    drawn = [move for move in moves if move["value"] == "draw"]
    top = drawing.y(deepest + 4)
    for move in moves:
        x = drawing.x(move["ply"])
        value = "draw" if move["value"] == "draw" else f"White wins in {move['plies']} plies"
        y = top if move["value"] == "draw" else drawing.y(move["plies"])
        wrong = move["verdict"] not in ("best", "slower")
        colour = "#777" if move["value"] == "draw" else "#b22" if wrong else "#1a7a35"
        drawing.parts.append(
            f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"><title>{move["side"]} {move["move"]}: {value}</title></circle>'
        )
        if wrong:
            drawing.text(drawing.x(move["ply"] + 1) + 12, y + 4, f"{move['side']} plays {move['move']}, which loses", "start", "#b22")
        if move["verdict"] == "slower":
            drawing.text(x, y - 10, f"Black shortens the defence: {move['move']}", "start")
    drawing.text(drawing.x(len(drawn)) + 9, top + 4, "drawn", "start", "#777")
    drawing.line(LEFT, drawing.y(0), WIDTH - 20, drawing.y(0), "#444")
    drawing.write("pangki-game.svg")


if __name__ == "__main__":
    histogram(sys.argv[1], sys.argv[2])
    game(sys.argv[1])
