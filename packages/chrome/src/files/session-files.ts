import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import { makeFolder } from '../process/folders/directories.js';
import { removeFolder } from '../process/folders/run-folder.js';
import { isInside } from './is-inside.js';

const MAX_NAME_BYTES = 200;

export class SessionFiles {
  readonly #folder: string;
  #count = 0;

  readonly #isTemporary: boolean;

  readonly #shared: readonly string[];

  constructor(folder: string, isTemporary: boolean, shared: readonly string[] = []) {
    this.#folder = folder;
    this.#shared = shared;
    this.#isTemporary = isTemporary;
  }

  async close(): Promise<void> {
    if (this.#isTemporary) await removeFolder(this.#folder);
  }

  async ensure(): Promise<string> {
    makeFolder(this.#folder, '--output-dir');
    return this.#folder;
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  async readable(path: string): Promise<string> {
    const given = resolve(this.#folder, path);
    const folders = [this.#folder, ...this.#shared];
    const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
    if (![...folders, ...real].some((folder) => isInside(folder, given))) throw notReadable(path, folders);
    const target = await realpath(given).catch((cause) => {
      throw new BtcpError('not_found', `Image file not found: ${path}`, {
        hint: 'Use the path that browser_screenshot or a download told.',
        cause,
      });
    });
    if (!real.some((folder) => isInside(folder, target))) throw notReadable(path, folders);
    return target;
  }

  pathFor(name: string): string {
    this.#count++;
    return join(this.#folder, `${this.#count}-${safeName(name)}`);
  }

  /** Keeps exactly this name, because a page may see it. */
  async saveNamed(name: string, data: Uint8Array): Promise<string> {
    const folder = this.pathFor('upload');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, safeName(name));
    await writeFile(path, data, { flag: 'wx', mode: 0o600 });
    return path;
  }

  async save(name: string, data: string | Uint8Array): Promise<string> {
    await this.ensure();
    const path = this.pathFor(name);
    await writeFile(path, data, { flag: 'wx', mode: 0o600 });
    return path;
  }
}

function notReadable(path: string, folders: readonly string[]): BtcpError {
  return new BtcpError('denied', `${path} is outside the folders that may be read.`, {
    hint: `Files are read from ${folders.join(' and ')} only. Copy it there; only who runs the server can name its folder with --image-dir.`,
  });
}

function safeName(name: string): string {
  return shortName(name.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+$/, '_') || '_');
}

// The end of a name has its type.
function shortName(name: string): string {
  let short = name;
  while (Buffer.byteLength(short) > MAX_NAME_BYTES) short = short.slice(1);
  return short;
}
