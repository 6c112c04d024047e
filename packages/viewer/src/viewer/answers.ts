import { type ChosenFile, MAX_CHOSEN_BYTES, MAX_FILE_PART, type ViewerMessage } from '@btcp/protocol';
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
      if (chosen.reduce((sum, { size }) => sum + size, 0) > MAX_CHOSEN_BYTES) {
        const message = `The files are larger than ${MAX_CHOSEN_BYTES >> 20} MB together.`;
        return store.update({ error: { code: 'invalid_input', message, hint: 'Choose fewer files.' } });
      }
      hide('fileChooser');
      const { id } = fileChooser;
      let rest = await Promise.all(chosen.map(contentOf));
      for (let part = partOf(rest); part; part = partOf(rest)) {
        send({ type: 'answer_file_chooser', id, files: part, isPart: true });
        const sent = part.map(({ data }) => data.length);
        rest = rest.map((file, index) => ({ ...file, data: file.data.slice(sent[index]) }));
      }
      send({ type: 'answer_file_chooser', id, files: rest });
    },
  };
}

function partOf(files: readonly ChosenFile[]): ChosenFile[] | undefined {
  if (files.reduce((sum, { data }) => sum + data.length, 0) <= MAX_FILE_PART) return undefined;
  let room = MAX_FILE_PART;
  return files.map((file) => {
    const data = file.data.slice(0, room);
    room -= data.length;
    return { ...file, data };
  });
}

async function contentOf(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES));
  }
  return { name: file.name, type: file.type, data: btoa(binary) };
}
