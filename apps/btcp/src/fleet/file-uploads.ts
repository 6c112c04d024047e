import { createReadStream } from 'node:fs';
import type { FileStore, FleetWorker } from '@btcp/fleet';
import { BtcpError } from '@btcp/protocol';
import type { Conversation, KeptFile, SessionEvent } from '@btcp/tools';
import type { Log } from '../observing/logging/log.js';

export interface FileUploadsOptions {
  session: string;
  conversation: Conversation;
  worker: FleetWorker;
  files: FileStore;
  log: Log;
}

// After these a session may have left a file.
const LEAVES_FILES = new Set<SessionEvent['type']>(['tool_result', 'download']);

export class FileUploads {
  readonly #options: FileUploadsOptions;
  readonly #unsubscribe: () => void;
  readonly #seen = new WeakSet<KeptFile>();
  #saving: Promise<void> = Promise.resolve();

  constructor(options: FileUploadsOptions) {
    this.#options = options;
    this.#unsubscribe = options.conversation.events.subscribe(({ type }) => {
      if (LEAVES_FILES.has(type)) void this.save();
    });
  }

  /** Resolves when every file of the session is stored, or was refused. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveNew());
    return this.#saving;
  }

  stop(): void {
    this.#unsubscribe();
  }

  async #saveNew(): Promise<void> {
    const { conversation, worker, session } = this.#options;
    for (const [name, file] of [...conversation.files]) {
      if (this.#seen.has(file) || !worker.holds(session)) continue;
      this.#seen.add(file);
      await this.#upload(name, file);
    }
  }

  async #upload(name: string, { path, mimeType, size }: KeptFile): Promise<void> {
    const { files, session, log } = this.#options;
    try {
      const refusal = await files.save(session, { name, mimeType, size }, createReadStream(path));
      if (refusal) log.write('warn', 'file kept on this worker only', { session, file: name, size, reason: refusal });
    } catch (cause) {
      log.write('warn', 'file not stored', { session, file: name, reason: BtcpError.from(cause).message });
    }
  }
}
