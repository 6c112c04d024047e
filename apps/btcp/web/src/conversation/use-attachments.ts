import { type ClipboardEvent, type DragEvent, useState } from 'react';
import type { SessionFile } from '../../../src/contract/types.ts';
import { report } from '../state/notices.ts';
import type { OpenSession } from '../state/open-session.ts';

const MAX_FILES = 10;
const MAX_BYTES = 25 * 1024 * 1024;

export function useAttachments(session: OpenSession) {
  const [files, setFiles] = useState<readonly SessionFile[]>([]);
  const [pending, setPending] = useState(0);
  const [isOver, setOver] = useState(false);

  async function add(chosen: readonly File[]) {
    const room = MAX_FILES - files.length - pending;
    if (chosen.length > room) report(new Error(`A message can have at most ${MAX_FILES} files.`));
    const sending = chosen.slice(0, Math.max(0, room)).map(attach);
    // In the order in which they were chosen, whichever arrives first.
    for (const sent of sending) {
      const kept = await sent;
      if (kept) setFiles((others) => [...others, kept]);
    }
  }

  async function attach(file: File): Promise<SessionFile | undefined> {
    if (file.size > MAX_BYTES) {
      report(new Error(`${file.name} is larger than 25 MB.`));
      return undefined;
    }
    setPending((count) => count + 1);
    try {
      return await session.attach(file);
    } catch (thrown) {
      report(thrown);
      return undefined;
    } finally {
      setPending((count) => count - 1);
    }
  }

  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    files,
    isPending: pending > 0,
    isOver,
    add,
    set: setFiles,
    remove: (name: string) => setFiles((others) => others.filter((file) => file.name !== name)),
    onPaste(event: ClipboardEvent) {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      void add([...event.clipboardData.files]);
    },
    dropArea: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void add([...event.dataTransfer.files]);
      },
    },
  };
}
