import { randomUUID } from 'node:crypto';
import { BtcpError, type ChosenFile, MAX_CHOSEN_BYTES } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import type { SessionFiles } from '../files/session-files.js';

export interface OpenChooser {
  id: string;
  multiple: boolean;
  accept: string;
}

export class DriverFileChooser {
  readonly #files: SessionFiles;
  readonly #onChange: (chooser: OpenChooser | null) => void;
  #open: (OpenChooser & { backendNodeId: number; cdp: CDPSession }) | undefined;

  constructor(files: SessionFiles, onChange: (chooser: OpenChooser | null) => void) {
    this.#files = files;
    this.#onChange = onChange;
  }

  get open(): OpenChooser | null {
    if (!this.#open) return null;
    const { id, multiple, accept } = this.#open;
    return { id, multiple, accept };
  }

  async listen(cdp: CDPSession): Promise<void> {
    cdp.on('Page.fileChooserOpened', ({ mode, backendNodeId }) => {
      if (backendNodeId !== undefined) this.#opened(cdp, backendNodeId, mode === 'selectMultiple').catch(() => {});
    });
    await cdp.send('Page.setInterceptFileChooserDialog', { enabled: true });
  }

  dismiss(): void {
    if (!this.#open) return;
    this.#open = undefined;
    this.#onChange(null);
  }

  async answer(id: string, files: readonly ChosenFile[]): Promise<void> {
    const chooser = this.#open;
    if (chooser?.id !== id) return;
    this.#open = undefined;
    this.#onChange(null);
    if (files.length === 0) return;
    const contents = files.slice(0, chooser.multiple ? files.length : 1);
    if (contents.reduce((sum, { data }) => sum + data.length * 0.75, 0) > MAX_CHOSEN_BYTES) {
      throw new BtcpError('invalid_input', `The files have more than ${MAX_CHOSEN_BYTES} bytes.`, {
        hint: 'Choose fewer files.',
      });
    }
    const paths: string[] = [];
    for (const { name, data } of contents) paths.push(await this.#files.saveNamed(name, await bytesOf(data)));
    await chooser.cdp.send('DOM.setFileInputFiles', { files: paths, backendNodeId: chooser.backendNodeId });
  }

  async #opened(cdp: CDPSession, backendNodeId: number, multiple: boolean): Promise<void> {
    const { node } = await cdp.send('DOM.describeNode', { backendNodeId });
    const names = node.attributes ?? [];
    const at = names.indexOf('accept');
    this.#open = { id: randomUUID(), multiple, accept: at < 0 ? '' : (names[at + 1] ?? ''), backendNodeId, cdp };
    this.#onChange(this.open);
  }
}

// Characters of base64 that are decoded at a time; four of them are three bytes.
const DECODED_AT_ONCE = 4 * 1024 * 1024;

// Decodes in portions: a large file would hold the server up.
async function bytesOf(base64: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let start = 0; start < base64.length; start += DECODED_AT_ONCE) {
    parts.push(Buffer.from(base64.slice(start, start + DECODED_AT_ONCE), 'base64'));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Buffer.concat(parts);
}
