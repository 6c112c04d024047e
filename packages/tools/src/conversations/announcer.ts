/** Tells listeners of each state, in order: one that a listener brings about is told when all have heard of the last. */
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
      // A listener that throws keeps nobody from hearing of the next state.
      this.#isTelling = false;
    }
  }
}
