// The client for the HTTP API of acey-deucey, for browsers and node: one module, no dependency, types in JSDoc.
// It knows the contract and neither page nor picture. Every command carries an idempotency key, so that asking again
// when no answer came is safe. Tokens stay inside a game's handle and go into no URL.
//
//   import { Client } from "/static/client.js";
//   const game = await new Client().games.create();
//   await game.roll();
//   await game.play(game.state.legal.steps[0]);

/**
 * @typedef {"white" | "black"} Player
 * @typedef {{hand: number, bar: number, off: number, points: Record<string, number>}} Side
 * @typedef {{white: Side, black: Side, board: number[], pips: {white: number, black: number}, id: string}} Position
 * @typedef {{player: Player | null, awaits: "opening" | "roll" | "move" | "name" | null, stage: string | null,
 *   dice: number[] | null, numbers: number[], named: number | null, rolls: number}} Turn
 * @typedef {{from: "hand" | "bar" | number, to: "off" | number, number: number, hit: boolean, text: string}} Step
 * @typedef {{winner: Player | null, reason: string, points: number}} Result
 * @typedef {{type: string, [member: string]: unknown}} GameEvent
 * @typedef {{version: number, at: string, events: GameEvent[]}} Entry
 * @typedef {{id: string, version: number, status: "waiting" | "playing" | "finished",
 *   ruleset: {id: string, version: number, options: Record<string, unknown>},
 *   seats: Record<Player, {kind: string, name: string | null, level: string | null}>, turn: Turn, position: Position,
 *   legal: {steps: Step[], names: number[]}, can_undo: boolean, stake: number, result: Result | null,
 *   lesson: {id: string, task: string, solved: boolean | null, href: string} | null,
 *   clock: {turn_seconds: number, deadline: string | null} | null,
 *   dice: {mode: string, commitment: string | null}, private: boolean, hints: boolean, labels: Record<string, string>,
 *   created_at: string, updated_at: string, expires_at: string, events: GameEvent[], links: Record<string, string>,
 *   dry_run?: boolean}} GameState
 * @typedef {{play: string, steps: Step[], position: Position, next: string}} Play
 * @typedef {{name: number | null, play: string, steps: Step[], win: number, points: number, loss: number,
 *   reasons: {hits: number, entered: number, borne_off: number, made: number[], blots: number[], hit_by: number[],
 *   enters_with: number[] | null}, text: string}} Hint
 * @typedef {{version: number, command: number, player: Player, kind: "play" | "name", done: string, best: string,
 *   loss: number}} Decision
 * @typedef {{decisions: number, loss: number, luck: number}} Total
 * @typedef {{game: string, decisions: Decision[], rolls: {version: number, command: number, player: Player,
 *   dice: number[], luck: number}[], totals: Record<Player, Total>, white_wins: {version: number, win: number}[]}} Analysis
 * @typedef {"held" | "open" | {bot: "random" | "novice" | "expert"}} SeatWish
 * @typedef {{ruleset?: string, options?: Record<string, unknown>, seats?: Partial<Record<Player, SeatWish>>,
 *   dice?: {mode?: "server" | "scripted" | "manual", rolls?: number[][]}, position?: string | object, turn?: object,
 *   private?: boolean, hints?: boolean, labels?: Record<string, string>, record?: object | string,
 *   lesson?: string, clock?: {turn_seconds: number}}} NewGame
 * @typedef {{seat?: Player, ifUnchanged?: boolean | number, key?: string}} How
 *   `seat`: for which player, where both tokens are held; otherwise for the one in turn. `ifUnchanged`: only if nobody
 *   has acted since the handle saw the game, or since a version. `key`: an idempotency key of your own.
 * @typedef {{name?: string, entropy?: string, key?: string}} Joining
 * @typedef {{lang?: string, timeout?: number, tries?: number, apiKey?: string, fetch?: typeof fetch}} Options
 *   `lang`: in which language the service speaks; `timeout`: seconds for one try; `tries`: how often a call is tried
 *   when no answer comes, or the service is not available; `apiKey`: makes the games created here your own, not for
 *   pages that others see.
 * @typedef {{id: string, version: number, status: string, ruleset: object, seats: object, turn: Turn,
 *   result: Result | null, private: boolean, labels: Record<string, string>, created_at: string, updated_at: string,
 *   expires_at: string, links: Record<string, string>}} GameSummary
 * @typedef {{status?: "waiting" | "playing" | "finished", cursor?: string, limit?: number}} Listing
 * @typedef {{entry?: Entry, snapshot?: GameState, over?: boolean}} News
 * @typedef {{operation: string, parts?: Record<string, string>, query?: Record<string, unknown>, body?: object,
 *   accept?: string, token?: string | null, ifMatch?: number, key?: string, wait?: number, signal?: AbortSignal,
 *   repeated?: boolean}} Call
 */

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const STREAM_TYPE = "text/event-stream";
const PASSING = [502, 503, 504];
const LONGEST_PAUSE = 10; // seconds, between two tries
const LONGEST_WAIT = 25; // seconds that the service may hold an answer back
const SILENCE = 45; // seconds; a stream gives a sign of life every 15
const WATCH_TRIES = 12;
const WATCH_PAUSE = 60; // seconds, the longest between two tries of watching
const BETWEEN = 0.25; // seconds, between two requests of watching

