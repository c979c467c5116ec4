// The seat tokens of this browser: kept by game, never in an address.

import { remember, remembered } from "./play-dom.js";

const opened = new Map(); // what this page knows, should the browser keep nothing

/** The tokens held for a game, by colour. */
export const seatsOf = (id) => opened.get(id) ?? remembered(`seats:${id}`, {});

/** Keeps more tokens for a game. */
export function keepSeats(id, tokens) {
  const all = { ...seatsOf(id), ...tokens };
  opened.set(id, all);
  remember(`seats:${id}`, all);
}

/** The address that shows a game to anybody; it holds nothing but the game's id. */
export const linkTo = (id) => `${location.origin}/play?game=${encodeURIComponent(id)}`;
