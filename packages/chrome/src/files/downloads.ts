import { rename, rm } from 'node:fs/promises';
import { BtcpError, type LiveDownload } from '@btcp/protocol';
import type { Download, StartedDownload } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { SessionQuota } from './download-quota.js';
import type { SessionFiles } from './session-files.js';

const STATES = { inProgress: 'progress', completed: 'completed', canceled: 'failed' } as const;

export interface BegunDownload {
  frameId: string;
  url: string;
  name: string;
  done: Promise<Download>;
  finished?: Download;
  failure?: string;
  reported?: 'begun' | 'ended';
}

interface DownloadOptions {
  files: SessionFiles;
  quota: SessionQuota;
  context: string | undefined;
  // In the profile of a person: which frames are the session's. Files go where the person's files go.
  isOurs?: ((frameId: string) => boolean) | undefined;
  // Whether a person drives: their downloads are not reported to the agent.
  isPrivate: () => boolean;
}

export class Downloads {
  readonly #begun: BegunDownload[] = [];
  readonly #root: CDPSession;
  readonly #files: SessionFiles;
  readonly #quota: SessionQuota;
  readonly #context: string | undefined;
  readonly #isOurs: DownloadOptions['isOurs'];

  private constructor(root: CDPSession, { files, quota, context, isOurs, isPrivate }: DownloadOptions) {
    this.#root = root;
    this.#files = files;
    this.#quota = quota;
    this.#context = context;
    this.#isOurs = isOurs;
    root.on('Browser.downloadWillBegin', ({ guid, url, frameId, suggestedFilename }) => {
      if (isOurs?.(frameId) === false) return;
      const done = this.#follow(root, guid, url, suggestedFilename);
      const begun: BegunDownload = { frameId, url, name: suggestedFilename, done };
      if (isPrivate()) begun.reported = 'ended';
      done.then(
        (download) => {
          begun.finished = download;
        },
        (thrown) => {
          begun.failure = BtcpError.from(thrown).message;
        },
      );
      this.#begun.push(begun);
    });
  }

  /** `root` must be this session's alone: a session of the browser process hears of the downloads it has asked for. */
  static async start(root: CDPSession, options: DownloadOptions): Promise<Downloads> {
    const { files, context, isOurs } = options;
    const downloads = new Downloads(root, options);
    await root.send('Browser.setDownloadBehavior', {
      ...(isOurs ? { behavior: 'default' } : { behavior: 'allowAndName', downloadPath: await files.ensure() }),
      eventsEnabled: true,
      ...inContext(context),
    });
    return downloads;
  }

  stop(): void {
    this.#quota.release();
    this.#root.detach().catch(() => {});
  }

  watch(report: (download: LiveDownload) => void): void {
    const running = new Map<string, LiveDownload>();
    this.#root.on('Browser.downloadWillBegin', ({ guid, url, frameId, suggestedFilename: name }) => {
      if (this.#isOurs?.(frameId) === false) return;
      running.set(guid, { id: guid, name, url, state: 'started', received: 0, total: 0 });
      report({ id: guid, name, url, state: 'started', received: 0, total: 0 });
    });
    this.#root.on('Browser.downloadProgress', ({ guid, receivedBytes, totalBytes, state }) => {
      const known = running.get(guid);
      if (!known) return;
      if (state !== 'inProgress') running.delete(guid);
      report({ ...known, state: STATES[state], received: receivedBytes, total: totalBytes });
    });
  }

  get count(): number {
    return this.#begun.length;
  }

  begunSince(mark: number): BegunDownload[] {
    return this.#begun.slice(mark);
  }

  news(): StartedDownload[] {
    return this.#begun.flatMap((begun) => {
      const now = begun.finished || begun.failure !== undefined ? 'ended' : 'begun';
      if (begun.reported === 'ended' || begun.reported === now) return [];
      begun.reported = now;
      const { url, name, finished, failure } = begun;
      return [finished ?? { url, name, ...(failure === undefined ? {} : { failure }) }];
    });
  }

  since(mark: number, frameId: string): Promise<Download> | undefined {
    const begun = this.#begun.slice(mark).find((running) => running.frameId === frameId);
    if (begun) begun.reported = 'ended';
    return begun?.done;
  }

  async #follow(root: CDPSession, guid: string, url: string, name: string): Promise<Download> {
    const { size, filePath } = await new Promise<{ size: number; filePath?: string }>((resolve, reject) => {
      const onProgress = (event: Protocol.Browser.DownloadProgressEvent) => {
        if (event.guid !== guid) return;
        // A server may announce its length: a file that is too long is not waited for.
        const excess = this.#quota.note(guid, Math.max(event.receivedBytes, event.totalBytes));
        if (event.state === 'inProgress' && excess === undefined) return;
        root.off('Browser.downloadProgress', onProgress);
        if (excess !== undefined) reject(this.#refuse(guid, url, excess));
        else if (event.state === 'completed')
          resolve({ size: event.receivedBytes, ...(event.filePath ? { filePath: event.filePath } : {}) });
        else {
          this.#quota.forget(guid);
          reject(new BtcpError('navigation_failed', `The download of ${url} was broken off.`, { hint: 'Retry it.' }));
        }
      };
      root.on('Browser.downloadProgress', onProgress);
    });
    if (this.#isOurs) return { url, name, path: filePath ?? `the download folder of the browser`, size };
    const path = this.#files.pathFor(name);
    await rename(this.#files.pathOf(guid), path);
    return { url, name, path, size };
  }

  #refuse(guid: string, url: string, why: string): BtcpError {
    this.#quota.forget(guid);
    const cancelled = this.#root.send('Browser.cancelDownload', { guid, ...inContext(this.#context) });
    // One that is whole already cannot be cancelled.
    void cancelled.catch(() => {}).then(() => rm(this.#files.pathOf(guid), { force: true }).catch(() => {}));
    return new BtcpError('denied', `The download of ${url} was refused: ${why}.`, {
      hint: 'Download less, close sessions that are done, or start the server with a larger --download-limit.',
    });
  }
}

function inContext(context: string | undefined): { browserContextId?: string } {
  return context === undefined ? {} : { browserContextId: context };
}
