import {
  BtcpError,
  type GrantablePermission,
  type LiveDialog,
  type Picker,
  type Position,
  within,
} from '@btcp/protocol';
import { type LiveEvent, type ScreencastQuality, toAddress } from '@btcp/tools';
import type { SessionFiles } from '../files/session-files.js';
import type { Tab, Viewport } from '../tab/tab.js';
import { DrivenPage } from './driven-page.js';
import { DriverFileChooser } from './driver-file-chooser.js';
import { DriverInput } from './driver-input.js';
import type { Permissions } from './permissions.js';
import { Screencast, type Show } from './screencast.js';

export interface WatchedTabOptions {
  files: SessionFiles;
  permissions: Permissions;
  viewport: () => Viewport;
  nextSequence: () => number;
  emit: (event: LiveEvent) => void;
  onTyped: () => void;
  onEntered: (text: string, isSecret: boolean) => void;
  isPrivate: () => boolean;
}

// How long input waits for the hooks in a page, or for pasted text. Input that does not wait opens lists that nobody sees.
const READY_MS = 10_000;

// How long text may take to be pasted after its person has left.
const PASTE_MS = 5_000;

// How long a page that the agent left something in may take to be loaded again.
const REPLACE_MS = 15_000;

const HISTORY_MS = 10_000;

export class WatchedTab {
  readonly tab: Tab;
  readonly input: DriverInput;
  readonly #options: WatchedTabOptions;
  readonly #screencasts = new Map<ScreencastQuality, Screencast>();
  isReady = true;
  ready: Promise<void> = Promise.resolve();
  readonly #chooser: DriverFileChooser;
  #driven: Promise<DrivenPage | undefined> | undefined;
  #stopped: Promise<void> | undefined;
  #picker: Picker | null = null;
  #cursor = '';
  #history: LiveEvent | undefined;

