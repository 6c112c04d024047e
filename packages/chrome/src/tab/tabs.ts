import { BtcpError } from '@btcp/protocol';
import type { ScriptContext, TabInfo } from '@btcp/tools';
import type { BrowserContext, CDPSession, Target } from 'puppeteer-core';
import type { Capture } from '../capture/capture.js';
import { limitTabs, type TabWatch } from './limit-tabs.js';
import { SignIns } from './sign-ins.js';
import { Tab, type TabOptions, type Viewport } from './tab.js';
import { infoOfTarget } from './target-info.js';

const OPENING_MS = 2_000;

export type TabsOptions = Omit<TabOptions, 'nextFramePrefix'>;

/** The tabs of one session; their ids are never reused. */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #capture: Capture;
  readonly #emulation: TabOptions['emulation'];
  readonly #explain: TabOptions['explain'];
  readonly #byName: TabOptions['byName'];
  readonly #headed: boolean;
  readonly #imageSide: number;
  readonly #signIns = new SignIns();
  readonly #tabs = new Map<Target, Promise<Tab | undefined>>();
  readonly #byTarget = new Map<string, Tab>();
  /** Tabs for another program, such as a mail address, never have a page. */
  readonly #overdue = new Set<string>();
  #viewport: Viewport;
  #active: Tab | undefined;
  #nextId = 1;
  #nextFrame = 1;
  #watch: TabWatch | undefined;
  /** Called when tabs or the active one change. */
  onChange: () => void = () => {};

  private constructor(context: BrowserContext, options: TabsOptions) {
    const { viewport, capture, emulation, explain, byName, headed, imageSide } = options;
    this.#context = context;
    this.#viewport = viewport;
    this.#capture = capture;
    this.#emulation = emulation;
    this.#explain = explain;
    this.#byName = byName;
    this.#headed = headed;
    this.#imageSide = imageSide;
    context.on('targetcreated', this.#onCreated);
    context.on('targetdestroyed', this.#onDestroyed);
  }

  static async start(opening: Promise<CDPSession>, first: Target, options: TabsOptions): Promise<Tabs> {
    const tabs = new Tabs(first.browserContext(), options);
    const [root, tab] = await Promise.all([opening, tabs.#attach(first)]);
    if (tab) tabs.#watch = limitTabs(root, tab, infoOfTarget(first).browserContextId, (id) => tabs.#byTarget.get(id));
    tabs.#active = tab;
    return tabs;
  }

  /** The tab that the agent works in. When it is gone, another one, or a new empty one. A page that is left is not loaded again. */
  async active({ toLeave = false } = {}): Promise<Tab> {
    if (this.#active?.alive) {
      await this.#active.unblock();
      if (this.#active.crashed) await this.#active.revive({ isEmpty: toLeave });
      return this.#active;
    }
    this.#active = (await this.all()).at(-1) ?? (await this.open());
    this.onChange();
    return this.#active;
  }

  /** Without reviving or opening a tab. */
  get current(): Tab | undefined {
    return this.#active?.alive ? this.#active : undefined;
  }

  /** Undefined for the default context. */
  get contextId(): string | undefined {
    return this.#context.id;
  }

  get viewport(): Viewport {
    return this.#viewport;
  }

  get lastUrl(): string {
    return this.#active?.document.url ?? 'about:blank';
  }

  async all(): Promise<Tab[]> {
    const tabs = await Promise.all(this.#tabs.values());
    return tabs.filter((tab) => tab !== undefined).filter(({ alive }) => alive);
  }

  /** Waits for tabs that a page has just opened; returns whether there were any. */
  async ready(): Promise<boolean> {
    const start = performance.now();
    const awaited = () =>
      [...(this.#watch?.opened ?? [])].filter((id) => !this.#byTarget.has(id) && !this.#overdue.has(id));
    const isWaiting = awaited().length > 0;
    while (awaited().length > 0 && performance.now() - start < OPENING_MS) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const id of awaited()) this.#overdue.add(id);
    await this.all();
    return isWaiting;
  }

  async list(isWanted: (tab: Tab) => boolean = () => true): Promise<TabInfo[]> {
    const active = await this.active();
    return Promise.all(
      (await this.all()).filter(isWanted).map(async (tab) => {
        const { url, title } = await tab.info();
        return { id: tab.id, url, title, active: tab === active };
      }),
    );
  }

  get attached(): Tab[] {
    return [...this.#byTarget.values()].filter(({ alive }) => alive);
  }

  /** Where the documents came from that tabs show. */
  get sources(): string[] {
    return this.attached.flatMap(({ document }) => document.source || []);
  }

  /** Opens an empty tab and makes it the active one. */
  async open(): Promise<Tab> {
    const page = await this.#context.newPage();
    const tab = await this.#attach(page.target());
    if (!tab) throw new BtcpError('browser_lost', 'The new tab closed at once.', { hint: 'Call again.' });
    this.#active = tab;
    this.onChange();
    return tab;
  }

  /** Remembers name and password of an address, and returns it without them. */
  async signIn(address: string): Promise<string> {
    return this.#signIns.learn(address, await this.all());
  }

  async select(id: string): Promise<Tab> {
    const tab = await this.#find(id);
    await tab.cdp.send('Page.bringToFront');
    this.#active = tab;
    this.onChange();
    return tab;
  }

  async close(id: string): Promise<void> {
    const tab = await this.#find(id);
    tab.dialogs.isLeaving = true;
    await tab.cdp.send('Page.close').catch(() => {});
    for (const [target, attached] of this.#tabs) if ((await attached) === tab) this.#tabs.delete(target);
    if (this.#active === tab) this.#active = undefined;
    this.onChange();
  }

  async resize(viewport: Viewport): Promise<void> {
    this.#viewport = viewport;
    await Promise.all((await this.all()).map((tab) => tab.resize(viewport)));
  }

  stop(): void {
    this.#watch?.stop();
    this.#context.off('targetcreated', this.#onCreated);
    this.#context.off('targetdestroyed', this.#onDestroyed);
  }

  readonly #onCreated = (target: Target) => {
    if (target.browserContext() !== this.#context) return;
    if (target.type() === 'page') void this.#attach(target);
    if (target.type() === 'service_worker') void this.#watchWorker(target, 'service worker').catch(() => {});
    if (target.type() === 'shared_worker') void this.#watchWorker(target, 'worker').catch(() => {});
  };

  readonly #onDestroyed = (target: Target) => {
    void this.#tabs.get(target)?.then((tab) => tab && this.#byTarget.delete(tab.frameId));
    this.#tabs.delete(target);
    this.onChange();
  };

  #attach(target: Target): Promise<Tab | undefined> {
    let attached = this.#tabs.get(target);
    if (!attached) {
      attached = Tab.attach(`t${this.#nextId++}`, target, {
        viewport: this.#viewport,
        capture: this.#capture,
        emulation: this.#emulation,
        explain: this.#explain,
        byName: this.#byName,
        headed: this.#headed,
        imageSide: this.#imageSide,
        nextFramePrefix: () => `f${this.#nextFrame++}`,
      })
        .then(async (tab) => {
          await this.#signIns.follow(tab);
          return tab;
        })
        .catch(() => undefined);
      this.#tabs.set(target, attached);
      void attached.then((tab) => {
        if (tab) this.#byTarget.set(tab.frameId, tab);
        this.onChange();
      });
    }
    return attached;
  }

  async #watchWorker(target: Target, context: ScriptContext['context']): Promise<void> {
    await this.#capture.watch(await target.createCDPSession(), { context });
  }

  async #find(id: string): Promise<Tab> {
    const tabs = await this.all();
    const tab = tabs.find((candidate) => candidate.id === id);
    if (tab) return tab;
    throw new BtcpError('not_found', `There is no tab ${id}.`, {
      hint: `The tabs are ${tabs.map((each) => each.id).join(', ')}.`,
    });
  }
}
