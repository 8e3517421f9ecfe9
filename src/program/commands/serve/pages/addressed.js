// The game in the address of its page, and the address of a game.

import { address, ask } from "./common.js";
import { movesTo, plyOf, Tree } from "./tree.js";

// The longest moves that an address has.
const LONGEST = 6000;

// The address of a game: the position on the board, and if there are others on its line, the first one and the moves.
export function link(game, tree, node) {
  const line = tree.line(node);
  const moves = movesTo(line.at(-1));
  const isGame = line.length > 1 && moves.length < LONGEST;
  const parameters = isGame ? { from: tree.root.position, moves, ply: plyOf(node) } : {};
  return address(`/${game}`, { position: node.position, ...parameters });
}

// The game that the address has, and the node of its position on the board. If its moves are wrong, it is the position alone with
// an error.
export async function addressed(game) {
  const asked = new URLSearchParams(location.search);
  const [from, moves] = [asked.get("from"), asked.get("moves")];
  // As other sites write a position: with underscores in place of spaces.
  const fen = asked.get("fen")?.replaceAll("_", " ") ?? null;
  const alone = new Tree(asked.get("position") ?? fen ?? game.start);
  if (from && moves) {
    try {
      const tree = Tree.read(await ask(`/api/${game.game}/replay`, { start: from, moves: moves.split(" ") }));
      const line = tree.line(tree.root);
      const ply = Math.trunc(Number(asked.get("ply"))) || 0;
      return { tree, node: line[Math.max(0, Math.min(ply, line.length - 1))] };
    } catch (error) {
      return { tree: alone, node: alone.root, error: `The game in the address cannot be played: ${error.message}.` };
    }
  }
  return { tree: alone, node: alone.root };
}
