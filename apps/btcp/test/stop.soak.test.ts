import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromesOf, processesWith, servePages } from '@btcp/test-support';
import { expect, test, vi } from 'vitest';
import { serve, TestHome } from './run-btcp.ts';

const BROWSERS = 8;

const sessions = Array.from({ length: BROWSERS }, (_, index) => `s${index}`);

test(`a server with ${BROWSERS} open browsers stops in order, and leaves no process and no folder`, async () => {
  using home = new TestHome();
  const pages = await servePages({ '/': '<title>Home</title><h1>Home</h1>' });
  const server = await serve(home);
  const opened = await Promise.all(
    sessions.map((session) => server.post(`/sessions/${session}/tools/browser_navigate`, { url: pages.origin })),
  );
  expect(opened.map(({ status }) => status)).toEqual(sessions.map(() => 200));
  expect(chromesOf(server.process.pid).length).toBeGreaterThanOrEqual(BROWSERS);
  expect(await server.stop()).toBe(0);
  await vi.waitFor(() => expect(processesWith(home.path)).toEqual([]), { timeout: 30_000 });
  expect(readdirSync(join(home.path, `btcp-${process.getuid?.()}`))).toEqual([]);
  await pages.close();
});

test('a server whose browsers are still starting gives the starts up and stops in order', async () => {
  using home = new TestHome();
  // Takes longer to start than a server has to stop.
  const silent = join(home.path, 'silent-chrome');
  writeFileSync(silent, '#!/bin/sh\nexec sleep 600\n');
  chmodSync(silent, 0o755);
  const server = await serve(home, ['--chrome', silent]);
  const called = sessions.map((session) =>
    server.post(`/sessions/${session}/tools/browser_snapshot`).catch(() => undefined),
  );
  await vi.waitFor(
    async () => {
      const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${server.token}` } });
      expect(await metrics.text()).toMatch(/^btcp_browser_queue_length [1-9]/m);
    },
    { timeout: 30_000 },
  );
  expect(await server.stop()).toBe(0);
  await Promise.all(called);
});
