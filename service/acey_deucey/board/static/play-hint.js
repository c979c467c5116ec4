// The hints under the board: what the computer would play, when it is asked; it plays nothing.

import { BOT_TEXTS } from "./play-bots-texts.js";
import { h } from "./play-dom.js";

const MOST = 3;

/** The panel; `show(game, isOurs)` brings it up to date, `client` asks for the hints. */
export class HintPanel {
  #client;
  #t;
  #button;
  #body = h("div", { ariaLive: "polite" });
  #version = 0; // of the game for which hints may be asked

  constructor(client, lang) {
    this.#client = client;
    this.#t = BOT_TEXTS[lang];
    this.#button = h("button", { type: "button", data: { action: "hint" }, onclick: () => this.#ask() }, this.#t.hint);
    this.element = h("section", { className: "panel hint", hidden: true }, this.#button, this.#body);
  }

  /** Offers a hint to whoever is to move or to name here, in a game that gives any. */
  show(game, isOurs) {
    if (game.version === this.#version) return;
    this.#version = game.version;
    const isOff = game.hints === false;
    this.element.hidden = !isOurs || game.status !== "playing" || game.lesson !== null || !(isOff || game.links.hint);
    this.#button.hidden = isOff;
    this.#button.disabled = false;
    this.#body.replaceChildren(...(isOff ? [h("p", {}, this.#t.noHints)] : []));
  }

  async #ask() {
    const version = this.#version;
    this.#button.disabled = true;
    this.#body.replaceChildren(h("p", {}, this.#t.thinking));
    const parts = await this.#client.hints(MOST).then(
      ({ hints }) => [h("ol", {}, ...hints.map((one) => this.#row(one))), h("small", {}, this.#t.about)],
      (error) => [h("p", {}, error.body?.detail ?? this.#t.failed)]);
    if (version === this.#version) this.#body.replaceChildren(...parts);
  }

  #row({ name, play, win, loss, text }) {
    const t = this.#t;
    const what = name === null ? play : `${t.nameIt(name)}: ${play}`;
    const worth = [t.chance(t.percent(win)), loss > 0 ? t.worse(t.loss(loss)) : t.best].join(" · ");
    return h("li", {}, h("strong", {}, what), " ", h("span", { className: "worth" }, worth), h("p", {}, text));
  }
}
