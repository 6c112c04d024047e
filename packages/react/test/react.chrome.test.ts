import { type RunningBroker, servePages, startBroker, startChrome, startProxy, watchSockets } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundlePage, loadServer, REACT_VERSIONS } from './bundle-page.ts';
import type { AppProps } from './page/app.tsx';
import type { TestPage } from './page/client.tsx';

declare const page: TestPage;

let browser: Browser;

beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

describe.each(REACT_VERSIONS)('React %s', (version) => {
  let client: string;

  beforeAll(async () => {
    client = await bundlePage('client', version);
  });

  async function openPage() {
    const site = await servePages({
      '/': `<!doctype html><title>React</title><script type="module">${client}</script>`,
    });
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
      render: (props: AppProps) => tab.evaluate((given) => page.render(given), props),
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
  const served = (running: RunningBroker) => vi.waitFor(() => expect(namesAt(running)).toEqual([['add', 'by_hand']]));
  const gone = (running: RunningBroker) => vi.waitFor(() => expect(namesAt(running)).toEqual([]));
  const call = async ({ broker }: RunningBroker, name: string, input = {}) =>
    (await broker.pages()[0]?.call(name, input))?.content;
  const answer = (text: string) => [{ type: 'text', text }];

  test('a mounted tool is called, and the page shows it', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.render({ serverUrl: running.webSocket });
    await served(running);
    expect(await opened.tab.evaluate(() => page.version)).toMatch(new RegExp(`^${version}[.]`));
    await vi.waitFor(async () => expect(await opened.text('#status')).toBe('connected'));
    expect((await opened.text('#tools'))?.split(' ').sort()).toEqual(['add', 'by_hand']);
    expect(await opened.text('#call')).toBe('{"params":null}');
    expect(await call(running, 'add', { by: 2 })).toEqual(answer('first: 2'));
    await vi.waitFor(async () => {
      expect(await opened.text('#number')).toBe('2');
      expect(await opened.text('#call')).toBe('{"params":{"by":2},"lastResult":"first: 2"}');
      expect(await opened.text('#message')).toBe('heard');
    });
    await expect(call(running, 'add', { by: 'two' })).rejects.toMatchObject({ btcpCode: 'INVALID_PARAMS' });
  });

  test('a tool goes with its component, the connection with its provider', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.render({ serverUrl: running.webSocket });
    await served(running);
    await opened.render({ serverUrl: running.webSocket, panels: 0 });
    await vi.waitFor(() => expect(namesAt(running)).toEqual([['by_hand']]));
    await opened.render({ serverUrl: running.webSocket });
    await served(running);
    expect(opened.sockets.opened).toBe(1);
    await opened.unmount();
    await gone(running);
    await vi.waitFor(() => expect(opened.sockets.open).toBe(0));
    await opened.render({ serverUrl: running.webSocket });
    await served(running);
  });

  test('in StrictMode, which mounts everything twice, there is one connection and one of each tool', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.render({ serverUrl: running.webSocket, isStrict: true });
    await served(running);
    expect(await call(running, 'add', { by: 1 })).toEqual(answer('first: 1'));
    await vi.waitFor(() => expect(opened.sockets).toMatchObject({ opened: 1, open: 1 }));
    await opened.unmount();
    await gone(running);
    await vi.waitFor(() => expect(opened.sockets.open).toBe(0));
    await opened.render({ serverUrl: running.webSocket, isStrict: true });
    await served(running);
    expect(opened.errors).toEqual([]);
  });

  test('a new handler is run without a new registration, a new description is reported', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.render({ serverUrl: running.webSocket });
    await served(running);
    await vi.waitFor(() => expect(opened.sockets.sent('tools/register')).toBe(1));
    await call(running, 'add', { by: 1 });
    await vi.waitFor(async () => expect(await opened.text('#number')).toBe('1'));
    await opened.render({ serverUrl: running.webSocket, label: 'second' });
    await vi.waitFor(async () => expect(await call(running, 'add', { by: 0 })).toEqual(answer('second: 1')));
    expect(opened.sockets.sent('tools/register')).toBe(1);
    await opened.render({ serverUrl: running.webSocket, label: 'second', description: 'New words' });
    await vi.waitFor(() =>
      expect(running.broker.pages()[0]?.tools).toContainEqual(expect.objectContaining({ description: 'New words' })),
    );
    expect(await call(running, 'add', { by: 1 })).toEqual(answer('second: 2'));
  });

  test('a handler that React has rendered but not committed is not run', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.tab.evaluate((serverUrl) => page.renderUnfinished(serverUrl), running.webSocket);
    await vi.waitFor(async () => expect(await opened.tab.title()).toBe('rendering'));
    await vi.waitFor(async () => expect(await call(running, 'label')).toEqual(answer('committed')));
  });

  test('a new address closes the old connection and opens the new one, and the tools move along', async () => {
    await using opened = await openPage();
    const first = await opened.startBroker();
    const second = await opened.startBroker();
    await opened.render({ serverUrl: first.webSocket });
    await served(first);
    await call(first, 'add', { by: 3 });
    await opened.render({ serverUrl: second.http });
    await served(second);
    await gone(first);
    await vi.waitFor(() => expect(opened.sockets).toMatchObject({ opened: 1, open: 0 }));
    expect(await call(second, 'add', { by: 1 })).toEqual(answer('first: 4'));
    expect(await call(second, 'by_hand')).toEqual(answer('by hand'));
    await opened.unmount();
    await gone(second);
    expect(opened.errors).toEqual([]);
  });

  test('a lost and a resumed connection are shown', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await using proxy = await startProxy(running.port);
    await opened.render({ serverUrl: `ws://127.0.0.1:${proxy.port}` });
    await served(running);
    await vi.waitFor(async () => expect(await opened.text('#status')).toBe('connected'));
    proxy.cut();
    const expected = ['disconnected', 'connecting', 'connected', 'reconnecting', 'connected'];
    await vi.waitFor(async () => expect(await opened.tab.evaluate(() => page.statuses)).toEqual(expected));
    expect(await call(running, 'add', { by: 1 })).toEqual(answer('first: 1'));
  });

  test('a component renders again only for what it reads', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.render({ serverUrl: running.webSocket });
    await served(running);
    await vi.waitFor(async () => expect(await opened.text('#status')).toBe('connected'));
    const before = await opened.tab.evaluate(() => page.renders.status);
    for (let round = 1; round <= 5; round += 1) {
      await call(running, 'add', { by: 1 });
      await vi.waitFor(async () => expect(await opened.text('#number')).toBe(`${round}`));
    }
    expect(await opened.tab.evaluate(() => page.renders.status)).toBe(before);
  });

  test('two components with a tool of the same name are reported', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    await opened.render({ serverUrl: running.webSocket, panels: 2 });
    await vi.waitFor(async () =>
      expect(await opened.text('#error')).toBe(
        'The tool "add" is registered already: give each tool a name of its own, or render only one component that has it.',
      ),
    );
  });

  test('a hook without a provider says what to do', async () => {
    await using opened = await openPage();
    await opened.render({ serverUrl: 'ws://127.0.0.1:1', isAlone: true });
    await vi.waitFor(async () =>
      expect(await opened.text('#error')).toBe(
        'useBTCPClient found no <BTCPProvider> above it: wrap your app in <BTCPProvider serverUrl="…">.',
      ),
    );
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
      await opened.render({ serverUrl: running.webSocket, isStrict: true, label: `${round}` });
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

  test('a page that a server has rendered is taken over without a difference', async () => {
    await using opened = await openPage();
    const running = await opened.startBroker();
    const html = (await loadServer(version)).render(running.webSocket);
    const problems = await opened.tab.evaluate(
      (markup, serverUrl) => page.hydrate(markup, { serverUrl }),
      html,
      running.webSocket,
    );
    expect(problems).toEqual([]);
    await served(running);
    await vi.waitFor(async () => expect(await opened.text('#status')).toBe('connected'));
  });
});