/** Method and path of every operation that is called here, by its id in the OpenAPI document. */
export const OPERATIONS = Object.freeze({
  create_game: ["POST", "/v1/games"],
  list_games: ["GET", "/v1/games"],
  create_games: ["POST", "/v1/games/bulk"],
  get_game: ["GET", "/v1/games/{game_id}"],
  take_seat: ["POST", "/v1/games/{game_id}/seats"],
  roll_dice: ["POST", "/v1/games/{game_id}/rolls"],
  play_moves: ["POST", "/v1/games/{game_id}/moves"],
  name_double: ["POST", "/v1/games/{game_id}/named-doubles"],
  undo_moves: ["POST", "/v1/games/{game_id}/undos"],
  resign_game: ["POST", "/v1/games/{game_id}/resignations"],
  list_plays: ["GET", "/v1/games/{game_id}/plays"],
  list_events: ["GET", "/v1/games/{game_id}/events"],
  show_board_text: ["GET", "/v1/games/{game_id}/board.txt"],
  show_board_svg: ["GET", "/v1/games/{game_id}/board.svg"],
  show_record: ["GET", "/v1/games/{game_id}/record"],
  show_dice: ["GET", "/v1/games/{game_id}/dice"],
  show_hints: ["GET", "/v1/games/{game_id}/hint"],
  show_analysis: ["GET", "/v1/games/{game_id}/analysis"],
  evaluate_position: ["POST", "/v1/referee/evaluate"],
  find_plays: ["POST", "/v1/referee/plays"],
  apply_command: ["POST", "/v1/referee/apply"],
  list_rulesets: ["GET", "/v1/rulesets"],
  get_ruleset: ["GET", "/v1/rulesets/{ruleset_id}"],
  compare_rulesets: ["GET", "/v1/rulesets/compare"],
  list_rules: ["GET", "/v1/rules"],
  get_rule: ["GET", "/v1/rules/{rule_id}"],
  list_lessons: ["GET", "/v1/lessons"],
  get_lesson: ["GET", "/v1/lessons/{lesson_id}"],
  livez: ["GET", "/livez"],
  readyz: ["GET", "/readyz"],
  show_metrics: ["GET", "/metrics"],
  show_openapi: ["GET", "/openapi.json"],
  show_problems: ["GET", "/problems"],
  show_problem: ["GET", "/problems/{slug}"],
});

/** Anything that a call here throws when it is not answered as hoped. */
export class Failure extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** No answer came, after all tries. A command may have been carried out: repeat it with the same key. */
export class NoAnswer extends Failure {}

/** An answer outside the contract, so something else answered. */
export class UnexpectedAnswer extends Failure {}

