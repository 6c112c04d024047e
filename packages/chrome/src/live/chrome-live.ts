import { BtcpError, type LiveTab, type Rectangle, within } from '@btcp/protocol';
import {
  type DriverCounts,
  type DriverMessage,
  type LiveBrowser,
  type LiveEvent,
  type OnEntered,
  type ScreencastQuality,
  toAddress,
} from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';
import type { Capture } from '../capture/capture.js';
import type { Downloads } from '../files/downloads.js';
import type { SessionFiles } from '../files/session-files.js';
import { freshDocuments } from '../tab/fresh-documents.js';
import type { Tab } from '../tab/tab.js';
import type { Tabs } from '../tab/tabs.js';
import { DriveCounts } from './drive-counts.js';
import { Permissions } from './permissions.js';
import type { Show } from './screencast.js';
import { handedBackBefore, WatchedTab } from './watched-tab.js';

export interface ChromeLiveOptions {
  root: CDPSession;
  tabs: Tabs;
  files: SessionFiles;
  downloads: Downloads;
  capture: Capture;
}

// Titles and addresses change in bursts; each burst is one event.
const GATHER_MS = 30;
const TITLES_MS = 500;
// How long a page may take to handle a driver's last input: the person waits for it, and after them the agent.
const HANDLED_MS = 10_000;

// Messages that free a blocked or busy page, so they do not wait for it.
const FREEING: ReadonlySet<DriverMessage['type']> = new Set(['answer_dialog', 'navigate']);

type TabMessage = Extract<DriverMessage, { type: 'switch_tab' | 'close_tab' | 'new_tab' }>;

export class ChromeLive implements LiveBrowser {
  readonly #options: ChromeLiveOptions;
  readonly #watched = new Map<string, WatchedTab>();
  readonly #listeners = new Set<(event: LiveEvent) => void>();
  #tabs: LiveTab[] = [];
  #sequence = 0;
  readonly #permissions: Permissions;
  #drives = 0;
  #isDriven = false;
  #isPrivate = false;
  #entering = 0;
  #sizeBefore: { width: number; height: number } | undefined;
  #onEntered: OnEntered = () => {};
  #counts = new DriveCounts();
  #gathering: NodeJS.Timeout | undefined;
  #watchers = 0;
  #titleTimer: NodeJS.Timeout | undefined;

