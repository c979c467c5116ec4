// Fingers, mice and keys on the board turned into "from there to there"; it knows no rule, service or drawing.

const FAR = 6; // pixels that a finger may tremble

const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The place that an element of the overlay stands for. */
export function placeAt(element) {
  const name = element?.closest?.(".place")?.dataset.place;
  if (name === undefined) return null;
  return /^\d+$/.test(name) ? Number(name) : name;
}

/**
 * Listens on an SVG element. `board` offers: chosen, choose(place or null), attempt(from, to, dropped), holds(place),
 * isTarget(place), placeOf(x, y) in SVG units, lift(place) → an element that `moveTo` drags along, drop().
 */
export class Input {
  #svg;
  #board;
  #start = null;

  constructor(svg, board) {
    this.#svg = svg;
    this.#board = board;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#cancel());
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Where on the picture an event happened. */
  #spot(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg.getScreenCTM().inverse());
  }

  #down(event) {
    const place = placeAt(event.target);
    if (place === null || !event.isPrimary || event.button !== 0) return;
    this.#start = { place, x: event.clientX, y: event.clientY, flying: null };
    this.#svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  #move(event) {
    const start = this.#start;
    if (!start) return;
    const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) > FAR;
    if (!start.flying && isFar && this.#board.holds(start.place)) start.flying = this.#board.lift(start.place);
    if (!start.flying) return;
    const { x, y } = this.#spot(event);
    start.flying.setAttribute("transform", `translate(${x} ${y})`);
  }

  #up(event) {
    const start = this.#start;
    this.#start = null;
    if (!start) return;
    if (!start.flying) {
      this.#tap(start.place);
      return;
    }
    const { x, y } = this.#spot(event);
    const target = this.#board.placeOf(x, y);
    this.#board.drop();
    if (target !== null && target !== start.place) this.#board.attempt(start.place, target, true);
  }

  #cancel() {
    if (this.#start?.flying) this.#board.drop();
    this.#start = null;
  }

  #tap(place) {
    const { chosen } = this.#board;
    if (chosen === place) this.#board.choose(null);
    else if (chosen !== null && this.#board.isTarget(place)) this.#board.attempt(chosen, place, false);
    else if (this.#board.holds(place)) this.#board.choose(place);
    else if (chosen !== null) this.#board.attempt(chosen, place, false);
  }

  #key(event) {
    const place = placeAt(event.target);
    if (place === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in KEYS) this.#walk(KEYS[event.key]);
    else if (event.key === "Home" || event.key === "End") this.#walk(0, event.key === "End");
    else if (event.key === "Enter" || event.key === " ") this.#enter(place);
    else if (event.key === "Escape" && this.#board.chosen !== null) this.#board.choose(null);
    else return;
    event.preventDefault();
  }

  #enter(place) {
    if (this.#board.chosen === null) this.#board.choose(place);
    else this.#board.attempt(this.#board.chosen, place, false);
  }

  /** Moves the focus among the buttons of the board: by a step, or to one of the ends. */
  #walk(by, toEnd = false) {
    const buttons = [...this.#svg.querySelectorAll('[role="button"]')];
    const here = buttons.indexOf(this.#svg.getRootNode().activeElement);
    const next = by ? (here + by + buttons.length) % buttons.length : toEnd ? buttons.length - 1 : 0;
    buttons.forEach((button, index) => button.setAttribute("tabindex", index === next ? "0" : "-1"));
    buttons[next]?.focus();
  }
}
