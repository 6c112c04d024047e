import type { BrowserEngine, BrowserSession, Captured, ConsoleEntry, NetworkEntry, PageInfo } from '@btcp/tools';

const DONE = { acted: { element: 'button', ref: 'e1' }, effects: { waited: 0 } };

/** An engine that opens nothing: it records what was asked of it, and tests decide when a start succeeds. */
export class TestEngine implements BrowserEngine {
  readonly opened: TestSession[] = [];
  closed = false;
  /** What each start waits for. */
  gate: Promise<unknown> = Promise.resolve();

  async open(conversationId: string, restore?: string): Promise<BrowserSession> {
    const session = new TestSession(conversationId);
    if (restore) session.visits.push(restore);
    this.opened.push(session);
    await this.gate;
    return session;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

export class TestSession implements BrowserSession {
  alive = true;
  readonly visits: string[] = [];
  readonly owner: string;
  constructor(owner: string) {
    this.owner = owner;
  }
  async page(): Promise<PageInfo> {
    return { url: this.visits.at(-1) ?? 'about:blank', title: this.owner, status: 200, tab: 't1', loading: false };
  }
  async navigate(url: string): Promise<undefined> {
    this.visits.push(`start ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.visits.push(url);
    return undefined;
  }
  get lastUrl() {
    return this.visits.at(-1) ?? 'about:blank';
  }
  async back() {}
  async forward() {}
  async reload() {}
  async tabs() {
    return [];
  }
  async openTab() {}
  async selectTab() {}
  async closeTab() {}
  async resize() {}
  async answerDialog() {
    return { dialog: { type: 'alert', message: '' } as const, effects: { waited: 0 } };
  }
  async click() {
    return DONE;
  }
  async hover() {
    return DONE;
  }
  async passwords(): Promise<string[]> {
    return [];
  }
  async type() {
    return DONE;
  }
  async fill() {
    return DONE;
  }
  async select() {
    return DONE;
  }
  async press() {
    return DONE;
  }
  async drag() {
    return DONE;
  }
  async upload() {
    return DONE;
  }
  async scroll() {
    return { scrolled: 'page', moved: { x: 0, y: 0 }, remaining: { up: 0, down: 0, left: 0, right: 0 } };
  }
  async getText() {
    return '';
  }
  async getAttribute() {
    return null;
  }
  async isVisible() {
    return true;
  }
  async waitFor() {
    return 0;
  }
  /** What a page answers to the script of browser_get_service_workers. */
  async evaluate() {
    return '{"supported":false,"workers":[]}';
  }
  async screenshot() {
    const picture = { data: '', mimeType: 'image/png', width: 1, height: 1 };
    return { full: picture, forModel: picture };
  }
  async consoleLogs(): Promise<Captured<ConsoleEntry>> {
    return { entries: [], dropped: 0 };
  }
  async clearConsoleLogs() {
    return 0;
  }
  async networkRequests(): Promise<Captured<NetworkEntry>> {
    return { entries: [], dropped: 0 };
  }
  async clearNetworkRequests() {
    return 0;
  }
  async setOffline() {}
  async readImage() {
    return { data: '', mimeType: 'image/png', width: 1, height: 1 };
  }
  async saveFile(name: string) {
    return name;
  }
  async snapshot() {
    return { url: '', title: '', tree: this.owner, refs: {}, truncated: false, isDiff: false, frames: [] };
  }
  async close(): Promise<void> {
    this.alive = false;
  }
}
