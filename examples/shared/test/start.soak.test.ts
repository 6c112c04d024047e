import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startChrome } from '@btcp/test-support';
import { expect, test, vi } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('one command starts the server and the page, says what to do next, and ends both', async () => {
  const home = mkdtempSync(join(tmpdir(), 'btcp-home-'));
  const { BTCP_URL: _url, BTCP_TOKEN: _token, ...environment } = process.env;
  const options = { cwd: root, env: { ...environment, BTCP_STATE: home } };
  // What a newcomer has running already, and what commands find by themselves.
  const other = spawn(process.execPath, ['apps/btcp/bin/btcp.js', 'serve', '--port', '0'], options);
  await once(other.stdout, 'data');
  const example = spawn(process.execPath, ['examples/start.mjs', 'react'], options);
  const ended = new Promise((resolve) => example.once('exit', resolve));
  let reported = '';
  example.stdout.on('data', (chunk) => {
    reported += chunk;
  });
  const browser = await startChrome();
  try {
    await vi.waitFor(() => expect(reported).toContain('Ctrl-C ends both.'), { timeout: 45_000 });
    const tab = await browser.newPage();
    await tab.goto(/Open +(\S+)/.exec(reported)?.[1] ?? '');
    await tab.waitForSelector('.status[data-status="connected"]');
    expect(await tab.$eval('.board', (board) => getComputedStyle(board).display)).toBe('grid');

    await tab.setViewport({ width: 375, height: 760 });
    const { left, right } = await tab.$eval('.board', (board) =>
      board.lastElementChild?.getBoundingClientRect().toJSON(),
    );
    expect(left).toBe(375 - right);

    const commands = [...reported.matchAll(/npx @btcp\/cli (call .+)/g)];
    expect(commands).toHaveLength(3);
    for (const [, command = ''] of commands) {
      const parameters = command.split(/'(.+)'| /).filter(Boolean);
      const btcp = spawn(process.execPath, ['apps/btcp/bin/btcp.js', ...parameters], options);
      const complaint = text(btcp.stderr);
      expect(await new Promise((resolve) => btcp.once('exit', resolve)), await complaint).toBe(0);
    }
    await tab.waitForFunction(() => document.body.textContent?.includes('Call Ada'));
    await tab.waitForSelector('[aria-label^="Fri: 7 hours"]');

    const server = /http:\S+(?=\/mcp\/page)/.exec(reported)?.[0] ?? '';
    expect((await fetch(`${server}/health`)).status).toBe(200);
    example.kill('SIGTERM');
    await ended;
    await vi.waitFor(() => expect(fetch(`${server}/health`)).rejects.toThrow());
  } finally {
    example.kill('SIGTERM');
    other.kill('SIGTERM');
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
});