/** The service refused, with a problem of RFC 9457; `body` is all that it told, `message` its sentence for people. */
export class Problem extends Failure {
  /** @param {Record<string, any>} body  @param {number | null} [retryAfter]  @param {string | null} [requestId] */
  constructor(body, retryAfter = null, requestId = null) {
    super(body.detail ?? body.title);
    this.body = body;
    this.slug = String(body.type).split("/").at(-1);
    this.status = body.status;
    this.title = body.title;
    this.rule = body.rule ?? null;
    this.legalExample = body.legal_example ?? null;
    this.stepIndex = body.step_index ?? null;
    this.number = body.number ?? null;
    this.version = body.version ?? null;
    this.currentVersion = body.current_version ?? null;
    this.index = body.index ?? null;
    this.errors = body.errors ?? [];
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** The program asked for what cannot be. */
export class WrongRequest extends Problem {}
/** The token is missing, or is not one for this. */
export class NotAllowed extends Problem {}
/** There is no such thing, or no longer. */
export class NotFound extends Problem {}
/** The game does not allow it: tell the player. */
export class Refused extends Problem {}
/** Somebody else was faster: look again, then decide again. */
export class Outpaced extends Problem {}
/** Too much at once; `retryAfter` says when to come back. */
export class RateLimited extends Problem {}
/** The service cannot do what it should. */
export class ServiceTrouble extends Problem {}

const OUTPACED = ["seat-taken", "lost-race", "game-exists", "stale-version"];
const BY_STATUS = { 401: NotAllowed, 403: NotAllowed, 404: NotFound, 409: Refused, 410: NotFound, 429: RateLimited };

/** The class of a problem: whose fault it is. @param {Record<string, any>} body */
export function kindOf(body) {
  const slug = String(body.type).split("/").at(-1) ?? "";
  if (OUTPACED.includes(slug) || body.status === 412) return Outpaced;
  if (slug === "unreadable-play" || (body.rule && [403, 409, 422].includes(body.status))) return Refused;
  const byStatus = BY_STATUS[/** @type {keyof typeof BY_STATUS} */ (body.status)];
  return byStatus ?? (body.status >= 500 ? ServiceTrouble : WrongRequest);
}

/** @param {number} seconds  @param {AbortSignal} [signal] */
function pause(seconds, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, seconds * 1000);
    signal?.addEventListener("abort", () => { clearTimeout(timer); done(undefined); }, { once: true });
  });
}

/** A signal that comes after some silence, or when another comes. */
class Patience {
  /** @param {number} seconds  @param {AbortSignal} [signal] */
  constructor(seconds, signal) {
    this.seconds = seconds;
    this.controller = new AbortController();
    this.other = signal;
    this.give = () => this.controller.abort(signal?.reason);
    if (signal?.aborted) this.give();
    signal?.addEventListener("abort", this.give);
    this.renew();
  }

  renew() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(new Error("too long")), this.seconds * 1000);
  }

  end() {
    clearTimeout(this.timer);
    this.other?.removeEventListener("abort", this.give);
  }
}

/** @param {Response} answer  @returns {number | null} */
function retryAfter(answer) {
  const header = answer.headers.get("Retry-After") ?? "";
  return /^\d+$/.test(header) ? Number(header) : null;
}

