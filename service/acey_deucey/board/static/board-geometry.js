// Where everything stands on the picture of the board, in its own units; it knows no game, colour or text.
// The figures are those of board/geometry.py; a test compares them.

export const GEOMETRY = {
  "width": 836,
  "height": 650,
  "left": 18,
  "top": 70,
  "surface": 510,
  "pitch": 50,
  "bar": 58,
  "radius": 22,
  "stack": 220,
  "tip": 196,
  "tray": 60,
  "gap": 12,
  "between": 8,
  "chip": 14,
  "die": 46,
  "die_gap": 9
};

const G = GEOMETRY;
export const BOTTOM = G.top + G.surface;
export const MIDDLE = G.top + G.surface / 2;
export const BAR_LEFT = G.left + 6 * G.pitch;
export const HOME_LEFT = BAR_LEFT + G.bar;
export const RIGHT = HOME_LEFT + 6 * G.pitch;
export const HAND_LEFT = RIGHT + G.gap;
export const OFF_LEFT = HAND_LEFT + G.tray + G.between;
export const TRAY_HEIGHT = 15 * G.chip + 4;

export const otherHalf = (half) => (half === "top" ? "bottom" : "top");
export const halfOf = (point) => (point > 12 ? "top" : "bottom");

/** The middle of a point of the viewer, 24 to 1. */
export function pointX(point) {
  const column = point > 12 ? point - 13 : 12 - point;
  return G.left + (column + 0.5) * G.pitch + (column > 5 ? G.bar : 0);
}

const tenth = (value) => Math.round(value * 10) / 10;

/** The centres of so many checkers on a point, from the edge inwards; they overlap rather than leave the room. */
export function stack(count, x, half) {
  const step = Math.min(2 * G.radius, (G.stack - 2 * G.radius) / Math.max(count - 1, 1));
  return Array.from({ length: count }, (_, index) => {
    const depth = G.radius + 2 + tenth(index * step);
    return { x, y: half === "top" ? G.top + depth : BOTTOM - depth };
  });
}

/** The centres of so many checkers on the bar, from the middle outwards. */
export function barStack(count, half) {
  const step = Math.min(2 * G.radius, (G.stack - 24 - 2 * G.radius) / Math.max(count - 1, 1));
  return Array.from({ length: count }, (_, index) => {
    const depth = 40 + tenth(index * step);
    return { x: BAR_LEFT + G.bar / 2, y: half === "top" ? MIDDLE - depth : MIDDLE + depth };
  });
}

/** The upper edges of so many checkers in a tray, from the edge of the board inwards. */
export function chips(count, half) {
  return Array.from({ length: count }, (_, index) =>
    half === "top" ? G.top + 2 + index * G.chip : BOTTOM - 2 - (index + 1) * G.chip);
}

/** The centres of so many dice in the middle of the quadrant that begins at left. */
export function diceRow(count, left) {
  const pitch = G.die + G.die_gap;
  const first = left + 3 * G.pitch - (pitch * (count - 1)) / 2;
  return Array.from({ length: count }, (_, index) => ({ x: first + index * pitch, y: MIDDLE }));
}

/**
 * The view of one player's places: where his hand, bar, points and tray are for who looks from the seat of `view`.
 * Places are "hand", "bar", "off" and the player's own points 24 to 1.
 */
export function placesOf(player, view) {
  const own = player === view;
  const entry = own ? "top" : "bottom";
  const shown = (point) => (own ? point : 25 - point);
  return {
    shown,
    entry,
    /** The centre of the checker that is number `count` at the place. */
    spot(place, count) {
      if (place === "hand" || place === "off") {
        const half = place === "hand" ? entry : otherHalf(entry);
        const left = place === "hand" ? HAND_LEFT : OFF_LEFT;
        return { x: left + G.tray / 2, y: chips(Math.max(count, 1), half)[Math.max(count, 1) - 1] + G.chip / 2 };
      }
      if (place === "bar") return barStack(Math.max(count, 1), entry).at(-1);
      return stack(Math.max(count, 1), pointX(shown(place)), halfOf(shown(place))).at(-1);
    },
    /** The rectangle that stands for the place under a finger. */
    area(place) {
      if (place === "hand" || place === "off") {
        const half = place === "hand" ? entry : otherHalf(entry);
        const y = half === "top" ? G.top : MIDDLE;
        return { x: (place === "hand" ? HAND_LEFT : OFF_LEFT) - 3, y, width: G.tray + 6, height: G.surface / 2 };
      }
      const y = (half) => (half === "top" ? G.top : BOTTOM - G.stack - 8);
      if (place === "bar") {
        return { x: BAR_LEFT, y: entry === "top" ? G.top : MIDDLE, width: G.bar, height: G.surface / 2 };
      }
      const x = pointX(shown(place)) - G.pitch / 2;
      return { x, y: y(halfOf(shown(place))), width: G.pitch, height: G.stack + 8 };
    },
    /** The place that a point of the picture belongs to; null between the places. */
    at({ x, y }) {
      const places = ["hand", "bar", "off", ...Array.from({ length: 24 }, (_, index) => index + 1)];
      return places.find((place) => {
        const area = this.area(place);
        return x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
      }) ?? null;
    },
  };
}
