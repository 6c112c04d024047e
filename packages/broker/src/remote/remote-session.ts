import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PageSession } from '@btcp/tools';
import type { ConnectedPage, PageSource } from '../clients/connected-page.js';
import { RemotePage } from './remote-page.js';

/** A tab that a person has open, as a browser for the `browser_*` tools. */
export class RemotePageSession extends PageSession {
  readonly #link: RemotePage;
  #files: string | undefined;

  constructor(broker: PageSource, page: ConnectedPage) {
    const link = new RemotePage(broker, page);
    super(link);
    this.#link = link;
  }

  /** Changes with every document. */
  get sessionId(): string {
    return this.#link.sessionId;
  }

  override async saveFile(name: string, data: string | Uint8Array): Promise<string> {
    this.#files ??= await mkdtemp(join(tmpdir(), 'btcp-page-'));
    const path = join(this.#files, basename(name));
    await writeFile(path, data);
    return path;
  }

  override async close(): Promise<void> {
    await super.close();
    if (this.#files) await rm(this.#files, { recursive: true, force: true });
  }
}
