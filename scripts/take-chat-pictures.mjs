// Takes the pictures of the live view inside a chat in docs/images/chat, wide and narrow, light and dark.
// `node scripts/take-chat-pictures.mjs [folder]` after a build. The chat is the host of MCP Apps that the tests use.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { rolldown } from 'rolldown';
import { serveCoffeeShop } from './pictures/coffee-shop.mjs';
import { homeVariables, launchChrome, ROOT } from './pictures/workspace.mjs';

const folder = process.argv[2] ?? `${ROOT}docs/images/chat`;
const SHOP_PORT = 8183;
const SIZES = {
  wide: { viewport: { width: 1440, height: 900 }, clip: { x: 340, y: 0, width: 760, height: 520 } },
  narrow: {
    viewport: { width: 390, height: 844, deviceScaleFactor: 1.5 },
    clip: { x: 0, y: 0, width: 390, height: 500 },
  },
};
const QUALITY = 80;
const QUESTION = { message: 'Please sign in to Harbour Coffee. I go on with your orders then.', purpose: 'login' };

mkdirSync(folder, { recursive: true });
const home = mkdtempSync(join(tmpdir(), 'btcp-pictures-'));
const { Chat, press, reads, serveChat, showsPicture, WITH_APPS } = await hostOfTests();
const shop = await serveCoffeeShop(SHOP_PORT);
const chats = await serveChat();
const client = new Client({ name: 'pictures', version: '1.0.0' }, { capabilities: WITH_APPS });
const browser = await launchChrome();
try {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['apps/btcp/bin/btcp.js', 'mcp', '--log-level', 'error'],
      cwd: ROOT,
      env: { ...process.env, ...homeVariables(home) },
    }),
  );
  await client.callTool({ name: 'browser_navigate', arguments: { url: `${shop.url}/sign-in` } });
  const chat = await Chat.open(browser, client, chats);
  const context = { theme: 'light', availableDisplayModes: ['inline', 'fullscreen'] };
  const frame = await chat.show({ context });
  await showsPicture(frame);
  /**
   * @param {string} name
   * @param {keyof typeof SIZES} size
   */
  const take = async (name, size) => {
    const { viewport, clip } = SIZES[size];
    await chat.page.setViewport(viewport);
    for (const theme of ['light', 'dark']) {
      await chat.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await chat.page.evaluate(`setContext(${JSON.stringify({ ...context, theme })})`);
      // The live picture follows the size of its window.
      await new Promise((resolve) => setTimeout(resolve, 700));
      const file = /** @type {`${string}.webp`} */ (join(folder, `${name}-${size}-${theme}.webp`));
      await chat.page.screenshot({ path: file, type: 'webp', quality: QUALITY, clip });
      console.log(file);
    }
  };
  const asked = client.callTool(
    { name: 'browser_request_user', arguments: QUESTION },
    { onprogress: () => {}, timeout: 600_000 },
  );
  await reads(frame, 'Please sign in');
  await take('asked', 'wide');
  await press(frame, 'Take over');
  await reads(frame, 'You are driving');
  await take('driving', 'narrow');
  await press(frame, 'Done');
  await asked;
} finally {
  await client.close();
  await browser.close();
  shop.close();
  await Promise.all([chats.page.close(), chats.sandbox.close()]);
  rmSync(home, { recursive: true });
}

/** The tests are TypeScript, which Node does not read. */
async function hostOfTests() {
  const input = `${ROOT}apps/btcp/test/chat/chat-host.ts`;
  const file = `${ROOT}apps/btcp/test/chat/chat-host.built.mjs`;
  const bundle = await rolldown({ input, platform: 'node', external: [/^node:/, /^rolldown/, /^vue/] });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
}
