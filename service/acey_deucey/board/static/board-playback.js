// What the board shows on its way from one game to the next: checkers that fly, dice of whoever plays at once.
// It knows no rule, no service and no input.

import { afterStep, flyStep, loose, pauseAfterThrow } from "./board-flight.js";
import { lifted, turnAfter, withoutNumber } from "./board-position.js";

const MOST_FLIGHTS = 24; // of what comes together, the last ones: who is far behind catches up

/** `layer` is the SVG element of the board, `draw()` draws anew what `shown` gives, `view()` tells the side seen from. */
export class Playback {
  #position = null; // the board on the way
  #turn = null; // whose dice are shown on that way
  #layer;
  #draw;
  #view;

  constructor({ layer, draw, view }) {
    this.#layer = layer;
    this.#draw = draw;
    this.#view = view;
  }

  /** The way is over: from now on the game itself is shown. */
  end() {
    this.#position = this.#turn = null;
  }

  /** A game as it is shown: on the way, or with the command that waits for Done. */
  shown(game, held) {
    const position = this.#position ?? held?.game.position ?? game.position;
    if (!held) return { ...game, position, turn: this.#turn ?? game.turn };
    const moved = held.game.events.filter((event) => event.type === "moved").flatMap((event) => event.steps);
    const turn = moved.reduce((left, step) => withoutNumber(left, step.number), game.turn);
    return { ...game, position, turn, legal: { steps: [], names: [] } };
  }

  /** Takes a checker off the board that is drawn next. */
  lift(position, player, place) {
    this.#position = lifted(position, player, place);
  }

  /** A checker that can be carried about. */
  carried(player) {
    const checker = loose(player);
    this.#layer.append(checker);
    return checker;
  }

  /** Shows one after the other what was thrown and played; with `isShown` the first play has been seen already. */
  async run(game, events, isShown = false) {
    let [position, turn, isSeen] = [game.position, game.turn, isShown];
    let missed = events.flatMap((event) => (event.type === "moved" ? event.steps : [])).length - MOST_FLIGHTS;
    for (const event of events) {
      turn = turnAfter(turn, event);
      if (event.type === "rolled" && event !== events[0] && missed <= 0) {
        this.#show(position, turn);
        await pauseAfterThrow();
      }
      for (const step of event.type === "moved" ? event.steps : []) {
        if (!isSeen && missed <= 0) await this.fly(position, event.player, step);
        position = afterStep(position, event.player, step);
        turn = withoutNumber(turn, step.number);
        if (missed <= 0) this.#show(position, turn);
        missed -= 1;
      }
      isSeen &&= event.type !== "moved";
    }
  }

  /** Shows one step as a flight; `dropped`: a finger has carried the checker already. */
  fly(position, player, step, dropped = false) {
    const show = (on) => this.#show(on, this.#turn);
    return flyStep({ position, player, step, view: this.#view(), layer: this.#layer, show, dropped });
  }

  #show(position, turn) {
    this.#position = position;
    this.#turn = turn;
    this.#draw();
  }
}
