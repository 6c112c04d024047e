import type { DriverMessage } from '../port/live-browser.js';

// A run of signs is kept no longer than any password.
const MAX_RUN = 256;

/** Puts together what a person types from their keys, for pages whose fields show nothing of it. */
export class TypedText {
  readonly #learn: (text: string) => void;
  #run = '';

  constructor(learn: (text: string) => void) {
    this.#learn = learn;
  }

  note(message: DriverMessage): void {
    if (message.type === 'input_keyboard') this.#key(message);
    else if (message.type === 'input_composition') {
      if (message.eventType === 'commit') this.#add(message.text);
    } else if (message.type === 'input_paste') {
      this.end();
      for (const line of message.text.split(/[\r\n]+/)) this.#learn(line.trim());
    } else if (message.type === 'input_mouse' ? message.eventType === 'mousePressed' : message.type !== 'get_selection')
      this.end();
  }

  end(): void {
    const run = this.#run.trim();
    this.#run = '';
    if (run !== '') this.#learn(run);
  }

  #key({ eventType, key, text, modifiers }: Extract<DriverMessage, { type: 'input_keyboard' }>): void {
    const name = key ?? '';
    if (eventType === 'keyUp' || MODIFIERS.has(name)) return;
    const isSign = [...name].length === 1;
    // Its text follows as `char`.
    if (eventType === 'rawKeyDown' && isSign && !isShortcut(modifiers)) return;
    const typed = text ?? (isSign && !isShortcut(modifiers) ? name : '');
    if (name === 'Backspace') this.#run = this.#run.slice(0, -1);
    else if (/^\P{Cc}+$/u.test(typed)) this.#add(typed);
    else this.end();
  }

  #add(text: string): void {
    this.#run = (this.#run + text).slice(-MAX_RUN);
  }
}

function isShortcut(modifiers: number | null | undefined): boolean {
  return ((modifiers ?? 0) & 7) !== 0;
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead']);
