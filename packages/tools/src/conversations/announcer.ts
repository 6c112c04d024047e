/** Reports each state to all listeners before the next, even if a listener causes the next. */
export class Announcer<State> {
  readonly #listeners = new Set<(state: State) => void>();
  readonly #untold: State[] = [];
  #isTelling = false;

  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(state: State): void {
    this.#untold.push(state);
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) {
        for (const listener of [...this.#listeners]) listener(next);
      }
    } finally {
      // A listener that throws must not block later states.
      this.#isTelling = false;
    }
  }
}
