import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';

import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { BtcpError, type KeptFile, type ToolResult } from '@btcp/tools';
import type { SessionFile } from '../contract/types.js';

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.md': 'text/plain',
  '.zip': 'application/zip',
};

const MB = 1024 * 1024;
const READ_FURTHER = 4;

/** In bytes. */
export interface FileLimits {
  file: number;
  session: number;
}

export class SessionFolder {
  readonly #path: string;
  readonly #givenPath: string;

  constructor(path: string, givenPath: string) {
    this.#path = path;
    this.#givenPath = givenPath;
  }

  async list(): Promise<SessionFile[]> {
    const names = await readdir(this.#path).catch(() => []);
    const files = await Promise.all(names.map((name) => this.file(name)));
    return files.sort((one, other) => one.created - other.created);
  }

  // A name must not lead out of the folder.
  async pathOf(name: string): Promise<string> {
    const path = join(this.#path, name);
    if (basename(path) === name && name !== '..' && (await stat(path).catch(() => undefined))?.isFile()) return path;
    throw new BtcpError('not_found', `The session has no file "${name}".`, { hint: 'GET …/files lists them.' });
  }

  async keep(
    { images = [], files = [] }: ToolResult,
    copy: (file: KeptFile, target: string) => Promise<void>,
  ): Promise<string[]> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
    const copied = await Promise.all(files.map((file) => this.#copy(file, copy)));
    const pictures = copied.filter((name) => name !== undefined).filter((name) => typeOf(name).startsWith('image/'));
    if (pictures.length > 0) return pictures;
    return Promise.all(
      images.map(async ({ data, mimeType }) => {
        const path = this.#next(`picture.${mimeType.replace(/^image\//, '').replace('jpeg', 'jpg')}`);
        await writeFile(path, Buffer.from(data, 'base64'), { mode: 0o600 });
        return basename(path);
      }),
    );
  }

  async receive(label: string, body: ReadableStream<Uint8Array>, limits: FileLimits): Promise<SessionFile> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
    const held = (await this.list()).reduce((sum, { size }) => sum + size, 0);
    const path = this.#next(label);
    let size = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.length;
        const isKept = size <= limits.file && held + size <= limits.session;
        if (isKept) controller.enqueue(chunk);
        // Read further, since who still sends would not see the answer, but not without end.
        else if (size > READ_FURTHER * limits.file) throw tooLarge(label, limits, size);
      },
    });
    try {
      await writeFile(path, body.pipeThrough(counted), { mode: 0o600 });
      if (size > limits.file || held + size > limits.session) throw tooLarge(label, limits, size);
    } catch (thrown) {
      await rm(path, { force: true });
      throw thrown;
    }
    return this.file(basename(path));
  }

  async file(name: string): Promise<SessionFile> {
    const { size, mtimeMs } = await stat(await this.pathOf(name));
    return { name, label: labelOf(name), size, mimeType: typeOf(name), created: Math.round(mtimeMs) };
  }

  /** Where the newest file that people call so lies under that very name, which pages see. */
  async give(label: string): Promise<string | undefined> {
    const found = (await this.list()).findLast((file) => file.name === label || file.label === label);
    if (!found) return undefined;
    const folder = join(this.#givenPath, found.name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, /^\.*$/.test(found.label) ? 'file' : found.label);
    await copyFile(join(this.#path, found.name), path, constants.COPYFILE_FICLONE);
    return path;
  }

  async remove(): Promise<void> {
    for (const path of [this.#path, this.#givenPath]) await rm(path, { recursive: true, force: true });
  }

  // Undefined when the file is gone, such as with its browser.
  async #copy(file: KeptFile, copy: (file: KeptFile, target: string) => Promise<void>): Promise<string | undefined> {
    const target = this.#next(file.name);
    return copy(file, target).then(
      () => basename(target),
      () => undefined,
    );
  }

  #next(name: string): string {
    const safe = name.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(-100);
    return join(this.#path, `${Date.now().toString(36)}${randomBytes(2).toString('hex')}-${safe}`);
  }
}

function tooLarge(label: string, { file, session }: FileLimits, size: number): BtcpError {
  const why = size > file ? `larger than ${megabytes(file)}` : `beyond the ${megabytes(session)} of a session`;
  return new BtcpError('invalid_input', `"${label}" is ${why}.`, { hint: 'Attach a smaller file.' });
}

function megabytes(bytes: number): string {
  return `${bytes / MB} MB`;
}

export function labelOf(name: string): string {
  return name.slice(name.indexOf('-') + 1);
}

export function typeOf(name: string): string {
  return TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}
