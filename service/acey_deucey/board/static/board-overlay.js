// What can be acted on, laid over the picture: places, highlights, labels; it knows no service and no event.

import { GEOMETRY as G } from "./board-geometry.js";
import { node } from "./board-draw.js";
import { countAt } from "./board-position.js";

const POINTS = Array.from({ length: 24 }, (_, index) => 24 - index);
export const ORDER = ["hand", "bar", ...POINTS, "off"];

/** The places from which a step leads, in the order of travel. */
export const sourcesOf = (steps) => ORDER.filter((place) => steps.some((step) => step.from === place));

/** The places that steps from there lead to, in the order of travel. */
export const targetsOf = (steps, from) =>
  ORDER.filter((place) => steps.some((step) => step.from === from && step.to === place));

/**
 * The layer for the mover: each of his places is a group with data-place; those that can be chosen now are buttons.
 * `chosen` is the source that is already taken, or null.
 */
export function overlay({ game, places, chosen, steps, t }) {
  const player = game.turn.player;
  const side = game.position[player];
  const now = chosen === null ? sourcesOf(steps) : targetsOf(steps, chosen);
  const layer = node("g", {});
  for (const place of ORDER) {
    const label = now.includes(place) ? labelOf(place, chosen, steps, side, t) : null;
    layer.append(placeNode(place, places, label, marks(place, { chosen, now, side, places })));
  }
  return layer;
}

function labelOf(place, chosen, steps, side, t) {
  if (chosen === null) return t.source(t.place(place), t.checkers(countAt(side, place)));
  const step = steps.find((one) => one.from === chosen && one.to === place);
  return t.target(t.place(place), step.number, step.hit);
}

function placeNode(place, places, label, marksHere) {
  const area = places.area(place);
  const inner = { x: area.x + 2, y: area.y + 2, width: area.width - 4, height: area.height - 4, rx: 8 };
  const group = node("g", { class: "place", "data-place": place }, node("rect", { ...area, class: "hit-area" }), ...marksHere);
  if (label === null) {
    group.setAttribute("aria-hidden", "true");
    return group;
  }
  group.append(node("rect", { ...inner, class: "ring ring-under" }), node("rect", { ...inner, class: "ring" }));
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.setAttribute("aria-label", label);
  return group;
}

function marks(place, { chosen, now, side, places }) {
  const count = countAt(side, place);
  if (place === chosen) return [outline(place, places, count, "chosen")];
  if (!now.includes(place)) return [];
  return chosen === null ? [outline(place, places, count, "source")] : [outline(place, places, count + 1, "target")];
}

/** A ring around a checker on the board, a frame around one in a tray. */
function outline(place, places, count, kind) {
  const { x, y } = places.spot(place, count);
  if (place === "hand" || place === "off") {
    const [width, height] = [G.tray - 4, G.chip + 3];
    return node("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 5, class: kind });
  }
  const ring = { cx: x, cy: y, r: kind === "target" ? G.radius - 3 : G.radius };
  return node("g", {}, node("circle", { ...ring, class: "target-under" }), node("circle", { ...ring, class: kind }));
}
