/** Reports a model that sends nothing for a while. The time in which tools run does not count. */
export class SilenceWatch {
  readonly #limit: number;
  readonly #onChange: (isSilent: boolean) => void;
  #timer: NodeJS.Timeout | undefined;
  #isSilent = false;
  #calls = 0;

  constructor(limit: number, onChange: (isSilent: boolean) => void) {
    this.#limit = limit;
    this.#onChange = onChange;
    this.#wait();
  }

  heard(type: string): void {
    if (type === 'start-step') this.#calls = 0;
    if (type === 'tool-call') this.#calls++;
    if (type === 'tool-result' || type === 'tool-error') this.#calls--;
    if (this.#isSilent) {
      this.#isSilent = false;
      this.#onChange(false);
    }
    this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#calls > 0) return;
    this.#timer = setTimeout(() => {
      this.#isSilent = true;
      this.#onChange(true);
    }, this.#limit);
  }
}
