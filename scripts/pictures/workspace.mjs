// A server with empty folders of its own, and a Chrome to look at its workspace.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { resolveChrome } from '@btcp/chrome';
import puppeteer from 'puppeteer-core';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string[]} flags of `btcp serve`
 * @returns what the server reports when it is ready, the Chrome, and `close` for both
 */
export async function openWorkspace(...flags) {
  const home = mkdtempSync(join(tmpdir(), 'btcp-pictures-'));
  const server = spawn(process.execPath, ['apps/btcp/bin/btcp.js', 'serve', '--port', '0', '--json', ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...homeVariables(home) },
  });
  const ended = once(server, 'exit');
  const lines = createInterface(server.stdout);
  const ready = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  if (!ready) throw new Error('The server ended before it was ready.');
  /** @type {{ url: string, token: string, btcp: string }} */
  const address = JSON.parse(ready[0]);
  const chrome = await launchChrome('--hide-scrollbars', '--force-color-profile=srgb');
  return {
    ...address,
    chrome,
    async close() {
      await chrome.close();
      server.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** @param {string[]} flags */
export async function launchChrome(...flags) {
  const { path, environment } = await resolveChrome();
  return puppeteer.launch({
    executablePath: path,
    pipe: true,
    env: { ...process.env, ...environment },
    args: ['--no-sandbox', ...flags],
  });
}

/**
 * Keeps everything that a process of ours writes in one folder.
 * @param {string} home
 */
export function homeVariables(home) {
  return { BTCP_STATE: join(home, 'state'), BTCP_DATA: join(home, 'data'), TMPDIR: home };
}
