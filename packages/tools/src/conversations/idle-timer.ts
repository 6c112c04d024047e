/** Calls when nothing has happened for a while. */
export class IdleTimer {
  readonly #onIdle: () => void;
  #patience = 0;
  #last = 0;
  #timer: unknown;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  /** Milliseconds until it calls, if nothing happens. */
  get left(): number {
    return this.#last + this.#patience - Date.now();
  }

  start(patience: number): void {
    this.#patience = patience;
    this.touch();
    this.#wait(patience);
  }

  /** Something has happened: the time counts from here. */
  touch(): void {
    this.#last = Date.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Looks again when the time would be up, rather than moving a timer with every move of a mouse. */
  #wait(time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.left > 0) this.#wait(this.left);
      else this.#onIdle();
    }, time);
  }
}
