// The rules beside the board: those that count now, all of them, and this game's options.

import { Client } from "./client.js";
import { h } from "./play-dom.js";

const OF_STAGE = {
  plain: ["all-numbers"],
  acey_deucey: ["acey-deucey"],
  double: ["doubles"],
  named: ["naming", "roll-again"],
  complement: ["complement"],
};

/** The slugs of the rules that a player needs at this moment. */
export function rulesNow(game) {
  const { turn, position, ruleset: { options } } = game;
  if (game.status === "finished") return ["scoring"];
  if (!turn.player) return ["opening"];
  if (turn.awaits === "name") return ["naming"];
  const side = position[turn.player];
  const outside = Object.keys(side.points).some((point) => Number(point) > 6);
  const now = turn.awaits === "move" ? [...OF_STAGE[turn.stage]] : ["dice"];
  if (side.bar) now.push("bar-first");
  else if (side.hand) now.push("entering");
  else if (!outside) now.push("bear-off", `bear-off-${options.bear_off}`);
  if (turn.stage === "double" && options.doubles_complement) now.push("complement");
  return now;
}

/** The panel of rules; `show(game)` brings it up to date, `cite(slug)` opens one rule. */
export class Rules {
  #rules = [];
  #now = h("div", { className: "now" });
  #all = h("div", { className: "all", tabIndex: 0 });
  #options = h("dl", { className: "game-options" });

  constructor(t, lang) {
    this.t = t;
    this.lang = lang;
    this.allRules = h("details", {}, h("summary", {}, t.allRules), this.#all);
    this.element = h("section", { className: "panel rules" }, h("h2", {}, t.now), this.#now, this.allRules,
      h("details", {}, h("summary", {}, t.thisGame), this.#options));
  }

  async load(ruleset) {
    const service = new Client(location.origin, { lang: this.lang });
    const [rules, { details, title }] = await Promise.all([service.rules.list(), service.rulesets.get(ruleset.id)]);
    this.#rules = rules;
    this.#all.replaceChildren(...rules.map((rule) => h("details", { id: `rule-${rule.slug}` },
      h("summary", {}, rule.title), h("p", {}, rule.text, " ", h("small", {}, rule.sources.join(", "))))));
    const rows = details.flatMap((info) => [h("dt", {}, info.decides), h("dd", {}, meaningOf(info, ruleset.options[info.option]))]);
    this.#options.replaceChildren(h("dt", {}, this.t.rules), h("dd", {}, title), ...rows);
  }

  show(game) {
    const rules = rulesNow(game).map((slug) => this.#rules.find((rule) => rule.slug === slug)).filter(Boolean);
    this.#now.replaceChildren(...rules.map((rule) => h("p", {}, h("strong", {}, `${rule.title}. `), rule.text, " ",
      h("small", {}, rule.sources.join(", ")))));
  }

  cite(href) {
    const cited = this.#all.querySelector(`#rule-${CSS.escape(href?.split("/").at(-1) ?? "")}`);
    for (const one of this.#all.querySelectorAll(".cited")) one.classList.remove("cited");
    if (!cited) return;
    this.allRules.open = true;
    cited.open = true;
    cited.classList.add("cited");
    this.#all.scrollTop = cited.offsetTop - this.#all.offsetTop;
  }
}

function meaningOf(info, value) {
  const choice = info.choices.find((one) => one.value === value) ?? info.choices.at(-1);
  return typeof value === "number" ? `${value}. ${choice.meaning}` : choice.meaning;
}
