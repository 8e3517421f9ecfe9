// A game as a tree: each position with the step that led to it, and the steps that were tried from it. The first child of a
// node goes on with its line; the others are variations.

class Node {
  parent;
  step;
  position;
  /** @type {any[]} */ children = [];

  constructor(parent, step, position) {
    this.parent = parent;
    this.step = step;
    this.position = position;
  }
}

// What a node keeps besides its place in the tree.
const KEPT = ["side", "number", "value", "plies", "certainty", "chance", "verdict", "heldBy", "comment", "opening", "glyphs"];

export class Tree {
  root;
  // Of a record that was read: its tags, its result, and the moves that end with it.
  tags = [];
  result = null;
  ended = null;

  constructor(position) {
    this.root = new Node(null, null, position);
  }

  // The tree of a game that the server has read or replayed.
  /** @param {any} answer */
  static read({ start, tags, result, ...line }) {
    const tree = new Tree(start.position);
    Object.assign(tree.root, start, { comment: line.comment });
    grow(tree.root, line);
    Object.assign(tree, { tags: tags ?? [], result, ended: movesTo(tree.end()) });
    return tree;
  }

  // The node after a step from a node: the one that is there, or a new one, which is a variation if there are others.
  play(node, step, facts = {}) {
    const there = node.children.find((child) => child.step.move === step.move);
    const next = there ?? new Node(node, step, step.position);
    if (!there) {
      node.children.push(next);
    }
    Object.assign(next, facts);
    return next;
  }

  // The nodes from the start to a node, and on along its line.
  line(node) {
    const nodes = pathTo(node);
    for (let next = node.children[0]; next; next = next.children[0]) {
      nodes.push(next);
    }
    return nodes;
  }

  // The last node of the main line.
  end() {
    return this.line(this.root).at(-1);
  }

  // The node before or after a node among the first steps of the variations from the same position.
  sibling(node, step) {
    const among = node.parent?.children ?? [node];
    return among[among.indexOf(node) + step] ?? null;
  }

  // Makes a node a part of the main line.
  promote(node) {
    for (let { parent } = node; parent; node = parent, { parent } = node) {
      parent.children = [node, ...parent.children.filter((child) => child !== node)];
    }
  }

  // Removes a node with all that follows it. Returns the node before it.
  remove(node) {
    node.parent.children = node.parent.children.filter((child) => child !== node);
    return node.parent;
  }

  // The game for a request to write or to replay it, with the result of its record if it still ends there.
  written() {
    const moves = movesTo(this.end());
    const isWhole = this.ended === moves;
    return { start: this.root.position, ...lineOf(this.root, null), tags: this.tags, result: isWhole ? this.result : null };
  }

  // The tree without references from a node to the one before it, with the way to a node.
  packed(current) {
    const pack = (node) => ({
      step: node.step,
      position: node.position,
      children: node.children.map(pack),
      ...Object.fromEntries(KEPT.filter((key) => node[key] !== undefined).map((key) => [key, node[key]])),
    });
    const { tags, result, ended } = this;
    return { root: pack(this.root), way: wayTo(current), tags, result, ended };
  }

  // This tree with the node of a packed one, if it has all of its moves.
  along({ root, way }) {
    let [node, packed] = [root.position === this.root.position ? this.root : null, root];
    for (const number of way) {
      packed = packed.children[number];
      node = node?.children.find(({ step }) => step.move === packed.step.move);
    }
    return node ? { tree: this, node } : null;
  }

  // The tree that was packed, and the node of the way.
  static unpacked({ root, way, ...record }) {
    const tree = Object.assign(new Tree(root.position), record);
    const unpack = ({ children, ...facts }, node) => {
      Object.assign(node, facts);
      node.children = children.map((child) => unpack(child, new Node(node, child.step, child.position)));
      return node;
    };
    unpack(root, tree.root);
    return { tree, node: way.reduce((node, number) => node.children[number] ?? node, tree.root) };
  }
}

// The nodes from the start to a node.
export function pathTo(node) {
  const nodes = [];
  for (let at = node; at; at = at.parent) {
    nodes.unshift(at);
  }
  return nodes;
}

// The number of steps from the start to a node.
export function plyOf(node) {
  return pathTo(node).length - 1;
}

// The moves from the start to a node in a text.
export function movesTo(node) {
  return pathTo(node).slice(1).map(({ step }) => step.move).join(" ");
}

// The number of the child that leads to a node, from each node on the way to it.
function wayTo(node) {
  return pathTo(node).slice(1).map((next) => next.parent.children.indexOf(next));
}

// Adds the steps of a line of the server, with the variations in place of each.
function grow(node, { steps, moments }) {
  steps.forEach(({ verdict, held_by: heldBy, variations, comment, glyphs, ...step }, number) => {
    const next = new Node(node, step, step.position);
    node.children.push(next);
    Object.assign(next, moments[number], { verdict, heldBy, comment, glyphs });
    for (const variation of variations) {
      const before = node.children.length;
      grow(node, variation);
      if (node.children[before]) {
        node.children[before].opening = variation.comment;
      }
    }
    node = next;
  });
}

// The line that begins after a node, or with a variation: its moves, comments, glyphs and variations, each with the number of
// moves before it.
function lineOf(node, first) {
  const [moves, comments, glyphs, variations] = [[], [], [], []];
  const add = (next) => {
    moves.push(next.step.move);
    comments.push([moves.length, next.comment]);
    glyphs.push(...(next.glyphs ?? []).map((glyph) => [moves.length, glyph]));
    return next;
  };
  comments.push([0, first ? first.opening : node.comment]);
  let last = first ? add(first) : node;
  while (last.children.length) {
    const [next, ...others] = last.children;
    variations.push(...others.map((other) => ({ ply: moves.length, ...lineOf(last, other) })));
    last = add(next);
  }
  return { moves, comments: comments.filter(([, text]) => text), glyphs, variations };
}
