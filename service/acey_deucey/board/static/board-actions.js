// The buttons under the board: roll, name, done, undo; it knows neither service nor picture.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

/** A button; `main` marks the one that is asked for. */
export function button(text, onClick, { main = false, name = "", disabled = false } = {}) {
  const made = element("button", { type: "button", disabled, onclick: onClick }, text);
  if (main) made.classList.add("main");
  if (name) made.dataset.action = name;
  return made;
}

/** The buttons for what the game waits for, if it is the mover's seat that acts; `on` holds what they do. */
export function actionsFor(game, held, t, on) {
  const awaits = game.turn.awaits;
  if (held) {
    return [
      element("span", { className: "ask" }, t.held),
      button(t.done, on.done, { main: true, name: "done" }),
      button(t.takeBack, on.takeBack, { name: "take-back" }),
    ];
  }
  const shown = [];
  if (awaits === "roll" || awaits === "opening") {
    const choices = game.dice.mode === "manual" ? [diceChoice(t), diceChoice(t)] : [];
    const dice = () => choices.map((choice) => Number(choice.value));
    if (choices.length) shown.push(element("span", { className: "ask" }, t.rolled), ...choices);
    shown.push(button(t.roll, () => on.roll(choices.length ? { dice: dice() } : {}), { main: true, name: "roll" }));
  }
  if (awaits === "name") {
    shown.push(element("span", { className: "ask" }, t.nameOne));
    for (let number = 1; number <= 6; number += 1) {
      const disabled = !game.legal.names.includes(number);
      shown.push(button(`${number}`, () => on.name(number), { main: !disabled, name: `name-${number}`, disabled }));
    }
  }
  if (game.can_undo) shown.push(button(t.undo, on.undo, { name: "undo" }));
  return shown;
}

function diceChoice(t) {
  const choice = element("select", { ariaLabel: t.rolled });
  for (let face = 1; face <= 6; face += 1) choice.append(element("option", { value: face }, `${face}`));
  return choice;
}

/** What a problem says: its title, its detail, the rule that it cites. */
export function problemParts(problem, t, origin, onClose) {
  const parts = [element("p", { className: "title" }, problem.title ?? ""), element("p", {}, problem.detail ?? "")];
  if (problem.rule) {
    const sources = problem.rule.sources?.length ? ` (${problem.rule.sources.join(", ")})` : "";
    parts.push(element("p", { className: "rule" }, `${problem.rule.text}${sources}`));
  }
  const close = button(t.close, onClose, { name: "close" });
  const about = problem.type?.startsWith("/")
    ? [element("a", { href: origin + problem.type, target: "_blank", rel: "noopener" }, t.readRule)] : [];
  parts.push(element("p", {}, close, " ", ...about));
  return parts;
}
