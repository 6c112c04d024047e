const HEAD_LENGTH = 9;
const HEADERS = 1;
const GO_AWAY = 7;

/** Finds in the bytes of a server the beginning of its first answer; over HTTP/2, settings are none. */
export class FirstAnswer {
  readonly #isFramed: boolean;
  #head: Buffer = Buffer.alloc(0);
  #toSkip = 0;

  constructor(protocol: string | false | null) {
    this.#isFramed = protocol === 'h2';
  }

  /** Undefined while neither has come. */
  read(bytes: Buffer): 'answer' | 'goaway' | undefined {
    if (!this.#isFramed) return 'answer';
    let rest = bytes;
    while (rest.length > this.#toSkip) {
      rest = rest.subarray(this.#toSkip);
      this.#toSkip = 0;
      const missing = HEAD_LENGTH - this.#head.length;
      this.#head = Buffer.concat([this.#head, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      if (this.#head.length < HEAD_LENGTH) return undefined;
      if (this.#head[3] === HEADERS) return 'answer';
      if (this.#head[3] === GO_AWAY) return 'goaway';
      this.#toSkip = this.#head.readUIntBE(0, 3);
      this.#head = Buffer.alloc(0);
    }
    this.#toSkip -= rest.length;
    return undefined;
  }
}
