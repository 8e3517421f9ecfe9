// What every part of the pages uses: elements, requests to the server, and what the browser remembers.

// A new element with attributes and children. `onclick` and the like are functions; false and null attributes are left out.
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

// The same for SVG.
export function drawing(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(key, value === true ? "" : value);
    }
  }
  made.append(...children);
  return made;
}

// An element of SVG from its text, without its title.
export function picture(svg) {
  const made = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  made.querySelector(":scope > title")?.remove();
  return made;
}

// A handler of clicks that takes the first click of a double click alone: the second would be on what has come in its place.
export function once(act) {
  return (event) => event.detail < 2 && act(event);
}

// The element of this id.
/** @returns {any} */
export function at(id) {
  return document.getElementById(id);
}

// The answer to a request, from JSON. A body is sent by POST. What the server refuses is an error with its message.
export async function ask(address, body) {
  const options = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const response = await answered(address, options);
  return response.json();
}

// The answer to a request, while it is sent.
export async function answered(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    throw error.name === "AbortError" ? error : new Error("The explorer does not answer. Is it still running?");
  }
  if (!response.ok) {
    throw new Error((await response.json()).error);
  }
  return response;
}

// The address of an answer with its parameters, without those that are null or false.
export function address(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== false);
  const text = new URLSearchParams(given).toString();
  return text ? `${path}?${text}` : path;
}

// A position as a picture that opens it.
export function thumbnail(game, position, title, about) {
  const source = address(`/api/${game}/picture`, { position, theme: theme() });
  return element(
    "li",
    {},
    element(
      "a",
      { href: address(`/${game}`, { position }) },
      element("img", { src: source, alt: "", loading: "lazy", width: 200, height: 200 }),
      element("span", { class: "name" }, title),
    ),
    element("p", {}, about),
  );
}

// A text for `replaceChildren`: what stands in backquotes is code.
export function coded(text) {
  return text.split("`").map((part, number) => (number % 2 ? element("code", {}, part) : part));
}

export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it lasts as long as the page.
  }
}

// Whether things may move.
export function moves() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// The colours of boards.
export function theme() {
  return remembered("theme") === "slate" ? "slate" : "wood";
}
