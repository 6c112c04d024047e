/** Where a start is in the queue: 1 is next. */
export interface QueuePlace {
  place: number;
  waiting: number;
}

/** Called with the place, and with nothing once the start begins. */
export type OnPlace = (place: QueuePlace | undefined) => void;

export interface StartRequest {
  maxStarts: number;
  /** Different people take turns; nobody's second start goes before another's first. */
  person: string | undefined;
  onPlace: OnPlace;
  signal: AbortSignal;
}

interface Turn {
  person: string | undefined;
  round: number;
}

interface Waiting {
  turn: Turn;
  begin(): void;
  onPlace: OnPlace;
}

/** Starts only some browsers at a time, in turns among people: all at once, none starts in time. */
export class StartQueue {
  #waiting: Waiting[] = [];
  readonly #running = new Set<Turn>();
  #round = 0;

  get length(): number {
    return this.#waiting.length;
  }

  async run<T>(start: () => Promise<T>, request: StartRequest): Promise<T> {
    const turn = this.#turnOf(request.person);
    if (this.#running.size < request.maxStarts) this.#begin(turn);
    else await this.#wait(turn, request);
    try {
      return await start();
    } finally {
      this.#running.delete(turn);
      this.#waiting.shift()?.begin();
      this.#report();
    }
  }

  // A person who comes later joins the current round, so that nobody waits behind all starts of another.
  #turnOf(person: string | undefined): Turn {
    const turns = [...this.#running, ...this.#waiting.map(({ turn }) => turn)];
    const own = turns.filter((turn) => turn.person === person).map(({ round }) => round + 1);
    return { person, round: Math.max(this.#round, ...own) };
  }

  #begin(turn: Turn): void {
    this.#running.add(turn);
    this.#round = Math.max(this.#round, turn.round);
  }

  #wait(turn: Turn, { onPlace, signal }: StartRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        // At once, so that no other start takes this turn before the promise resolves.
        this.#begin(turn);
        onPlace(undefined);
        resolve();
      };
      const waiting: Waiting = { turn, begin, onPlace };
      const later = this.#waiting.findIndex((other) => other.turn.round > turn.round);
      this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, waiting);
      signal.addEventListener('abort', () => {
        if (!this.#waiting.includes(waiting)) return;
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason);
        this.#report();
      });
      if (later < 0) onPlace({ place: this.#waiting.length, waiting: this.#waiting.length });
      else this.#report();
    });
  }

  #report(): void {
    for (const [index, { onPlace }] of this.#waiting.entries()) {
      onPlace({ place: index + 1, waiting: this.#waiting.length });
    }
  }
}
