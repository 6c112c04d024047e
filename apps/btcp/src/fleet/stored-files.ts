import { Readable } from 'node:stream';
import type { FileStore, StoredFile } from '@btcp/fleet';
import { fileHeaders } from '@btcp/host';
import { BtcpError } from '@btcp/protocol';
import type { Context } from 'hono';
import { decoded } from './session-of.js';

const FILE_PATH = /^(?:\/members)?\/sessions\/[^/]+\/files(?:\/([^/]+))?$/;

export interface StoredFilesOptions {
  files: FileStore;
  asked: string;
  /** Asks the worker that has the session; undefined if none has it. */
  ask: (() => Promise<Response>) | undefined;
}

/** The name of the file that a path asks for: empty for the list, undefined for other paths. */
export function fileAsked(path: string): string | undefined {
  const found = FILE_PATH.exec(path);
  return found ? decoded(found[1] ?? '') : undefined;
}

/** Serves files of a session: from its worker if there is one, and otherwise those that it has stored. */
export async function serveFiles(context: Context, session: string, options: StoredFilesOptions): Promise<Response> {
  const { files, asked, ask } = options;
  const answer = await ask?.();
  if (asked === '') return context.json(await listAll(answer, await files.list(session)));
  if (answer?.ok) return answer;
  const found = await files.open(session, asked);
  if (!found) {
    throw new BtcpError('not_found', `Session ${session} has no file "${asked}".`, {
      hint: `GET /sessions/${session}/files lists them; they go with the browser, or after a day.`,
    });
  }
  const { file, content } = found;
  return context.body(Readable.toWeb(content) as ReadableStream, 200, fileHeaders(file));
}

async function listAll(answer: Response | undefined, stored: StoredFile[]): Promise<StoredFile[]> {
  const onWorker: StoredFile[] = answer?.ok ? ((await answer.json()) as StoredFile[]) : [];
  const names = new Set(onWorker.map(({ name }) => name));
  return [...stored.filter(({ name }) => !names.has(name)), ...onWorker];
}
