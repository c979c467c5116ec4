// The JavaScript client against a service that runs: ACEY_URL says where, ACEY_CLIENT which module to test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

const module = await import(process.env.ACEY_CLIENT);
const { Client, OPERATIONS } = module;
const { NoAnswer, NotAllowed, NotFound, Outpaced, Problem, Refused, ServiceTrouble } = module;
const { UnexpectedAnswer, WrongRequest } = module;

const url = process.env.ACEY_URL;
const client = new Client(url);
const SCRIPT = { dice: { mode: "scripted", rolls: [[6, 3], [2, 1], [5, 3]] } };

/** A fetch that answers with one reply after another, the last for ever. */
function scripted(...replies) {
  const sent = [];
  const fetch = async (address, init) => {
    sent.push({ address, ...init });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply instanceof Error) throw reply;
    return reply.clone();
  };
  return { fetch, sent };
}

const away = new TypeError("fetch failed");
const json = (status, body, headers = {}) => {
  const all = { "Content-Type": "application/json", ...headers };
  return new Response(JSON.stringify(body), { status, headers: all });
};
const problem = (status, slug, headers = {}) => {
  const body = { type: `/problems/${slug}`, title: "No", status, detail: "It cannot be." };
  return json(status, body, { "Content-Type": "application/problem+json", ...headers });
};
const notNow = problem(503, "store-unavailable", { "Retry-After": "0" });
const rules = json(200, { rules: [] });

test("a turn with an acey-deucey is played", async () => {
  const game = await client.games.create(SCRIPT);
  assert.equal((await game.roll()).turn.stage, "acey_deucey");
  assert.deepEqual((await game.plays()).count, (await game.playsTree()).count);
  assert.equal((await game.tryPlay("hand/23 hand/24")).dry_run, true);
  await game.play(game.state.legal.steps[0]);
  await game.undo();
  assert.equal((await game.play((await game.plays(1)).plays[0])).turn.awaits, "name");
  assert.deepEqual((await game.name(6)).turn.numbers, [6, 6, 6, 6]);
  assert.equal(await game.play("hand/19(4)"), game.state);
  assert.equal((await game.at(2)).turn.stage, "acey_deucey");
  const again = await client.games.create({ record: await game.record() });
  assert.deepEqual(again.state.position.white, game.state.position.white);
  assert.match(await game.recordText(), /^acey-deucey record/);
  assert.equal((await game.dice()).mode, "scripted");
  assert.match(await game.boardText({ view: "black" }), /White to roll/);
  assert.match(await game.boardSvg(), /^<svg/);
  assert.deepEqual((await game.events(5)).map((entry) => entry.version), [6, 7]);
});

test("a whole game comes to its end", async () => {
  const game = await client.games.create({ ruleset: "european" });
  while (game.state.status === "playing") {
    const { turn, legal } = game.state;
    if (turn.awaits === "roll") await game.roll();
    else if (turn.awaits === "name") await game.name(legal.names[0]);
    else await game.play(legal.steps[0]);
  }
  assert.match(game.state.result.reason, /borne_off|deadlock/);
  for await (const entry of game.watch()) assert.fail(`nothing follows, not ${entry.version}`);
});

test("refusals are of a class that says whose fault it is", async () => {
  const game = await client.games.create(SCRIPT);
  await assert.rejects(game.play("hand/21"), Refused);
  await game.roll();
  const refusal = await game.play("hand/21").catch((error) => error);
  assert.ok(refusal instanceof Refused);
  assert.deepEqual([refusal.slug, refusal.status, refusal.number, refusal.stepIndex], ["number-not-rolled", 422, 4, 0]);
  assert.equal(refusal.rule.id, "B-dice");
  assert.equal((await game.play(refusal.legalExample)).version, 3);
  await assert.rejects((await client.games.get(game.id)).roll(), NotAllowed);
  await assert.rejects(client.games.get("k3q8w1c5t9r2m4x7z0a6bd"), NotFound);
  await assert.rejects(client.games.create({ ruleset: "danish" }), WrongRequest);
  const other = await client.games.get(game.id, game.tokens);
  await other.undo();
  const late = await game.undo({ ifUnchanged: true }).catch((error) => error);
  assert.ok(late instanceof Outpaced);
  assert.equal(late.currentVersion, 4);
});

test("every problem of the service has a class", async () => {
  for (const kind of await client.problems.list()) {
    const explained = await client.problems.get(kind.type.split("/").at(-1));
    const made = module.kindOf({ ...kind, rule: explained.rule });
    assert.notEqual(made, Problem);
    if (explained.rule) assert.equal(made, Refused, kind.type);
    else if (kind.status >= 500) assert.equal(made, ServiceTrouble, kind.type);
  }
});

test("two players share a game by its id", async () => {
  const white = await client.games.create({ seats: { black: "open" } });
  const black = await new Client(url).games.join(white.id, "black", { name: "Ada" });
  assert.deepEqual(Object.keys(black.tokens), ["black"]);
  await assert.rejects(white.takeSeat("black"), Outpaced);
  assert.equal((await white.refresh()).seats.black.name, "Ada");
  assert.equal((await black.resign()).result.winner, "white");
});

