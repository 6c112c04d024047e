import type { InputPort } from './input-port.js';
import { pressKey } from './keyboard.js';

const CONTROL = 2;

const KEYS: Readonly<Record<string, { key: string; modifiers: number; text?: string }>> = {
  deleteContentBackward: { key: 'Backspace', modifiers: 0 },
  deleteContentForward: { key: 'Delete', modifiers: 0 },
  deleteWordBackward: { key: 'Backspace', modifiers: CONTROL },
  deleteWordForward: { key: 'Delete', modifiers: CONTROL },
  insertLineBreak: { key: 'Enter', modifiers: 0, text: '\r' },
  insertParagraph: { key: 'Enter', modifiers: 0, text: '\r' },
};

// A phone reports Backspace only if there is something to delete.
const FILLER = ' ';

export function listenToText(port: InputPort, textarea: HTMLTextAreaElement): void {
  const { signal } = port;
  let isSent = false;
  const reset = () => {
    isSent = false;
    textarea.value = FILLER;
    textarea.setSelectionRange(FILLER.length, FILLER.length);
  };

  textarea.addEventListener('focus', reset, { signal });
  textarea.addEventListener(
    'beforeinput',
    (event) => {
      if (!port.isActive() || event.isComposing) return;
      event.preventDefault();
      isSent = true;
      // The matching `input` event comes at once or never.
      setTimeout(() => {
        isSent = false;
      });
      const key = KEYS[event.inputType];
      const text = event.data ?? event.dataTransfer?.getData('text/plain');
      if (key) pressKey(port, { ...key, code: key.key });
      else if (text) port.send({ type: 'input_composition', eventType: 'commit', text });
    },
    { signal },
  );

  // Some keyboards ignore preventDefault, and scripts that fill the field cause only this event.
  textarea.addEventListener(
    'input',
    (event) => {
      if (event instanceof InputEvent && event.isComposing) return;
      const text = textarea.value.replace(FILLER, '');
      if (text && !isSent && port.isActive()) port.send({ type: 'input_composition', eventType: 'commit', text });
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
