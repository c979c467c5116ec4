// The look back on a finished game: how the chances went, and what each side played worst. It judges nothing itself.

import { BOT_TEXTS } from "./play-bots-texts.js";
import { chart, table } from "./play-chart.js";
import { h } from "./play-dom.js";

const MOST = 3;
const LEAST_LOSS = 0.005; // points; less is told as nothing

/** The decisions of a player that lost most, the worst first. */
export const worstOf = (decisions, player) => decisions.filter((one) => one.player === player && one.loss >= LEAST_LOSS)
  .sort((left, right) => right.loss - left.loss).slice(0, MOST);

/** The panel of a finished game; it asks `client` when it is wanted, and `onShow(version)` shows a position. */
export class AnalysisPanel {
  #client;
  #t;
  #onShow;

  constructor(client, lang, onShow) {
    this.#client = client;
    this.#t = BOT_TEXTS[lang];
    this.#onShow = onShow;
    this.title = h("h2", { tabIndex: -1 }, this.#t.analysis);
    this.body = h("div", {},
      h("button", { type: "button", data: { action: "analyse" }, onclick: () => this.#ask() }, this.#t.analyse));
    this.element = h("section", { className: "panel analysis" }, this.title, this.body);
  }

  async #ask() {
    this.body.replaceChildren(h("p", { role: "status" }, this.#t.analysing));
    this.title.focus(); // the button that was pressed is gone; from here one reads on
    const parts = await this.#client.analysis().then(
      (analysis) => this.#parts(analysis),
      (error) => [h("p", { className: "failure" }, error.body?.detail ?? this.#t.failed)]);
    this.body.replaceChildren(...parts);
  }

  #parts({ white_wins: wins, decisions, totals }) {
    const t = this.#t;
    const sides = ["white", "black"].map((player) => this.#side(player, worstOf(decisions, player), totals[player]));
    if (!wins.length) return sides;
    const numbers = h("div", { className: "numbers", tabIndex: 0, role: "region", ariaLabel: t.win }, table(wins, t.percent, t.win, t.columns));
    return [h("p", {}, t.win), chart(wins, t.percent, t.win), h("details", {}, h("summary", {}, t.table), numbers),
      h("div", { className: "sides" }, ...sides)];
  }

  #side(player, worst, { loss, luck }) {
    const t = this.#t;
    const list = worst.length ? h("ol", {}, ...worst.map((one) => this.#row(one))) : h("p", {}, t.none(t.colours[player]));
    return h("section", {}, h("h3", {}, t.worst(t.colours[player])), list, h("p", {}, h("small", {}, t.total(t.loss(loss), t.luck(luck)))));
  }

  #row({ kind, done, best, loss, version }) {
    const t = this.#t;
    const named = (what) => (kind === "name" ? t.named(what) : what);
    return h("li", {}, h("p", {}, t.lost(named(done), named(best), t.loss(loss))),
      h("button", { type: "button", data: { action: "show-position" }, onclick: () => this.#onShow(version - 1) }, t.show));
  }
}
