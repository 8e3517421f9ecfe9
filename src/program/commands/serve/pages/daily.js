// One task a day: the same for everybody with the same tables.

import { address, ask } from "./common.js";

// The positions among which the day chooses.
const CHOICE = 60;

// The largest slice from which a task is taken, in entries.
const LARGEST = 2e6;

// The day as a text, and as a number that looks random.
export function day(date = new Date()) {
  return date.toISOString().slice(0, 10);
}

function hash(text) {
  return [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261);
}

// Whether a position that was found makes a task: it does not end at once.
export function isTask({ plies }) {
  return plies === null || plies > 1;
}

// The position of the day; null if the tables have none.
export async function daily(game, today = day()) {
  const slices = await ask(`/api/${game}/slices`);
  const small = slices.filter(({ entries }) => entries < LARGEST);
  for (let tries = 0; tries < small.length; tries += 1) {
    const { slice } = small[hash(`${today} ${game} ${tries}`) % small.length];
    const asked = { slice, value: "win", only_move: true, quiet: true, varied: true, limit: CHOICE };
    const found = (await ask(address(`/api/${game}/find`, asked)).catch(() => [])).filter(isTask);
    if (found.length) {
      return found[hash(`${today} ${slice}`) % found.length].position;
    }
  }
  return null;
}

// The line to paste: a green square for the best move, a yellow one for a longer way, a red one for a failure.
export function pasted(title, today, moves) {
  const squares = moves.map((move) => ({ best: "🟩", slower: "🟨", wrong: "🟥" })[move]).join("");
  const good = moves.filter((move) => move !== "wrong").length;
  return `Hindsight · ${title} ${today} · ${squares} · ${good}/${moves.length}`;
}
