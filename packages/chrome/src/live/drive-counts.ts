import type { DriverCounts, DriverMessage } from '@btcp/tools';

/** Never reads what a driver types. */
export class DriveCounts {
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

  /** Typing that no field reported, such as into a page that is being left, counts as one field. */
  get total(): DriverCounts {
    return { clicks: this.#clicks, fields: Math.max(this.#fields, this.#hasTyped ? 1 : 0) };
  }
}
