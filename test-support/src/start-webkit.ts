import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import type { Browser } from 'puppeteer-core';
import { WebDriver } from './web-driver.ts';
import { WebDriverPage } from './web-driver-page.ts';

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/**
 * A real WebKit for tests of page code, WebKitGTK's MiniBrowser over WebDriver: `npm run test:webkit` runs them in it.
 * It has what those tests use of Puppeteer, and nothing else.
 */
export async function startWebKit(): Promise<Browser> {
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    // As root there is no sandbox to be had, and the pages are ours.
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  });
  const binary = process.env.BTCP_WEBKIT ?? MINI_BROWSER;
  const session = await WebDriver.open(`http://127.0.0.1:${port}`, {
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const browser = {
    newPage: () => WebDriverPage.open(session),
    async close() {
      await session.close();
      driver.kill();
      display.process?.kill();
    },
  };
  // What the tests of page code use of a browser is there.
  return browser as unknown as Browser;
}

// The display that there is, or one in memory.
async function startDisplay(): Promise<{ name: string; process?: ChildProcess }> {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY };
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const said = server.stdio[3] as Readable;
  const number = await new Promise<string>((resolve, reject) => {
    said.once('data', (data) => resolve(String(data).trim()));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { name: `:${number}`, process: server };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
