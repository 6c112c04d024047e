import { basename } from 'node:path';
import { type ActionAnswer, BtcpError, type ElementInfo, labelOf } from '@btcp/protocol';
import type { Tab } from '../tab/tab.js';
import { clickOn } from './click-on.js';
import { drop } from './drop.js';
import type { FileChooser } from './file-chooser.js';

const CHOOSER_MS = 2_000;

export async function upload(
  tab: Tab,
  selector: string,
  files: string[],
  chooser: FileChooser,
  signal: AbortSignal,
): Promise<ActionAnswer> {
  const link = tab.frames.of(selector);
  const input = await tab.answer(() => link.call({ action: 'fileInput', selector }));
  signal.throwIfAborted();
  const value = files.map((file) => basename(file)).join(', ');
  if (input) {
    const { multiple, ...element } = input;
    assertTakes(element, multiple, files);
    const objectId = await link.element(element.ref);
    await link.cdp.send('DOM.setFileInputFiles', { files, objectId });
    return { ...element, value };
  }
  const { acted } = await clickOn(tab, selector, {}, signal);
  const element = { role: acted.role, name: acted.name, ref: acted.ref };
  const opened = await chooser.take(CHOOSER_MS);
  signal.throwIfAborted();
  const dropped = opened ? undefined : await drop(tab, selector, files, signal);
  if (dropped) return { ...dropped, note: `Dropped ${value} on it.` };
  if (opened?.backendNodeId === undefined) {
    throw new BtcpError(
      opened ? 'unsupported' : 'not_actionable',
      opened
        ? `${labelOf(element)} asks for files by a script, not by a file input.`
        : `${labelOf(element)} opens no file chooser, and takes no files that are dropped on it.`,
      {
        hint: 'Use the ref of a file input, of its label, of a button that opens a file chooser, or of a place to drop files.',
      },
    );
  }
  assertTakes(element, opened.multiple, files);
  await opened.cdp.send('DOM.setFileInputFiles', { files, backendNodeId: opened.backendNodeId });
  return { ...element, value };
}

function assertTakes(element: ElementInfo, multiple: boolean, files: string[]): void {
  if (multiple || files.length === 1) return;
  throw new BtcpError('invalid_input', `${labelOf(element)} takes one file, not ${files.length}.`, {
    hint: 'Give one path.',
  });
}
