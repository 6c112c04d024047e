/** Reports each state to all listeners before the next, even if a listener causes the next. */
export class Announcer<State> {
  readonly #listeners = new Set<(state: State) => void>();
  readonly #pending: State[] = [];
  #isAnnouncing = false;

  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(state: State): void {
    this.#pending.push(state);
    if (this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    try {
      for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
        for (const listener of [...this.#listeners]) listener(next);
      }
    } finally {
      // A listener that throws must not block later states.
      this.#isAnnouncing = false;
    }
  }
}
