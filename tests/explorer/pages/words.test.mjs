// The words about values, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { badge, beside, bestMoves, groups, headline, isSolved, label, notes, outcome, points, progress, result, short } from "../../../src/program/commands/serve/pages/words.js";

const CHESS = { sides: ["White", "Black"], teams: [0, 1], ply: "mate", quiet_limit: 100 };
const DRAUGHTS = { ...CHESS, ply: "end" };
const HALMA = { sides: ["a", "b", "c", "d"], teams: [0, 1, 1, 0], ply: "end" };
const PACKING = { sides: ["White"], teams: [0], ply: "end" };

const value = (value, plies, more) => ({ value, plies, certainty: "table", ...more });
const view = (facts) => ({ side: "White", over: null, moves: [], holding: null, only_moves: null, ...facts });

test("a result is told of the side that wins", () => {
  assert.equal(outcome(DRAUGHTS, "Black", value("loss", 28)), "White wins in 28 plies (14 moves)");
  assert.equal(outcome(CHESS, "Black", value("win", 15)), "Black mates in 8");
  assert.equal(outcome(CHESS, "White", value("loss", 14)), "Black mates in 7");
  assert.equal(outcome(DRAUGHTS, "White", value("win", null)), "White wins");
  assert.equal(outcome(HALMA, "a", value("loss", null)), "B and C win");
  assert.equal(outcome(PACKING, "White", value("win", 10)), "a win in 10 turns");
  assert.equal(outcome(CHESS, "White", value("draw", null)), "draw");
});

test("the label of the bar is the winner's", () => {
  assert.equal(label(CHESS, view(value("win", 15)), null, 1), "White #8");
  assert.equal(label(DRAUGHTS, view({ ...value("loss", 58) }), null, 1), "Black 58");
  assert.equal(label(CHESS, view({ ...value("win", 15), rule50: "cursed-win" }), null, 1), "½");
  const thought = { value: null, plies: null, score: 30, unit: null, chance: 0.5 };
  assert.equal(label(CHESS, view({ side: "Black", ...value(null, null) }), thought, -1), "−0.30");
  assert.equal(points(CHESS, thought, 1), "+0.30");
});

test("the best is told only where all depths are", () => {
  const known = view({ ...value("win", 7), moves: [value("win", 7), value("win", 9), value("draw", null)] });
  assert.deepEqual(groups(known).map(({ title }) => title), ["Best", "Won, slower", "Drawn"]);
  assert.equal(bestMoves(known).length, 1);
  for (const result of ["win", "loss"]) {
    const unknown = view({ ...value(result, null), moves: [value(result, 7), value(result, null)] });
    const titles = groups(unknown).map(({ title }) => title);
    assert.ok(titles[0].endsWith("in known plies") && titles[1].endsWith("plies not known here"), titles.join());
    assert.deepEqual([groups(unknown).some(({ best }) => best), bestMoves(unknown).length], [false, 0]);
  }
  // A win at once is the best, whatever is not known.
  const atOnce = view({ ...value("win", 1), moves: [value("win", 1), value("win", null)] });
  assert.equal(groups(atOnce)[0].title, "Best");
  const lost = view({ ...value("loss", 58), moves: [value("loss", 58), value("loss", 2)] });
  assert.deepEqual(groups(lost).map(({ title }) => title), ["Longest resistance", "Shorter"]);
});

test("no sentence tells of what is not there", () => {
  const lost = view({ ...value("loss", null), certainty: "moves", moves: [value("loss", null), value("loss", 3)], holding: 2, only_moves: 0 });
  assert.equal(notes(DRAUGHTS, lost, false), "All 2 moves lose. It is known who wins, not in how many plies.");
  assert.deepEqual(badge(lost, null).slice(0, 2), ["solved", "solved"]);
  const without = view(value(null, null, { certainty: null }));
  assert.equal(notes(DRAUGHTS, without, false), "");
  assert.equal(headline(DRAUGHTS, without, null, false), "White to move.");
  assert.equal(badge(without, null), null);
  assert.equal(isSolved(without), false);
});

test("the rule of fifty moves comes before the depth", () => {
  const cursed = view({ ...value("win", 15), rule50: "cursed-win", dtz: 15 });
  assert.equal(headline(CHESS, cursed, null, false), "White to move: draw by the fifty-move rule (without it, White mates in 8).");
  const draughts = { ...DRAUGHTS, quiet_limit: 30 };
  assert.equal(headline(draughts, cursed, null, false), "White to move: draw by the rule of 15 moves (without it, White wins in 15 plies (8 moves)).");
});

test("a doubtful value is no promise, and nothing is told twice", () => {
  const doubtful = view({ ...value("win", 15), doubt: "the fifty-move rule may make it a draw: the clock shows 90 plies", leaves_out: "Depths are plies to mate" });
  assert.equal(headline(CHESS, doubtful, null, false), "White to move: White mates in 8, unless the fifty-move rule makes it a draw.");
  assert.equal(result(doubtful), null);
  assert.ok(notes(CHESS, doubtful, false).endsWith("Depths are plies to mate."));
  assert.equal(notes(CHESS, doubtful, true), "");
  assert.equal(notes(CHESS, { ...doubtful, over: "The game is over" }, false), "");
  assert.deepEqual(beside({ side: "White", facts: ["White to move, in check", "15 goats in hand", "White to move"] }), ["in check", "15 goats in hand"]);
});

test("values are short, and progress is told", () => {
  assert.deepEqual(["win", "loss", "draw"].map((result) => short(CHESS, value(result, 15))), ["#8", "−#8", "D"]);
  assert.equal(short(DRAUGHTS, value("loss", 44)), "L44");
  assert.equal(progress(value("win", 7), value("win", 9)), "Right, but 2 plies longer.");
  assert.equal(progress(value("win", 7), value("win", 7)), "Right, and the best.");
  assert.equal(progress(value("draw", null), value("draw", null)), "Right: it holds the draw.");
});
