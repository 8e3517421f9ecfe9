// What every part of the pages uses: elements, and requests to the server.

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

// The element of this id.
export function at(id) {
  return document.getElementById(id);
}

// The answer to a request, from JSON. A body is sent by POST. What the server refuses is an error with its message.
export async function ask(address, body) {
  const options = body ? { method: "POST", body: JSON.stringify(body) } : {};
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new Error("The explorer does not answer. Is it still running?");
  }
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(answer.error);
  }
  return answer;
}

// The address of an answer with its parameters, without those that are null or false.
export function address(path, parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== false);
  const text = new URLSearchParams(given).toString();
  return text ? `${path}?${text}` : path;
}

// A value in a few characters, for a mark on the board: W93, D, L44, W where no depth is known.
export function short(value) {
  if (!value.value) {
    return "?";
  }
  return value.value === "draw" ? "D" : value.value[0].toUpperCase() + (value.plies ?? "");
}

// A text with its first letter in upper case.
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