/** @param {Response} answer */
const mediaOf = (answer) => (answer.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();

/** What an answer that is no good one is thrown as. @param {Response} answer  @returns {Promise<Failure>} */
async function failureOf(answer) {
  /** @type {[number | null, string | null]} */
  const told = [retryAfter(answer), answer.headers.get("X-Request-Id")];
  const body = mediaOf(answer) === PROBLEM_TYPE ? await answer.json().catch(() => null) : null;
  if (body?.type && body.status && body.title) return new (kindOf(body))(body, ...told);
  if (PASSING.includes(answer.status)) {
    const away = { type: "about:blank", title: answer.statusText || "Unavailable", status: answer.status };
    return new ServiceTrouble(away, ...told);
  }
  return new UnexpectedAnswer(`The answer has status ${answer.status} and is ${mediaOf(answer) || "of no type"}.`);
}

/** How long to wait for the next try in seconds; null: there is none. */
function pauseAfter(failure, tried, tries, longest) {
  const passing = failure instanceof NoAnswer || PASSING.includes(failure.status);
  if (!passing || tried >= tries) return null;
  if (failure.retryAfter != null) return failure.retryAfter <= longest ? failure.retryAfter : null;
  return Math.min(longest, 0.25 * 2 ** (tried - 1)) * (0.5 + Math.random() / 2);
}

/** @type {Pick<RequestInit, "cache" | "credentials" | "referrerPolicy">} */
const APART = { cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" };

/** The way to a service: builds requests, sends them, reads answers. */
class Wire {
  /** @param {string | URL} url  @param {Options} options */
  constructor(url, { lang, timeout = 10, tries = 4, fetch = globalThis.fetch }) {
    this.url = String(url).replace(/\/+$/, "");
    this.lang = lang;
    this.timeout = timeout;
    this.tries = tries;
    this.fetch = fetch.bind(globalThis);
  }

  /** @param {Call} call  @returns {[string, RequestInit]} */
  request({ operation, parts = {}, query = {}, body, accept = JSON_TYPE, token, ifMatch, key }) {
    const [method, pattern] = OPERATIONS[/** @type {keyof typeof OPERATIONS} */ (operation)];
    const path = pattern.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(parts[name]));
    const given = Object.entries(query).filter(([, value]) => value != null);
    const asked = given.map(([name, value]) => [name, String(value)]);
    /** @type {Record<string, string>} */
    const headers = { Accept: `${accept}, ${PROBLEM_TYPE};q=0.9` };
    if (body !== undefined) headers["Content-Type"] = JSON_TYPE;
    if (token) headers.Authorization = `Bearer ${token}`;
    if (this.lang) headers["Accept-Language"] = this.lang;
    if (ifMatch !== undefined) headers["If-Match"] = `"${ifMatch}"`;
    if (method === "POST") headers["Idempotency-Key"] = `"${key ?? newKey()}"`;
    const url = `${this.url}${path}${asked.length ? `?${new URLSearchParams(asked)}` : ""}`;
    return [url, { method, headers, body: body && JSON.stringify(body), ...APART }];
  }

  /** What a call is worth, asked for again while trouble may pass; `as` reads the good answer. @param {Call} call */
  async call(call, as = asJson) {
    const request = this.request(call);
    const tries = call.repeated === false ? 1 : this.tries;
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.try(request, call, as);
      } catch (failure) {
        const seconds = pauseAfter(failure, tried, tries, LONGEST_PAUSE);
        if (seconds === null || call.signal?.aborted) throw failure;
        await pause(seconds, call.signal);
      }
    }
  }

  /** @param {[string, RequestInit]} request  @param {Call} call */
  async try([url, init], { wait = 0, signal }, as) {
    const patience = new Patience(this.timeout + wait, signal);
    try {
      const answer = await this.send(url, { ...init, signal: patience.controller.signal });
      if (!answer.ok) throw await failureOf(answer);
      return await read(answer, as);
    } finally {
      patience.end();
    }
  }

  async send(url, init) {
    try {
      return await this.fetch(url, init);
    } catch (error) {
      throw lost(url, error);
    }
  }
}

/** @param {string} url  @param {any} error */
function lost(url, error) {
  return new NoAnswer(`No answer from ${url}: ${error?.cause?.message ?? error?.message}`, { cause: error });
}

/** An idempotency key that no other command has. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const asJson = (answer) => answer.json();
const asText = (answer) => answer.text();

/** What `as` makes of an answer; it may get lost on the way, or be none of the service. */
async function read(answer, as) {
  try {
    return await as(answer);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnexpectedAnswer(`The answer cannot be read: ${error.message}`);
    throw lost(answer.url, error);
  }
}

/** A game on the service: `state` is what was last seen of it; every command gives the state after it. */
export class Game {
  #wire;
  #tokens;

  constructor(wire, state, tokens) {
    this.#wire = wire;
    this.#tokens = { ...tokens };
    /** @type {GameState} */
    this.state = state;
  }

  /** Who knows it may watch, and take an open seat. */
  get id() {
    return this.state.id;
  }

