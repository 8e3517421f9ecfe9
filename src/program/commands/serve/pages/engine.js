// The engine that thinks where no table is: a stream of its results, and the bar that tells who is better.

import { address, answered, at } from "./common.js";

// The time until the engine begins, in milliseconds: who walks through a game does not start it at each position.
const PAUSE = 120;

const SECONDS = 20;

export class Engine {
  game;
  changed;
  // The position that is thought about, the lines that were found, and whether the search has ended.
  position = null;
  lines = [];
  done = false;
  // Whether a result waits for the next frame.
  waiting = false;
  aborter = null;

  // `changed` is told of each result, at most once a frame.
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
  }

  // Thinks about a position, or about none.
  think(position) {
    if (position === this.position) {
      return;
    }
    this.aborter?.abort();
    Object.assign(this, { position, lines: [], done: false, aborter: null });
    if (position !== null) {
      const aborter = new AbortController();
      this.aborter = aborter;
      setTimeout(() => !aborter.signal.aborted && this.follow(position, aborter), PAUSE);
    }
  }

  async follow(position, aborter) {
    try {
      const asked = address(`/api/${this.game}/think`, { position, seconds: SECONDS });
      const response = await answered(asked, { signal: aborter.signal });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) {
          break;
        }
        const lines = (text + value).split("\n");
        text = lines.pop();
        lines.forEach((line) => this.take(JSON.parse(line)));
      }
    } catch (error) {
      if (aborter.signal.aborted) {
        return;
      }
    }
    if (!aborter.signal.aborted) {
      this.done = true;
      this.tell();
    }
  }

  take(thought) {
    if (thought.position !== this.position) {
      return;
    }
    if (thought.done) {
      this.done = true;
      // The last iteration may not be finished: its lines stand.
      if (!this.lines.length) {
        this.lines = [thought];
      }
    } else {
      this.lines[thought.number] = thought;
    }
    this.tell();
  }

  tell() {
    if (!this.waiting) {
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.changed();
      });
    }
  }

  // The lines for this position, the best first.
  found(position) {
    return position === this.position ? this.lines.filter(Boolean) : [];
  }
}

// Shows the share of the team at the bottom, from 0 to 1; null if nothing is known. `names` has both teams, the bottom first.
export function showBar(share, text, names) {
  const bar = at("bar");
  bar.hidden = names.length < 2;
  bar.classList.toggle("unknown", share === null);
  at("bar-fill").style.setProperty("--share", `${100 * (share ?? 0.5)}%`);
  at("bar-text").textContent = text;
  bar.classList.toggle("low", (share ?? 1) < 0.5);
  const percent = share === null ? "No value yet" : `${names[0]} ${Math.round(100 * share)} %, ${names[1]} ${Math.round(100 - 100 * share)} %`;
  bar.setAttribute("aria-label", text ? `${percent}: ${text}` : percent);
}
