import { ChromeEngine } from '@btcp/chrome';
import { chromesOf, type PageServer, servePages } from '@btcp/test-support';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const tools = createToolSet(catalogue);
// What a machine that is at work may need.
const BUSY = { timeout: 40_000 };
const conversations = new Conversations(new ChromeEngine());
let pages: PageServer;

// What a page that is frozen and woken has reported.
const reported: string[] = [];

beforeAll(async () => {
  pages = await servePages({
    '/resting': `<title>Resting</title><script>
      const report = (what) => navigator.sendBeacon('/reported?' + what);
      document.addEventListener('freeze', () => report('freeze'));
      document.addEventListener('resume', () => report('resume'));
    </script>`,
    '/reported': (request, response) => {
      reported.push(new URL(request.url ?? '', 'http://localhost').search.slice(1));
      response.end();
    },
    '/login': '<title>Login</title><script>document.cookie = "user=" + location.search.slice(1)</script>',
    '/': '<title>Home</title><h1></h1><script>document.querySelector("h1").textContent = document.cookie</script>',
  });
});
afterAll(async () => {
  await conversations.closeAll();
  await pages.close();
});

const call = (conversation: string, name: string, input: unknown = {}) =>
  callTool({
    tools,
    name,
    input,
    conversation: conversations.get(conversation),
    signal: new AbortController().signal,
  });
const open = (conversation: string, path: string) =>
  call(conversation, 'browser_navigate', { url: pages.origin + path });

test('REQ-BT-010: the first call of a conversation starts its browser, and no other conversation sees it', async () => {
  const before = chromesOf(process.pid).length;
  expect((await call('one', 'browser_snapshot')).page).toMatchObject({ url: 'about:blank' });
  expect(chromesOf(process.pid)).toHaveLength(before + 1);
  await open('one', '/login?ada');
  await open('two', '/');
  expect((await call('two', 'browser_snapshot')).text).not.toContain('user=ada');
});

test('REQ-BT-011: cookies and the page are kept from call to call', async () => {
  await open('kept', '/login?grace');
  await open('kept', '/');
  const { text, page } = await call('kept', 'browser_snapshot');
  expect(text).toContain('heading "user=grace"');
  expect(page).toMatchObject({ url: `${pages.origin}/` });
});

test('REQ-BT-012: the same tools serve several conversations at once, each with its own page', async () => {
  const names = ['a', 'b', 'c'];
  await Promise.all(names.map((name) => open(name, `/login?${name}`)));
  for (let round = 0; round < 5; round++) {
    const results = await Promise.all(
      names.map((name) => call(name, 'browser_evaluate', { script: 'document.cookie' })),
    );
    expect(results.map(({ data }) => (data as { value: string }).value)).toEqual(names.map((name) => `"user=${name}"`));
  }
});

test('conversations that start together in one Chrome end alone, and others start after them', async () => {
  const shared = new Conversations(new ChromeEngine({ isolation: 'context' }));
  const visit = (id: string) =>
    callTool({
      tools,
      name: 'browser_navigate',
      input: { url: pages.origin },
      conversation: shared.get(id),
      signal: new AbortController().signal,
    });
  const together = ['a', 'b', 'c', 'd'];
  await Promise.all(together.map(visit));
  for (const id of together.slice(1)) await shared.get(id).close();
  expect((await visit('e')).page?.title).toBe('Home');
  expect((await visit('a')).page?.title).toBe('Home');
  await shared.closeAll();
});

test('pages that nobody uses or watches are frozen, and work again for the next call and for a viewer', async () => {
  const few = new Conversations(new ChromeEngine(), { restAfter: 200 });
  const { signal } = new AbortController();
  const conversation = few.get('resting');
  const use = (name: string, input: unknown) => callTool({ tools, name, input, conversation, signal });
  await use('browser_navigate', { url: `${pages.origin}/resting` });
  await vi.waitFor(() => expect(reported).toEqual(['freeze']), BUSY);
  const script = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(document.visibilityState + document.hasFocus()), 20)))`;
  expect((await use('browser_evaluate', { script })).data).toMatchObject({ value: '"visibletrue"' });
  await vi.waitFor(() => expect(reported).toEqual(['freeze', 'resume', 'freeze']), BUSY);
  const watch = conversation.watch();
  await vi.waitFor(() => expect(reported).toEqual(['freeze', 'resume', 'freeze', 'resume']), BUSY);
  watch[Symbol.dispose]();
  await few.closeAll();
});