  /**
   * The tokens of the seats held here, and that to watch a private game: as secret as passwords.
   * @returns {Partial<Record<Player | "spectator", string>>}
   */
  get tokens() {
    return { ...this.#tokens };
  }

  /** Act with these tokens from now on, and with no others. @param {Partial<Record<Player, string>>} tokens */
  hold(tokens) {
    this.#tokens = { ...tokens };
  }

  /** What JSON shows of a handle: the game, and no token. */
  toJSON() {
    return this.state;
  }

  /** @returns {Promise<GameState>} the game as it is now */
  async refresh() {
    return this.#see(await this.#call({ operation: "get_game" }));
  }

  /** @param {number} version  @returns {Promise<GameState>} the game as it was at a version */
  at(version) {
    return this.#call({ operation: "get_game", query: { at: version } });
  }

  /** Take an open seat; its token is held here from now on. @param {Player} seat  @param {Joining} [joining] */
  async takeSeat(seat, { name, entropy, key } = {}) {
    const call = { operation: "take_seat", parts: { game_id: this.id }, body: { seat, name, entropy }, key };
    const { game, token } = await this.#wire.call(call);
    this.#tokens[seat] = token;
    return this.#see(game);
  }

  /** Roll; in a game with manual dice, say which ones were thrown. @param {number[]} [dice]  @param {How} [how] */
  roll(dice, how) {
    return this.#command("roll_dice", dice ? { dice } : {}, how);
  }

  /**
   * Play text ("hand/20 hand/23"), a step, steps, or a play of `plays()`: all or nothing.
   * @param {string | Step | Step[] | Play} play
   * @param {How} [how]
   */
  play(play, how) {
    return this.#command("play_moves", playBody(play), how);
  }

  /**
   * The game as it would be after a play; nothing is played.
   * @param {string | Step | Step[] | Play} play
   * @param {Player} [seat]
   */
  tryPlay(play, seat) {
    const call = { operation: "play_moves", query: { dry_run: true }, body: playBody(play) };
    return this.#call({ ...call, token: this.#token(seat) });
  }

  /** Name the double to be played after a 1-2. @param {number} number  @param {How} [how] */
  name(number, how) {
    return this.#command("name_double", { number }, how);
  }

  /** Take the last moves of this roll back, or the name. @param {How} [how] */
  undo(how) {
    return this.#command("undo_moves", {}, how);
  }

  /** Give the game up. @param {How} [how] */
  resign(how) {
    return this.#command("resign_game", {}, how);
  }

  /** All complete plays of the stage. @returns {Promise<{count: number, plays: Play[]}>} */
  plays(limit = 5000) {
    return this.#call({ operation: "list_plays", query: { limit } });
  }

  /** The same plays as a tree of steps. */
  playsTree(limit = 5000) {
    return this.#call({ operation: "list_plays", query: { as: "tree", limit } });
  }

  /** The log behind a version; where there is none, what comes within `wait` seconds. @returns {Promise<Entry[]>} */
  async events(after = 0, { wait = 0 } = {}) {
    const entries = [];
    /** @type {Record<string, unknown>} */
    let query = { after, wait: wait || undefined, limit: 1000 };
    for (;;) {
      const page = await this.#call({ operation: "list_events", query, wait });
      entries.push(...page.entries);
      if (!page.more) return entries;
      query = { cursor: page.cursor, limit: 1000 };
    }
  }

  /**
   * Everything that happens behind a version (by default the one last seen), as it happens, until the game ends:
   * no entry is missed or repeated, also when connections break. `state` is at least as new as the entry.
   * `onTrouble` is called with each failure that may pass, and with null when the service is there again.
   * @param {{after?: number, signal?: AbortSignal, onTrouble?: (failure: Failure | null) => void}} [options]
   * @returns {AsyncGenerator<Entry, void>}
   */
  async *watch({ after = this.state.version, signal, onTrouble } = {}) {
    if (this.state.status === "finished" && after >= this.state.version) return;
    let failed = 0, streams = true;
    while (!signal?.aborted) {
      const before = after;
      try {
        for await (const { entry, snapshot, over } of this.#news(after, streams, signal)) {
          if (failed) onTrouble?.(null);
          failed = 0;
          if (over) return;
          if (snapshot) after = snapshot.version; // the log is not as long as we thought
          if (!entry || entry.version <= after) continue;
          after = entry.version;
          if (after > this.state.version) await this.refresh();
          yield entry;
          if (entry.events.some(isEnd)) return;
        }
        await pause(BETWEEN, signal);
      } catch (failure) {
        if (signal?.aborted) return;
        failed = after > before ? 1 : failed + 1;
        streams = !streams;
        const seconds = pauseAfter(failure, failed, WATCH_TRIES, WATCH_PAUSE);
        if (seconds === null) throw failure;
        onTrouble?.(failure);
        await pause(seconds, signal);
      }
    }
  }

  /** The whole game as a document that can be kept, checked, and given to `games.create({ record })`. */
  record() {
    return this.#call({ operation: "show_record" });
  }

  /** The same record as text that people read; it can be given back as well. */
  recordText() {
    return this.#call({ operation: "show_record", accept: "text/plain" }, asText);
  }

  /** All throws so far, and what they can be checked by. */
  dice() {
    return this.#call({ operation: "show_dice" });
  }

  /**
   * The best choices of the player in turn, the best first: with chances, what each loses, and why.
   * @returns {Promise<{version: number, player: Player | null, awaits: string | null, hints: Hint[]}>}
   */
  hints(limit = 5) {
    return this.#call({ operation: "show_hints", query: { limit } });
  }

  /** What the players of a finished game did well and badly, and what the dice did. @returns {Promise<Analysis>} */
  analysis() {
    return this.#call({ operation: "show_analysis" });
  }

  /** The board as text. @param {{view?: Player, at?: number}} [query] */
  boardText(query) {
    return this.#call({ operation: "show_board_text", query, accept: "text/plain" }, asText);
  }

  /** The board as a picture. @param {{view?: Player, at?: number}} [query] */
  boardSvg(query) {
    return this.#call({ operation: "show_board_svg", query, accept: "image/svg+xml" }, asText);
  }

  /** What one request brings: a sign of life, entries, a snapshot, that the game is over. @returns {AsyncGenerator<News>} */
  async *#news(after, streams, signal) {
    const accept = streams ? `${STREAM_TYPE}, ${JSON_TYPE};q=0.9` : JSON_TYPE;
    const query = { after, wait: LONGEST_WAIT };
    const [url, init] = this.#wire.request(this.#inGame({ operation: "list_events", query, accept }));
    const patience = new Patience(SILENCE, signal);
    try {
      const answer = await this.#wire.send(url, { ...init, signal: patience.controller.signal });
      if (!answer.ok) throw await failureOf(answer);
      yield {};
      if (answer.status === 204) yield { over: true };
      else if (mediaOf(answer) === STREAM_TYPE) yield* streamed(answer, patience);
      else for (const entry of (await read(answer, asJson)).entries) yield { entry };
    } finally {
      patience.controller.abort();
      patience.end();
    }
  }

