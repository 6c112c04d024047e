import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
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

export class SessionFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async list(): Promise<SessionFile[]> {
    const names = await readdir(this.#path).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(this.#path, name));
        return { name, label: labelOf(name), size, mimeType: typeOf(name), created: Math.round(mtimeMs) };
      }),
    );
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

  async remove(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
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

export function labelOf(name: string): string {
  return name.slice(name.indexOf('-') + 1);
}

export function typeOf(name: string): string {
  return TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream';
}
