// The slider through a game that is over; it knows nothing of playing.

import { GameClient } from "./board-client.js";
import { h } from "./play-dom.js";

/** A slider over all versions of a finished game; each is asked for once and handed to `onGame`. */
export class Replay {
  #seen = new Map();
  #wanted = 0;

  constructor(game, t, lang, onGame) {
    this.t = t;
    this.game = game;
    this.onGame = onGame;
    this.client = new GameClient(location.origin, game.id, lang);
    this.#seen.set(game.version, game);
    this.range = h("input", { type: "range", min: 1, max: game.version, value: game.version, ariaLabel: t.replay });
    this.range.addEventListener("input", () => this.#go(Number(this.range.value)));
    this.where = h("output", {});
    const step = (by) => () => this.#go(Number(this.range.value) + by);
    this.element = h("section", { className: "panel replay" }, h("h2", {}, t.replay), this.range, h("p", { className: "row" },
      h("button", { type: "button", data: { action: "previous" }, onclick: step(-1) }, t.previous), this.where,
      h("button", { type: "button", data: { action: "next" }, onclick: step(1) }, t.next)));
    this.#tell(game.version);
  }

  /** Shows the game as it was at a version. */
  show(version) {
    return this.#go(version);
  }

  async #go(asked) {
    const at = Math.min(Math.max(asked, 1), this.game.version);
    this.#wanted = at;
    this.range.value = at;
    this.#tell(at);
    if (!this.#seen.has(at)) this.#seen.set(at, await this.client.at(at));
    if (this.#wanted === at) this.onGame(this.#seen.get(at));
  }

  #tell(at) {
    this.where.value = this.t.version(at, this.game.version);
    this.range.setAttribute("aria-valuetext", this.where.value);
  }
}