  #token(seat = this.state.turn.player ?? undefined) {
    const first = Object.values(this.#tokens)[0];
    return seat && seat in this.#tokens ? this.#tokens[seat] : first;
  }

  #inGame(call) {
    return { parts: { game_id: this.id }, token: this.#token(), ...call };
  }

  #call(call, read) {
    return this.#wire.call(this.#inGame(call), read);
  }

  /** @param {string} operation  @param {object} body  @param {How} [how]  @returns {Promise<GameState>} */
  async #command(operation, body, { seat, ifUnchanged, key } = {}) {
    const token = seat ? this.#tokens[seat] : this.#token();
    const ifMatch = ifUnchanged === true ? this.state.version : ifUnchanged || undefined;
    return this.#see(await this.#call({ operation, body, token, ifMatch, key }));
  }

  #see(game) {
    if (game.version >= this.state.version) this.state = game;
    return game;
  }
}

const isEnd = (event) => event.type === "finished";

function playBody(play) {
  if (typeof play === "string") return { play };
  const steps = Array.isArray(play) ? play : (play.steps ?? [play]);
  return { steps: steps.map(({ from, to, number }) => ({ from, to, number })) };
}

/** The entries of a stream, until it ends or says farewell. @returns {AsyncGenerator<News>} */
async function* streamed(answer, patience) {
  for await (const { event, data } of messages(answer, patience)) {
    if (event === "drain") return;
    if (event === "entry") yield { entry: JSON.parse(data) };
    if (event === "game") yield { snapshot: JSON.parse(data) };
  }
}

/** The messages of an event stream; each piece of it renews the patience. */
async function* messages(answer, patience) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "", event = "message", data = [];
  for (;;) {
    const { value, done } = await read(answer, () => reader.read());
    if (done) return;
    patience.renew();
    const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const [, field, said] = line.match(/^([^:]+)(?:: ?(.*))?$/) ?? [];
      if (field === "event") event = said;
      if (field === "data") data.push(said);
      if (line !== "") continue;
      if (data.length) yield { event, data: data.join("\n") };
      event = "message";
      data = [];
    }
  }
}

