// The form before a game: rule set, options with their meaning, who plays; it knows no board.

import { Client } from "./client.js";
import { ClockChoice } from "./play-clock.js";
import { h, labelled } from "./play-dom.js";
import { BOT_TEXTS } from "./play-bots-texts.js";
import { LESSONS_LINK } from "./play-lessons.js";
import { LESSON_TEXTS } from "./play-lessons-texts.js";
import { OpponentChoice } from "./play-opponent.js";
import { keepSeats, linkTo } from "./play-seats.js";

const SEATS = { bot: {}, hot: {}, white: { black: "open" }, black: { white: "open" } };

/** Fills the element with the form; a game that is started or found is opened. */
export async function showSetup(root, t, lang) {
  const service = new Client(location.origin, { lang });
  const rulesets = await service.rulesets.list();
  const { details } = await service.rulesets.get(rulesets[0].id);
  const options = new OptionsForm(details, t);
  const opponent = new OpponentChoice(lang);
  const timing = new ClockChoice(t, lang);
  const titles = { ...t, bot: BOT_TEXTS[lang].against };
  const choices = rulesets.map((ruleset, index) => radio("ruleset", ruleset.id, index === 0,
    h("strong", {}, ruleset.title), h("span", {}, ruleset.summary)));
  const form = h("form", { className: "setup" },
    h("p", { className: "intro" }, t.intro),
    h("p", {}, h("a", { className: "button", href: LESSONS_LINK }, LESSON_TEXTS[lang].way)),
    h("fieldset", { className: "cards" }, h("legend", {}, t.rules), ...choices),
    h("details", { className: "options" }, h("summary", {}, t.options), h("p", {}, t.optionsAbout), options.element),
    h("fieldset", { className: "cards who" }, h("legend", {}, t.who),
      ...Object.keys(SEATS).map((who, index) => radio("who", who, index === 0, h("strong", {}, titles[who])))),
    opponent.element,
    timing.element,
    labelled(BOT_TEXTS[lang].hintsAllowed, h("input", { type: "checkbox", name: "hints", checked: true }), { className: "check" }),
    h("p", {}, h("button", { className: "main", type: "submit" }, t.start)),
    h("p", { className: "failure", role: "alert" }));
  const chosen = () => rulesets.find((ruleset) => ruleset.id === form.elements.ruleset.value);
  form.addEventListener("change", (event) => {
    if (event.target.name === "ruleset") options.show(chosen().options);
  });
  const showOpponent = () => { opponent.element.hidden = form.elements.who.value !== "bot"; };
  form.addEventListener("change", showOpponent);
  showOpponent();
  options.show(chosen().options);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const who = form.elements.who.value;
    const seats = who === "bot" ? opponent.seats : SEATS[who];
    const hints = form.elements.hints.checked;
    start({ ruleset: chosen().id, options: options.changes(), seats, hints, clock: timing.clock }, service).catch((error) => {
      form.querySelector(".failure").textContent = error.body?.detail ?? t.service;
    });
  });
  root.replaceChildren(form, joinForm(t));
}

async function start(body, service) {
  const game = await service.games.create(body);
  keepSeats(game.id, game.tokens);
  location.assign(linkTo(game.id));
}

function joinForm(t) {
  const field = h("input", { name: "game", required: true, autocomplete: "off", spellcheck: false, maxLength: 300 });
  const form = h("form", { className: "join" }, h("h2", {}, t.join), labelled(t.joinAbout, field),
    h("button", { type: "submit" }, t.open));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const id = field.value.trim().match(/(?:game=|games\/)?([\w-]+)$/)?.[1];
    if (id) location.assign(linkTo(id));
  });
  return form;
}

function radio(name, value, checked, ...content) {
  return h("label", { className: "card" }, h("input", { type: "radio", name, value, checked }), h("span", {}, ...content));
}

/** Selects for all options; each shows what its value means, and whether it departs from the rule set. */
class OptionsForm {
  #standard = {};
  #rows;

  constructor(details, t) {
    this.t = t;
    this.#rows = details.map((info) => this.#row(info));
    this.element = h("div", {}, ...this.#rows.map((row) => row.element));
  }

  #row(info) {
    const choices = info.choices.map(({ value }) => h("option", { value: JSON.stringify(value) }, this.#named(value)));
    const field = h("select", { name: info.option }, ...choices);
    const number = info.option === "max_rolls_per_turn"
      ? h("input", { type: "number", min: 1, max: 1000, value: 3, ariaLabel: this.t.limit }) : null;
    const meaning = h("span", { className: "meaning" });
    const element = h("div", { className: "option" }, labelled(info.decides, field), number, meaning);
    const row = { info, field, number, meaning, element };
    for (const input of [field, number]) input?.addEventListener("change", () => this.#update(row));
    return row;
  }

  #named(value) {
    if (value === null) return this.t.noLimit;
    if (typeof value === "boolean") return value ? this.t.yes : this.t.no;
    return typeof value === "number" ? this.t.limit : this.t.values[value] ?? value.replaceAll("_", " ");
  }

  #value(row) {
    const value = JSON.parse(row.field.value);
    return typeof value === "number" ? Number(row.number.value) : value;
  }

  #update(row) {
    const value = this.#value(row);
    row.element.classList.toggle("changed", value !== this.#standard[row.info.option]);
    if (row.number) row.number.hidden = value === null;
    const choice = row.info.choices.find((one) => one.value === JSON.parse(row.field.value));
    const sources = row.info.sources.length ? ` (${row.info.sources.join(", ")})` : "";
    row.meaning.textContent = `${choice.meaning}${sources}`;
    if (row.element.classList.contains("changed")) row.meaning.textContent += ` · ${this.t.changed}`;
  }

  /** Shows the values of a rule set. */
  show(values) {
    this.#standard = values;
    for (const row of this.#rows) {
      const value = values[row.info.option];
      row.field.value = JSON.stringify(typeof value === "number" ? 1 : value);
      if (typeof value === "number") row.number.value = value;
      this.#update(row);
    }
  }

  /** The options that depart from the rule set. */
  changes() {
    const pairs = this.#rows.map((row) => [row.info.option, this.#value(row)]);
    return Object.fromEntries(pairs.filter(([option, value]) => value !== this.#standard[option]));
  }
}
