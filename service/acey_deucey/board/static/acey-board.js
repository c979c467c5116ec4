// <acey-board>: draws a game of acey-deucey, the backgammon variant, and lets its seat play. The service decides
// what is legal; the board shows it, asks, and tells. No dependency, no cookie, no style from outside.
//
// Attributes: src (origin of the service; default: that of the page), game (id), view (white | black), lang
// (en | de | fr | hu), interactive, seat (the colour that `token` plays; default: whoever is in turn), hold (the last
// step of a turn waits for Done), auto (a forced step plays by itself), theme (light | dark; default: the system's).
// Properties: token (of a seat; never an attribute), data (a game as the service shows it; works without network),
// client (another way to the game than src, game and token: what GameClient in board-client.js offers).
// Methods: refresh(), play(text), command(path, body).
// Events: acey-game {game, events, sentences} after every change; acey-move {steps, game} after an own move, or
// without a token and a service {steps} when a move is asked for; acey-command {path, body} likewise for the rest;
// acey-problem {problem} when the service refuses.

import { actionsFor } from "./board-actions.js";
import { GameClient } from "./board-client.js";
import { CountDown } from "./board-clock.js";
import { drawn, fitCaptions } from "./board-draw.js";
import { GEOMETRY, placesOf } from "./board-geometry.js";
import { Input } from "./board-input.js";
import { overlay, sourcesOf, targetsOf } from "./board-overlay.js";
import { Playback } from "./board-playback.js";
import { countAt } from "./board-position.js";
import { Session } from "./board-session.js";
import { sheet } from "./board-style.js";
import { describe, headline, textsOf } from "./board-texts.js";
import { Told } from "./board-told.js";
import { Problem } from "./client.js";

const AUTO_PAUSE = 500;

const SKELETON = `
  <div class="board"><svg viewBox="0 0 ${GEOMETRY.width} ${GEOMETRY.height}"></svg></div>
  <p class="clock" role="timer" hidden></p>
  <p class="unseen" id="description"></p><p class="unseen" id="keys"></p>
  <div class="said" role="log" aria-live="polite"></div>
  <div class="problem" role="alert" hidden></div>
  <div class="actions" role="group"></div>`;

export { Problem }; // what a client of one's own throws when the game refuses

export class AceyBoard extends HTMLElement {
  static observedAttributes = ["src", "game", "view", "lang", "interactive", "seat", "hold", "auto"];

  #session;
  #client = null; // one that was given
  #playback;
  #told;
  #chosen = null; // the place whose checker is taken
  #wantsFocus = false; // a keyboard player waits for the board to be ready
  #parts = {};
  #countDown;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = SKELETON;
    for (const name of ["said", "problem", "actions"]) this.#parts[name] = root.querySelector(`.${name}`);
    for (const name of ["description", "keys"]) this.#parts[name] = root.querySelector(`#${name}`);
    this.#parts.svg = root.querySelector("svg");
    this.#countDown = new CountDown(root.querySelector(".clock"));
    this.#playback = new Playback({ layer: this.#parts.svg, draw: () => this.#draw(this.#shown), view: () => this.#view });
    this.#told = new Told(this.#parts, this.#forTold());
    this.#session = new Session(this.#forSession());
    new Input(this.#parts.svg, this.#forInput());
  }

  connectedCallback() {
    for (const name of ["token", "data", "client"]) this.#upgrade(name);
    this.#connect();
    this.#render();
  }

  disconnectedCallback() {
    this.#session.connect(null);
    this.#countDown.stop();
  }

  attributeChangedCallback(name, before, after) {
    if (before === after || !this.isConnected) return;
    if (name === "src" || name === "game" || name === "lang") this.#connect();
    this.#render();
  }

  /** The seat token with which the board acts; it is sent to the service and kept nowhere else. */
  set token(token) {
    this.#session.token = token;
    this.#render();
    this.#playForced();
  }

  get token() {
    return this.#session.token;
  }

  /** The way to the game, where it is not that of `src` and `game`. */
  set client(client) {
    this.#client = client;
    if (this.isConnected) this.#connect();
  }

  get client() {
    return this.#client;
  }

