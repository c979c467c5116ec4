// In which language the pages are: the one asked for, or chosen here before, or what the browser likes best.

import { h, remember, remembered } from "./play-dom.js";
import { PAGE_TEXTS, languageOf } from "./play-texts.js";

const NAMES = { en: "English", de: "Deutsch", fr: "Français", hu: "Magyar" };

/** The language for a page; one that the address asks for is kept, since the links from page to page do not repeat it. */
export function languageFor(query) {
  const lang = languageOf(query.get("lang"), remembered("lang", null));
  if (query.get("lang") === lang) remember("lang", lang);
  return lang;
}

/** A field that shows the page again in the language that is chosen. */
export function languageChoice(query, lang) {
  const choice = h("select", { ariaLabel: PAGE_TEXTS[lang].language, onchange: () => {
    query.set("lang", choice.value);
    location.search = query;
  } }, ...Object.entries(NAMES).map(([value, name]) => h("option", { value, selected: value === lang }, name)));
  return choice;
}
