// The lessons of the page: all of them to choose from, and the panel of the one that is played. It judges nothing.

import { Client } from "./client.js";
import { h, remember, remembered } from "./play-dom.js";
import { LESSON_TEXTS } from "./play-lessons-texts.js";
import { keepSeats, linkTo } from "./play-seats.js";

export const LESSONS_LINK = "/play?lessons";

const serviceIn = (lang) => new Client(location.origin, { lang });

/** The ids of the lessons that were solved in this browser. */
const solvedHere = () => remembered("lessons", []);

/** Begins a lesson with a game of its own, and goes to its board. */
async function begin(id, lang) {
  const game = await serviceIn(lang).games.create({ lesson: id });
  keepSeats(game.id, game.tokens);
  location.assign(linkTo(game.id));
}

/** Fills the element with the list of all lessons. */
export async function showLessons(root, t, lang) {
  const texts = LESSON_TEXTS[lang];
  const lessons = await serviceIn(lang).lessons.list();
  const solved = solvedHere();
  const failure = h("p", { className: "failure", role: "alert" });
  const start = (id) => begin(id, lang).catch((error) => { failure.textContent = error.body?.detail ?? t.service; });
  const known = lessons.filter((lesson) => solved.includes(lesson.id)).length;
  root.replaceChildren(h("h1", {}, texts.title), h("p", { className: "intro" }, texts.about),
    h("p", {}, texts.count(known, lessons.length)), failure,
    h("ol", { className: "cards lessons" }, ...lessons.map((lesson) => card(lesson, solved, texts, start))));
}

function card(lesson, solved, texts, start) {
  const isSolved = solved.includes(lesson.id);
  const mark = isSolved ? h("span", { className: "mark" }, `✓ ${texts.solvedMark}`) : null;
  return h("li", {}, h("button", { type: "button", className: "card", data: { lesson: lesson.id }, onclick: () => start(lesson.id) },
    h("span", {}, h("strong", {}, lesson.title), h("span", {}, lesson.rules.map((rule) => rule.title).join(" · ")), mark)));
}

/** What stands above the board of a lesson: task, hints, verdict, the way on; `show(game)` brings it up to date. */
export class LessonPanel {
  #t;
  #lang;
  #id;
  #lesson = null;
  #following = null; // the lesson after this one
  #hintsGiven = 0;
  #hints = h("ul", { className: "hints", ariaLive: "polite" });
  #verdict = h("p", { className: "verdict", role: "status" });
  #actions = h("p", { className: "row" });

  constructor(id, t, lang) {
    this.#id = id;
    this.#t = { ...t, ...LESSON_TEXTS[lang] };
    this.#lang = lang;
    this.element = h("section", { className: "panel lesson" });
  }

  async load() {
    const service = serviceIn(this.#lang);
    const [lessons, lesson] = await Promise.all([service.lessons.list(), service.lessons.get(this.#id)]);
    const place = lessons.findIndex((one) => one.id === this.#id);
    this.#lesson = lesson;
    this.#following = lessons[place + 1]?.id ?? null;
    this.element.replaceChildren(h("p", { className: "where" }, this.#t.place(place + 1, lessons.length)),
      h("h1", {}, lesson.title), h("p", { className: "task" }, lesson.task), this.#hints, this.#verdict, this.#actions);
  }

  show(game) {
    const { solved } = game.lesson;
    if (solved) remember("lessons", [...new Set([...solvedHere(), this.#id])]);
    this.#verdict.textContent = solved ? this.#t[this.#following ? "solved" : "last"] : solved === false ? this.#t.failed : "";
    this.#verdict.classList.toggle("good", solved === true);
    this.#actions.replaceChildren(...this.#ways(solved));
  }

  #ways(solved) {
    const t = this.#t;
    const ways = [];
    const go = (id, text, name, isMain) => h("button", { type: "button", className: isMain ? "main" : "", data: { action: name },
      onclick: () => begin(id, this.#lang).catch((error) => { this.#verdict.textContent = error.body?.detail ?? t.service; }) }, text);
    if (solved && this.#following) ways.push(go(this.#following, t.next, "next-lesson", true));
    if (solved && !this.#following) ways.push(h("a", { className: "button main", href: "/play" }, t.play));
    if (solved === null && this.#hintsGiven < this.#lesson.hints.length) ways.push(this.#hintButton());
    ways.push(go(this.#id, t.again, "again", solved === false), h("a", { className: "button", href: LESSONS_LINK }, t.all));
    return ways;
  }

  #hintButton() {
    return h("button", { type: "button", data: { action: "lesson-hint" }, onclick: (event) => {
      this.#hints.append(h("li", {}, this.#lesson.hints[this.#hintsGiven]));
      this.#hintsGiven += 1;
      if (this.#hintsGiven < this.#lesson.hints.length) event.target.textContent = this.#t.moreHint;
      else event.target.remove();
    } }, this.#hintsGiven ? this.#t.moreHint : this.#t.hint);
  }
}
