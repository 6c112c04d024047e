import { BtcpError, type GrantablePermission, type LiveDialog, type Picker, type Position } from '@btcp/protocol';
import { type CastQuality, type LiveEvent, toAddress } from '@btcp/tools';
import { within } from '../cdp/within.js';
import type { SessionFiles } from '../files/session-files.js';
import type { Tab, Viewport } from '../tab/tab.js';
import { Cast, type Show } from './cast.js';
import { DrivenPage } from './driven-page.js';
import { FileChooser } from './file-chooser.js';
import { Hands } from './hands.js';
import type { Permissions } from './permissions.js';

export interface TabWindowOptions {
  files: SessionFiles;
  permissions: Permissions;
  viewport: () => Viewport;
  nextSequence: () => number;
  tell: (event: LiveEvent) => void;
  /** A person types into another field. */
  onTyped: () => void;
}

/** How long input waits for a page to notice what it opens, or to take in what was pasted. */
const READY_MS = 1_000;

/** One tab as people see it: its pictures, what those do not show, and their hands in it. */
export class TabWindow {
  readonly tab: Tab;
  readonly hands: Hands;
  readonly #options: TabWindowOptions;
  readonly #casts = new Map<CastQuality, Cast>();
  /** Whether input need not wait: the page notices what it opens, or a dialog or a busy script keeps it from saying so. */
  isReady = true;
  ready: Promise<void> = Promise.resolve();
  readonly #chooser: FileChooser;
  #driven: Promise<DrivenPage | undefined> | undefined;
  #stopped: Promise<void> | undefined;
  #picker: Picker | null = null;
  #cursor = '';
  #history: LiveEvent | undefined;

