// The board in a notebook: the component, and its way to the game through the kernel. It holds no token and asks no host.

const MODULES = {}; // the component's modules by name, each behind those that it loads; widget.py fills them in
const LOADED = Symbol.for("acey-deucey/board");
const THEME = "data-jp-theme-light"; // on the body of JupyterLab's page
const THEMES = { true: "light", false: "dark" };

/** The component, loaded once for all notebooks of a page: each module becomes an address of its own. */
function component() {
  globalThis[LOADED] ??= (async () => {
    const addresses = {};
    for (const [name, source] of Object.entries(MODULES)) {
      const linked = source.replace(/((?:from|import) )"\.\/([^"]+)"/g, (_, word, file) => `${word}"${addresses[file]}"`);
      addresses[name] = URL.createObjectURL(new Blob([linked], { type: "text/javascript" }));
    }
    return import(addresses["acey-board.js"]);
  })();
  return globalThis[LOADED];
}

/** A game that is played by the kernel; the model shows it, and who has seats. */
class KernelGame {
  token = null;
  canAct = false; // until the kernel is heard: a notebook that was only opened shows its last picture
  #model;
  #Problem;
  #asked = new Map();
  #number = 0;

  constructor(model, Problem) {
    this.#model = model;
    this.#Problem = Problem;
    model.on("msg:custom", this.#hear);
  }

  get id() {
    return this.#model.get("game").id;
  }

  async get() {
    return this.#model.get("game");
  }

  /** The game after a command, which the kernel gives. */
  command(path, body, { version, key, dryRun = false } = {}) {
    return this.#ask({ path, body, version, key, dry_run: dryRun });
  }

  /** Whether this browser may act: only when the kernel answers, and has a seat. */
  async greet() {
    await this.#ask({ path: "hello" });
    this.canAct = this.#model.get("seats").length > 0;
  }

  /** Calls `onNews` whenever the kernel shows another game, until the signal. */
  watch({ onNews, signal }) {
    const changed = () => onNews(this.#model.get("game"), this.#model.get("game").events);
    this.#model.on("change:game", changed);
    return new Promise((done) => signal.addEventListener("abort", () => {
      this.#model.off("change:game", changed);
      done();
    }));
  }

  close() {
    this.#model.off("msg:custom", this.#hear);
  }

  #ask(asked) {
    const number = `${Date.now()}-${this.#number += 1}`;
    return new Promise((give, fail) => {
      this.#asked.set(number, { give, fail });
      this.#model.send({ ...asked, number });
    });
  }

  #hear = ({ number, game, problem }) => {
    const { give, fail } = this.#asked.get(number) ?? {};
    this.#asked.delete(number);
    if (problem) fail?.(new this.#Problem(problem));
    else if (game) give?.(game);
    else fail?.(new Error("no answer"));
  };
}

async function render({ model, el }) {
  const { Problem } = await component();
  const board = document.createElement("acey-board");
  const game = new KernelGame(model, Problem);
  const look = () => {
    const seats = model.get("seats");
    for (const name of ["view", "lang"]) board.setAttribute(name, model.get(name));
    if (seats.length === 1) board.setAttribute("seat", seats[0]);
    else board.removeAttribute("seat");
  };
  look();
  model.on("change", look);
  const dress = () => board.setAttribute("theme", THEMES[document.body.getAttribute(THEME)] ?? "");
  dress();
  const themes = new MutationObserver(dress);
  themes.observe(document.body, { attributeFilter: [THEME] });
  board.toggleAttribute("interactive", true);
  board.toggleAttribute("hold", true);
  board.client = game;
  // JupyterLab would take the arrow keys for itself.
  el.setAttribute("data-lm-suppress-shortcuts", "true");
  const frame = document.createElement("div");
  Object.assign(frame.style, { maxWidth: "46em" });
  frame.append(board);
  el.append(frame);
  game.greet().then(() => board.refresh(), () => {});
  return () => {
    model.off("change", look);
    themes.disconnect();
    game.close();
  };
}

export default { render };
