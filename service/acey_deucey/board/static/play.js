// The page /play: chooses between setting a game up and sitting at its table, and the language of both.

import "./acey-board.js";
import { h, remember, remembered } from "./play-dom.js";
import { showLessons } from "./play-lessons.js";
import { showSetup } from "./play-setup.js";
import { showTable } from "./play-table.js";
import { PAGE_TEXTS, languageOf } from "./play-texts.js";

const NAMES = { en: "English", de: "Deutsch", fr: "Français", hu: "Magyar" };

const query = new URLSearchParams(location.search);
const lang = languageOf(query.get("lang"), remembered("lang", null));
const t = PAGE_TEXTS[lang];
if (query.get("lang") === lang) remember("lang", lang); // the links from page to page do not repeat it
const root = document.querySelector("main");

function greet() {
  document.documentElement.lang = lang;
  document.title = t.title;
  document.querySelector("#tagline").textContent = t.tagline;
  document.querySelector("#docs").textContent = t.docs;
  const choice = h("select", { ariaLabel: t.language, onchange: () => {
    query.set("lang", choice.value);
    location.search = query;
  } }, ...Object.entries(NAMES).map(([value, name]) => h("option", { value, selected: value === lang }, name)));
  document.querySelector("#language").replaceChildren(choice);
}

async function show() {
  const id = query.get("game");
  if (id) await showTable(root, id, t, lang);
  else if (query.has("lessons")) await showLessons(root, t, lang);
  else await showSetup(root, t, lang);
}

greet();
show().catch((error) => {
  const gone = [404, 410].includes(error.body?.status);
  root.replaceChildren(h("p", { role: "alert" }, gone ? t.noGame : error.body?.detail ?? t.service),
    h("p", {}, h("a", { href: "/play" }, t.again)));
  if (!error.body) throw error;
});
