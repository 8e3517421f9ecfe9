// The game in the address of its page.

import { ask } from "./common.js";

// The moves of a game in a text.
export function movesOf(line) {
  return line.slice(1).map((item) => item.step.move).join(" ");
}

// The positions of a game whose moves are known, each with its value and the comparison of its move.
export function itemsOf({ start, ...played }) {
  const line = ({ steps, moments, comment }) => Object.assign(moved({ steps, moments }), { comment });
  const moved = ({ steps, moments }) =>
    steps.map((step, number) => ({
      ...moments[number],
      step,
      verdict: step.verdict,
      heldBy: step.held_by,
      others: step.variations.map(line),
    }));
  return [{ ...start, step: null, comment: played.comment }, ...line(played)];
}

// The game that the address has, and the number of its position on the board. If its moves are wrong, it is the position alone
// with an error.
export async function addressed(game) {
  const asked = new URLSearchParams(location.search);
  const [position, from, moves] = ["position", "from", "moves"].map((key) => asked.get(key));
  const alone = [{ position: position ?? game.start, step: null }];
  if (from && moves) {
    try {
      const played = itemsOf(await ask(`/api/${game.game}/replay`, { start: from, moves: moves.split(" ") }));
      const ply = Math.trunc(Number(asked.get("ply"))) || 0;
      return { line: played, number: Math.max(0, Math.min(ply, played.length - 1)) };
    } catch (error) {
      return { line: alone, number: 0, error: error.message };
    }
  }
  return { line: alone, number: 0 };
}