  /** The game that is shown, as the service represents it. */
  set data(game) {
    this.#session.give(game);
  }

  get data() {
    return this.#session.game;
  }

  /** Reads the game from the service again. */
  refresh() {
    return this.#session.refresh();
  }

  /** Plays what is written, such as "hand/20 13/8"; the service says whether it may be. */
  play(text) {
    return this.#act("moves", { play: text });
  }

  /** Sends a command of the game's own, such as command("resignations", {}). */
  command(path, body = {}) {
    return this.#act(path, body);
  }

  get #lang() {
    return this.lang || document.documentElement.lang || navigator.language;
  }

  get #t() {
    return textsOf(this.#lang);
  }

  get #view() {
    return this.getAttribute("view") === "black" ? "black" : "white";
  }

  get #origin() {
    return new URL(this.getAttribute("src") || location.origin, location.href).origin;
  }

  /** A property that was set before the component was there. */
  #upgrade(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this[name] = value;
  }

  #connect() {
    const id = this.getAttribute("game");
    this.#session.connect(this.#client ?? (id ? new GameClient(this.#origin, id, this.#lang) : null));
  }

  #forSession() {
    return {
      taken: (game, events) => this.#taken(game, events),
      playBack: (game, events, isShown) => {
        this.#chosen = null;
        return this.#playback.run(game, events, isShown);
      },
      held: (events) => {
        this.#chosen = null;
        this.#told.say(events);
        this.#render();
      },
      started: () => {
        this.#wantsFocus ||= this.shadowRoot.activeElement !== null;
        this.#told.show(null);
        for (const one of this.#parts.actions.querySelectorAll("button")) one.disabled = true;
      },
      settled: () => {
        this.#playback.end();
        this.#render();
        this.#playForced();
      },
      refused: (error) => this.#told.refuse(error),
      trouble: (error) => (error ? this.#told.warn(error) : this.#told.say(this.data?.events ?? [])),
      moved: (steps, game) => this.#dispatch("acey-move", { steps, game }),
    };
  }

  #forTold() {
    return {
      texts: () => this.#t,
      origin: () => this.#origin,
      onProblem: (problem) => this.#dispatch("acey-problem", { problem }),
    };
  }

  async #act(path, body, { flight = null, forced = false } = {}) {
    const session = this.#session;
    if (session.busy) return;
    if (session.canSend) {
      await session.act(path, body, { flight, holds: path === "moves" && this.hasAttribute("hold") && !forced });
    } else if (path === "moves") this.#dispatch("acey-move", { ...body });
    else this.#dispatch("acey-command", { path, body });
  }

  #taken(game, events) {
    this.#chosen = null;
    this.#playback.end();
    const sentences = this.#told.say(events);
    this.#render();
    this.#dispatch("acey-game", { game, events, sentences });
    this.#playForced();
  }

  /** The game as it is shown: with what is held, or on the way. */
  get #shown() {
    return this.#playback.shown(this.#session.game, this.#session.held);
  }

  /** Whether the mover's seat is ours to act for. */
  get #isOurs() {
    const turn = this.data?.turn;
    if (!turn?.awaits || !this.hasAttribute("interactive")) return false;
    if (this.#session.isConnected && !this.#session.canSend) return false;
    const seat = this.getAttribute("seat");
    return turn.player === null || !seat || seat === turn.player;
  }

  get #steps() {
    const { game, held, busy } = this.#session;
    return this.#isOurs && !busy && !held && game.turn.awaits === "move" ? game.legal.steps : [];
  }

  // ---- the picture ----

  #render() {
    if (!this.data) return;
    const { svg } = this.#parts;
    const [t, game, steps] = [this.#t, this.#shown, this.#steps];
    const hadFocus = this.shadowRoot.activeElement;
    this.#draw(game);
    svg.setAttribute("role", steps.length ? "group" : "img");
    svg.setAttribute("aria-label", `${t.board}, ${t.seen(t[this.#view])}. ${headline(game, t)}`);
    svg.setAttribute("aria-describedby", steps.length ? "description keys" : "description");
    svg.classList.toggle("live", steps.length > 0);
    this.#parts.description.textContent = describe(game, t);
    this.#parts.keys.textContent = t.keys;
    if (steps.length) {
      const places = placesOf(game.turn.player, this.#view);
      svg.append(overlay({ game, places, chosen: this.#chosen, steps, t }));
      svg.querySelector('[role="button"]')?.setAttribute("tabindex", "0");
    }
    this.#countDown.show(this.#session.game, t);
    if (!this.#session.busy) this.#renderActions(game, t);
    this.#placeFocus(hadFocus);
  }

  #draw(game) {
    this.#parts.svg.replaceChildren(drawn(game, this.#view, this.#t));
    fitCaptions(this.#parts.svg);
  }

  #renderActions(game, t) {
    const { actions } = this.#parts;
    const on = {
      roll: (body) => this.#act("rolls", body),
      name: (number) => this.#act("named-doubles", { number }),
      undo: () => this.#act("undos", {}),
      done: () => this.#session.done(),
      takeBack: () => this.#session.takeBack(),
    };
    actions.replaceChildren(...(this.#isOurs ? actionsFor(game, this.#session.held, t, on) : []));
    actions.hidden = !this.hasAttribute("interactive");
    actions.setAttribute("aria-label", headline(game, t));
  }

  /** Keeps a keyboard player where the game goes on: on the board, or on the button that is asked for. */
  #placeFocus(before) {
    if (before?.isConnected && !before.disabled) return;
    this.#wantsFocus ||= before !== null;
    if (![null, this, document.body].includes(document.activeElement)) this.#wantsFocus = false;
    if (!this.#wantsFocus || this.#session.busy) return;
    const { svg, actions } = this.#parts;
    const next = svg.querySelector('[role="button"]') ?? actions.querySelector("button:not(:disabled)");
    if (next) this.#wantsFocus = false;
    next?.focus();
  }

  // ---- moving ----

  #forInput() {
    const board = this;
    const mover = () => board.data.turn.player;
    return {
      get chosen() { return board.#chosen; },
      choose: (place) => {
        this.#chosen = place;
        this.#render();
      },
      holds: (place) => this.#steps.length > 0 && countAt(this.#shown.position[mover()], place) > 0,
      isTarget: (place) => targetsOf(this.#steps, this.#chosen).includes(place),
      placeOf: (x, y) => placesOf(mover(), this.#view).at({ x, y }),
      attempt: (from, to, dropped) => this.#attempt(from, to, dropped),
      lift: (place) => this.#lift(place),
      drop: () => {
        this.#playback.end();
        this.#chosen = null;
        this.#render();
      },
    };
  }

  /** Takes a checker off the board for a finger to carry. */
  #lift(place) {
    const player = this.data.turn.player;
    this.#chosen = sourcesOf(this.#steps).includes(place) ? place : null;
    this.#playback.lift(this.data.position, player, place);
    this.#render();
    return this.#playback.carried(player);
  }

  /** Plays a legal step; what is not legal goes to the service as well, which says why. */
  #attempt(from, to, dropped) {
    const step = this.#steps.find((one) => one.from === from && one.to === to);
    this.#chosen = null;
    this.#wantsFocus ||= this.shadowRoot.activeElement !== null;
    if (step) this.#playStep(step, { dropped });
    else this.#act("moves", { steps: [{ from, to }] });
  }

  #playStep(step, { dropped = false, forced = false } = {}) {
    const { game, canSend } = this.#session;
    const body = { steps: [{ from: step.from, to: step.to, number: step.number }] };
    const flight = canSend ? this.#playback.fly(game.position, game.turn.player, step, dropped) : null;
    return this.#act("moves", body, { flight, forced });
  }

  /** With `auto`, a step to which there is no other is played without being asked for. */
  #playForced() {
    if (!this.hasAttribute("auto") || !this.#session.canSend) return;
    const version = this.data?.version;
    const isForced = () => new Set(this.#steps.map((step) => `${step.from}/${step.to}`)).size === 1;
    if (!isForced()) return;
    setTimeout(() => {
      if (this.data.version === version && isForced()) this.#playStep(this.#steps[0], { forced: true });
    }, AUTO_PAUSE);
  }

  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get("acey-board")) customElements.define("acey-board", AceyBoard);
