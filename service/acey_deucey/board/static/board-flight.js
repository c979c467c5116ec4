// A checker on its way across the board; it knows no rule and no service.

import { node, pile } from "./board-draw.js";
import { placesOf } from "./board-geometry.js";
import { countAt, lifted, opponentOf, placed } from "./board-position.js";

const STEP_TIME = 320;
const HIT_TIME = 240;
const THROW_TIME = 700;

/** Whether checkers may fly: not where motion is unwelcome or nobody looks. */
export const mayFly = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Time to see the dice of somebody who plays at once. */
export const pauseAfterThrow = () => new Promise((done) => setTimeout(done, mayFly() ? THROW_TIME : 0));

/** A checker that can be carried about: its middle is the origin. */
export const loose = (player) => node("g", { class: "flying", "aria-hidden": "true" }, ...pile(player, [{ x: 0, y: 0 }]));

/** The position after a step of the player; the checker that it hits is lifted and not yet on the bar. */
export function onArrival(position, player, step) {
  const moved = placed(lifted(position, player, step.from), player, step.to);
  return step.hit ? lifted(moved, opponentOf(player), 25 - step.to) : moved;
}

/** The position after a step of the player. */
export function afterStep(position, player, step) {
  const moved = onArrival(position, player, step);
  return step.hit ? placed(moved, opponentOf(player), "bar") : moved;
}

/** Shows a step as a flight: `show(position)` draws a board on the way, `layer` takes the checkers that fly. */
export async function flyStep({ position, player, step, view, layer, show, dropped = false }) {
  const places = placesOf(player, view);
  if (!dropped) {
    show(lifted(position, player, step.from));
    const from = places.spot(step.from, countAt(position[player], step.from));
    await fly(player, from, places.spot(step.to, countAt(position[player], step.to) + (step.hit ? 0 : 1)), layer, STEP_TIME);
  }
  if (step.hit) {
    const other = opponentOf(player);
    const theirs = placesOf(other, view);
    const arrived = onArrival(position, player, step);
    show(arrived);
    await fly(other, theirs.spot(25 - step.to, 1), theirs.spot("bar", arrived[other].bar + 1), layer, HIT_TIME);
  }
  show(afterStep(position, player, step));
}

async function fly(player, from, to, layer, duration) {
  if (!mayFly()) return;
  const checker = loose(player);
  layer.append(checker);
  const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
  const flight = checker.animate([at(from), at(to)], { duration, easing: "cubic-bezier(.3,.1,.3,1)", fill: "forwards" });
  // A hidden page stops its clock: nobody looks, and the game goes on.
  await Promise.race([flight.finished.catch(() => {}), new Promise((done) => setTimeout(done, duration + 200))]);
  checker.remove();
}
