// What the board tells under the picture: what happened in sentences, what the service refused; it knows no game.

import { problemParts } from "./board-actions.js";
import { eventText } from "./board-texts.js";
import { Problem } from "./client.js";

const MOST_SAID = 12; // sentences; whoever was away for long need not hear them all

const paragraph = (text) => Object.assign(document.createElement("p"), { textContent: text });

/** `said` and `problem` are the elements; `board` offers texts(), origin() and onProblem(problem). */
export class Told {
  #said;
  #problem;
  #board;

  constructor({ said, problem }, board) {
    this.#said = said;
    this.#problem = problem;
    this.#board = board;
  }

  /** Tells what happened, and gives all the sentences. */
  say(events) {
    const sentences = events.map((event) => eventText(event, this.#board.texts())).filter(Boolean);
    this.#said.replaceChildren(...sentences.slice(-MOST_SAID).map(paragraph));
    return sentences;
  }

  /** Tells why a command came to nothing. */
  refuse(error) {
    const { notReached: title, unreachable: detail } = this.#board.texts();
    this.show(error instanceof Problem ? error.body : { title, detail });
  }

  /** Tells that the game cannot be followed for the moment. */
  warn(error) {
    if (error instanceof Problem) this.show(error.body);
    else this.#said.replaceChildren(paragraph(this.#board.texts().notReached));
  }

  /** Shows a problem; null shows none. */
  show(problem) {
    this.#problem.hidden = problem === null;
    const close = () => this.show(null);
    const parts = problem ? problemParts(problem, this.#board.texts(), this.#board.origin(), close) : [];
    this.#problem.replaceChildren(...parts);
    if (problem) this.#board.onProblem(problem);
  }
}
