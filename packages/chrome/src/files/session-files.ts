import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
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

  async readable(path: string, what = 'Image file'): Promise<string> {
    const given = resolve(this.#folder, path);
    const folders = [this.#folder, ...this.#shared];
    const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
    if (![...folders, ...real].some((folder) => isInside(folder, given))) throw notReadable(path, folders);
    const target = await realpath(given).catch((cause) => {
      throw new BtcpError('not_found', `${what} not found: ${path}`, {
        hint: 'Use the path from an earlier call or download.',
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

  async saveAs(path: string, data: string | Uint8Array): Promise<string> {
    const place = await this.newFile(path);
    await writeFile(place, data);
    return place;
  }

  /** Creates it empty, only where nothing is yet, inside the folders of the session, whatever links lead there. */
  async newFile(path: string): Promise<string> {
    const folder = await this.ensure();
    const wanted = resolve(folder, path);
    const folders = [this.#folder, ...this.#shared];
    const parent = await realpath(dirname(wanted)).catch(() => undefined);
    const real = await Promise.all(folders.map((each) => realpath(each).catch(() => each)));
    if (parent === undefined || !real.some((each) => parent === each || isInside(each, parent))) {
      throw new BtcpError('denied', `${path} is outside the folders of the session.`, {
        hint: `Give a file name, or a path in a folder that exists in ${folders.join(' or ')}. The server's operator can choose another folder with --output-dir.`,
      });
    }
    const place = join(parent, safeName(basename(wanted)));
    try {
      await writeFile(place, '', { flag: 'wx', mode: 0o600 });
    } catch (cause) {
      throw new BtcpError('invalid_input', `${path} cannot be written: ${Object(cause).code ?? cause}.`, {
        hint: 'Give another name: files are not replaced.',
        cause,
      });
    }
    return place;
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
    hint: `Files are read from ${folders.join(' and ')} only. Copy it there, or ask the server's operator to add its folder with --image-dir.`,
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
