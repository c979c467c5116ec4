// A line of shares over the moves of a game as a picture, and the same as a table; it knows no rule and no service.

import { h } from "./play-dom.js";

const NS = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [640, 220, 76, 20, 32];

function node(name, attributes, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The picture of `points`, each with version and win (0 to 1); `percent` writes a share, `label` tells what it shows. */
export function chart(points, percent, label) {
  const last = Math.max(points.at(-1).version, 2);
  const x = (version) => LEFT + ((version - 1) / (last - 1)) * (WIDTH - LEFT - 12);
  const y = (share) => TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  const line = points.map(({ version, win }, index) => `${index ? "L" : "M"}${x(version).toFixed(1)} ${y(win).toFixed(1)}`).join("");
  const area = `${line}L${x(points.at(-1).version).toFixed(1)} ${y(0.5)}L${x(points[0].version).toFixed(1)} ${y(0.5)}z`;
  const rows = [0, 0.5, 1].flatMap((share) => [
    node("line", { x1: LEFT, x2: WIDTH - 12, y1: y(share), y2: y(share), class: share === 0.5 ? "half" : "edge" }),
    node("text", { x: LEFT - 6, y: y(share) + 5, class: "share" }, percent(share)),
  ]);
  const moves = [1, Math.round((1 + last) / 2), last].map((version) =>
    node("text", { x: x(version), y: HEIGHT - 6, class: version === last ? "move share" : "move" }, `${version}`));
  return node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": label },
    node("path", { d: area, class: "area" }), ...rows, node("path", { d: line, class: "line" }), ...moves);
}

/** The same points as a table with two columns. */
export function table(points, percent, caption, columns) {
  const rows = points.map(({ version, win }) => h("tr", {}, h("td", {}, `${version}`), h("td", {}, percent(win))));
  return h("table", {}, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, column)))), h("tbody", {}, ...rows));
}
