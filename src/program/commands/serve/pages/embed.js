// A position with its best line, for a frame on another site.

import { address, ask, at, coded, drawing } from "./common.js";
import { pointer } from "./arrows.js";
import { middle, Pieces } from "./pieces.js";
import { viewOf } from "./positions.js";
import { headline, result } from "./words.js";

// The time between two moves of the film, in milliseconds.
const BEAT = 1000;

const name = decodeURIComponent(location.pathname.split("/").pop());
const pieces = new Pieces(at("board"));
let game;
let line = [];
let now = 0;
let timer = null;

// Shows the position with this number of the line.
async function show(number) {
  const before = now;
  const { position, step } = line[number];
  const view = await viewOf(name, position, step, false);
  now = number;
  const path = number === before + 1 ? step.touched : number === before - 1 ? [...line[before].step.touched].reverse() : [];
  const svg = pieces.draw(view.svg, path);
  const ratio = svg.viewBox.baseVal.width / svg.viewBox.baseVal.height;
  at("board").style.setProperty("--ratio", String(ratio));
  arrow(svg, line[number + 1]?.step);
  at("value").textContent = headline(game, view, null, false);
  at("value").className = `value ${result(view) ?? ""}`;
  at("open").href = address(`/${name}`, { position });
  at("first").disabled = at("back").disabled = number === 0;
  at("forward").disabled = number === line.length - 1;
}

// Draws the next move of the line.
function arrow(svg, step) {
  svg.querySelector(".arrows")?.remove();
  const square = (name) => svg.querySelector(`:scope > [data-place="${CSS.escape(name)}"]`);
  const squares = (step?.touched ?? []).map(square).filter(Boolean);
  if (squares.length) {
    svg.append(drawing("g", { class: "arrows", "aria-hidden": "true" }, pointer(squares.map(middle))));
  }
}

function stop() {
  clearInterval(timer);
  timer = null;
  at("film").setAttribute("aria-pressed", "false");
}

function play() {
  if (timer !== null) {
    stop();
    return;
  }
  at("film").setAttribute("aria-pressed", "true");
  timer = setInterval(() => (now < line.length - 1 ? show(now + 1) : stop()), BEAT);
}

async function begun() {
  const position = new URLSearchParams(location.search).get("position");
  try {
    game = await ask(`/api/${name}/about`);
    const view = await viewOf(name, position ?? game.start, null, false);
    line = [{ position: view.position, step: null }, ...view.line.map((step) => ({ position: step.position, step }))];
    at("name").textContent = game.title;
    at("film").disabled = line.length === 1;
    await show(0);
  } catch (error) {
    at("message").replaceChildren(...coded(error.message));
  }
  const go = (number) => () => {
    stop();
    show(Math.max(0, Math.min(line.length - 1, number())));
  };
  at("first").addEventListener("click", go(() => 0));
  at("back").addEventListener("click", go(() => now - 1));
  at("forward").addEventListener("click", go(() => now + 1));
  at("film").addEventListener("click", play);
  performance.mark("shown");
}

begun();
