// The panel that tells what the dice can be trusted for, and checks them in this browser when the game is over.

import { canCheck, checkedDice } from "./dice-check.js";
import { h, remember, remembered } from "./play-dom.js";
import { DICE_TEXTS } from "./play-dice-texts.js";

/** The panel; `show(game)` brings it up to date, `client` tells the dice of the game. */
export class DicePanel {
  #client;
  #t;
  #lang;
  #body = h("div", { ariaLive: "polite" });
  #shown = null;

  constructor(client, lang) {
    this.#client = client;
    this.#lang = lang;
    this.#t = DICE_TEXTS[lang];
    this.element = h("section", { className: "panel dice" }, h("h2", {}, this.#t.title), this.#body);
  }

  show(game) {
    const state = game.dice.mode === "server" && game.status === "finished" ? "over" : game.dice.mode;
    if (state === this.#shown) return;
    this.#shown = state;
    if (state === "over") this.#check(game).catch(() => this.#tell(h("p", {}, this.#t.unreachable)));
    else if (state === "server") this.#promise(game);
    else this.#tell(h("p", {}, this.#t[state]));
  }

  #tell(...parts) {
    this.#body.replaceChildren(...parts);
  }

  /** While the game goes on: the commitment, which this browser notes. */
  #promise(game) {
    remember(`commitment:${game.id}`, game.dice.commitment);
    this.#tell(h("p", {}, this.#t.promise), h("p", {}, h("code", { className: "digest" }, game.dice.commitment)));
  }

  async #check(game) {
    const digest = h("p", {}, h("code", { className: "digest" }, game.dice.commitment));
    if (!canCheck()) {
      this.#tell(h("p", {}, this.#t.cannot), digest);
      return;
    }
    this.#tell(h("p", {}, this.#t.checking));
    const report = await this.#client.dice();
    const { fits, throws } = await checkedDice(report);
    const wrong = throws.filter((one) => !one.agrees);
    const verdict = fits && !wrong.length ? this.#t.agree(throws.length) : this.#t.differ(fits, wrong.length);
    const list = h("ol", { className: "throws", tabIndex: 0, ariaLabel: this.#t.each }, ...throws.map((one) => this.#row(one)));
    this.#tell(
      h("p", { className: fits && !wrong.length ? "verdict good" : "verdict bad" }, verdict), digest,
      h("p", {}, this.#memory(report)), h("p", {}, this.#added(report.entropy)),
      h("details", {}, h("summary", {}, this.#t.each), list));
  }

  /** Whether the commitment is the one that was seen before the throws were known. */
  #memory(report) {
    const seen = remembered(`commitment:${report.game}`, null);
    if (seen === null) return this.#t.notSeen;
    return seen === report.commitment ? this.#t.sameSeen : this.#t.otherSeen(seen);
  }

  #added({ white, black }) {
    return white || black ? this.#t.added : this.#t.alone;
  }

  #row({ number, player, shown, due, agrees }) {
    const line = this.#t.row(number, player, shown);
    return h("li", {}, agrees ? `✓ ${line}` : `✗ ${line} · ${this.#t.due(due)}`);
  }
}