test("tokens are in no address, no JSON and nothing printed", async () => {
  const sent = [];
  const noting = new Client(url, { fetch: (address, init) => { sent.push(address); return fetch(address, init); } });
  const game = await noting.games.create({ private: true });
  await game.roll();
  const shown = JSON.stringify(game) + inspect(game, { depth: 9 }) + sent.join();
  for (const token of Object.values(game.tokens)) assert.ok(!shown.includes(token));
});

test("several games are created at once or not at all", async () => {
  const made = await client.games.createAll([{ ruleset: "european" }, { seats: { black: "open" } }]);
  assert.deepEqual(made.map((game) => Object.keys(game.tokens)), [["white", "black"], ["white"]]);
  assert.equal((await client.games.get(made[0].id, made[0].tokens)).state.ruleset.id, "european");
  const refusal = await client.games.createAll([{}, { ruleset: "danish" }]).catch((error) => error);
  assert.ok(refusal instanceof WrongRequest);
  assert.equal(refusal.index, 1);
});

test("an API key is sent where games are created and listed, and nowhere else", async () => {
  const wire = scripted(problem(401, "invalid-api-key"));
  const owner = new Client(url, { fetch: wire.fetch, apiKey: "adk_key" });
  for (const use of [owner.games.create(), owner.games.createAll([{}]), owner.games.list({ status: "playing" })]) {
    await assert.rejects(use, NotAllowed);
  }
  await assert.rejects(owner.rules.list(), NotAllowed);
  assert.deepEqual(wire.sent.map(({ headers }) => headers.Authorization), [...Array(3).fill("Bearer adk_key"), undefined]);
  assert.ok(wire.sent[2].address.endsWith("/v1/games?status=playing"));
  await assert.rejects(client.games.list(), NotAllowed);
});

test("who holds the token to watch a private game watches and does not act", async () => {
  const game = await client.games.create({ private: true });
  await assert.rejects(client.games.get(game.id), NotAllowed);
  const watching = await client.games.get(game.id, { spectator: game.tokens.spectator });
  assert.equal(watching.state.version, 1);
  await assert.rejects(watching.resign(), NotAllowed);
});

test("a lost answer is asked for again and the command is carried out once", async () => {
  let lost = 0;
  const losing = new Client(url, {
    fetch: async (...request) => {
      const answer = await fetch(...request);
      if (lost-- > 0) throw away;
      return answer;
    },
  });
  const game = await losing.games.create(SCRIPT);
  lost = 2;
  assert.equal((await game.roll()).version, 2);
  assert.equal((await game.refresh()).version, 2);
});

test("tries are bounded, and the same request under the same key", async () => {
  const { fetch, sent } = scripted(away, notNow, problem(502, "bad-gateway"), problem(409, "seat-taken"));
  await assert.rejects(new Client(url, { fetch }).games.join("k3", "black"), Outpaced);
  assert.equal(sent.length, 4);
  assert.equal(new Set(sent.map(({ headers, body }) => headers["Idempotency-Key"] + body)).size, 1);
  const down = scripted(away);
  await assert.rejects(new Client(url, { fetch: down.fetch, tries: 2 }).rules.list(), NoAnswer);
  assert.equal(down.sent.length, 2);
  const patient = scripted(problem(503, "store-unavailable", { "Retry-After": "3600" }));
  await assert.rejects(new Client(url, { fetch: patient.fetch }).rules.list(), ServiceTrouble);
  assert.equal(patient.sent.length, 1);
  const passing = scripted(notNow, rules);
  assert.deepEqual(await new Client(url, { fetch: passing.fetch, lang: "hu" }).rules.list(), []);
  assert.equal(passing.sent[1].headers["Accept-Language"], "hu");
});

test("an answer outside the contract is told apart", async () => {
  const page = new Response("<h1>Sign in</h1>", { headers: { "Content-Type": "text/html" } });
  await assert.rejects(new Client(url, { fetch: scripted(page).fetch }).openapi(), UnexpectedAnswer);
  const missing = new Response("<h1>Nothing</h1>", { status: 404 });
  await assert.rejects(new Client(url, { fetch: scripted(missing).fetch }).openapi(), UnexpectedAnswer);
  const proxy = new Response("<h1>Bad gateway</h1>", { status: 502 });
  await assert.rejects(new Client(url, { fetch: scripted(proxy).fetch, tries: 1 }).openapi(), ServiceTrouble);
});

