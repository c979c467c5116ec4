// boardgame.io with a game as large as a backgammon board, its matches in Redis or Valkey; it knows no rule.
const { Server } = require("boardgame.io/server");
const { createClient } = require("redis");

const board = {
  name: "board",
  setup: () => ({ points: Array.from({ length: 52 }, (_, place) => place % 3), dice: [6, 5], left: [6, 5] }),
  moves: {
    move: ({ G }, from, to) => {
      G.points[from] -= 1;
      G.points[to] += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

// What boardgame.io calls an asynchronous storage: state and metadata as JSON, the log as a list.
class Storage {
  constructor(client) {
    this.client = client;
  }
  type() {
    return 1;
  }
  async connect() {}
  async createMatch(id, { initialState, metadata }) {
    await this.client.hSet(id, { state: JSON.stringify(initialState), initial: JSON.stringify(initialState), metadata: JSON.stringify(metadata) });
  }
  async setState(id, state, deltalog) {
    const commands = this.client.multi().hSet(id, "state", JSON.stringify(state));
    for (const entry of deltalog || []) commands.rPush(`${id}:log`, JSON.stringify(entry));
    await commands.exec();
  }
  async setMetadata(id, metadata) {
    await this.client.hSet(id, "metadata", JSON.stringify(metadata));
  }
  async fetch(id, wanted) {
    const names = { state: "state", metadata: "metadata", initialState: "initial" };
    const fields = Object.keys(names).filter((name) => wanted[name]);
    const values = fields.length ? await this.client.hmGet(id, fields.map((name) => names[name])) : [];
    const found = Object.fromEntries(fields.map((name, place) => [name, values[place] && JSON.parse(values[place])]));
    if (wanted.log) found.log = (await this.client.lRange(`${id}:log`, 0, -1)).map((entry) => JSON.parse(entry));
    return found;
  }
  async wipe(id) {
    await this.client.del([id, `${id}:log`]);
  }
  async listMatches() {
    return [];
  }
}

(async () => {
  const client = createClient({ socket: { path: process.argv[2] } });
  await client.connect();
  const server = Server({ games: [board], origins: [/127\.0\.0\.1/], db: new Storage(client) });
  const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: 0 } });
  console.log(appServer.address().port);
})();
