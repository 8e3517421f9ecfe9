// The answers of the server for positions, the last of which are kept: a walk through a game asks once.

import { address, ask, theme } from "./common.js";

// The answers that are kept, and the time for which they are, in milliseconds: tables may come in the meantime.
const [KEPT, FRESH] = [200, 60_000];

const answers = new Map();

// The view of a position, to which a step has led.
export async function viewOf(game, position, step, flipped) {
  const touched = step?.touched.join(",") || null;
  const asked = address(`/api/${game}/view`, { position, touched, flip: flipped, theme: theme() });
  const kept = answers.get(asked);
  if (kept && performance.now() - kept.time < FRESH) {
    return kept.answer;
  }
  const answer = await ask(asked);
  answers.set(asked, { answer, time: performance.now() });
  if (answers.size > KEPT) {
    answers.delete(answers.keys().next().value);
  }
  return answer;
}
