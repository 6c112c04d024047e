import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from './run-folder.js';

const LONGEST_NAME = 200;

/** The folder of one session, for what is too large to show and for what pages download. */
export class SessionFiles {
  readonly #folder: string;
  #count = 0;

  /** Whether the files go with the session. */
  readonly #isTemporary: boolean;

  constructor(folder: string, isTemporary: boolean) {
    this.#folder = folder;
    this.#isTemporary = isTemporary;
  }

  async close(): Promise<void> {
    if (this.#isTemporary) await removeFolder(this.#folder);
  }

  /** The folder, made if need be. */
  async ensure(): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    return this.#folder;
  }

  /** Where a file that somebody else put into the folder is. */
  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** A new path that tells the name, never replaces an earlier file and never leads out of the folder. */
  pathFor(name: string): string {
    this.#count++;
    return join(this.#folder, `${this.#count}-${safeName(name)}`);
  }

  /** Keeps data under exactly this name, in a folder of its own: a page that it is given to sees the name. */
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

/** A name that leads nowhere else. */
function safeName(name: string): string {
  return shortName(name.replace(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+$/, '_') || '_');
}

/** File systems count bytes, and the end of a name says what it is. */
function shortName(name: string): string {
  let short = name;
  while (Buffer.byteLength(short) > LONGEST_NAME) short = short.slice(1);
  return short;
}
