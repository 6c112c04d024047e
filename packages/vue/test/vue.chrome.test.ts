import { type RunningBroker, servePages, startBroker, startChrome, startProxy, watchSockets } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundlePage, loadServer, SETTINGS, VUE_VERSIONS } from './bundle-page.ts';
import type { Settings, Source } from './page/app.ts';
import type { TestPage } from './page/client.ts';

declare const page: TestPage;

let browser: Browser;

beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

describe.each(VUE_VERSIONS)('Vue %s', (version) => {
  let client: string;

  beforeAll(async () => {
    client = await bundlePage('client', version);
  });

  async function openPage() {
    const site = await servePages({ '/': `<!doctype html><title>Vue</title><script type="module">${client}</script>` });
    const tab = await browser.newPage();
    const errors: unknown[] = [];
    tab.on('pageerror', (error) => errors.push(error));
    const sockets = await watchSockets(tab);
    await tab.goto(site.origin);
    const brokers: RunningBroker[] = [];
    return {
      tab,
      sockets,
      errors,
      mount: (source: Source, settings: Partial<Settings>) =>
        tab.evaluate((from, given) => page.mount(from, given), source, { ...SETTINGS, ...settings }),
      change: (settings: Partial<Settings>) => tab.evaluate((given) => page.change(given), settings),
      unmount: () => tab.evaluate(() => page.unmount()),
      text: (selector: string) => tab.$eval(selector, ({ textContent }) => textContent),
      async startBroker(): Promise<RunningBroker> {
        const running = await startBroker({ allowedOrigins: [site.origin] });
        brokers.push(running);
        return running;
      },
      async [Symbol.asyncDispose]() {
        await tab.close();
        await site.close();
        for (const running of brokers) await running.kill();
      },
    };
  }

  const namesAt = ({ broker }: RunningBroker) =>
    broker.pages().map(({ tools }) => tools.map(({ name }) => name).sort());
  const served = (running: RunningBroker) =>
    vi.waitFor(() => expect(namesAt(running)).toEqual([['add', 'by_hand', 'own']]));
  const gone = (running: RunningBroker) => vi.waitFor(() => expect(namesAt(running)).toEqual([]));
  const call = async ({ broker }: RunningBroker, name: string, input = {}) =>
    (await broker.pages()[0]?.call(name, input))?.content;
  const answer = (text: string) => [{ type: 'text', text }];

  describe.each(['component', 'plugin'] as const)('with the client in a %s', (source) => {
    test('a tool is called while its component is there, and the page shows it', async () => {
      await using opened = await openPage();
      const running = await opened.startBroker();
      await opened.mount(source, { serverUrl: running.webSocket });
      await served(running);
      expect(await opened.tab.evaluate(() => page.version)).toMatch(new RegExp(`^${version}[.]`));
      await vi.waitFor(async () => expect(await opened.text('#status')).toBe('connected'));
      expect((await opened.text('#tools'))?.split(' ').sort()).toEqual(['add', 'by_hand', 'own']);
      expect(await opened.text('#message')).toBe('heard');
      expect(await call(running, 'add', { by: 2 })).toEqual(answer('first: 2'));
      await vi.waitFor(async () => expect(await opened.text('#number')).toBe('2'));
      expect(await call(running, 'own')).toEqual(answer('own'));
      await opened.change({ panels: 0 });
      await vi.waitFor(() => expect(namesAt(running)).toEqual([['by_hand', 'own']]));
      await opened.change({ panels: 1 });
      await served(running);
      await opened.unmount();
      await gone(running);
      await vi.waitFor(() => expect(opened.sockets).toMatchObject({ opened: 1, open: 0 }));
      expect(opened.errors).toEqual([]);
    });

    test('a new address closes the old connection and opens the new one, and the tools move along', async () => {
      await using opened = await openPage();
      const first = await opened.startBroker();
      const second = await opened.startBroker();
      await opened.mount(source, { serverUrl: first.webSocket });
      await served(first);
      await opened.change({ serverUrl: second.http });
      await served(second);
      await gone(first);
      await vi.waitFor(() => expect(opened.sockets).toMatchObject({ opened: 1, open: 0 }));
      expect(await call(second, 'add', { by: 1 })).toEqual(answer('first: 1'));
      expect(await call(second, 'by_hand')).toEqual(answer('by hand'));
      expect(await call(second, 'own')).toEqual(answer('own'));
      await opened.unmount();
      await gone(second);
      expect(opened.errors).toEqual([]);
    });

    test('a page that a server has rendered is taken over without a difference', async () => {
      await using opened = await openPage();
      const running = await opened.startBroker();
      const settings = { ...SETTINGS, serverUrl: running.webSocket };
      const html = await (await loadServer(version)).render(source, settings);
      const problems = await opened.tab.evaluate(
        (markup, from, given) => page.hydrate(markup, from, given),
        html,
        source,
        settings,
      );
      expect(problems).toEqual([]);
      await served(running);
      await vi.waitFor(async () => expect(await opened.text('#status')).toBe('connected'));
    });

    test('a hundred mounts leave neither listeners nor sockets nor pages behind', async () => {
      await using opened = await openPage();
      const running = await opened.startBroker();
      const session = await opened.tab.createCDPSession();
      const listenersOfWindow = async () => {
        const { result } = await session.send('Runtime.evaluate', { expression: 'window' });
        const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: `${result.objectId}` });
        return listeners.length;
      };
      const before = await listenersOfWindow();
      for (let round = 0; round < 100; round += 1) {
        await opened.mount(source, { serverUrl: running.webSocket });
        // Some are gone before, some after they have connected.
        if (round % 10 === 0) await served(running);
        else await opened.tab.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
        await opened.unmount();
      }
      await gone(running);
      await vi.waitFor(() => expect(opened.sockets.open).toBe(0));
      expect(opened.sockets.opened).toBeGreaterThanOrEqual(10);
      expect(await listenersOfWindow()).toBe(before);
      expect(opened.errors).toEqual([]);
    });
  });

  test('a new handler is run without a new registration, a new description is reported', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.mount('component', { serverUrl: running.webSocket });
    await served(running);
    await vi.waitFor(() => expect(opened.sockets.sent('tools/register')).toBe(1));
    await opened.change({ label: 'second' });
    expect(await call(running, 'add', { by: 1 })).toEqual(answer('second: 1'));
    expect(opened.sockets.sent('tools/register')).toBe(1);
    await opened.change({ description: 'New words' });
    await vi.waitFor(() =>
      expect(running.broker.pages()[0]?.tools).toContainEqual(expect.objectContaining({ description: 'New words' })),
    );
    expect(await call(running, 'add', { by: 1 })).toEqual(answer('second: 2'));
  });

  test('a lost and a resumed connection are shown', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await using proxy = await startProxy(running.port);
    await opened.mount('component', { serverUrl: `ws://127.0.0.1:${proxy.port}` });
    await served(running);
    await vi.waitFor(async () => expect(await opened.text('#status')).toBe('connected'));
    proxy.cut();
    const expected = ['connected', 'reconnecting', 'connected'];
    const seen = () => opened.tab.evaluate(() => page.statuses.slice(-3));
    await vi.waitFor(async () => expect(await seen()).toEqual(expected));
    expect(await call(running, 'add', { by: 1 })).toEqual(answer('first: 1'));
  });

  test('two components with a tool of the same name are reported', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.mount('component', { serverUrl: running.webSocket, panels: 2 });
    await vi.waitFor(async () =>
      expect(await opened.text('#error')).toBe(
        'The tool "add" is registered already: give each tool a name of its own, or render only one component that has it.',
      ),
    );
  });

  test('a component without a client says what to do', async () => {
    await using opened = await openPage();
    await opened.mount('nobody', {});
    await vi.waitFor(async () =>
      expect(await opened.text('#error')).toBe(
        "useBTCP found no BTCP client: call useBTCP({ serverUrl: '…' }) in this component or above it, or app.use(BTCPPlugin, { serverUrl: '…' }).",
      ),
    );
  });
});
