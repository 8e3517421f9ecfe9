// Games from files and into files, and copies of the position and the game.

import { ask, at, element } from "./common.js";

// The width of a picture in pixels.
const WIDTH = 900;

// `page` has what the page does: `items` gives the positions of the game, `load` takes a game that was read, `view` is the
// position on the board, `link` the address of the game, and `say` tells of success.
export function setUpRecords(game, page) {
  // The tags, the result and the moves of the record that was read last.
  let kept = null;
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
    const answer = await ask(`/api/${game.game}/read`, { text });
    const { steps, tags, result, more } = answer;
    await page.load(answer);
    kept = { tags, result, moves: steps.map((step) => step.move), start: answer.start.position };
    const count = steps.length === 1 ? "1 move" : `${steps.length} moves`;
    const ended = result && result !== "*" ? `, ${result}` : "";
    const wrong = steps.filter(({ verdict }) => verdict === "mistake" || verdict === "blunder").length;
    const errors = steps.some(({ verdict }) => verdict) ? ` Moves that throw a result away: ${wrong}.` : "";
    const notes = (answer.notes ?? []).map((note) => ` ${note}.`).join("");
    message(`Loaded: ${count}${ended}.${errors}${more ? " It is the first of several games." : ""}${notes}`);
  };
  const written = async () => {
    const [start, ...played] = page.items();
    const line = lineOf(played, start.comment);
    // The tags of a record stay with its game, and its result with its moves.
    const isKept = kept?.start === start.position && kept.moves[0] === line.moves[0];
    const isWhole = isKept && kept.moves.join(" ") === line.moves.join(" ");
    const tags = isKept ? kept.tags : [];
    return ask(`/api/${game.game}/write`, { start: start.position, ...line, tags, result: isWhole ? kept.result : null });
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      message("Copied.");
    } catch {
      at("record-part").open = true;
      at("record-text").value = text;
      at("record-text").select();
      message("The text is marked: copy it with Ctrl+C.");
    }
  };
  const copyPicture = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png(page.view().svg) })]);
      message("Copied.");
    } catch {
      message("The browser does not let this page copy pictures. Save the PNG.");
    }
  };
  const save = (blob, name) => {
    const href = URL.createObjectURL(blob);
    element("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };
  const actions = {
    "record-load": () => read(at("record-text").value),
    "record-save": async () => (at("record-text").value = (await written()).text),
    "record-download": async () => {
      const { text, extension } = await written();
      save(new Blob([text], { type: "text/plain" }), `${game.game}.${extension}`);
    },
    copy: () => copy(page.view().position),
    "copy-game": async () => copy((await written()).text),
    "copy-link": () => copy(new URL(page.link(), location).href),
    "copy-svg": () => copy(page.view().svg),
    "copy-png": copyPicture,
    "save-png": async () => save(await png(page.view().svg), `${game.game}.png`),
  };
  for (const [id, act] of Object.entries(actions)) {
    at(id).addEventListener("click", () => attempt(act));
  }
  at("record-file").addEventListener("change", ({ target }) =>
    attempt(async () => {
      const [file] = target.files;
      if (file) {
        await read(await file.text());
        target.value = "";
      }
    }),
  );
}

// A line for the server: its moves, its comments and its variations.
function lineOf(items, before) {
  const comments = [[0, before], ...items.map((item, number) => [number + 1, item.step.comment])];
  const of = (item, ply) => (item.others ?? []).map((other) => ({ ply, ...lineOf(other, other.comment) }));
  return {
    moves: items.map((item) => item.step.move),
    comments: comments.filter(([, text]) => text),
    variations: items.flatMap(of),
  };
}

// A picture in pixels.
async function png(svg) {
  const [, wide, high] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/);
  const height = Math.round((WIDTH * high) / wide);
  const image = new Image(WIDTH, height);
  const sized = svg.replace("<svg ", `<svg width="${WIDTH}" height="${height}" `);
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
  await image.decode();
  const canvas = element("canvas", { width: WIDTH, height });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
