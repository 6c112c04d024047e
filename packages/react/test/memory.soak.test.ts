import { type RunningBroker, servePages, startBroker, startChrome } from '@btcp/test-support';
import type { CDPSession, Page } from 'puppeteer-core';
import { expect, test, vi } from 'vitest';
import { bundlePage } from './bundle-page.ts';
import type { Memory } from './page/memory.tsx';

declare const memory: Memory;

// Ten bytes a call: the smallest object that a call could leave behind is larger.
const CALLS_ALLOWANCE = 100_000;

// React keeps some 300 bytes of each root during development; a client that is kept would be ten times that.
const MOUNTS_ALLOWANCE = 300_000;

async function collectGarbage(session: CDPSession): Promise<void> {
  // Garbage that was found only when it was collected takes a second round.
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
}

// Bytes of live objects, and how many nodes and listeners there are.
async function footprint(session: CDPSession) {
  await collectGarbage(session);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { usedSize, nodes, jsEventListeners };
}

// Does it a few times so that all is compiled and cached, then many times, and compares.
async function growth(tab: Page, run: (rounds: number) => Promise<void>, warmUp: number, rounds: number) {
  const session = await tab.createCDPSession();
  await run(warmUp);
  const before = await footprint(session);
  await run(rounds);
  const after = await footprint(session);
  await session.detach();
  return {
    bytes: after.usedSize - before.usedSize,
    nodes: after.nodes - before.nodes,
    listeners: after.jsEventListeners - before.jsEventListeners,
  };
}

// Does it a few times more, and counts which of the objects that came with it are still there.
async function survivors(tab: Page, run: (rounds: number) => Promise<void>, rounds: number) {
  const session = await tab.createCDPSession();
  await tab.evaluate(() => memory.startWatching());
  await run(rounds);
  await collectGarbage(session);
  await session.detach();
  return tab.evaluate(() => memory.count());
}

async function inPage(run: (tab: Page, running: RunningBroker) => Promise<void>): Promise<void> {
  await using running = await startBroker({ allowedOrigins: ['*'], resumeWindow: 0 });
  const script = await bundlePage('memory', '19');
  await using site = await servePages({
    '/': `<!doctype html><title>Memory</title><script type="module">${script}</script>`,
  });
  const browser = await startChrome();
  try {
    const tab = await browser.newPage();
    await tab.goto(`${site.origin}/#${running.webSocket}`);
    await run(tab, running);
  } finally {
    await browser.close();
  }
}

test('10,000 calls leave nothing in the page', async () => {
  await inPage(async (tab, running) => {
    await tab.evaluate(() => void memory.mount());
    await vi.waitFor(() => expect(running.broker.pages()[0]?.tools).toHaveLength(1));
    const [page] = running.broker.pages();
    const calls = async (count: number) => {
      for (let done = 0; done < count; done += 100) {
        const hundred = Array.from({ length: 100 }, (_, index) => page?.call('echo', { text: `call ${index}` }));
        expect((await Promise.all(hundred))[99]?.content).toEqual([{ type: 'text', text: 'connected call 99' }]);
      }
    };
    const { bytes, nodes, listeners } = await growth(tab, calls, 2_000, 10_000);
    expect(bytes).toBeLessThan(CALLS_ALLOWANCE);
    expect([nodes, listeners]).toEqual([0, 0]);
    // The page may show the last call, and keeps it for that.
    const { watched, alive } = await survivors(tab, calls, 1_000);
    expect(watched).toBe(3_000);
    expect(alive).toBeLessThan(10);
  });
});

test('mounting and connecting, unmounting and disconnecting 300 times leaves nothing in the page', async () => {
  await inPage(async (tab, running) => {
    const comeAndGo = (rounds: number) => tab.evaluate((count) => memory.comeAndGo(count), rounds);
    const { bytes, nodes, listeners } = await growth(tab, comeAndGo, 250, 300);
    expect(bytes).toBeLessThan(MOUNTS_ALLOWANCE);
    expect(nodes).toBeLessThan(50);
    expect(listeners).toBeLessThan(10);
    // React keeps the last tree that it has rendered.
    const { watched, alive } = await survivors(tab, comeAndGo, 30);
    expect(watched).toBeGreaterThanOrEqual(30);
    expect(alive).toBeLessThan(10);
    await vi.waitFor(() => expect(running.broker.pages()).toEqual([]));
  });
});
