// The sum that anybody can do with the dice of a finished game: do they follow from the seed? It knows no page.

const METHOD = "acey-dice/v1";
const FACES = 6;
const FAIR = 252; // bytes from here on are left out, so that every face is equally likely

const bytesOf = (text) => new TextEncoder().encode(text);
const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A number in four bytes, the highest first. */
function inFour(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** The fields one after the other, each behind its length. */
function joined(...fields) {
  return new Uint8Array(fields.flatMap((field) => [...inFour(field.length), ...field]));
}

/** Whether this browser can do the sum: it lends its cryptography only over https and to this machine itself. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

/** What is published of a seed before the first throw. */
export async function commitmentTo(game, seed) {
  const told = joined(bytesOf(METHOD), bytesOf(game), fromHex(seed));
  return `sha256:${toHex(await crypto.subtle.digest("SHA-256", told))}`;
}

/** The two dice of a throw. */
async function diceFrom(key, { game, entropy }, number) {
  const fields = [METHOD, game, entropy.white, entropy.black].map(bytesOf);
  const faces = [];
  for (let block = 0; faces.length < 2; block += 1) {
    const digest = await crypto.subtle.sign("HMAC", key, joined(...fields, inFour(number), inFour(block)));
    for (const byte of new Uint8Array(digest)) if (byte < FAIR) faces.push((byte % FACES) + 1);
  }
  return faces.slice(0, 2);
}

/** A roll is written with the larger die first, the opening with White's. */
const written = ({ player }, dice) => (player === null ? dice : [Math.max(...dice), Math.min(...dice)]).join("-");

/** Of what `GET …/dice` tells: whether the seed fits the commitment, and each throw with what follows from the seed. */
export async function checkedDice(report) {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", fromHex(report.seed), hash, false, ["sign"]);
  const throws = [];
  for (const one of report.rolls) {
    const due = written(one, await diceFrom(key, report, one.number));
    const shown = written(one, one.dice);
    throws.push({ number: one.number, player: one.player, shown, due, agrees: shown === due });
  }
  return { fits: (await commitmentTo(report.game, report.seed)) === report.commitment, throws };
}
