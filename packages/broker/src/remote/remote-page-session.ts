import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BtcpError, isObject, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import type { BrowserSession, NavigateOptions, PageInfo, TabInfo } from '@btcp/tools';
import type { Broker, ConnectedPage } from '../broker.js';
import { nextPage } from './next-page.js';
import { runCommand } from './run-command.js';

const TAB = 'page';

/** A tab that a person has open, as a browser for the `browser_*` tools. What only a whole browser can do is refused. */
export class RemotePageSession implements BrowserSession {
  readonly #broker: Broker;
  #page: ConnectedPage;
  #lastUrl = '';
  #files: string | undefined;
  #isClosed = false;

  constructor(broker: Broker, page: ConnectedPage) {
    this.#broker = broker;
    this.#page = page;
  }

  get alive(): boolean {
    return !this.#isClosed && !this.#page.hasEnded;
  }

  get lastUrl(): string {
    return this.#lastUrl;
  }

  async page(): Promise<PageInfo> {
    const { url } = await runCommand(this.#page, { action: 'getUrl' });
    const { title } = await runCommand(this.#page, { action: 'getTitle' });
    this.#lastUrl = String(url);
    return { url: this.#lastUrl, title: String(title), status: null, tab: TAB, loading: false };
  }

  async navigate(url: string, options: NavigateOptions): Promise<undefined> {
    await this.#leave({ action: 'navigate', url }, options);
  }

  back(options: NavigateOptions): Promise<void> {
    return this.#leave({ action: 'back' }, options);
  }

  forward(options: NavigateOptions): Promise<void> {
    return this.#leave({ action: 'forward' }, options);
  }

  reload(options: NavigateOptions): Promise<void> {
    return this.#leave({ action: 'reload' }, options);
  }

  async snapshot({ signal, header: _, ...options }: SnapshotOptions & { signal: AbortSignal }): Promise<Snapshot> {
    // The commands of the page's agent know no `header`: its text always begins with URL and title.
    const snapshot = await runCommand(this.#page, { action: 'snapshot', ...options }, { signal });
    if (!isSnapshot(snapshot))
      throw new BtcpError('internal', 'The page answered with something else than a snapshot.');
    this.#lastUrl = snapshot.url;
    return snapshot;
  }

  async tabs(): Promise<TabInfo[]> {
    const { url, title } = await this.page();
    return [{ id: TAB, url, title, active: true }];
  }

  async selectTab(id: string): Promise<void> {
    if (id !== TAB) throw new BtcpError('not_found', `There is no tab ${id}: this is one tab of a person's browser.`);
  }

  openTab = refuse('open a tab');
  closeTab = refuse('close the tab');
  resize = refuse('change its size');
  answerDialog = refuse('answer its own dialog');
  consoleLogs = refuse('show its console');
  clearConsoleLogs = refuse('clear its console');
  networkRequests = refuse('show its requests');
  clearNetworkRequests = refuse('clear its requests');

  async saveFile(name: string, data: string | Uint8Array): Promise<string> {
    this.#files ??= await mkdtemp(join(tmpdir(), 'btcp-page-'));
    const path = join(this.#files, basename(name));
    await writeFile(path, data);
    return path;
  }

  /** Lets go of the page, which stays with the person. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#files) await rm(this.#files, { recursive: true, force: true });
  }

  /** Goes elsewhere and on with the document that comes up there, if it offers to be driven as well. */
  async #leave(command: { action: string; url?: string }, options: NavigateOptions): Promise<void> {
    const { waitUntil, timeout, signal } = options;
    const before = this.#broker.pages();
    const result = await runCommand(this.#page, { ...command, waitUntil, timeout }, { timeout, signal }).catch(
      (thrown) => {
        // The page was faster away than its answer.
        if (BtcpError.from(thrown).code === 'browser_lost') return { leaving: true };
        throw thrown;
      },
    );
    if (result.leaving) this.#page = await nextPage(this.#broker, this.#page, before, options);
  }
}

function isSnapshot(value: Record<string, unknown> | Snapshot): value is Snapshot {
  return typeof value.url === 'string' && typeof value.tree === 'string' && isObject(value.refs);
}

function refuse(what: string): () => Promise<never> {
  return async () => {
    throw new BtcpError('unsupported', `A page cannot ${what}.`, { hint: 'Use a browser of the system for this.' });
  };
}
