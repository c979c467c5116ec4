// Small helpers for building the page; they know nothing of the game.

/** An element with properties, data-… attributes under `data`, and children. */
export function h(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "data") Object.assign(made.dataset, value);
    else if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A field with its label. */
export const labelled = (text, field, properties = {}) => h("label", properties, h("span", {}, text), field);

/** Something kept in this browser under a name; `fallback` when there is nothing, or nothing can be kept. */
export function remembered(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`acey:${name}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a value in this browser; a browser that keeps nothing loses it with the page. */
export function remember(name, value) {
  try {
    localStorage.setItem(`acey:${name}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the game goes on without it.
  }
}