  private constructor(options: ChromeLiveOptions) {
    this.#options = options;
    this.#permissions = new Permissions(options.root, () => options.tabs.contextId);
    options.tabs.onChange = this.#onTabsChanged;
    options.root.on('Target.targetInfoChanged', this.#onTabsChanged);
    options.downloads.watch((download) => this.#emit({ type: 'download', download }));
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

  get isDriven(): boolean {
    return this.#isDriven;
  }

  get isPrivate(): boolean {
    return this.#isPrivate;
  }

  stateOf(tab: string): LiveEvent[] {
    return this.#watched.get(tab)?.state ?? [];
  }

  subscribe(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watch(tab: string, quality: ScreencastQuality, show: Show): () => void {
    const stop = this.#watched.get(tab)?.watch(quality, show) ?? (() => {});
    // Chrome does not report every title that a script sets.
    if (this.#watchers++ === 0) this.#titleTimer = setInterval(this.#onTabsChanged, TITLES_MS);
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      stop();
      if (--this.#watchers === 0) clearInterval(this.#titleTimer);
    };
  }

  async setDriven(isDriven: boolean, onEntered: OnEntered): Promise<void> {
    if (this.#isDriven === isDriven) return;
    this.#isDriven = isDriven;
    this.#drives++;
    this.#onEntered = onEntered;
    if (!isDriven) this.#isPrivate = false;
    if (isDriven) this.#counts = new DriveCounts();
    for (const watched of this.#watched.values()) watched.setDriven(isDriven);
    if (isDriven) return this.#options.capture.setPaused(true);
    await this.#fit({}).catch(() => {});
    await this.#resumeCapture();
  }

  goPrivate(): Promise<void> | undefined {
    this.#isPrivate = true;
    const tabs = this.#options.tabs.attached;
    return tabs.some(({ document }) => document.isScripted) ? this.#enter(tabs) : undefined;
  }

  async #enter(tabs: readonly Tab[]): Promise<void> {
    const { capture } = this.#options;
    this.#entering++;
    capture.setEntering(true);
    try {
      await freshDocuments(tabs);
      // Meanwhile nobody drives, which ends what was private.
      this.#isPrivate = true;
    } finally {
      // A person who waits for this begins to drive in the same turn.
      setImmediate(() => {
        if (--this.#entering === 0) capture.setEntering(false);
        if (!this.#isDriven && this.#entering === 0) this.#isPrivate = false;
      });
    }
  }

  // The driver's last keys may reach a slow page after they gave back control.
  async #resumeCapture(): Promise<void> {
    await this.handled();
    if (!this.#isDriven) this.#options.capture.setPaused(false);
  }

  get driverCounts(): DriverCounts {
    return this.#counts.total;
  }

  releaseInput(): void {
    for (const { input } of this.#watched.values()) input.release();
  }

  async locate(tab: string, ref: string): Promise<Rectangle | null> {
    const frames = this.#watched.get(tab)?.tab.frames;
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
    if (message.type === 'fit_page') {
      await this.#fit(message);
      return undefined;
    }
    const watched = this.#find(tab);
    // The hooks must notice what the first input opens, and pasted text must come before typed text.
    for (const drive = this.#drives; !FREEING.has(message.type) && !watched.isReady; ) {
      await watched.ready;
      // The person who sent it has given back control, and another one may drive by now.
      if (drive !== this.#drives) throw handedBackBefore();
    }
    this.#counts.note(message);
    switch (message.type) {
      case 'input_mouse':
        watched.input.mouse(message);
        break;
      case 'input_keyboard':
        watched.input.key(message);
        if (message.key === 'Escape' && message.eventType !== 'keyUp') watched.tab.frames.releaseLocks();
        break;
      case 'input_touch':
        watched.input.touch(message);
        break;
      case 'input_composition':
        watched.input.compose(message);
        break;
      case 'input_paste':
        await watched.paste(message.text);
        break;
      case 'get_selection':
        await within<unknown>(watched.input.handled(), HANDLED_MS, () => undefined);
        return { type: 'selection', text: await watched.selection(message.cut ?? false) };
      case 'navigate':
        await watched.navigate(message.action, message.url);
        break;
      case 'answer_dialog':
        if (watched.tab.dialog) await watched.tab.dialogs.answer(message.accept, message.text);
        break;
      case 'answer_picker':
        await watched.answerPicker(message.id, message);
        break;
      case 'answer_file_chooser':
        await watched.answerFileChooser(message.id, message.files);
        break;
      case 'set_permission':
        await watched.setPermission(message);
        break;
    }
    return undefined;
  }

  async handled(): Promise<void> {
    const open = [...this.#watched.values()].filter(({ tab }) => !tab.dialog);
    const all = Promise.all(open.map((watched) => watched.handled()));
    await within<unknown>(all, HANDLED_MS, () => undefined);
  }

  // The size that the agent knows is kept, to go back to it.
  async #fit({ width, height }: { width?: number; height?: number }): Promise<void> {
    const { tabs } = this.#options;
    // In a browser that a person has open, the window is theirs.
    if (!tabs.areOwn) return;
    const isFit = width !== undefined && height !== undefined && this.#isDriven;
    const size = isFit ? { width, height } : this.#sizeBefore;
    if (isFit) this.#sizeBefore ??= tabs.viewport;
    else this.#sizeBefore = undefined;
    if (size) await tabs.resize(size);
  }

  async #changeTabs(watched: string, message: TabMessage): Promise<void> {
    const { tabs } = this.#options;
    if (message.type === 'switch_tab') {
      this.#watched.get(watched)?.input.release();
      await tabs.select(message.tab);
    } else if (message.type === 'close_tab') {
      await tabs.close(message.tab);
      if ((await tabs.all()).length === 0) await tabs.open();
    } else {
      const url = toAddress(message.url ?? 'about:blank');
      const opened = await tabs.open();
      await opened.byName(url, () => opened.cdp.send('Page.navigate', { url }));
    }
  }

  close(): void {
    clearTimeout(this.#gathering);
    clearInterval(this.#titleTimer);
    this.#options.tabs.onChange = () => {};
    this.#options.root.off('Target.targetInfoChanged', this.#onTabsChanged);
    this.#emit({ type: 'closed' });
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
      if (this.#watched.has(tab.id)) continue;
      const watched = new WatchedTab(tab, {
        files,
        permissions: this.#permissions,
        viewport: () => tabs.viewport,
        nextSequence: () => ++this.#sequence >>> 0,
        emit: (event) => this.#emit(event),
        onTyped: () => this.#counts.noteField(),
        onEntered: (text, isSecret) => this.#onEntered(text, isSecret),
        isPrivate: () => this.#isPrivate,
      });
      this.#watched.set(tab.id, watched);
      if (this.#isDriven) watched.setDriven(true);
      void watched.refreshHistory().catch(() => {});
    }
    for (const id of this.#watched.keys()) if (!open.some((tab) => tab.id === id)) this.#watched.delete(id);
    const listed = await Promise.all(
      open.map(async (tab) => {
        const { url, title } = await tab.info();
        return { id: tab.id, url, title, active: tab === active };
      }),
    );
    if (JSON.stringify(listed) === JSON.stringify(this.#tabs)) return;
    this.#tabs = listed;
    this.#emit({ type: 'tabs', tabs: listed });
  }

  #emit(event: LiveEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #find(id: string): WatchedTab {
    const watched = this.#watched.get(id);
    if (watched) return watched;
    throw new BtcpError('not_found', `There is no tab ${id}.`, {
      hint: this.#tabs.length > 0 ? `The tabs are ${this.#tabs.map(({ id }) => id).join(', ')}.` : 'Open a new one.',
    });
  }
}