  constructor(tab: Tab, options: TabWindowOptions) {
    this.tab = tab;
    this.#options = options;
    this.hands = new Hands(tab.cdp, options.viewport);
    const { cdp, frameId, id } = tab;
    this.#chooser = new FileChooser(options.files, (chooser) =>
      options.tell({ type: 'file_chooser', tab: id, chooser }),
    );
    const loading = (isLoading: boolean) => (event: { frameId: string }) => {
      if (event.frameId === frameId) options.tell({ type: 'loading', tab: id, loading: isLoading });
    };
    cdp.on('Page.frameStartedLoading', loading(true));
    cdp.on('Page.frameStoppedLoading', loading(false));
    // Between two pages there is no history to ask for.
    cdp.on('Page.frameStoppedLoading', () => void this.refreshHistory().catch(() => {}));
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameId) this.#arrived();
    });
    cdp.on('Page.navigatedWithinDocument', (event) => {
      if (event.frameId === frameId) this.#moved();
    });
    cdp.on('Page.javascriptDialogOpening', () => this.#tellDialog(tab.dialog ?? null));
    cdp.on('Page.javascriptDialogClosed', () => this.#tellDialog(null));
    cdp.on('Inspector.targetCrashed', () => options.tell({ type: 'crash', tab: id }));
  }

  /** What a newcomer has to know. */
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

  watch(quality: CastQuality, show: Show): () => void {
    let cast = this.#casts.get(quality);
    if (!cast) {
      cast = new Cast(this.tab, quality, this.#options.nextSequence);
      this.#casts.set(quality, cast);
    }
    return cast.watch(show);
  }

  setDriven(isDriven: boolean): void {
    if (isDriven) {
      this.#driven ??= this.#startDriving().catch(() => undefined);
      this.#holdInput(this.#driven);
      return;
    }
    this.hands.release();
    const driven = this.#driven;
    // Not while it still answers how it took what was pasted.
    if (driven) this.#stopped = this.ready.then(() => driven).then((page) => page?.stop());
    this.#driven = undefined;
    this.#dismiss();
  }

  async answerPicker(
    id: string,
    answer: { indexes?: number[] | undefined; value?: string | undefined },
  ): Promise<void> {
    await (await this.#driven)?.answerPicker(id, answer);
  }

  /** What is typed after it comes after it. */
  paste(text: string): void {
    // A Windows clipboard has two characters for a new line, and no field keeps both.
    const lines = text.replace(/\r\n?/g, '\n');
    const driven = this.#driven;
    const start = performance.now();
    const pasted = driven?.then(async (page) => {
      const isTaken = await page?.paste(lines);
      // Who pastes and hands back at once has pasted; but a page that was blocked for long is the agent's by now.
      const isTheirs = driven === this.#driven || performance.now() - start < READY_MS;
      if (!isTaken && isTheirs) this.hands.insert(lines);
    });
    if (pasted) this.#holdInput(pasted);
  }

  async selection(cut: boolean): Promise<string> {
    return (await (await this.#driven)?.selection(cut)) ?? '';
  }

  async answerFileChooser(...answer: Parameters<FileChooser['answer']>): Promise<void> {
    await this.#chooser.answer(...answer);
  }

  /** Allows the origin of the page something, or takes it back. */
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
    // The page may have gone elsewhere while the person thought about it.
    if (origin !== wanted.origin) {
      throw new BtcpError('not_actionable', `The page is of ${origin} now, not of ${wanted.origin}.`, {
        hint: 'Look again at what is to be allowed.',
      });
    }
    if (wanted.position) await this.tab.cdp.send('Emulation.setGeolocationOverride', wanted.position);
    await this.#options.permissions.set(origin, wanted.name, wanted.granted);
    this.#tellPermissions();
  }

  async navigate(action: 'back' | 'forward' | 'reload' | 'stop' | 'to', url: string | undefined): Promise<void> {
    const { cdp } = this.tab;
    if (action === 'reload') await cdp.send('Page.reload');
    else if (action === 'stop') await cdp.send('Page.stopLoading');
    else if (action === 'to') await cdp.send('Page.navigate', { url: toAddress(url ?? '') });
    else {
      const { entries, currentIndex } = await cdp.send('Page.getNavigationHistory');
      const entry = entries[currentIndex + (action === 'back' ? -1 : 1)];
      if (entry) await cdp.send('Page.navigateToHistoryEntry', { entryId: entry.id });
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
    this.#options.tell(history);
  }

  #holdInput(until: Promise<unknown>): void {
    this.isReady = false;
    const ready = within<unknown>(until, READY_MS, () => undefined).then(() => {
      if (this.ready === ready) this.isReady = true;
    });
    this.ready = ready;
  }

  async #startDriving(): Promise<DrivenPage> {
    // What the last driver left in the page is gone first, or it would go with what the next one puts there.
    await this.#stopped;
    return DrivenPage.start(this.tab, this.#chooser, {
      onPicker: (picker) => this.#setPicker(picker),
      onCursor: (cursor) => this.#setCursor(cursor),
      onTyped: () => this.#options.onTyped(),
    });
  }

  get #permissions(): Extract<LiveEvent, { type: 'permissions' }> | undefined {
    const { id, document } = this.tab;
    // Chrome opens addresses that this parser does not take.
    if (!/^https?:/.test(document.url) || !URL.canParse(document.url)) return undefined;
    const { origin } = new URL(document.url);
    return { type: 'permissions', tab: id, origin, granted: this.#options.permissions.of(origin) };
  }

  #tellPermissions(): void {
    this.#options.tell(this.#permissions ?? { type: 'permissions', tab: this.tab.id, origin: '', granted: [] });
  }

  #arrived(): void {
    this.#dismiss();
    this.#tellPermissions();
    // A page that crashed shows again from here on.
    if (this.tab.restored) for (const cast of this.#casts.values()) cast.restart();
    this.#moved();
  }

  #moved(): void {
    this.#options.tell({ type: 'navigation', tab: this.tab.id, url: this.tab.document.url });
    void this.refreshHistory().catch(() => {});
  }

  #tellDialog(dialog: LiveDialog | null): void {
    this.#options.tell({ type: 'dialog', tab: this.tab.id, dialog });
  }

  /** What the page wanted of the driver is over. */
  #dismiss(): void {
    this.#setPicker(null);
    this.#chooser.dismiss();
    this.#cursor = '';
  }

  #setCursor(cursor: string): void {
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    this.#options.tell({ type: 'cursor', cursor });
  }

  #setPicker(picker: Picker | null): void {
    if (picker === null && this.#picker === null) return;
    this.#picker = picker;
    this.#options.tell({ type: 'picker', tab: this.tab.id, picker });
  }
}
