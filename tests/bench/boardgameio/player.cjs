// Plays moves in several matches at once over socket.io, each as soon as the one before has been answered.
const { io } = require("socket.io-client");

const [, , port, matches, moves] = process.argv.map(Number);
const place = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const answer = await fetch(place + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function begin() {
  const { matchID } = await post("/games/board/create", { numPlayers: 2 });
  const credentials = [];
  for (const playerID of ["0", "1"]) {
    credentials.push((await post(`/games/board/${matchID}/join`, { playerID, playerName: "x" })).playerCredentials);
  }
  return { matchID, credentials };
}

function play({ matchID, credentials }, count) {
  return new Promise((done, fail) => {
    const socket = io(`${place}/board`, { transports: ["websocket"], forceNew: true });
    let version = 0;
    const next = (state) => {
      version = state._stateID;
      if (count === 0) return done(socket.close());
      count -= 1;
      const playerID = state.ctx.currentPlayer;
      const args = [count % 50, (count + 1) % 50];
      const payload = { type: "move", args, playerID, credentials: credentials[Number(playerID)] };
      socket.emit("update", { type: "MAKE_MOVE", payload }, version, matchID, playerID);
    };
    socket.on("connect", () => socket.emit("sync", matchID, "0", credentials[0], 2));
    socket.on("sync", (_, { state }) => next(state));
    socket.on("update", (_, state) => state._stateID > version && next(state));
    socket.on("connect_error", fail);
  });
}

(async () => {
  const begun = [];
  for (let number = 0; number < matches; number += 1) begun.push(await begin());
  console.log("begun");
  await new Promise((go) => process.stdin.once("data", go));
  await Promise.all(begun.map((match) => play(match, moves)));
  console.log("done");
  process.exit(0);
})();
