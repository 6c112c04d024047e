import { BtcpError, type LiveTab, type Rectangle } from '@btcp/protocol';
import {
  type CastQuality,
  type DriverMessage,
  type HandsTally,
  type LiveBrowser,
  type LiveEvent,
  toAddress,
} from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';
import type { Capture } from '../capture/capture.js';
import { within } from '../cdp/within.js';
import type { Downloads } from '../files/downloads.js';
import type { SessionFiles } from '../files/session-files.js';
import { letGo } from '../tab/let-go.js';
import type { Tabs } from '../tab/tabs.js';
import type { Show } from './cast.js';
import { Permissions } from './permissions.js';
import { TabWindow } from './tab-window.js';
import { Tally } from './tally.js';

export interface ChromeLiveOptions {
  root: CDPSession;
  tabs: Tabs;
  files: SessionFiles;
  downloads: Downloads;
  capture: Capture;
}

/** Titles and addresses change in bursts: they are told once for each. */
const GATHER_MS = 30;
const TITLES_MS = 500;
/** How long a page may take to take in what a person did last. */
const TAKEN_MS = 1_000;

/** What a person gets out of a page with that is blocked or busy, and so can notice nothing. */
const FREEING: ReadonlySet<DriverMessage['type']> = new Set(['answer_dialog', 'navigate']);

type TabMessage = Extract<DriverMessage, { type: 'switch_tab' | 'close_tab' | 'new_tab' }>;

/** Shows the tabs of one session to people, and lets them drive. */
export class ChromeLive implements LiveBrowser {
  readonly #options: ChromeLiveOptions;
  readonly #windows = new Map<string, TabWindow>();
  readonly #listeners = new Set<(event: LiveEvent) => void>();
  #tabs: LiveTab[] = [];
  #sequence = 0;
  readonly #permissions: Permissions;
  #isDriven = false;
  #tally = new Tally();
  #gathering: NodeJS.Timeout | undefined;
  #watchers = 0;
  #titleTimer: NodeJS.Timeout | undefined;

