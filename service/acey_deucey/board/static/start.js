// The page /: it comes in the language that the browser likes, and is fetched once more where another has been chosen.

import { languageChoice, languageFor } from "./play-language.js";

const query = new URLSearchParams(location.search);
const lang = languageFor(query);

async function translate() {
  const answer = await fetch("/", { headers: { Accept: "text/html", "Accept-Language": lang } });
  const other = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.title = other.title;
  document.documentElement.lang = other.documentElement.lang;
  document.body.replaceWith(document.adoptNode(other.body));
}

if (document.documentElement.lang !== lang) await translate();
document.querySelector("#language").replaceChildren(languageChoice(query, lang));
