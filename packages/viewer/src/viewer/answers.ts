import { type ChosenFile, MAX_CHOSEN_BYTES, type ViewerMessage } from '@btcp/protocol';
import type { Store } from '../state/store.js';
import type { Receiver, ViewerState } from '../state/viewer-state.js';
import type { Answers } from './viewer.js';

// `String.fromCharCode` takes only so many arguments.
const CHUNK_BYTES = 8192;

export function createAnswers(
  store: Store<ViewerState>,
  receiver: Receiver,
  send: (message: ViewerMessage) => void,
): Answers {
  const state = store.getSnapshot;
  const hide = (what: 'dialog' | 'picker' | 'fileChooser') => store.update(receiver.answered(state(), what));
  return {
    answerDialog(accept, text) {
      send({ type: 'answer_dialog', accept, text });
      hide('dialog');
    },
    answerPicker(answer = {}) {
      const { picker } = state();
      if (!picker) return;
      send({ type: 'answer_picker', id: picker.id, ...answer });
      hide('picker');
    },
    async answerFileChooser(files) {
      const { fileChooser } = state();
      const chosen = [...files];
      if (!fileChooser) return;
      // The server closes a connection that sends more.
      if (chosen.reduce((sum, { size }) => sum + size, 0) > MAX_CHOSEN_BYTES) {
        const message = `Together the files have more than ${MAX_CHOSEN_BYTES >> 20} MB.`;
        return store.update({ error: { code: 'invalid_input', message, hint: 'Choose less.' } });
      }
      hide('fileChooser');
      send({ type: 'answer_file_chooser', id: fileChooser.id, files: await Promise.all(chosen.map(contentOf)) });
    },
  };
}

async function contentOf(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  }
  return { name: file.name, type: file.type, data: btoa(binary) };
}
