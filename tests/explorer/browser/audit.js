// What is wrong with the page for those who use it by ear, by keyboard or with weak sight: a sentence for each fault. The
// rules are those of WCAG 2.2 at level AA that a program can check.

const faults = [];
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const shown = (node) => node.checkVisibility({ visibilityProperty: true });
const called = (node) => node.outerHTML.slice(0, 120);
const check = (holds, fault) => holds || faults.push(fault);

// The page as a whole: its language, its title, its headings in order, its landmarks.
check(document.documentElement.lang === "en", "the page has no language");
check(document.title.length > 0, "the page has no title");
check(all("h1").length === 1, "the page has not exactly one h1");
check(all("main").length === 1 && all("header").length === 1, "the page has not exactly one main and one header");
let level = 1;
for (const heading of all("h1, h2, h3, h4").filter(shown)) {
  const next = Number(heading.tagName[1]);
  check(next <= level + 1, `${called(heading)} skips a level`);
  check(heading.textContent.trim(), `${called(heading)} is empty`);
  level = next;
}
const labels = all("section").map((section) => section.getAttribute("aria-label") ?? section.getAttribute("aria-labelledby"));
check(labels.every(Boolean) && new Set(labels).size === labels.length, "sections do not differ by their labels");
const ids = all("[id]").map((node) => node.id);
check(new Set(ids).size === ids.length, "an id stands twice");
for (const node of all("[for], [aria-labelledby], [list]")) {
  for (const name of ["for", "aria-labelledby", "list"]) {
    const id = node.getAttribute(name);
    check(!id || document.getElementById(id), `${called(node)} refers to what is not there`);
  }
}
check(document.querySelector("[aria-live], [role=status]"), "nothing tells of changes");
for (const list of all("ul, ol")) {
  check([...list.children].every((child) => child.tagName === "LI"), `${called(list)} has more than items`);
}

// Every control has a name, is reached by the keyboard in the order of the page, and is large enough.
const controls = all("a[href], button, input, select, textarea, summary, [role=button]").filter(shown);
for (const control of controls) {
  const label = control.getAttribute("aria-label") ?? [...(control.labels ?? [])].map((label) => label.textContent).join(" ");
  check((label || control.textContent).trim(), `${called(control)} has no name`);
  check(control.tabIndex <= 0, `${called(control)} has an order of its own`);
  check(!control.parentElement.closest("a, button, [role=button]"), `${called(control)} is within another control`);
  const box = control.getBoundingClientRect();
  const sized = control.matches("button, select, textarea, input:not([type=checkbox], [type=radio])");
  check(!sized || (box.width >= 24 && box.height >= 24), `${called(control)} is ${box.width} by ${box.height}`);
}
for (const picture of all("svg")) {
  check(picture.getAttribute("aria-label"), `${called(picture)} has no name`);
}
const board = document.querySelector("#board svg");
check(!board || board.querySelectorAll("[tabindex='0']").length === 1, "the board has not exactly one place for the key Tab");

// What has the focus is seen.
for (const control of controls.filter((control) => !control.closest("svg") && !control.disabled).slice(0, 40)) {
  control.focus({ focusVisible: true });
  const style = getComputedStyle(control);
  check(style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2, `${called(control)} does not show the focus`);
}
document.activeElement.blur();

// Nothing is past the edge of the window.
check(document.documentElement.scrollWidth <= innerWidth, `the page is ${document.documentElement.scrollWidth} wide, of ${innerWidth}`);

// Text stands out from what is behind it: 4.5 to 1, or 3 to 1 if it is large.
const channels = (colour) => {
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const luminance = (colour) => {
  const [red, green, blue] = colour.slice(0, 3).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one, other) => {
  const [less, more] = [luminance(one), luminance(other)].sort((one, other) => one - other);
  return (more + 0.05) / (less + 0.05);
};
const behind = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const colour = channels(getComputedStyle(at).backgroundColor);
    if (colour[3] === 255) {
      return colour;
    }
  }
  return [255, 255, 255, 255];
};
let texts = 0;
const legible = (node, colour, back, large) => {
  texts += 1;
  const ratio = contrast(channels(colour), back);
  check(ratio >= (large ? 3 : 4.5), `${called(node)} has a contrast of ${ratio.toFixed(2)}`);
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement;
  if (walker.currentNode.data.trim() && shown(node) && !node.closest("svg, :disabled, .unseen, option, datalist")) {
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize);
    legible(node, style.color, behind(node), size >= 24 || (size >= 18.66 && style.fontWeight >= 700));
  }
}
// Definitions are drawn where they are used.
for (const text of all("svg text").filter((text) => shown(text) && !text.closest("defs"))) {
  const ground = text.closest(".mark")?.querySelector("rect") ?? text.closest("#board")?.querySelector("svg > rect");
  const onBoard = text.closest("#board .place");
  if (!onBoard) {
    legible(text, getComputedStyle(text).fill, ground ? channels(getComputedStyle(ground).fill) : behind(text.closest("div")), false);
  }
}
check(texts > 5, "nothing was found to be read");

return faults;
