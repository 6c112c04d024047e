import { type AnswerTo, PAGE_COMMANDS, type PageCommand, type ReadAction } from '@btcp/protocol';
import type {
  Answer,
  BrowserEngine,
  BrowserSession,
  Captured,
  ConsoleEntry,
  NetworkEntry,
  PageInfo,
} from '@btcp/tools';

const DONE = { acted: { role: 'button', name: '', ref: 'e1' }, effects: { waited: 0 } };

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
  /** What its password fields hold. */
  async secrets(): Promise<string[]> {
    return [];
  }
  async answer<T>(value: T): Promise<Answer<T>> {
    return { value, page: await this.page(), secrets: await this.secrets() };
  }
  async navigate(url: string) {
    this.visits.push(`start ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.visits.push(url);
    return this.answer(undefined);
  }
  get lastUrl() {
    return this.visits.at(-1) ?? 'about:blank';
  }
  async back() {
    return this.answer(undefined);
  }
  async forward() {
    return this.answer(undefined);
  }
  async reload() {
    return this.answer(undefined);
  }
  async tabs() {
    return this.answer([]);
  }
  async openTab() {
    return this.answer(undefined);
  }
  async selectTab() {
    return this.answer(undefined);
  }
  async closeTab() {
    return this.answer(undefined);
  }
  async resize() {
    return this.answer(undefined);
  }
  async answerDialog() {
    return this.answer({ dialog: { type: 'alert', message: '' } as const, effects: { waited: 0 } });
  }
  async click() {
    return this.answer(DONE);
  }
  async hover() {
    return this.answer(DONE);
  }
  async type() {
    return this.answer(DONE);
  }
  async fill() {
    return this.answer(DONE);
  }
  async select() {
    return this.answer(DONE);
  }
  async press() {
    return this.answer(DONE);
  }
  async drag() {
    return this.answer(DONE);
  }
  async upload() {
    return this.answer(DONE);
  }
  async scroll() {
    return this.answer({ scrolled: 'page', moved: { x: 0, y: 0 }, remaining: { up: 0, down: 0, left: 0, right: 0 } });
  }
  /** What the page says where it is asked for its text. */
  text = '';
  async ask<Action extends ReadAction>({ action }: PageCommand<Action>): Promise<Answer<AnswerTo<Action>>> {
    const fields: Record<string, { required: boolean; accepts(value: unknown): boolean }> = PAGE_COMMANDS[action].reads;
    const read = Object.entries(fields)
      .filter(([, { required }]) => required)
      .map(([name, { accepts }]) => [name, [null, '0', true, 0].find((value) => accepts(value))]);
    const answer = action === 'getText' ? { text: this.text } : Object.fromEntries(read);
    return this.answer(answer as AnswerTo<Action>);
  }
  async waitFor() {
    return this.answer(0);
  }
  /** What a page answers to the script of browser_get_service_workers. */
  async evaluate(): Promise<Answer<string>> {
    return this.answer('{"supported":false,"workers":[]}');
  }
  async screenshot() {
    const picture = { data: '', mimeType: 'image/png', width: 1, height: 1 };
    return this.answer({ full: picture, forModel: picture });
  }
  async consoleLogs(): Promise<Answer<Captured<ConsoleEntry>>> {
    return this.answer({ entries: [], dropped: 0 });
  }
  async clearConsoleLogs() {
    return 0;
  }
  async networkRequests(): Promise<Answer<Captured<NetworkEntry>>> {
    return this.answer({ entries: [], dropped: 0 });
  }
  async clearNetworkRequests() {
    return 0;
  }
  async setOffline() {
    return this.answer(undefined);
  }
  async readImage() {
    return { data: '', mimeType: 'image/png', width: 1, height: 1 };
  }
  async saveFile(name: string) {
    return name;
  }
  async snapshot() {
    return this.answer({ url: '', title: '', tree: this.owner, refs: {}, truncated: false, isDiff: false, frames: [] });
  }
  async find() {
    return this.answer({ matches: [], more: 0 });
  }
  async close(): Promise<void> {
    this.alive = false;
  }
}
