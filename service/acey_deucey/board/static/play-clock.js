// The choice of a clock for a new game, in four languages; it starts nothing and counts nothing down.

import { h, labelled } from "./play-dom.js";

const TIMES = [[30, "second"], [1, "minute"], [3, "minute"], [10, "minute"], [1, "day"]];
const SECONDS = { second: 1, minute: 60, day: 24 * 3600 };
const LABELS = {
  en: "Time for a turn: who exceeds it loses", de: "Zeit für einen Zug: Wer sie überschreitet, verliert",
  fr: "Temps pour un tour : qui le dépasse perd", hu: "Idő egy körre: aki túllépi, veszít",
};

const named = (lang, count, unit) =>
  new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count);

/** The field for the form; `clock` is what the new game is told, nothing where none is wanted. */
export class ClockChoice {
  constructor(t, lang) {
    this.field = h("select", { name: "clock" }, h("option", { value: "" }, t.noLimit),
      ...TIMES.map(([count, unit]) => h("option", { value: count * SECONDS[unit] }, named(lang, count, unit))));
    this.element = h("div", { className: "row timing" }, labelled(LABELS[lang], this.field));
  }

  get clock() {
    return this.field.value ? { turn_seconds: Number(this.field.value) } : undefined;
  }
}
