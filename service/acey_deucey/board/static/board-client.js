// One game over HTTP: reads, commands that may be repeated safely, the log; it knows no page and no picture.

const TRIES = 3;
const SILENCE = 45000; // milliseconds; a stream gives a sign of life every 15 s
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A refusal by the service: an RFC 9457 problem. */
export class Problem extends Error {
  constructor(body) {
    super(body.detail ?? body.title ?? "");
    this.body = body;
  }
}

/** A key that no other request has. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the service answers to a request, as JSON; refusals are thrown as Problem, no answer at all as TypeError. */
export async function ask(url, { method = "GET", body, token, lang, headers = {}, signal } = {}) {
  const sent = { Accept: "application/json, application/problem+json", ...headers };
  if (token) sent.Authorization = `Bearer ${token}`;
  if (lang) sent["Accept-Language"] = lang;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const init = { method, headers: sent, signal, body: body === undefined ? undefined : JSON.stringify(body) };
  const answer = await fetch(url, { ...init, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" });
  const json = await answer.json().catch(() => ({ title: answer.statusText, status: answer.status }));
  if (!answer.ok) throw new Problem({ status: answer.status, ...json });
  return json;
}

/** A POST that may be sent again when no answer comes: the key makes sure that it is carried out once. */
export async function post(url, body, { key = newKey(), ...more } = {}) {
  const headers = { ...more.headers, "Idempotency-Key": key };
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask(url, { ...more, method: "POST", body, headers });
    } catch (error) {
      const passing = error instanceof TypeError || [502, 503, 504].includes(error.body?.status);
      if (!passing || tried === TRIES) throw error;
      await pause(400 * tried);
    }
  }
}

/** One game of a service, perhaps with the token of a seat. */
export class GameClient {
  constructor(origin, id, lang) {
    this.id = id;
    this.url = `${origin}/v1/games/${encodeURIComponent(id)}`;
    this.lang = lang;
    this.token = null;
  }

  get(at) {
    return ask(at ? `${this.url}?at=${at}` : this.url, { token: this.token, lang: this.lang });
  }

  command(path, body, { version, key, dryRun = false } = {}) {
    const headers = version ? { "If-Match": `"${version}"` } : {};
    const url = `${this.url}/${path}${dryRun ? "?dry_run=true" : ""}`;
    return post(url, body, { key, headers, token: this.token, lang: this.lang });
  }

  /** The log after a version. */
  async events(after) {
    return (await ask(`${this.url}/events?after=${after}`, { token: this.token, lang: this.lang })).entries;
  }

  /** Calls `onNews(game, events)` for all that happens after `version()`, until the signal or the game's end. */
  async watch({ version, onNews, onTrouble, signal }) {
    let trouble = 0;
    const onSign = () => {
      if (trouble) onTrouble(null);
      trouble = 0;
    };
    while (!signal.aborted) {
      try {
        if (await this.#listen(version, onNews, onSign, signal)) return;
      } catch (error) {
        if (signal.aborted) return;
        trouble += 1;
        onTrouble(error);
        if ([401, 403, 404, 410].includes(error.body?.status)) return;
      }
      await pause(Math.min(500 * 2 ** trouble, 30000));
    }
  }

  /** Listens to one event stream; whether the game is over at its end. */
  async #listen(version, onNews, onSign, signal) {
    const headers = { Accept: "text/event-stream, application/problem+json" };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    const init = { headers, signal, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" };
    const answer = await fetch(`${this.url}/events?after=${version()}`, init);
    if (answer.status === 204) return true;
    if (!answer.ok) throw new Problem({ status: answer.status, ...(await answer.json().catch(() => ({}))) });
    for await (const { event, data } of messages(answer.body, onSign)) {
      if (event === "drain") return false;
      if (event === "game" || event === "entry") {
        if (await this.#tell(JSON.parse(data), version, onNews)) return true;
      }
    }
    return false;
  }

  /** Tells what is new in a message, be it a log entry or a whole game; whether the game is over. */
  async #tell(news, version, onNews) {
    if (news.version <= version()) return false;
    const game = await this.get();
    const entries = game.version === news.version ? [news] : await this.events(version());
    await onNews(game, entries.filter((entry) => entry.version <= game.version).flatMap((entry) => entry.events));
    return game.status === "finished";
  }
}

/** The messages of an event stream; `onSign` is called for each sign of life, silence for long is an error. */
async function* messages(body, onSign) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await withinSilence(reader.read());
      if (done) return;
      onSign();
      const parts = (text + value).replaceAll("\r\n", "\n").split("\n\n");
      text = parts.pop();
      for (const part of parts) yield message(part);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function message(part) {
  const found = { event: "message", data: "" };
  for (const line of part.split("\n")) {
    const [, field, value] = line.match(/^(event|data): ?(.*)$/) ?? [];
    if (field) found[field] = value;
  }
  return found;
}

/** What the promise gives, unless nothing comes for longer than a stream may be silent. */
function withinSilence(promise) {
  let timer;
  const silence = new Promise((_, fail) => { timer = setTimeout(() => fail(new TypeError("silence")), SILENCE); });
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}
