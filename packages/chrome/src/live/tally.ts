import type { DriverMessage, HandsTally } from '@btcp/tools';

/** Counts what a person's hands do, and looks at nothing that they type. */
export class Tally {
  #clicks = 0;
  #fields = 0;
  #hasTyped = false;

  note(message: DriverMessage): void {
    if (message.type === 'input_mouse') this.#clicks += message.eventType === 'mousePressed' ? 1 : 0;
    else if (message.type === 'input_touch') this.#clicks += message.eventType === 'touchStart' ? 1 : 0;
    else if (message.type === 'input_paste' || message.type === 'input_composition') this.#hasTyped = true;
    else if (message.type === 'input_keyboard') this.#hasTyped ||= [...(message.key ?? '')].length === 1;
  }

  noteField(): void {
    this.#fields++;
  }

  /** What is typed where nothing takes it, or into a page that is just left, is told by no field. */
  get total(): HandsTally {
    return { clicks: this.#clicks, fields: Math.max(this.#fields, this.#hasTyped ? 1 : 0) };
  }
}
