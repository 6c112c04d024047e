import { BtcpError, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import type { BrowserSession, NavigateOptions, PageInfo } from '@btcp/tools';
import type { CDPSession, Target } from 'puppeteer-core';
import type { ChromeProcess } from './chrome-process.js';
import { FrameAgent } from './frame-agent.js';
import { navigate } from './navigate.js';
import { httpError } from './navigation-errors.js';

export interface Viewport {
  width: number;
  height: number;
}

export interface SessionOptions {
  chrome: ChromeProcess;
  tab: Target;
  viewport: Viewport;
  /** Gives back what was opened for this session. */
  release(): Promise<void>;
}

/** One Chrome of one conversation. Puppeteer started it; everything here is direct CDP on the tab's session. */
export class ChromeSession implements BrowserSession {
  readonly #chrome: ChromeProcess;
  readonly #release: () => Promise<void>;
  readonly #cdp: CDPSession;
  readonly #targetId: string;
  readonly #agent: FrameAgent;
  #status: { loaderId: string; code: number; text: string } | undefined;
  #document = { loaderId: '', url: 'about:blank' };
  #loading = false;
  #crashed = false;

  private constructor({ chrome, release }: SessionOptions, cdp: CDPSession, targetId: string) {
    this.#chrome = chrome;
    this.#release = release;
    this.#cdp = cdp;
    this.#targetId = targetId;
    // The main frame of a tab has the id of its target.
    this.#agent = new FrameAgent(cdp, targetId);
    this.#follow();
  }

  static async start(options: SessionOptions): Promise<ChromeSession> {
    const cdp = await options.tab.createCDPSession();
    const { targetInfo } = await cdp.send('Target.getTargetInfo');
    const session = new ChromeSession(options, cdp, targetInfo.targetId);
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      cdp.send('Network.enable'),
      cdp.send('Emulation.setDeviceMetricsOverride', { ...options.viewport, deviceScaleFactor: 1, mobile: false }),
    ]);
    return session;
  }

  get alive(): boolean {
    return this.#chrome.alive && !this.#cdp.detached && !this.#crashed;
  }

  async page(): Promise<PageInfo> {
    // Asked of the browser process, so that a page busy with a script cannot hold up the answer.
    const { entries, currentIndex } = await this.#send('Page.getNavigationHistory');
    return {
      url: this.#document.url,
      title: entries[currentIndex]?.title ?? '',
      status: this.#currentStatus()?.code ?? null,
      tab: this.#targetId,
      loading: this.#loading,
    };
  }

  async navigate(url: string, options: NavigateOptions): Promise<void> {
    await this.#guarded(navigate(this.#cdp, this.#targetId, url, options));
    const status = this.#currentStatus();
    if (status && status.code >= 400) throw httpError(url, status.code, status.text);
  }

  async snapshot({ signal, ...options }: SnapshotOptions & { signal: AbortSignal }): Promise<Snapshot> {
    signal.throwIfAborted();
    return this.#guarded(this.#agent.call('snapshot', options));
  }

  async close(): Promise<void> {
    await this.#release();
  }

  #follow(): void {
    this.#cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId) return;
      const url = frame.unreachableUrl ?? frame.url + (frame.urlFragment ?? '');
      this.#document = { loaderId: frame.loaderId, url };
    });
    this.#cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.#targetId) this.#document.url = url;
    });
    this.#cdp.on('Network.responseReceived', ({ type, loaderId, frameId, response }) => {
      if (type !== 'Document' || frameId !== this.#targetId || !/^https?:/.test(response.url)) return;
      this.#status = { loaderId, code: response.status, text: response.statusText };
    });
    this.#cdp.on('Page.frameStartedLoading', ({ frameId }) => {
      if (frameId === this.#targetId) this.#loading = true;
    });
    const loaded = ({ frameId }: { frameId: string }) => {
      if (frameId === this.#targetId) this.#loading = false;
    };
    this.#cdp.on('Page.frameStoppedLoading', loaded);
    this.#cdp.on('Page.lifecycleEvent', (event) => {
      if (event.name === 'load') loaded(event);
    });
    this.#cdp.on('Inspector.targetCrashed', () => {
      this.#crashed = true;
    });
    this.#cdp.on('Page.javascriptDialogOpening', ({ type }) => {
      // An open dialog stops the page and every command that waits for it.
      this.#cdp.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => {});
    });
  }

  /** The answer that the document on screen came with; data: and about: documents have none. */
  #currentStatus() {
    return this.#status?.loaderId === this.#document.loaderId ? this.#status : undefined;
  }

  #send: CDPSession['send'] = (method, ...parameters) => this.#guarded(this.#cdp.send(method, ...parameters));

  /** Tells a failure of the browser from a failure of the command. */
  async #guarded<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      if (this.alive) throw thrown;
      throw new BtcpError('browser_lost', 'The browser ended during the call.', {
        hint: 'Call again: the next call starts a new browser. Open the page first.',
        cause: thrown,
      });
    }
  }
}
