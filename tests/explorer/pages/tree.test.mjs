// The game as a tree, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { movesTo, plyOf, Tree } from "../../../src/program/commands/serve/pages/tree.js";

const step = (move) => ({ move, name: move, position: `after ${move}`, touched: [] });

function played(...moves) {
  const tree = new Tree("start");
  const end = moves.reduce((node, move) => tree.play(node, step(move)), tree.root);
  return { tree, end };
}

test("a move that is there is gone along, and another one is a variation", () => {
  const { tree, end } = played("a", "b");
  assert.equal(tree.play(tree.root, step("a")), end.parent);
  const other = tree.play(tree.root, step("c"));
  assert.deepEqual(tree.root.children, [end.parent, other]);
  assert.deepEqual(tree.line(other).map(plyOf), [0, 1]);
  assert.equal(movesTo(tree.end()), "a b");
  assert.equal(tree.sibling(other, -1), end.parent);
  assert.equal(tree.sibling(other, 1), null);
});

test("a variation becomes the main line, and is removed", () => {
  const { tree, end } = played("a", "b");
  const inner = tree.play(tree.play(tree.root, step("c")), step("d"));
  tree.promote(inner);
  assert.equal(movesTo(tree.end()), "c d");
  tree.promote(end);
  assert.equal(movesTo(tree.end()), "a b");
  assert.equal(tree.remove(inner.parent), tree.root);
  assert.equal(tree.root.children.length, 1);
});

test("a packed game is found in one that has more moves", () => {
  const { tree, end } = played("a");
  const packed = structuredClone(tree.packed(end));
  const next = tree.play(end, step("b"));
  tree.promote(tree.play(tree.root, step("c")));
  assert.equal(tree.along(packed).node, end);
  assert.equal(played("c").tree.along(packed), null);
  assert.equal(tree.along(structuredClone(tree.packed(next))).node, next);
});

test("a game that was read is written with all that it had", () => {
  const facts = (verdict, more) => ({ verdict, held_by: [], variations: [], ...more });
  const moment = (side) => ({ position: "p", side, number: null, value: null, plies: null });
  const variation = { steps: [{ ...step("c"), ...facts(null, { glyphs: [6] }) }], moments: [moment("W")], comment: "or" };
  const read = {
    start: moment("W"),
    comment: "a start",
    steps: [
      { ...step("a"), ...facts("best", { comment: "good", glyphs: [1], variations: [variation] }) },
      { ...step("b"), ...facts("mistake") },
    ],
    moments: [moment("B"), moment("W")],
    tags: [["White", "Ann"]],
    result: "1-0",
  };
  const tree = Tree.read(read);
  const written = tree.written();
  assert.deepEqual(written, {
    start: "p",
    moves: ["a", "b"],
    comments: [[0, "a start"], [1, "good"]],
    glyphs: [[1, 1]],
    variations: [{ ply: 0, moves: ["c"], comments: [[0, "or"]], glyphs: [[1, 6]], variations: [] }],
    tags: [["White", "Ann"]],
    result: "1-0",
  });
  // Packed and unpacked, it is the same; another move ends its result.
  const { tree: again, node } = Tree.unpacked(structuredClone(tree.packed(tree.end())));
  assert.deepEqual(again.written(), written);
  assert.equal(plyOf(node), 2);
  again.play(node, step("d"));
  assert.equal(again.written().result, null);
});
