import type { InputPort } from './input-port.js';
import { pressKey } from './keyboard.js';

const CONTROL = 2;

/** What a phone's keyboard asks of a text field, as the keys that do it. */
const KEYS: Readonly<Record<string, { key: string; modifiers: number; text?: string }>> = {
  deleteContentBackward: { key: 'Backspace', modifiers: 0 },
  deleteContentForward: { key: 'Delete', modifiers: 0 },
  deleteWordBackward: { key: 'Backspace', modifiers: CONTROL },
  deleteWordForward: { key: 'Delete', modifiers: CONTROL },
  insertLineBreak: { key: 'Enter', modifiers: 0, text: '\r' },
  insertParagraph: { key: 'Enter', modifiers: 0, text: '\r' },
};

/** Something to delete, or a phone's keyboard would not tell of its Backspace. */
const FILLER = ' ';

/** Text that comes by other ways than keys: input methods, phones, dictation, emoji pickers, the clipboard. */
export function listenToText(port: InputPort, textarea: HTMLTextAreaElement): void {
  const { signal } = port;
  /** Whether the page was told of the change that is under way. */
  let isTold = false;
  const reset = () => {
    isTold = false;
    textarea.value = FILLER;
    textarea.setSelectionRange(FILLER.length, FILLER.length);
  };

  textarea.addEventListener('focus', reset, { signal });
  textarea.addEventListener(
    'beforeinput',
    (event) => {
      if (!port.isActive() || event.isComposing) return;
      event.preventDefault();
      isTold = true;
      // The `input` that belongs to it comes at once, or not at all.
      setTimeout(() => {
        isTold = false;
      });
      const key = KEYS[event.inputType];
      const text = event.data ?? event.dataTransfer?.getData('text/plain');
      if (key) pressKey(port, { ...key, code: key.key });
      else if (text) port.send({ type: 'input_composition', eventType: 'commit', text });
    },
    { signal },
  );

  // Some keyboards cannot be kept from changing the field, and what fills it by a script is told of here only.
  textarea.addEventListener(
    'input',
    (event) => {
      if (event instanceof InputEvent && event.isComposing) return;
      const text = textarea.value.replace(FILLER, '');
      if (text && !isTold && port.isActive()) port.send({ type: 'input_composition', eventType: 'commit', text });
      reset();
    },
    { signal },
  );

  textarea.addEventListener(
    'compositionupdate',
    ({ data }) => {
      if (port.isActive()) port.send({ type: 'input_composition', eventType: 'update', text: data });
    },
    { signal },
  );
  textarea.addEventListener(
    'compositionend',
    ({ data }) => {
      if (port.isActive()) port.send({ type: 'input_composition', eventType: data ? 'commit' : 'update', text: data });
      reset();
    },
    { signal },
  );

  textarea.addEventListener(
    'paste',
    (event) => {
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain');
      if (text && port.isActive()) port.send({ type: 'input_paste', text });
    },
    { signal },
  );
}
