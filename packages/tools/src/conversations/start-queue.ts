/** Where a start is in the queue: 1 is next. */
export interface QueuePlace {
  place: number;
  waiting: number;
}

/** Called with the place, and with nothing once the start begins. */
export type OnPlace = (place: QueuePlace | undefined) => void;

interface Waiting {
  begin(): void;
  onPlace: OnPlace;
}

/** Starts browsers in the order in which they were asked for, and only some at a time: all at once, none starts in time. */
export class StartQueue {
  readonly #maxStarts: number;
  #waiting: Waiting[] = [];
  #running = 0;

  constructor(maxStarts: number) {
    this.#maxStarts = maxStarts;
  }

  get length(): number {
    return this.#waiting.length;
  }

  async run<T>(start: () => Promise<T>, { onPlace, signal }: { onPlace: OnPlace; signal: AbortSignal }): Promise<T> {
    if (this.#running < this.#maxStarts) this.#running++;
    else await this.#turn(onPlace, signal);
    try {
      return await start();
    } finally {
      // The next one takes over this turn.
      const next = this.#waiting.shift();
      if (next) next.begin();
      else this.#running--;
      this.#report();
    }
  }

  #turn(onPlace: OnPlace, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        onPlace(undefined);
        resolve();
      };
      const waiting: Waiting = { begin, onPlace };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', () => {
        if (!this.#waiting.includes(waiting)) return;
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason);
        this.#report();
      });
      onPlace({ place: this.#waiting.length, waiting: this.#waiting.length });
    });
  }

  #report(): void {
    for (const [index, { onPlace }] of this.#waiting.entries()) {
      onPlace({ place: index + 1, waiting: this.#waiting.length });
    }
  }
}
