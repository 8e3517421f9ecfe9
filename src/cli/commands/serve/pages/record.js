// Games from files, and into files.

import { ask, at, element } from "./common.js";

// `items` gives the positions of the game, `load` takes those of another.
export function setUpRecords(game, items, load) {
  const message = (text) => (at("record-message").textContent = text);
  const attempt = async (work) => {
    try {
      message("");
      await work();
    } catch (error) {
      message(error.message);
    }
  };
  const read = async (text) => {
    const { start, steps, moments, result, more } = await ask(`/api/${game.game}/read`, { text });
    load([start, ...moments.map((moment, number) => ({ ...moment, step: steps[number] }))]);
    const count = steps.length === 1 ? "1 move" : `${steps.length} moves`;
    const ended = result && result !== "*" ? `, ${result}` : "";
    message(`Loaded: ${count}${ended}.${more ? " It is the first of several games." : ""}`);
  };
  const write = async () => {
    const [start, ...played] = items();
    const moves = played.map((item) => item.step.move);
    const { text, extension } = await ask(`/api/${game.game}/write`, { start: start.position, moves });
    at("record-text").value = text;
    return { text, extension };
  };
  at("record-file").addEventListener("change", ({ target }) =>
    attempt(async () => {
      const [file] = target.files;
      if (file) {
        await read(await file.text());
        target.value = "";
      }
    }),
  );
  at("record-load").addEventListener("click", () => attempt(() => read(at("record-text").value)));
  at("record-save").addEventListener("click", () => attempt(write));
  at("record-download").addEventListener("click", () =>
    attempt(async () => {
      const { text, extension } = await write();
      const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      element("a", { href, download: `${game.game}.${extension}` }).click();
      URL.revokeObjectURL(href);
    }),
  );
}
