// Draws a game into an SVG element with the same look as board/svg.py; it knows no service and no input.

import {
  BAR_LEFT, BOTTOM, GEOMETRY as G, HAND_LEFT, HOME_LEFT, MIDDLE, OFF_LEFT, RIGHT, TRAY_HEIGHT,
  barStack, chips, diceRow, halfOf, pointX, stack,
} from "./board-geometry.js";
import { countAt, opponentOf, pipCount, playedAndLeft } from "./board-position.js";
import { headline, stageText } from "./board-texts.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
const MOST_APART = 5;
const NS = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children; a string child is text. */
export function node(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const painted = (fill, line, width) => ({ class: `f-${fill} s-${line}`, "stroke-width": width });
const box = (x, y, width, height, paint, rx = 0) => node("rect", { x, y, width, height, rx, ...paint });
const text = (x, y, kind, content) => node("text", { x, y, class: kind }, content);

/** A game's picture: everything that a person sees and nothing to act on. */
export function drawn(game, view, t) {
  const { position, turn } = game;
  const other = opponentOf(view);
  return node("g", { "aria-hidden": "true" },
    ...board(), ...numbers(), ...checkers(position, view), ...trays(position, view, t), ...centre(game, view, t),
    ...playerLine(other, game, turn, "top", t), ...playerLine(view, game, turn, "bottom", t));
}

function* board() {
  yield box(1.5, 1.5, G.width - 3, G.height - 3, painted("frame", "rim", 3), 18);
  for (const left of [G.left, HOME_LEFT]) yield box(left, G.top, 6 * G.pitch, G.surface, { class: "f-felt" }, 4);
  for (const left of [HAND_LEFT, OFF_LEFT]) {
    for (const y of [G.top, BOTTOM - TRAY_HEIGHT]) yield box(left, y, G.tray, TRAY_HEIGHT, { class: "f-tray" }, 5);
  }
  for (const [name, parity] of [["point-a", 0], ["point-b", 1]]) {
    const d = Array.from({ length: 24 }, (_, index) => 24 - index).filter((point) => point % 2 === parity).map(wedge);
    yield node("path", { d: d.join(""), class: `f-${name}` });
  }
}

function wedge(point) {
  const [x, half] = [pointX(point), G.pitch / 2 - 2];
  const [edge, tip] = halfOf(point) === "top" ? [G.top, G.top + G.tip] : [BOTTOM, BOTTOM - G.tip];
  return `M${x - half} ${edge}h${2 * half}L${x} ${tip}z`;
}

function* numbers() {
  for (let point = 24; point > 0; point -= 1) {
    yield text(pointX(point), halfOf(point) === "top" ? G.top - 8 : BOTTOM + 21, "number f-soft", `${point}`);
  }
}

function* checkers(position, view) {
  for (const [player, half] of [[view, "top"], [opponentOf(view), "bottom"]]) {
    for (let own = 24; own > 0; own -= 1) {
      const point = player === view ? own : 25 - own;
      yield* pile(player, stack(countAt(position[player], own), pointX(point), halfOf(point)), MOST_APART);
    }
    yield* pile(player, barStack(position[player].bar, half), MOST_APART - 1);
  }
}

/** Checkers on one another, their number on the last when they overlap. */
export function* pile(player, spots, mostApart = MOST_APART) {
  if (!spots.length) return;
  const discs = spots.map(({ x, y }) => node("circle", { cx: x, cy: y, r: G.radius - 1 }));
  yield node("g", painted(player, `${player}-line`, 2), ...discs);
  if (spots.length > mostApart) {
    const { x, y } = spots.at(-1);
    yield text(x, y + 8, `t22 strong f-${player}-line`, `${spots.length}`);
    return;
  }
  const line = `${player}-line`;
  const paint = player === "white" ? { class: `none s-${line}`, "stroke-width": 1.5 } : { class: `f-${line}` };
  yield node("g", paint, ...spots.map(({ x, y }) => node("circle", { cx: x, cy: y, r: player === "white" ? 12 : 4 })));
}

function* trays(position, view, t) {
  for (const [word, left, upper] of [["hand", HAND_LEFT, view], ["off", OFF_LEFT, opponentOf(view)]]) {
    const middle = left + G.tray / 2;
    yield text(middle, MIDDLE + 6, "t17 f-soft", t[word]);
    for (const [player, half] of [[upper, "top"], [opponentOf(upper), "bottom"]]) {
      const count = position[player][word];
      const edges = chips(count, half).map((y) => box(left + 4, y + 1, G.tray - 8, G.chip - 2, {}, 4));
      yield node("g", painted(player, `${player}-line`, 1.2), ...edges);
      yield text(middle, half === "top" ? MIDDLE - 17 : MIDDLE + 32, "t20 strong f-text", `${count}`);
    }
  }
}

function* centre(game, view, t) {
  const turn = game.turn;
  const mine = turn.player === null || turn.player === view;
  const [near, far] = mine ? [HOME_LEFT, G.left] : [G.left, HOME_LEFT];
  const lines = turn.awaits === "move" ? stageText(turn, t).filter(Boolean) : halved(headline(game, t));
  for (const [index, line] of lines.entries()) {
    const y = MIDDLE + 6 + (index - (lines.length - 1) / 2) * 26;
    yield text(far + 3 * G.pitch, y, `caption f-ink${index ? "" : " strong"}`, line);
  }
  if (!turn.player || turn.awaits !== "move") return;
  const faces = playedAndLeft(turn);
  const spots = diceRow(faces.length, near);
  for (const [index, [face, isLeft]] of faces.entries()) yield die(turn.player, face, isLeft, spots[index]);
}

/** The text in one line, or in two when it is longer than half of the board. */
function halved(line) {
  if (line.length < 25) return [line];
  const cut = line.lastIndexOf(" ", Math.floor(line.length / 2) + 4);
  return [line.slice(0, cut), line.slice(cut + 1)];
}

/** Narrows captions that are wider than half of the board; the picture must be on the page. */
export function fitCaptions(svg) {
  const widest = 6 * G.pitch - 10;
  for (const caption of svg.querySelectorAll(".caption")) {
    if (caption.getComputedTextLength() <= widest) continue;
    caption.setAttribute("textLength", widest);
    caption.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}

/** A die in a player's colour; faded when it is played. */
export function die(player, face, isLeft, { x, y }) {
  const pips = PIPS[face].map((cell) =>
    node("circle", { cx: x + 12 * ((cell % 3) - 1), cy: y + 12 * (Math.floor(cell / 3) - 1), r: 4.3 }));
  return node("g", isLeft ? {} : { class: "played" },
    box(x - G.die / 2, y - G.die / 2, G.die, G.die, painted(player, `${player}-line`, 2), 9),
    node("g", { class: `f-${player}-line` }, ...pips));
}

function* playerLine(player, game, turn, half, t) {
  const y = half === "top" ? 30 : G.height - 20;
  yield node("g", { transform: `translate(${G.left + 14} ${y - 6}) scale(.6)` }, ...pile(player, [{ x: 0, y: 0 }], 1));
  const seat = game.seats?.[player];
  const name = seat?.kind === "bot" ? t.computer[seat.level] : seat?.name;
  const label = name ? `${t[player]} · ${name.slice(0, 24)}` : t[player];
  yield text(G.left + 34, y, "t20 strong f-text start", label);
  if (turn.player === player && turn.awaits && game.status !== "waiting") {
    const task = { move: t.toMove, roll: t.toRoll, name: t.toName }[turn.awaits];
    yield box(BAR_LEFT + G.bar / 2 - 65, y - 20, 130, 27, { class: "f-turn" }, 13);
    yield text(BAR_LEFT + G.bar / 2, y - 1, "t17 pill strong f-turn-ink", task);
  }
  yield text(RIGHT, y, "t18 f-text end", t.pips(pipCount(game.position[player])));
}
