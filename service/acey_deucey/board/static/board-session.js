// One board's part in a game: the newest game known, commands on their way, one that waits for Done. It knows no
// picture: what is to be shown, told or animated goes to its `board`.

import { Problem, newKey } from "./client.js";

const AGAIN = 3000; // milliseconds until a game that could not be read is asked for again

/**
 * `board` offers: taken(game, events), playBack(game, events, shown), held(events), started(), settled(), refused(error),
 * trouble(error or null), moved(steps, game).
 */
export class Session {
  game = null; // the newest game that is known
  held = null; // a command that waits for Done, and the game after it
  busy = false; // a command is on its way
  #board;
  #client = null;
  #token = null;
  #watching = null;
  #settled = Promise.resolve(); // when the command on its way has come back
  #queue = Promise.resolve(); // games are shown one after the other

  constructor(board) {
    this.#board = board;
  }

  get token() {
    return this.#token;
  }

  set token(token) {
    this.#token = token || null;
    if (this.#client) this.#client.token = this.#token;
  }

  /** Whether there is a way to the game. */
  get isConnected() {
    return this.#client !== null;
  }

  /** Whether commands can be sent: to a service, for a seat. */
  get canSend() {
    return this.#client?.canAct ?? false;
  }

  /** Follows the game of a client from now on; null follows none. */
  connect(client) {
    this.#watching?.abort();
    this.#watching = null;
    this.#client = client;
    if (!client) return;
    client.token = this.#token;
    this.#watching = new AbortController();
    this.#follow(client, this.#watching.signal);
  }

  /** Takes a game that comes from outside; the version after the one that is shown is shown as what happened. */
  give(game) {
    this.#queue = this.#queue.then(async () => {
      const before = this.game;
      const events = game?.events ?? [];
      const isNext = before && game && before.id === game.id && before.version + 1 === game.version;
      if (isNext) await this.#board.playBack(before, events);
      this.#take(game, events);
    });
  }

  async refresh() {
    const game = await this.#client?.get();
    // What happened later may have been heard of meanwhile.
    const isPast = game?.id === this.game?.id && game?.version < this.game?.version;
    if (game && !isPast) this.#take(game, []);
  }

  /** Carries a command out; with `holds`, first on trial: when the turn would pass by it, it waits for Done. */
  act(path, body, { flight = null, holds = false } = {}) {
    return this.#alone(async () => {
      try {
        const version = this.game.version;
        const trial = holds ? await this.#client.command(path, body, { version, dryRun: true }) : null;
        await flight;
        if (trial && !trial.can_undo) this.#hold({ path, body, game: trial, key: newKey() });
        else await this.#commit(path, body, newKey(), flight !== null);
      } finally {
        await flight;
      }
    });
  }

  /** Sends what waits for Done. */
  async done() {
    const { held } = this;
    if (held && !this.busy) await this.#alone(() => this.#commit(held.path, held.body, held.key, true));
  }

  takeBack() {
    this.held = null;
    this.#board.held([]);
  }

  #hold(held) {
    this.held = held;
    this.#board.held(held.game.events);
  }

  /** Does a piece of work with no other beside it. */
  async #alone(work) {
    let settle;
    this.#settled = new Promise((done) => { settle = done; });
    this.busy = true;
    this.#board.started();
    try {
      await work();
    } catch (error) {
      this.#board.refused(error);
      if (error.body?.status === 412) await this.refresh().catch(() => {});
    } finally {
      this.busy = false;
      settle();
      this.#board.settled();
    }
  }

  async #commit(path, body, key, isShown) {
    const before = this.game;
    const game = await this.#client.command(path, body, { key, version: before.version });
    this.held = null;
    await this.#board.playBack(before, game.events, isShown);
    this.#take(game, game.events);
    const moved = game.events.find((event) => event.type === "moved");
    if (path === "moves" && moved) this.#board.moved(moved.steps, game);
  }

  #take(game, events) {
    this.game = game;
    this.held = null;
    this.#board.taken(game, events);
  }

  async #follow(client, signal) {
    while (this.game?.id !== client.id) {
      try {
        const game = await client.get();
        if (signal.aborted) return;
        this.#take(game, game.events);
      } catch (error) {
        this.#board.trouble(error);
        if (signal.aborted || error instanceof Problem) return;
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
    if (this.game.status === "finished") return;
    await client.watch({
      version: () => this.game.version,
      onNews: (game, events) => this.#receive(game, events),
      onTrouble: (error) => this.#board.trouble(error),
      signal,
    });
  }

  /** Shows what others did, unless it is what this board has just done. */
  #receive(game, events) {
    this.#queue = this.#queue.then(async () => {
      await this.#settled;
      if (game.version <= this.game.version) return;
      this.held = null;
      await this.#board.playBack(this.game, events);
      this.#take(game, events);
    });
    return this.#queue;
  }
}