  private constructor(options: ChromeLiveOptions) {
    this.#options = options;
    this.#permissions = new Permissions(options.root, () => options.tabs.contextId);
    options.tabs.onChange = this.#onTabsChanged;
    options.root.on('Target.targetInfoChanged', this.#onTabsChanged);
    options.downloads.watch((download) => this.#tell({ type: 'download', download }));
  }

  static async start(options: ChromeLiveOptions): Promise<ChromeLive> {
    const live = new ChromeLive(options);
    await live.#refresh();
    return live;
  }

  get tabs(): readonly LiveTab[] {
    return this.#tabs;
  }

  get viewport(): { width: number; height: number } {
    return this.#options.tabs.viewport;
  }

  stateOf(tab: string): LiveEvent[] {
    return this.#windows.get(tab)?.state ?? [];
  }

  subscribe(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(tab: string, quality: CastQuality, show: Show): () => void {
    const stop = this.#windows.get(tab)?.watch(quality, show) ?? (() => {});
    // Chrome does not tell of every title that a script sets.
    if (this.#watchers++ === 0) this.#titleTimer = setInterval(this.#onTabsChanged, TITLES_MS);
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      stop();
      if (--this.#watchers === 0) clearInterval(this.#titleTimer);
    };
  }

  setDriven(isDriven: boolean): void {
    if (this.#isDriven === isDriven) return;
    this.#isDriven = isDriven;
    if (isDriven) this.#tally = new Tally();
    for (const window of this.#windows.values()) window.setDriven(isDriven);
    if (isDriven) this.#options.capture.setPaused(true);
    else void this.#resumeCapture();
  }

  /** The last keys may reach a slow page after control was given back, and are the person's all the same. */
  async #resumeCapture(): Promise<void> {
    const taken = Promise.all([...this.#windows.values()].map(({ hands }) => hands.taken()));
    await within<unknown>(taken, TAKEN_MS, () => undefined);
    if (!this.#isDriven) this.#options.capture.setPaused(false);
  }

  get tally(): HandsTally {
    return this.#tally.total;
  }

  letGo(): void {
    for (const { hands } of this.#windows.values()) hands.release();
  }

  async locate(tab: string, ref: string): Promise<Rectangle | null> {
    const frames = this.#windows.get(tab)?.tab.frames;
    try {
      return (await frames?.locate(ref)) ?? null;
    } catch {
      return null;
    }
  }

  async perform(tab: string, message: DriverMessage): Promise<LiveEvent | undefined> {
    if (message.type === 'switch_tab' || message.type === 'close_tab' || message.type === 'new_tab') {
      await this.#changeTabs(tab, message);
      return undefined;
    }
    const window = this.#window(tab);
    // What the first input opens has to be noticed, and what was pasted comes before what is typed after it.
    while (!FREEING.has(message.type) && !window.isReady) {
      await window.ready;
      // Control may be the agent's again by now.
      if (!this.#isDriven) return undefined;
    }
    this.#tally.note(message);
    switch (message.type) {
      case 'input_mouse':
        window.hands.mouse(message);
        break;
      case 'input_keyboard':
        window.hands.key(message);
        if (message.key === 'Escape' && message.eventType !== 'keyUp') letGo(window.tab);
        break;
      case 'input_touch':
        window.hands.touch(message);
        break;
      case 'input_composition':
        window.hands.compose(message);
        break;
      case 'input_paste':
        window.paste(message.text);
        break;
      case 'get_selection':
        // What was typed and marked just before is copied, too.
        await within<unknown>(window.hands.taken(), TAKEN_MS, () => undefined);
        return { type: 'selection', text: await window.selection(message.cut ?? false) };
      case 'navigate':
        await window.navigate(message.action, message.url);
        break;
      case 'answer_dialog':
        // One that is gone needs no answer: the person may have been a moment too late.
        if (window.tab.dialog) await window.tab.dialogs.answer(message.accept, message.text);
        break;
      case 'answer_picker':
        await window.answerPicker(message.id, message);
        break;
      case 'answer_file_chooser':
        await window.answerFileChooser(message.id, message.files);
        break;
      case 'set_permission':
        await window.setPermission(message);
        break;
    }
    return undefined;
  }

  /** Without a look at the watched tab, which may be gone. */
  async #changeTabs(watched: string, message: TabMessage): Promise<void> {
    const { tabs } = this.#options;
    if (message.type === 'switch_tab') {
      this.#windows.get(watched)?.hands.release();
      await tabs.select(message.tab);
    } else if (message.type === 'close_tab') {
      await tabs.close(message.tab);
      // Or there would be nothing to look at, and no address to go on from.
      if ((await tabs.all()).length === 0) await tabs.open();
    } else {
      const url = toAddress(message.url ?? 'about:blank');
      const opened = await tabs.open();
      await opened.cdp.send('Page.navigate', { url });
    }
  }

  /** The browser is gone. */
  close(): void {
    clearTimeout(this.#gathering);
    clearInterval(this.#titleTimer);
    this.#options.tabs.onChange = () => {};
    this.#options.root.off('Target.targetInfoChanged', this.#onTabsChanged);
    this.#tell({ type: 'closed' });
    this.#listeners.clear();
  }

  readonly #onTabsChanged = () => {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      void this.#refresh().catch(() => {});
    }, GATHER_MS);
  };

  async #refresh(): Promise<void> {
    const { tabs, files } = this.#options;
    const open = await tabs.all();
    const active = tabs.current;
    for (const tab of open) {
      if (this.#windows.has(tab.id)) continue;
      const window = new TabWindow(tab, {
        files,
        permissions: this.#permissions,
        viewport: () => tabs.viewport,
        nextSequence: () => ++this.#sequence >>> 0,
        tell: (event) => this.#tell(event),
        onTyped: () => this.#tally.noteField(),
      });
      this.#windows.set(tab.id, window);
      if (this.#isDriven) window.setDriven(true);
      void window.refreshHistory().catch(() => {});
    }
    for (const id of this.#windows.keys()) if (!open.some((tab) => tab.id === id)) this.#windows.delete(id);
    const listed = await Promise.all(
      open.map(async (tab) => {
        const { url, title } = await tab.info();
        return { id: tab.id, url, title, active: tab === active };
      }),
    );
    if (JSON.stringify(listed) === JSON.stringify(this.#tabs)) return;
    this.#tabs = listed;
    this.#tell({ type: 'tabs', tabs: listed });
  }

  #tell(event: LiveEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #window(tab: string): TabWindow {
    const window = this.#windows.get(tab);
    if (window) return window;
    throw new BtcpError('not_found', `There is no tab ${tab}.`, {
      hint: this.#tabs.length > 0 ? `The tabs are ${this.#tabs.map(({ id }) => id).join(', ')}.` : 'Open a new one.',
    });
  }
}
