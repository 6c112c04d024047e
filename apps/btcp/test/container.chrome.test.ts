import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromeTreeOf, LiveClient, servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { freePort } from './deploy/proxies.ts';
import { serve, TestHome } from './run-btcp.ts';

const DOCKERFILE = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');

test('the variables of agent-browser choose profile, flags and the port of the stream', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': '<title>Shop</title>' });
  const profile = join(home.path, 'browser-profile');
  const port = await freePort();
  const server = await serve(home, [], {
    AGENT_BROWSER_PROFILE: profile,
    AGENT_BROWSER_ARGS: '--lang=de,--force-device-scale-factor=1',
    AGENT_BROWSER_STREAM_PORT: String(port),
  });
  try {
    await server.post('/browser/open', { url: site.origin });
    expect(existsSync(profile)).toBe(true);
    const [chrome] = chromeTreeOf(server.process.pid);
    expect(chrome?.command).toContain('--lang=de');
    expect(chrome?.command).toContain('--force-device-scale-factor=1');
    expect(chrome?.command).toContain(profile);
    await expect(LiveClient.plain(`ws://127.0.0.1:${port}`)).rejects.toThrow('HTTP 401');
    const viewer = await LiveClient.plain(`ws://127.0.0.1:${port}`, { authorization: `Bearer ${server.token}` });
    await viewer.until(() => viewer.messages.find(({ type }) => type === 'frame'));
    await viewer.close();
  } finally {
    await server.stop();
  }
});

test('the health check of the container distinguishes a server that answers from one that is gone', async () => {
  using home = new TestHome();
  const [, command = ''] = /HEALTHCHECK.*\\\n\s+CMD (\[.*\])/.exec(DOCKERFILE) ?? [];
  const [program, ...args] = JSON.parse(command) as [string, ...string[]];
  const check = (url: string) =>
    new Promise((resolve) =>
      spawn(program, args, { env: { ...process.env, BTCP_PORT: new URL(url).port } }).once('exit', resolve),
    );
  const server = await serve(home, [], { BTCP_HOST: '0.0.0.0' });
  // The address that is printed is one that can be opened.
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await check(server.url)).toBe(0);
  await server.stop();
  expect(await check(server.url)).toBe(1);
});
