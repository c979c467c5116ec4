// The choice of the computer as the opponent: how well it plays, and which colour is left; it starts nothing.

import { h, labelled } from "./play-dom.js";
import { BOT_TEXTS } from "./play-bots-texts.js";

const OTHER = { white: "black", black: "white" };

const chosenFrom = (name, texts, value) => h("select", { name },
  ...Object.entries(texts).map(([each, text]) => h("option", { value: each, selected: each === value }, text)));

/** Level and colour, shown while the computer is chosen as the opponent; `seats` is what the new game is told. */
export class OpponentChoice {
  constructor(lang) {
    const t = BOT_TEXTS[lang];
    this.level = chosenFrom("level", t.levels, "novice");
    this.colour = chosenFrom("colour", t.colours, "white");
    this.element = h("div", { className: "row opponent", hidden: true }, labelled(t.level, this.level), labelled(t.colour, this.colour));
  }

  get seats() {
    return { [OTHER[this.colour.value]]: { bot: this.level.value } };
  }
}
