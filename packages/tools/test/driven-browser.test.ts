import {
  BtcpError,
  Conversations,
  callTool,
  catalogue,
  createToolSet,
  type LiveBrowser,
  type LiveEvent,
  type Secrets,
  type SessionEvent,
} from '@btcp/tools';
import { expect, test } from 'vitest';
import { TestSession } from './test-engine.ts';

const tools = createToolSet(catalogue);

function withTabs(tabs: () => LiveBrowser['tabs'], others: Omit<LiveBrowser, 'tabs'>): LiveBrowser {
  return {
    ...others,
    get tabs() {
      return tabs();
    },
  };
}

// A browser that can be watched, of which a test decides what it reports and when.
class WatchedSession extends TestSession {
  listener: (event: LiveEvent) => void = () => {};
  /** What waiting in the page waits for. */
  gate: Promise<unknown> = Promise.resolve();
  open: LiveBrowser['tabs'] = [];
  readonly live: LiveBrowser = withTabs(() => this.open, {
    viewport: { width: 1, height: 1 },
    stateOf: () => [],
    subscribe: (listener) => {
      this.listener = listener;
      return () => {};
    },
    watch: () => () => {},
    perform: async () => undefined,
    handled: async () => {},
    locate: async () => null,
    driverCounts: { clicks: 0, fields: 0 },
    setDriven: async () => {},
    goPrivate: () => undefined,
    releaseInput: () => {},
  });
  override async waitFor() {
    await this.gate;
    return this.answer(0);
  }
}

async function watchedBrowser(secrets: Secrets = {}, gate: Promise<unknown> = Promise.resolve()) {
  const session = new WatchedSession('Inbox of Ann');
  const open = async () => {
    await gate;
    return session;
  };
  const conversations = new Conversations({ open, close: async () => {} }, { secrets });
  const conversation = conversations.get('a');
  conversation.watch();
  const call = (name: string, input: unknown = {}, { signal } = new AbortController()) =>
    callTool({ tools, name, input, conversation, signal });
  return { session, conversation, call };
}

test('a call that asks for a person does not report where one is in private', async () => {
  const { call, conversation } = await watchedBrowser();
  await call('browser_navigate', { url: 'https://mail.test/?code=1' });
  conversation.lease.take({ viewer: 'ann', isPrivate: true });
  for (const input of [{ wait: false }, { timeout: 1 }]) {
    const result = await call('browser_request_user', { message: 'Sign in', ...input });
    expect(result).toMatchObject({ page: null, text: expect.stringContaining('driving in private') });
    expect(JSON.stringify(result)).not.toMatch(/mail\.test|Inbox/);
  }
});

test('a script is refused while a person drives, also as the condition of a wait', async () => {
  const { call, conversation } = await watchedBrowser();
  await call('browser_snapshot');
  conversation.lease.take({ viewer: 'ann', isPrivate: false });
  expect(await call('browser_wait_for', { text: 'Hello' })).toMatchObject({ data: { elapsed: 0 } });
  await expect(call('browser_wait_for', { function: 'document.forms[0].submit()' })).rejects.toMatchObject({
    code: 'control_held_by_user',
  });
});

test('what a call says when it fails during a private step is not reported', async () => {
  const { session, call, conversation } = await watchedBrowser();
  await call('browser_snapshot');
  let fail = (_: Error) => {};
  session.gate = new Promise((_, reject) => {
    fail = reject;
  });
  session.gate.catch(() => {});
  const waiting = call('browser_wait_for', { text: 'Hello' });
  conversation.lease.take({ viewer: 'ann', isPrivate: true });
  fail(new BtcpError('timeout', 'The page says "Dear Ann".', { hint: 'Retry.' }));
  await expect(waiting).rejects.toMatchObject({
    code: 'control_held_by_user',
    message: expect.not.stringContaining('Ann'),
  });
});

test('a call that is given up while its browser starts asks nobody, and waits for nothing', async () => {
  let start = () => {};
  const gate = new Promise<void>((resolve) => {
    start = resolve;
  });
  const { session, call, conversation } = await watchedBrowser({}, gate);
  const given = new AbortController();
  const asked = call('browser_request_user', { message: 'Sign in' }, given);
  const slept = call('browser_wait_for', { time: '24m' }, given);
  given.abort();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  await expect(slept).rejects.toMatchObject({ code: 'cancelled' });
  const ended = new Promise<SessionEvent>((resolve) => {
    let results = 0;
    conversation.events.subscribe((event) => {
      if (event.type === 'tool_result' && ++results === 2) resolve(event);
    });
  });
  start();
  await ended;
  expect(conversation.lease.state.request).toBeNull();
  expect(session.alive).toBe(true);
});

test('tabs that a person opens in private are reported when that is over', async () => {
  const { session, call, conversation } = await watchedBrowser();
  await call('browser_snapshot');
  const reported: SessionEvent[] = [];
  conversation.events.subscribe((event) => reported.push(event));
  const openTab = (id: string) => {
    const tab = { id, url: 'https://bank.test', title: 'Bank', active: false };
    session.open = [...session.open, tab];
    session.listener({ type: 'tabs', tabs: [...session.open] });
  };
  const tabs = () => reported.flatMap((event) => (event.type === 'tab' ? `${event.tab} ${event.change}` : []));
  openTab('t1');
  conversation.lease.take({ viewer: 'ann', isPrivate: true });
  openTab('t2');
  expect(tabs()).toEqual(['t1 opened']);
  conversation.lease.giveBack('ann');
  expect(tabs()).toEqual(['t1 opened', 't2 opened']);
});

test('events contain no secret that was typed by name', async () => {
  const { session, call, conversation } = await watchedBrowser({
    shop: { value: 'hunter22', origin: 'https://shop.test' },
  });
  const reported: SessionEvent[] = [];
  conversation.events.subscribe((event) => reported.push(event));
  await call('browser_fill', { selector: '#p', value: 'secret:shop' });
  session.listener({ type: 'navigation', tab: 't1', url: 'https://shop.test/?pin=hunter22&token=abc' });
  session.listener({ type: 'dialog', tab: 't1', dialog: { type: 'alert', message: 'Not hunter22!' } });
  expect(reported).toContainEqual(expect.objectContaining({ url: 'https://shop.test/?pin=•••&token=•••' }));
  expect(JSON.stringify(reported)).not.toContain('hunter22');
});

test.each([
  ['https://ann:pw@a.test/x?y#z', 'https://a.test/x'],
  ['ann:1pw@a.test/x', 'a.test/x'],
  ['https:ann:pw@a.test', 'https:a.test'],
  ['https:\\\\ann:pw@a.test', 'https:\\\\a.test'],
  [' data:text/html,pw', 'data:…'],
  ['https://a.test/@ann', 'https://a.test/@ann'],
])('events report the address %s as %s', async (url, shown) => {
  const { call, conversation } = await watchedBrowser();
  const reported: unknown[] = [];
  conversation.events.subscribe((event) => reported.push(event));
  await call('browser_wait_for', { url });
  expect(reported).toContainEqual(
    expect.objectContaining({ name: 'browser_wait_for', arguments: { url: shown, timeout: '30s' } }),
  );
});
