// The panels beside the board, one of which is shown.

import { at } from "./common.js";

const NAMES = ["moves", "game", "explore", "play", "setup", "rules"];

export class Tabs {
  changed;
  shown = "moves";

  // `changed` is told the name of the panel that is shown, and of the one before.
  constructor(changed) {
    this.changed = changed;
    for (const name of NAMES) {
      at(`tab-${name}`).addEventListener("click", (event) => {
        this.show(name);
        // The arrow keys go through the game after a click of the mouse, which a key does not count.
        if (event.detail > 0) {
          at(`tab-${name}`).blur();
        }
      });
    }
    at("tabs").addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step) {
        const next = NAMES[(NAMES.indexOf(this.shown) + step + NAMES.length) % NAMES.length];
        this.show(next);
        at(`tab-${next}`).focus();
        event.preventDefault();
        event.stopPropagation();
      }
    });
    this.mark();
  }

  show(name) {
    const before = this.shown;
    this.shown = name;
    this.mark();
    if (before !== name) {
      this.changed(name, before);
    }
  }

  mark() {
    for (const name of NAMES) {
      const tab = at(`tab-${name}`);
      tab.setAttribute("aria-selected", String(name === this.shown));
      tab.setAttribute("tabindex", name === this.shown ? "0" : "-1");
      at(`panel-${name}`).hidden = name !== this.shown;
    }
  }
}
