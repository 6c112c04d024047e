import type { SessionEventBody } from './session-events.js';

/** Whether a page may still show what a person entered in private: while they drive, and until the page is left. */
export class PrivatePage {
  #isDriven = false;
  #isHidden = false;

  get isHidden(): boolean {
    return this.#isHidden;
  }

  note(event: SessionEventBody): void {
    if (event.type === 'control') {
      this.#isDriven = event.control.isPrivate;
      this.#isHidden ||= this.#isDriven;
    }
    if (event.type === 'navigation') this.#isHidden = this.#isDriven;
  }
}
