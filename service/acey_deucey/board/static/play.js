// The page /play: chooses between setting a game up and sitting at its table, and the language of both.

import "./acey-board.js";
import { h } from "./play-dom.js";
import { languageChoice, languageFor } from "./play-language.js";
import { showLessons } from "./play-lessons.js";
import { showSetup } from "./play-setup.js";
import { showTable } from "./play-table.js";
import { PAGE_TEXTS } from "./play-texts.js";

const query = new URLSearchParams(location.search);
const lang = languageFor(query);
const t = PAGE_TEXTS[lang];
const root = document.querySelector("main");

function greet() {
  document.documentElement.lang = lang;
  document.title = t.title;
  document.querySelector("#tagline").textContent = t.tagline;
  document.querySelector("#docs").textContent = t.docs;
  document.querySelector("#language").replaceChildren(languageChoice(query, lang));
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