test("a service that does not answer in time is no answer", async () => {
  const fetch = (_, { signal }) =>
    new Promise((__, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
  await assert.rejects(new Client(url, { fetch, timeout: 0.01, tries: 2 }).rules.list(), NoAnswer);
});

test("watching shows each entry once, over lost connections, until the end", async () => {
  const game = await client.games.create(SCRIPT);
  let listened = 0;
  const watcher = new Client(url, {
    fetch: async (address, init) => {
      if (!address.includes("/events")) return fetch(address, init);
      listened += 1;
      if (listened === 2) throw away;
      return fetch(address, init);
    },
  });
  const seen = await watcher.games.get(game.id);
  const stop = new AbortController();
  for await (const entry of seen.watch({ after: 0, signal: stop.signal })) {
    assert.equal(entry.version, 1);
    stop.abort();
  }
  const versions = [];
  for await (const entry of seen.watch({ after: 0 })) {
    versions.push(entry.version);
    assert.ok(seen.state.version >= entry.version);
    if (entry.version === 1) {
      await game.roll();
      await game.play("hand/23");
      await game.resign();
    }
  }
  assert.deepEqual(versions, [1, 2, 3, 4]);
  assert.equal(seen.state.status, "finished");
  assert.ok(listened <= 4);
});

test("watching goes on behind what it has seen, when streams end and entries come again", async () => {
  const told = (version, type = "turn_ended") => ({ version, at: "2026-11-29T22:00:00Z", events: [{ type }] });
  const headers = { "Content-Type": "text/event-stream; charset=utf-8" };
  const stream = (...messages) => new Response(messages.join(""), { headers });
  const entry = (...of) => `id: ${of[0]}\r\nevent: entry\r\ndata: ${JSON.stringify(told(...of))}\r\n\r\n`;
  const state = (await client.games.create()).state;
  const { fetch, sent } = scripted(
    json(200, { ...state, version: 9 }),
    stream(": hello\n\n", entry(3), entry(4), "event: drain\ndata:\n\n", entry(7)),
    stream(entry(4), entry(5)),
    json(200, { entries: [told(5), told(6)], cursor: "c", more: false }),
    new TypeError("fetch failed"),
    json(200, { entries: [told(7, "finished")], cursor: "c", more: false }),
  );
  const game = await new Client(url, { fetch }).games.get("k3");
  const versions = [], trouble = [];
  const onTrouble = (failure) => trouble.push(failure && failure.constructor);
  for await (const { version } of game.watch({ after: 2, onTrouble })) versions.push(version);
  assert.deepEqual(versions, [3, 4, 5, 6, 7]);
  const asked = sent.slice(1).map(({ address }) => new URL(address).searchParams.get("after"));
  assert.deepEqual(asked, ["2", "4", "5", "6", "6"]);
  assert.deepEqual(trouble, [NoAnswer, null]);
  assert.ok(sent[1].headers.Accept.startsWith("text/event-stream"));
  assert.ok(!sent[5].headers.Accept.includes("text/event-stream"));
});

test("watching gives up when the service refuses", async () => {
  const game = await client.games.create();
  const { fetch } = scripted(json(200, game.state), problem(404, "game-not-found"));
  const gone = await new Client(url, { fetch }).games.get(game.id);
  await assert.rejects(gone.watch().next(), NotFound);
});

test("a command can be meant for a version only, and other tokens held", async () => {
  const game = await client.games.create(SCRIPT);
  const tokens = game.tokens;
  game.hold({});
  await assert.rejects(game.roll(), NotAllowed);
  game.hold(tokens);
  await game.roll(undefined, { ifUnchanged: 1 });
  await assert.rejects(game.play("hand/23", { ifUnchanged: 1 }), Outpaced);
});

test("rules, rule sets and the referee need no game", async () => {
  assert.equal((await client.rulesets.list())[0].id, "american");
  assert.equal((await client.rulesets.get("european")).id, "european");
  assert.ok((await client.rulesets.compare("american", "european")).differences.length);
  assert.equal((await client.rules.get("dice")).slug, "dice");
  assert.ok((await client.rules.list()).length > 10);
  const [lesson] = await client.lessons.list();
  assert.equal((await client.lessons.get(lesson.id)).task, lesson.task);
  assert.equal((await client.games.create({ lesson: lesson.id })).state.lesson.solved, null);
  const opened = await client.referee.apply("h15/h15 opening", { roll: [6, 3] });
  const rolled = await client.referee.apply(opened.position.id, { roll: [5, 2] });
  assert.equal((await client.referee.plays(rolled.position.id)).count, 2);
  assert.deepEqual(await client.ready(), { ready: true, reasons: [] });
  assert.match(await client.metrics(), /^# HELP/);
  assert.equal(await client.live(), true);
  assert.equal(await new Client(url, { fetch: scripted(away).fetch }).live(), false);
});

test("it calls every operation of the document but pages for people", async () => {
  const read = ["show_openapi", "show_problems", "show_problem"];
  const { paths } = await client.openapi();
  const told = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, tags }] of Object.entries(methods)) {
      if (!tags.includes("Pages") || read.includes(operationId)) told[operationId] = [method.toUpperCase(), path];
    }
  }
  assert.deepEqual({ ...OPERATIONS }, told);
});