/** A service at a URL, by default the one that this page comes from. */
export class Client {
  /**
   * @param {string | URL} [url]
   * @param {Options} [options]
   */
  constructor(url = globalThis.location?.origin, options = {}) {
    const wire = new Wire(url, options);
    const call = (operation, more = {}, as) => wire.call({ operation, ...more }, as);
    const token = options.apiKey;
    const member = (name) => async (answer) => (await answer.json())[name];
    this.games = {
      /** @param {NewGame & {key?: string}} [game]  @returns {Promise<Game>} */
      create: async ({ key, ...game } = {}) => {
        const made = await call("create_game", { body: game, key, token });
        return new Game(wire, made.game, made.tokens);
      },
      /**
       * Several new games, 100 at most, all of them or none.
       * @param {NewGame[]} games  @param {{key?: string}} [options]
       * @returns {Promise<{id: string, tokens: Record<string, string>, links: Record<string, string>}[]>}
       */
      createAll: (games, { key } = {}) => call("create_games", { body: { games }, key, token }, member("games")),
      /**
       * Your games, those created last first.
       * @param {Listing} [query]
       * @returns {Promise<{games: GameSummary[], cursor: string | null, more: boolean}>}
       */
      list: (query = {}) => call("list_games", { query, token }),
      /** @param {string} id  @param {Partial<Record<Player | "spectator", string>>} [tokens]  @returns {Promise<Game>} */
      get: async (id, tokens = {}) => {
        const state = await call("get_game", { parts: { game_id: id }, token: Object.values(tokens)[0] });
        return new Game(wire, state, tokens);
      },
      /** @param {string} id  @param {Player} seat  @param {Joining} [joining]  @returns {Promise<Game>} */
      join: async (id, seat, { name, entropy, key } = {}) => {
        const joined = await call("take_seat", { parts: { game_id: id }, body: { seat, name, entropy }, key });
        return new Game(wire, joined.game, { [seat]: joined.token });
      },
    };
    this.referee = {
      /** @param {string | object} position  @param {object} [stage]  player, stage, numbers, ruleset, options, limit */
      plays: (position, stage = {}) => call("find_plays", { body: { position, ...stage } }),
      /**
       * What a position is worth to the player in turn; `more` may hold ruleset, options and turn.
       * @param {string | object} position  @param {object} [more]
       * @returns {Promise<{player: Player, win: number, points: number}>}
       */
      evaluate: (position, more = {}) => call("evaluate_position", { body: { position, ...more } }),
      /** @param {string | object} position  @param {{roll: number[]} | {play: string} | {name: number}} command */
      apply: (position, command, more = {}) => call("apply_command", { body: { position, command, ...more } }),
    };
    this.rulesets = {
      list: () => call("list_rulesets", {}, member("rulesets")),
      get: (id) => call("get_ruleset", { parts: { ruleset_id: id } }),
      compare: (left, right) => call("compare_rulesets", { query: { left, right } }),
    };
    this.rules = {
      list: () => call("list_rules", {}, member("rules")),
      get: (id) => call("get_rule", { parts: { rule_id: id } }),
    };
    this.lessons = {
      list: () => call("list_lessons", {}, member("lessons")),
      get: (id) => call("get_lesson", { parts: { lesson_id: id } }),
    };
    this.problems = {
      list: () => call("show_problems", {}, member("problems")),
      get: (slug) => call("show_problem", { parts: { slug } }),
    };
    this.openapi = () => call("show_openapi");
    /** The figures of the server that answers, in the text form of Prometheus. */
    this.metrics = () => call("show_metrics", { accept: "text/plain" }, asText);
    /** Whether the service answers at all. */
    this.live = () => call("livez", { repeated: false }).then(() => true, () => false);
    /** Whether the service wants traffic, and why not. @returns {Promise<{ready: boolean, reasons: string[]}>} */
    this.ready = () => call("readyz", { repeated: false }).then(
      () => ({ ready: true, reasons: [] }),
      (failure) => {
        if (failure.slug !== "not-ready") throw failure;
        return { ready: false, reasons: failure.body.reasons ?? [] };
      },
    );
  }
}
