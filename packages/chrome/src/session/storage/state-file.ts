import { open } from 'node:fs/promises';
import { BtcpError } from '@btcp/protocol';
import { type BrowserState, readBrowserState, type StateFile, type StateFileInput, toStorageState } from '@btcp/tools';
import type { SessionFiles } from '../../files/session-files.js';

const MAX_BYTES = 32 * 1024 * 1024;
const DEFAULT_NAME = 'storage-state.json';

export async function saveStateFile(files: SessionFiles, state: BrowserState, wanted?: string): Promise<StateFile> {
  const text = JSON.stringify(toStorageState(state), null, 2);
  const path = await (wanted === undefined ? files.save(DEFAULT_NAME, text) : files.saveAs(wanted, text));
  return describe(path, Buffer.byteLength(text), state);
}

export async function loadStateFile(
  files: SessionFiles,
  { path, content }: StateFileInput,
): Promise<{ state: BrowserState; file: StateFile }> {
  if (path === undefined && content === undefined) {
    throw new BtcpError('invalid_input', 'browser_storage_state with action load needs path or content.', {
      hint: 'Give the path that action save gave, or of a file in the output folder.',
    });
  }
  const name = path ?? DEFAULT_NAME;
  const text = content ?? (await readText(await files.readable(name, 'State file'), name));
  const state = readBrowserState(parse(text, name));
  return { state, file: describe(name, Buffer.byteLength(text), state) };
}

async function readText(real: string, path: string): Promise<string> {
  const file = await open(real, 'r');
  try {
    const stats = await file.stat();
    if (stats.isFile() && stats.size <= MAX_BYTES) return await file.readFile('utf8');
    throw new BtcpError('unsupported', `${path} is not a file of at most ${MAX_BYTES} bytes.`, {
      hint: 'Give a file that was saved as a state.',
    });
  } finally {
    await file.close();
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BtcpError('invalid_input', `${path} is not JSON.`, {
      hint: 'Give a file that was saved as a state.',
      cause,
    });
  }
}

function describe(path: string, size: number, { cookies, storage }: BrowserState): StateFile {
  return {
    path,
    size,
    cookies: cookies.length,
    origins: storage.map(({ origin }) => origin),
    leftOut: storage.flatMap(({ origin, leftOut = [] }) => leftOut.map((what) => `${origin}: ${what}`)),
  };
}
