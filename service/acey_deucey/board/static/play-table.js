// The table at which a game is played or watched: the board and what stands beside it.

import { GameClient } from "./board-client.js";
import { eventText, resultText, textsOf } from "./board-texts.js";
import { Client } from "./client.js";
import { AnalysisPanel } from "./play-analysis.js";
import { DicePanel } from "./play-dice.js";
import { h, labelled, remember, remembered } from "./play-dom.js";
import { HintPanel } from "./play-hint.js";
import { LessonPanel } from "./play-lessons.js";
import { Replay } from "./play-replay.js";
import { Rules } from "./play-rules.js";
import { keepSeats, linkTo, seatsOf } from "./play-seats.js";

/** Fills the element with the table of a game. */
export async function showTable(root, id, t, lang) {
  const client = new GameClient(location.origin, id, lang);
  client.token = Object.values(seatsOf(id))[0] ?? null;
  const game = await client.get();
  const table = new Table(game, client, t, lang);
  root.replaceChildren(table.element);
  await table.open();
}

class Table {
  #replaying = false;

  constructor(game, client, t, lang) {
    this.id = game.id;
    this.client = client;
    this.t = t;
    this.lang = lang;
    this.tokens = seatsOf(game.id);
    this.settings = remembered("settings", { auto: false, turning: false });
    this.flipped = false;
    this.board = h("acey-board", { lang });
    this.notice = h("section", { className: "notice", ariaLive: "polite" });
    this.log = h("ol", { className: "log", tabIndex: 0, ariaLabel: t.log });
    this.rules = new Rules(t, lang);
    this.lesson = game.lesson ? new LessonPanel(game.lesson.id, t, lang) : null;
    this.hint = new HintPanel(client, lang);
    this.dice = new DicePanel(client, lang);
    this.replay = h("div", {});
    this.writing = this.#writingForm();
    this.resign = h("button", { type: "button", data: { action: "resign" }, onclick: () => this.dialog.showModal() }, t.resign);
    this.dialog = this.#resignDialog();
    this.element = h("div", { className: "table" },
      h("div", { className: "main-column" }, this.lesson?.element, this.notice, this.board, this.hint.element, this.replay),
      h("div", { className: "side-column" }, this.rules.element,
        h("section", { className: "panel" }, h("h2", {}, t.log), this.log), this.dice.element, this.#controls(), this.dialog));
  }

  async open() {
    const { client } = this;
    this.board.addEventListener("acey-game", (event) => this.#show(event.detail));
    this.board.addEventListener("acey-problem", (event) => this.rules.cite(event.detail.problem.rule?.href));
    this.#applySettings();
    const game = await client.get();
    await Promise.all([this.rules.load(game.ruleset), this.lesson?.load()]);
    const entries = await client.events(0).catch(() => []);
    this.#write(entries.filter((entry) => entry.version <= game.version).flatMap((entry) => entry.events)
      .map((event) => eventText(event, textsOf(this.lang))));
    this.#seat(game);
    this.#skipLog = true;
    this.board.setAttribute("game", this.id);
  }

  #skipLog = false; // the first game that the board takes is in the log already

  #controls() {
    const { t } = this;
    const setting = (name) => labelled(t[name], h("input", {
      type: "checkbox", checked: this.settings[name], data: { setting: name },
      onchange: (event) => {
        this.settings = { ...this.settings, [name]: event.target.checked };
        remember("settings", this.settings);
        this.#applySettings();
      },
    }), { className: "check" });
    const flip = h("button", { type: "button", data: { action: "flip" }, onclick: () => {
      this.flipped = !this.flipped;
      this.#seat(this.board.data);
    } }, t.flip);
    const link = h("input", { readOnly: true, value: linkTo(this.id), ariaLabel: t.share });
    this.turning = setting("turning");
    this.own = h("div", {}, this.writing, h("p", {}, this.resign));
    return h("section", { className: "panel controls" }, h("h2", {}, t.settings), setting("auto"), this.turning,
      h("p", {}, flip), this.own, labelled(t.share, link));
  }

  #writingForm() {
    const field = h("input", { name: "play", required: true, maxLength: 200, autocomplete: "off", spellcheck: false,
      placeholder: this.t.writeAbout });
    const form = h("form", { className: "writing" }, labelled(this.t.write, field), h("button", { type: "submit" }, this.t.send));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.board.play(field.value);
      field.value = "";
    });
    return form;
  }

  #resignDialog() {
    const { t } = this;
    const dialog = h("dialog", { ariaLabel: t.resign }, h("p", {}, t.resignAsk), h("p", { className: "row" },
      h("button", { type: "button", data: { action: "keep-on" }, onclick: () => dialog.close() }, t.keepOn),
      h("button", { type: "button", className: "main", data: { action: "really-resign" }, onclick: () => {
        dialog.close();
        this.board.command("resignations");
      } }, t.resign)));
    return dialog;
  }

  #applySettings() {
    this.board.setAttribute("hold", "");
    this.board.toggleAttribute("auto", this.settings.auto);
    if (this.board.data) this.#seat(this.board.data);
  }

  /** Gives the board the seat for which this browser acts now, and the side from which it looks. */
  #seat(game) {
    const held = Object.keys(this.tokens);
    const mover = game.turn.player;
    const seat = held.includes(mover) ? mover : held[0];
    const looks = held.length === 2 && this.settings.turning && seat ? seat : held.length === 1 ? held[0] : "white";
    const other = looks === "white" ? "black" : "white";
    this.board.setAttribute("view", this.flipped ? other : looks);
    const plays = Boolean(seat) && game.status === "playing" && !this.#replaying;
    this.board.toggleAttribute("interactive", plays);
    if (seat) {
      this.board.setAttribute("seat", seat);
      if (this.board.token !== this.tokens[seat]) this.board.token = this.tokens[seat];
    }
    this.turning.hidden = held.length < 2;
    this.own.hidden = !plays;
  }

  #show({ game, sentences }) {
    this.rules.show(game);
    if (this.#replaying) return;
    if (!this.#skipLog) this.#write(sentences);
    this.#skipLog = false;
    this.#seat(game);
    this.#notify(game);
    this.lesson?.show(game);
    this.dice.show(game);
    this.hint.show(game, game.turn.player in this.tokens);
    if (game.status === "finished" && !this.replay.childElementCount) this.#offerReplay(game);
  }

  #write(sentences) {
    const texts = sentences.filter(Boolean);
    this.log.append(...texts.map((text) => h("li", {}, text)));
    this.log.scrollTop = this.log.scrollHeight;
  }

  #notify(game) {
    const { t } = this;
    const open = ["white", "black"].find((seat) => game.seats[seat].kind === "open");
    const held = Object.keys(this.tokens);
    if (game.status === "finished") {
      this.notice.replaceChildren(h("p", { className: "result" }, resultText(game.result, textsOf(this.lang))),
        h("p", {}, h("a", { className: "button main", href: "/play" }, t.again)));
    } else if (open && held.length) this.notice.replaceChildren(...this.#invitation());
    else if (open) this.notice.replaceChildren(...this.#offer(open));
    else this.notice.replaceChildren(...(held.length ? [] : [h("p", {}, t.watching)]));
  }

  #invitation() {
    const { t } = this;
    const link = h("input", { readOnly: true, value: linkTo(this.id), ariaLabel: t.copy, className: "link" });
    const copy = h("button", { type: "button", onclick: async () => {
      link.select();
      await navigator.clipboard?.writeText(link.value).catch(() => {});
      copy.textContent = t.copied;
    } }, t.copy);
    return [h("p", {}, t.invite), h("p", { className: "row" }, link, copy)];
  }

  #offer(seat) {
    const { t } = this;
    const colour = t.colours[seat];
    const name = h("input", { maxLength: 60, autocomplete: "nickname" });
    const failure = h("p", { className: "failure", role: "alert" });
    const form = h("form", { className: "row" }, labelled(t.name, name),
      h("button", { className: "main", type: "submit", data: { action: "take-seat" } }, t.take(colour)));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#take(seat, name.value.trim()).catch((error) => {
        failure.textContent = error.body?.detail ?? t.service;
      });
    });
    return [h("p", {}, t.free(colour)), form, failure];
  }

  async #take(seat, name) {
    const service = new Client(location.origin, { lang: this.lang });
    const joined = await service.games.join(this.id, seat, name ? { name } : {});
    keepSeats(this.id, joined.tokens);
    this.tokens = seatsOf(this.id);
    this.#seat(joined.state);
    await this.board.refresh();
  }

  #offerReplay(game) {
    const replay = new Replay(game, this.t, this.lang, (shown) => {
      this.#replaying = true;
      this.board.removeAttribute("interactive");
      this.board.data = shown;
    });
    const analysis = new AnalysisPanel(this.client, this.lang, (version) => {
      replay.show(version);
      this.board.scrollIntoView({ block: "nearest" });
    });
    this.replay.replaceChildren(replay.element, analysis.element);
  }
}
