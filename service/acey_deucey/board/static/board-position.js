// Counts on the board and what a step does to them, for pictures on the way; it judges nothing.

export const opponentOf = (player) => (player === "white" ? "black" : "white");

/** How many checkers a side has at a place: "hand", "bar", "off" or a point of its own. */
export function countAt(side, place) {
  return (typeof place === "number" ? side.points[place] : side[place]) ?? 0;
}

/** The side with so many checkers more, or fewer, at a place. */
function changed(side, place, by) {
  if (typeof place !== "number") return { ...side, [place]: side[place] + by };
  const points = { ...side.points, [place]: countAt(side, place) + by };
  if (points[place] === 0) delete points[place];
  return { ...side, points };
}

/** The position with one checker of the player lifted from a place. */
export function lifted(position, player, place) {
  return { ...position, [player]: changed(position[player], place, -1) };
}

/** The position with one checker of the player more at a place. */
export function placed(position, player, place) {
  return { ...position, [player]: changed(position[player], place, 1) };
}

/** Pips still to go; a checker in hand or on the bar counts 25. */
export function pipCount(side) {
  return Object.entries(side.points).reduce((sum, [point, count]) => sum + point * count, 25 * (side.hand + side.bar));
}

/** The turn behind an event of it, for pictures on the way; as it was, where the event says nothing of it. */
export function turnAfter(turn, event) {
  const stage = { player: event.player ?? turn.player, awaits: "move", dice: null, named: null, rolls: 1 };
  const four = (number) => Array(4).fill(number);
  if (event.type === "rolled") {
    const numbers = event.kind === "double" ? four(event.dice[0]) : [...event.dice];
    return { ...stage, stage: event.kind, dice: event.dice, numbers };
  }
  if (event.type === "named") return { ...stage, stage: "named", named: event.number, numbers: four(event.number) };
  if (event.type === "complement_owed") return { ...turn, stage: "complement", numbers: four(event.number) };
  return turn;
}

/** The turn without the number of a step. */
export function withoutNumber(turn, number) {
  const place = turn.numbers.indexOf(number);
  return place < 0 ? turn : { ...turn, numbers: turn.numbers.filter((_, index) => index !== place), last: number };
}

/** The numbers of the stage and whether each is still to be played, those that are played first. */
export function playedAndLeft(turn) {
  const left = turn.numbers;
  if (turn.stage === "plain" || turn.stage === "acey_deucey") {
    return (turn.dice ?? left).map((face) => [face, left.includes(face)]);
  }
  const face = left[0] ?? turn.last ?? turn.named ?? turn.dice?.[0];
  return face ? Array.from({ length: 4 }, (_, index) => [face, index >= 4 - left.length]) : [];
}
