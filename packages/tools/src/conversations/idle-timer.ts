export class IdleTimer {
  readonly #onIdle: () => void;
  #patience = 0;
  #last = 0;
  #timer: unknown;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  get span(): number {
    return this.#patience;
  }

  get left(): number {
    return this.#last + this.#patience - Date.now();
  }

  start(patience: number): void {
    this.#patience = patience;
    this.touch();
    this.#wait(patience);
  }

  touch(): void {
    this.#last = Date.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  // Checks again when the time would be up: resetting a timer on every mouse move costs more.
  #wait(time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.left > 0) this.#wait(this.left);
      else this.#onIdle();
    }, time);
  }
}
