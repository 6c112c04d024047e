// Opens eight sessions on a page, says so, and stays until it is ended: `node sessions.mjs MODE URL`.
import { ChromeEngine, resolveChrome } from '@btcp/chrome';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { startPipe } from './pipe.mjs';

const SESSIONS = 8;
const [, , mode = '', url = ''] = process.argv;
const numbers = Array.from({ length: SESSIONS }, (_, index) => index);

/** One Chrome with a context for each session: the least that keeps sessions apart. */
async function openFloor() {
  const { path, environment } = await resolveChrome({});
  const cdp = await startPipe(path, environment);
  for (const _ of numbers) {
    const { browserContextId } = await cdp.sendToBrowser('Target.createBrowserContext', {});
    await cdp.sendToBrowser('Target.createTarget', { url, browserContextId });
  }
  const isLoaded = (/** @type {{ url: string, title: string }} */ target) => target.url === url && target.title !== url;
  for (;;) {
    const { targetInfos } = await cdp.sendToBrowser('Target.getTargets', {});
    if (targetInfos.filter(isLoaded).length === SESSIONS) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {'context' | 'process'} isolation */
async function openOurs(isolation) {
  const conversations = new Conversations(new ChromeEngine({ isolation }), { maxSessions: SESSIONS });
  const tools = createToolSet(catalogue);
  for (const number of numbers) {
    const conversation = conversations.get(`session-${number}`);
    const { signal } = new AbortController();
    await callTool({ tools, name: 'browser_navigate', input: { url }, conversation, signal });
  }
}

await (mode === 'floor' ? openFloor() : openOurs(mode === 'process' ? 'process' : 'context'));
process.stdout.write('ready\n');
setInterval(() => {}, 60_000);
