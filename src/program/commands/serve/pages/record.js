// Games from files and into files, and copies of the position and the game.

import { ask, at, coded, element } from "./common.js";
import { change, state } from "./state.js";
import { Tree } from "./tree.js";
import { counted, isWrong } from "./words.js";

// The width of a picture in pixels.
const WIDTH = 900;

// Whether a text is a position: one line without a tag and without the number of a move.
const isPosition = (text) => !text.trim().includes("\n") && !/^\s*(\[|1\.)/.test(text);

// `page` has what the page does: `load` takes a game that was read, `begin` a position, `link` gives the address of the game,
// `say` tells what has come of a text that was dropped or pasted, `list` shows the games of a file, and `task` begins a task
// with a position.
export function setUpRecords(game, page) {
  const message = (text) => at("record-message").replaceChildren(...coded(text));
  const attempt = async (work) => {
    try {
      message("");
      await work();
    } catch (error) {
      message(error.message);
    }
  };
  const read = async (text, number = 0) => {
    const answer = await ask(`/api/${game.game}/read`, { text, number });
    await page.load(Tree.read(answer));
    at("record-text").value = text;
    change({ file: { text, games: answer.games, number } });
    showFile();
    const { steps, result } = answer;
    const ended = result && result !== "*" ? `, ${result}` : "";
    const wrong = steps.filter(isWrong).length;
    const errors = steps.some(({ verdict }) => verdict) ? ` Moves that throw a result away: ${wrong}.` : "";
    const notes = (answer.notes ?? []).map((note) => ` ${note}.`).join("");
    message(`Loaded: ${counted(steps.length, "move")}${ended}.${errors}${notes}`);
  };
  // A line that is no position may have the moves of a game.
  const begin = async (text) => {
    try {
      await page.begin(text.trim());
    } catch (error) {
      await read(text).catch(() => {
        throw error;
      });
    }
  };
  const showFile = () => {
    const { text, games, number } = state.file;
    showGames(games, number, (other) => attempt(() => read(text, other)));
  };
  if (state.file) {
    at("record-text").value = state.file.text;
    showFile();
  }
  const write = () => ask(`/api/${game.game}/write`, state.tree.written());
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
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png(state.view.svg) })]);
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
    "record-report": async () => {
      const { report } = await import("./report.js");
      const text = at("record-text").value;
      message("The games are judged …");
      await report(game, text, (number) => attempt(() => read(text, number)), page.task);
      message("");
    },
    "record-save": async () => (at("record-text").value = (await write()).text),
    "record-download": async () => {
      const { text, extension } = await write();
      save(new Blob([text], { type: "text/plain" }), `${game.game}.${extension}`);
    },
    copy: () => copy(state.view.position),
    "copy-game": async () => copy((await write()).text),
    "copy-link": () => copy(new URL(page.link(), location.href).href),
    "copy-svg": () => copy(state.view.svg),
    "copy-png": copyPicture,
    "save-png": async () => save(await png(state.view.svg), `${game.game}.png`),
  };
  for (const [id, act] of Object.entries(actions)) {
    at(id).addEventListener("click", () => attempt(act));
  }
  at("record-file").addEventListener("change", () =>
    attempt(async () => {
      const [file] = at("record-file").files;
      if (file) {
        at("record-text").value = await file.text();
        await read(at("record-text").value);
        at("record-file").value = "";
      }
    }),
  );
  // A file or a text that is dropped on the page or pasted into it: a game, or a position.
  const take = async (text) => {
    await attempt(() => (isPosition(text) ? begin(text) : read(text)));
    page.say(at("record-message").textContent);
    if (state.file?.text === text && state.file.games.length > 1) {
      page.list();
    }
  };
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    attempt(async () => take(file ? await file.text() : event.dataTransfer.getData("text")));
  });
  document.addEventListener("paste", (/** @type {any} */ event) => {
    const text = event.clipboardData.getData("text");
    if (text.trim() && !event.target.closest?.("input, textarea")) {
      event.preventDefault();
      take(text);
    }
  });
}

// The games of a file with several, each of which opens.
function showGames(games, now, open) {
  const name = ({ players, event, date, result, plies, error }) => {
    const names = players.filter(Boolean).join(" – ") || event || date || "A game";
    return error ? `${names}: ${error}` : `${names}, ${result ?? "*"}, ${counted(plies, "ply", "plies")}`;
  };
  const row = (head, number) =>
    element("li", {}, element("button", { type: "button", "aria-current": number === now ? "true" : false, onclick: () => open(number) }, name(head)));
  at("games-part").hidden = games.length < 2;
  at("games").replaceChildren(...(games.length < 2 ? [] : games.map(row)));
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
