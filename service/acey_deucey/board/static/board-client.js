// One game for the board, over the client of the API: it keeps the token, and tells what is new. It knows no page.

import { Client, NotAllowed, NotFound } from "./client.js";

const AGAIN = 30; // seconds until the log is asked for again after the client gave it up

/** How a game's handle carries out what is posted to a path of the game. */
const COMMANDS = {
  rolls: (game, { dice }, how) => game.roll(dice, how),
  moves: (game, { play, steps }, how) => game.play(play ?? steps, how),
  "named-doubles": (game, { number }, how) => game.name(number, how),
  undos: (game, _, how) => game.undo(how),
  resignations: (game, _, how) => game.resign(how),
};

/** One game of a service, perhaps with the token of a seat. */
export class GameClient {
  #games;
  #game = null;
  #token = null;

  constructor(origin, id, lang) {
    this.id = id;
    this.#games = new Client(origin, { lang }).games;
  }

  get token() {
    return this.#token;
  }

  set token(token) {
    this.#token = token || null;
    this.#game?.hold(this.#tokens);
  }

  /** Whether there is a seat to act for. */
  get canAct() {
    return this.#token !== null;
  }

  /** The token filed under a seat, no matter which: it is the only one, so the handle acts with it. */
  get #tokens() {
    return this.#token ? { white: this.#token } : {};
  }

  async #handle() {
    this.#game ??= await this.#games.get(this.id, this.#tokens);
    this.#game.hold(this.#tokens);
    return this.#game;
  }

  async get() {
    return this.#game ? this.#game.refresh() : (await this.#handle()).state;
  }

  async at(version) {
    return (await this.#handle()).at(version);
  }

  /** The game after what is posted to one of its paths, or as it would be; refused if the version is not its newest. */
  async command(path, body, { version, key, dryRun = false } = {}) {
    const game = await this.#handle();
    return dryRun ? game.tryPlay(body.play ?? body.steps) : COMMANDS[path](game, body, { ifUnchanged: version, key });
  }

  /** The log after a version. */
  async events(after) {
    return (await this.#handle()).events(after);
  }

  /** What the game's dice can be checked by. */
  async dice() {
    return (await this.#handle()).dice();
  }

  /** The best choices of the player in turn, and why. */
  async hints(limit) {
    return (await this.#handle()).hints(limit);
  }

  /** What was played well and badly in the finished game. */
  async analysis() {
    return (await this.#handle()).analysis();
  }

  /** Calls `onNews(game, events)` for all that happens after `version()`, until the signal or the game's end. */
  async watch({ version, onNews, onTrouble, signal }) {
    while (!signal.aborted) {
      try {
        await this.#follow(version(), onNews, onTrouble, signal);
        return;
      } catch (failure) {
        if (signal.aborted) return;
        onTrouble(failure);
        if (failure instanceof NotFound || failure instanceof NotAllowed) return;
        await new Promise((done) => setTimeout(done, AGAIN * 1000));
      }
    }
  }

  /** Tells entry after entry; those behind which the game is already known are told together. */
  async #follow(after, onNews, onTrouble, signal) {
    const game = await this.#handle();
    let events = [];
    for await (const entry of game.watch({ after, onTrouble, signal })) {
      events.push(...entry.events);
      if (entry.version < game.state.version) continue;
      await onNews(game.state, events);
      events = [];
    }
  }
}
