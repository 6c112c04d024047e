import { BtcpError, sleep } from '@btcp/protocol';
import type { ScriptContext, TabInfo } from '@btcp/tools';
import type { BrowserContext, CDPSession, Protocol, Target } from 'puppeteer-core';
import type { Capture } from '../capture/capture.js';
import { infoOfTarget } from '../cdp/target-info.js';
import { limitTabs, type TabWatch } from './limit-tabs.js';
import { notOurs, type PersonsProfile, personsTargets } from './persons-profile.js';
import { SignIns } from './sign-ins.js';
import { Tab, type TabOptions, type Viewport } from './tab.js';
import { watchWorker } from './watch-worker.js';

const OPENING_MS = 4_000;

const WORKERS: Partial<Record<string, ScriptContext['context']>> = {
  service_worker: 'service worker',
  shared_worker: 'worker',
};

export interface TabsOptions extends Omit<TabOptions, 'nextFramePrefix' | 'isPersons' | 'isWanted'> {
  /** Only in the profile of a person, whose tabs are attached when they are selected. */
  persons?: PersonsProfile | undefined;
}

/** The tabs of one session; their ids are never reused. */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #capture: Capture;
  readonly #emulation: TabOptions['emulation'];
  readonly #explain: TabOptions['explain'];
  readonly #byName: TabOptions['byName'];
  readonly #headed: boolean;
  readonly #imageSide: number;
  readonly #persons: PersonsProfile | undefined;
  readonly #signIns = new SignIns();
  readonly #tabs = new Map<Target, Promise<Tab | undefined>>();
  readonly #byTarget = new Map<string, Tab>();
  readonly #ids = new WeakMap<Target, string>();
  // Tabs for another program, such as a mail address, never have a page.
  readonly #overdue = new Set<string>();
  #viewport: Viewport;
  #active: Tab | undefined;
  #nextId = 1;
  #nextFrame = 1;
  #watch: TabWatch | undefined;
  // While a tab is opened that is not for the agent.
  #opensApart = false;
  onChange: () => void = () => {};

  private constructor(context: BrowserContext, options: TabsOptions) {
    const { viewport, capture, emulation, explain, byName, headed, imageSide, persons } = options;
    this.#context = context;
    this.#viewport = viewport;
    this.#capture = capture;
    this.#emulation = emulation;
    this.#explain = explain;
    this.#byName = byName;
    this.#headed = headed;
    this.#imageSide = imageSide;
    this.#persons = persons;
    context.on('targetcreated', this.#onCreated);
    context.on('targetdestroyed', this.#onDestroyed);
  }

  static async start(opening: Promise<CDPSession>, first: Target, options: TabsOptions): Promise<Tabs> {
    const tabs = new Tabs(first.browserContext(), options);
    const [root, tab] = await Promise.all([opening, tabs.#attach(first)]);
    const { browserContextId } = infoOfTarget(first);
    const isOurs = (info: Protocol.Target.TargetInfo) =>
      info.browserContextId === browserContextId && tabs.#isFollowed(info);
    if (tab) tabs.#watch = limitTabs(root, tab, isOurs, (id) => tabs.#byTarget.get(id));
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

  get current(): Tab | undefined {
    return this.#active?.alive ? this.#active : undefined;
  }

  /** Undefined for the default context. */
  get contextId(): string | undefined {
    return this.#context.id;
  }

  get areOwn(): boolean {
    return this.#persons === undefined;
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
      await sleep(5);
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
        const isPersons = tab.isPersons ? { isPersons: true } : {};
        return { id: tab.id, url, title, active: tab === active, ...isPersons };
      }),
    );
  }

  /** With the tabs of a person that were not selected yet. */
  async listWithPersons(): Promise<TabInfo[]> {
    const driven = await this.list();
    const others = this.#unselected.map((target) => {
      const { url, title } = infoOfTarget(target);
      return { id: this.#idOf(target), url, title, active: false, isPersons: true };
    });
    return [...driven, ...others];
  }

  get #unselected(): Target[] {
    const persons = this.#persons ? personsTargets(this.#context, this.#persons) : [];
    return persons.filter((target) => !this.#tabs.has(target));
  }

  #idOf(target: Target): string {
    const id = this.#ids.get(target) ?? `t${this.#nextId++}`;
    this.#ids.set(target, id);
    return id;
  }

  get attached(): Tab[] {
    return [...this.#byTarget.values()].filter(({ alive }) => alive);
  }

  get sources(): string[] {
    return this.attached.flatMap(({ document }) => document.source || []);
  }

  async open(): Promise<Tab> {
    const target = await (this.#persons?.newTab() ?? this.#context.newPage().then((page) => page.target()));
    const tab = await this.#attach(target);
    if (!tab) throw new BtcpError('browser_lost', 'The new tab closed at once.', { hint: 'Call again.' });
    this.#active = tab;
    this.onChange();
    return tab;
  }

  /** Works in an empty tab of the same context that is not listed, and closes it. */
  async apart<T>(work: (target: Target) => Promise<T>): Promise<T> {
    this.#opensApart = true;
    const opening = this.#context.newPage();
    const page = await opening.finally(() => {
      this.#opensApart = false;
    });
    try {
      return await work(page.target());
    } finally {
      await page.close().catch(() => {});
    }
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
    if (this.#unselected.some((target) => this.#idOf(target) === id)) throw notOurs(id);
    const tab = await this.#find(id);
    if (tab.isPersons) throw notOurs(id);
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
    // What was emulated in a tab of a person ends with the session.
    for (const tab of this.attached) if (tab.isPersons) tab.cdp.detach().catch(() => {});
  }

  readonly #onCreated = (target: Target) => {
    if (target.browserContext() !== this.#context) return;
    const info = infoOfTarget(target);
    const isApart = this.#opensApart && info.openerId === undefined;
    const isWanted = !isApart && !this.#watch?.isSurplus(info.targetId) && this.#isFollowed(info);
    if (target.type() === 'page' && isWanted) void this.#attach(target);
    // Workers belong to a site, not to a tab.
    if (this.#persons) return;
    const worker = WORKERS[target.type()];
    if (worker) void watchWorker(this.#capture, target, worker).catch(() => {});
  };

  readonly #onDestroyed = (target: Target) => {
    void this.#tabs.get(target)?.then((tab) => tab && this.#byTarget.delete(tab.frameId));
    this.#tabs.delete(target);
    this.onChange();
  };

  // Of the tabs of a person, only those that pages open which this session works in.
  #isFollowed(info: Protocol.Target.TargetInfo): boolean {
    if (!this.#persons || this.#persons.own.has(info)) return true;
    return info.openerId !== undefined && this.#byTarget.has(info.openerId);
  }

  #attach(target: Target): Promise<Tab | undefined> {
    let attached = this.#tabs.get(target);
    if (!attached) {
      const isPersons = this.#persons !== undefined && !this.#persons.own.has(infoOfTarget(target));
      attached = Tab.attach(this.#idOf(target), target, {
        isPersons,
        isWanted: () => !this.#watch?.isSurplus(infoOfTarget(target).targetId),
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

  async #find(id: string): Promise<Tab> {
    const tabs = await this.all();
    const tab = tabs.find((candidate) => candidate.id === id);
    if (tab) return tab;
    const target = this.#unselected.find((candidate) => this.#idOf(candidate) === id);
    const selected = target && (await this.#attach(target));
    if (selected) return selected;
    throw new BtcpError('not_found', `There is no tab ${id}.`, {
      hint: `The tabs are ${tabs.map((each) => each.id).join(', ')}.`,
    });
  }
}
