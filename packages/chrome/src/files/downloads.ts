import { rename } from 'node:fs/promises';
import { BtcpError, type LiveDownload } from '@btcp/protocol';
import type { Download } from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';
import type { SessionFiles } from './session-files.js';

const STATES = { inProgress: 'progress', completed: 'completed', canceled: 'failed' } as const;

export interface BegunDownload {
  frameId: string;
  url: string;
  name: string;
  done: Promise<Download>;
  finished?: Download;
}

/** The downloads of one session. */
export class Downloads {
  readonly #begun: BegunDownload[] = [];
  readonly #root: CDPSession;
  readonly #files: SessionFiles;

  private constructor(root: CDPSession, files: SessionFiles) {
    this.#root = root;
    this.#files = files;
    root.on('Browser.downloadWillBegin', ({ guid, url, frameId, suggestedFilename }) => {
      const done = this.#follow(root, guid, url, suggestedFilename);
      const begun: BegunDownload = { frameId, url, name: suggestedFilename, done };
      done.then(
        (download) => {
          begun.finished = download;
        },
        () => {},
      );
      this.#begun.push(begun);
    });
  }

  /** `root` must belong to this session alone, because Chrome reports downloads to whoever asked for them. */
  static async start(root: CDPSession, files: SessionFiles, browserContextId: string | undefined): Promise<Downloads> {
    const downloads = new Downloads(root, files);
    await root.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: await files.ensure(),
      eventsEnabled: true,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
    return downloads;
  }

  stop(): void {
    this.#root.detach().catch(() => {});
  }

  watch(tell: (download: LiveDownload) => void): void {
    const running = new Map<string, LiveDownload>();
    this.#root.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename: name }) => {
      running.set(guid, { id: guid, name, url, state: 'started', received: 0, total: 0 });
      tell({ id: guid, name, url, state: 'started', received: 0, total: 0 });
    });
    this.#root.on('Browser.downloadProgress', ({ guid, receivedBytes, totalBytes, state }) => {
      const known = running.get(guid);
      if (!known) return;
      if (state !== 'inProgress') running.delete(guid);
      tell({ ...known, state: STATES[state], received: receivedBytes, total: totalBytes });
    });
  }

  get count(): number {
    return this.#begun.length;
  }

  begunSince(mark: number): BegunDownload[] {
    return this.#begun.slice(mark);
  }

  since(mark: number, frameId: string): Promise<Download> | undefined {
    return this.#begun.slice(mark).find((running) => running.frameId === frameId)?.done;
  }

  async #follow(root: CDPSession, guid: string, url: string, name: string): Promise<Download> {
    const size = await new Promise<number>((resolve, reject) => {
      const onProgress = (event: { guid: string; state: string; receivedBytes: number }) => {
        if (event.guid !== guid || event.state === 'inProgress') return;
        root.off('Browser.downloadProgress', onProgress);
        if (event.state === 'completed') resolve(event.receivedBytes);
        else
          reject(new BtcpError('navigation_failed', `The download of ${url} was broken off.`, { hint: 'Retry it.' }));
      };
      root.on('Browser.downloadProgress', onProgress);
    });
    const path = this.#files.pathFor(name);
    await rename(this.#files.pathOf(guid), path);
    return { url, name, path, size };
  }
}
