// The time that is left for a turn, as a line that counts down; it knows no service, and decides nothing.
//
// It goes by the clock of this device, which may be off: whether a turn came in time only the service says.

const SOON = 10; // seconds, from which on it is shown in the colour of alarm

/** Seconds as people read them: 0:09, 12:30, 47:59:59. */
export function clockText(seconds) {
  const parts = [seconds / 60 % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours ? [hours, ...parts].join(":") : parts.join(":").replace(/^0/, "");
}

/** Counts down in an element as long as a clock runs. Its role is that of a timer, which nobody is read aloud. */
export class CountDown {
  #element;
  #timer = null;
  #shown = () => {};

  constructor(element) {
    this.#element = element;
  }

  /** Shows the time of this game from now on, in the words `t`. */
  show(game, t) {
    const { deadline, turn_seconds: most } = game?.clock ?? {};
    this.#element.hidden = !deadline;
    if (!deadline) return this.stop();
    const player = t[game.turn.player];
    this.#shown = () => {
      const left = Math.min(most, Math.max(0, Math.ceil((Date.parse(deadline) - Date.now()) / 1000)));
      this.#element.textContent = t.timeLeft(player, clockText(left));
      this.#element.classList.toggle("soon", left <= SOON);
    };
    this.#shown();
    this.#timer ??= setInterval(() => this.#shown(), 1000);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