  constructor(tab: Tab, options: WatchedTabOptions) {
    this.tab = tab;
    this.#options = options;
    this.input = new DriverInput(tab.cdp, options.viewport);
    const { cdp, frameId, id } = tab;
    this.#chooser = new DriverFileChooser(options.files, (chooser) =>
      options.emit({ type: 'file_chooser', tab: id, chooser }),
    );
    const loading = (isLoading: boolean) => (event: { frameId: string }) => {
      if (event.frameId === frameId) options.emit({ type: 'loading', tab: id, loading: isLoading });
    };
    cdp.on('Page.frameStartedLoading', loading(true));
    cdp.on('Page.frameStoppedLoading', loading(false));
    cdp.on('Page.frameStoppedLoading', () => void this.refreshHistory().catch(() => {}));
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== frameId) return;
      this.#arrived();
      // Chrome shows the document again that was left, with what the agent put into it.
      if (options.isPrivate() && tab.document.isScripted) this.#holdInput(this.#replaced(), REPLACE_MS);
    });
    cdp.on('Page.navigatedWithinDocument', (event) => {
      if (event.frameId === frameId) this.#moved();
    });
    cdp.on('Page.javascriptDialogOpening', () => this.#emitDialog(tab.dialog ?? null));
    cdp.on('Page.javascriptDialogClosed', () => this.#emitDialog(null));
    cdp.on('Inspector.targetCrashed', () => options.emit({ type: 'crash', tab: id }));
  }

  get state(): LiveEvent[] {
    const { id, document, dialog, crashed } = this.tab;
    const chooser = this.#chooser.open;
    const permissions = this.#permissions;
    return [
      { type: 'loading', tab: id, loading: document.loading },
      ...(crashed ? [{ type: 'crash', tab: id } as const] : []),
      ...(this.#history ? [this.#history] : []),
      ...(dialog ? [{ type: 'dialog', tab: id, dialog } as const] : []),
      ...(this.#picker ? [{ type: 'picker', tab: id, picker: this.#picker } as const] : []),
      ...(chooser ? [{ type: 'file_chooser', tab: id, chooser } as const] : []),
      ...(permissions ? [permissions] : []),
    ];
  }

  watch(quality: ScreencastQuality, show: Show): () => void {
    let screencast = this.#screencasts.get(quality);
    if (!screencast) {
      screencast = new Screencast(this.tab, quality, this.#options.nextSequence);
      this.#screencasts.set(quality, screencast);
    }
    return screencast.watch(show);
  }

  setDriven(isDriven: boolean): void {
    if (isDriven) {
      this.#driven ??= this.#startDriving().catch(() => undefined);
      this.#holdInput(this.#driven);
      return;
    }
    this.input.release();
    const driven = this.#driven;
    if (driven) this.#stopped = this.ready.then(() => driven).then((page) => page?.stop());
    this.#driven = undefined;
    this.#dismiss();
  }

  /** When the page has handled the driver's last input, and what they entered is reported. */
  async handled(): Promise<void> {
    while (!this.isReady) await this.ready;
    await this.input.handled();
    await this.#stopped;
  }

  async answerPicker(
    id: string,
    answer: { indexes?: number[] | undefined; value?: string | undefined },
  ): Promise<void> {
    await (await this.#driven)?.answerPicker(id, answer);
  }

  async paste(text: string): Promise<void> {
    const lines = text.replace(/\r\n?/g, '\n');
    const driven = this.#driven;
    const start = performance.now();
    const pasted = driven?.then(async (page) => {
      if (await page?.paste(lines)) return;
      // Text pasted right before control went back still counts, unless the page was blocked for long.
      if (driven !== this.#driven && performance.now() - start > PASTE_MS) throw handedBackBefore();
      this.input.insert(lines);
    });
    if (pasted) this.#holdInput(pasted.catch(() => {}));
    await pasted;
  }

  async selection(cut: boolean): Promise<string> {
    return (await (await this.#driven)?.selection(cut)) ?? '';
  }

  async answerFileChooser(...answer: Parameters<DriverFileChooser['answer']>): Promise<void> {
    await this.#chooser.answer(...answer);
  }

  async setPermission(wanted: {
    origin: string;
    name: GrantablePermission;
    granted: boolean;
    position?: Position | undefined;
  }): Promise<void> {
    const { origin } = this.#permissions ?? {};
    if (origin === undefined) {
      throw new BtcpError('not_actionable', 'This page has no origin that could be allowed anything.', {
        hint: 'Open a page of the web first.',
      });
    }
    if (origin !== wanted.origin) {
      throw new BtcpError('not_actionable', `The page is of ${origin} now, not of ${wanted.origin}.`, {
        hint: 'Look again at what is to be allowed.',
      });
    }
    if (wanted.position) await this.tab.cdp.send('Emulation.setGeolocationOverride', wanted.position);
    await this.#options.permissions.set(origin, wanted.name, wanted.granted);
    this.#emitPermissions();
  }

  async navigate(action: 'back' | 'forward' | 'reload' | 'stop' | 'to', url: string | undefined): Promise<void> {
    const { cdp } = this.tab;
    if (action === 'reload') await cdp.send('Page.reload');
    else if (action === 'stop') await cdp.send('Page.stopLoading');
    else if (action === 'to') {
      const address = toAddress(url ?? '');
      await this.tab.byName(address, () => cdp.send('Page.navigate', { url: address }));
    } else {
      const { entries, currentIndex } = await cdp.send('Page.getNavigationHistory');
      const entry = entries[currentIndex + (action === 'back' ? -1 : 1)];
      if (!entry) return;
      const arrived = new Promise((resolve) => cdp.once('Page.frameNavigated', resolve));
      void this.tab.byName(entry.url, () => within<unknown>(arrived, HISTORY_MS, () => undefined));
      await cdp.send('Page.navigateToHistoryEntry', { entryId: entry.id });
    }
  }

  async refreshHistory(): Promise<void> {
    const { entries, currentIndex } = await this.tab.cdp.send('Page.getNavigationHistory');
    const [canGoBack, canGoForward] = [currentIndex > 0, currentIndex < entries.length - 1];
    const history: LiveEvent = {
      type: 'history',
      tab: this.tab.id,
      url: this.tab.document.url,
      canGoBack,
      canGoForward,
    };
    if (JSON.stringify(history) === JSON.stringify(this.#history)) return;
    this.#history = history;
    this.#options.emit(history);
  }

  async #replaced(): Promise<void> {
    const { cdp, frameId } = this.tab;
    const replaced = new Promise<void>((resolve) => {
      const onNavigated = ({ frame }: { frame: { id: string } }) => {
        if (frame.id !== frameId) return;
        cdp.off('Page.frameNavigated', onNavigated);
        resolve();
      };
      cdp.on('Page.frameNavigated', onNavigated);
    });
    await cdp.send('Page.reload').catch(() => {});
    await replaced;
  }

  #holdInput(until: Promise<unknown>, limit = READY_MS): void {
    this.isReady = false;
    const ready = within<unknown>(until, limit, () => undefined).then(() => {
      if (this.ready === ready) this.isReady = true;
    });
    this.ready = ready;
  }

  async #startDriving(): Promise<DrivenPage> {
    // Removing the last driver's hooks would remove new ones too.
    await this.#stopped;
    return DrivenPage.start(this.tab, this.#chooser, {
      onPicker: (picker) => this.#setPicker(picker),
      onCursor: (cursor) => this.#setCursor(cursor),
      onTyped: () => this.#options.onTyped(),
      onEntered: (text, isSecret) => this.#options.onEntered(text, isSecret),
    });
  }

  get #permissions(): Extract<LiveEvent, { type: 'permissions' }> | undefined {
    const { id, document } = this.tab;
    if (!/^https?:/.test(document.url) || !URL.canParse(document.url)) return undefined;
    const { origin } = new URL(document.url);
    return { type: 'permissions', tab: id, origin, granted: this.#options.permissions.of(origin) };
  }

  #emitPermissions(): void {
    this.#options.emit(this.#permissions ?? { type: 'permissions', tab: this.tab.id, origin: '', granted: [] });
  }

  #arrived(): void {
    this.#dismiss();
    this.#emitPermissions();
    if (this.tab.restored) for (const screencast of this.#screencasts.values()) screencast.restart();
    this.#moved();
  }

  #moved(): void {
    this.#options.emit({ type: 'navigation', tab: this.tab.id, url: this.tab.document.url });
    void this.refreshHistory().catch(() => {});
  }

  #emitDialog(dialog: LiveDialog | null): void {
    this.#options.emit({ type: 'dialog', tab: this.tab.id, dialog });
  }

  #dismiss(): void {
    this.#setPicker(null);
    this.#chooser.dismiss();
    this.#cursor = '';
  }

  #setCursor(cursor: string): void {
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    this.#options.emit({ type: 'cursor', cursor });
  }

  #setPicker(picker: Picker | null): void {
    if (picker === null && this.#picker === null) return;
    this.#picker = picker;
    this.#options.emit({ type: 'picker', tab: this.tab.id, picker });
  }
}

/** Says that input came too late: its person drives no longer. */
export function handedBackBefore(): BtcpError {
  return new BtcpError('timeout', 'The page did not take your last input before you handed back.', {
    hint: 'Take over again, and repeat it.',
  });
}
