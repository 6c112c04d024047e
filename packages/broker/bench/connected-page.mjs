// A page in a real Chrome that is connected to a broker, and the tools that drive it.
import { createServer } from 'node:http';
import { createBroker, openAccess, remotePageEngine } from '@btcp/broker';
import { resolveChrome } from '@btcp/chrome';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import puppeteer from 'puppeteer-core';
import { rolldown } from 'rolldown';

const PAGE = `<!doctype html><title>Form</title><h1>Form</h1><label>Name <input id="name"></label>
  <button id="count" onclick="this.textContent = ++this.count || (this.count = 1)">0</button>
  <script type="module" src="/page.js"></script>`;
const SCRIPT = `
  import { createClient } from '@btcp/client';
  import { servePageAgent } from '@btcp/client/page-agent';
  import { BrowserAgent } from 'btcp-browser-agent';
  const client = createClient({ serverUrl: location.origin.replace('http', 'ws'), grants: ['dom:write'] });
  client.registerTool({ name: 'nothing', description: 'Does nothing', inputSchema: { type: 'object' }, handler: () => 'done' });
  servePageAgent(client, new BrowserAgent());
  await client.connect();`;

const COUNTING_SOCKET = `
  window.received = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...input) {
      super(...input);
      this.addEventListener('message', ({ data }) => { if (data.includes('tools/call')) received++; });
    }
  }`;

export async function openConnectedPage() {
  const bundled = await bundle(SCRIPT);
  const broker = createBroker({ authenticate: openAccess() });
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? bundled : PAGE);
  });
  server.on('upgrade', (request, socket, head) => broker.handleUpgrade(request, socket, head));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  const { path, environment } = await resolveChrome({});
  const browser = await puppeteer.launch({
    executablePath: path,
    env: { ...process.env, ...environment },
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const tab = await browser.newPage();
  await tab.evaluateOnNewDocument(COUNTING_SOCKET);
  await tab.goto(origin);
  const page = await connectedPage(broker);

  const conversations = new Conversations(remotePageEngine(broker));
  const tools = createToolSet(catalogue);
  return {
    page,
    /** @param {string} name @param {unknown} [input] */
    call: (name, input = {}) =>
      callTool({ tools, name, input, conversation: conversations.get('bench'), signal: new AbortController().signal }),
    /** How many commands the page has received. */
    received: async () => Number(await tab.evaluate('received')),
    async close() {
      await conversations.closeAll();
      await browser.close();
      await broker.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {import('@btcp/broker').Broker} broker */
async function connectedPage(broker) {
  for (;;) {
    const [found] = broker.pages().filter((each) => each.tools.length === 2);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * @param {string} source
 * @returns {Promise<string>}
 */
async function bundle(source) {
  const entry = 'virtual:page';
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      { name: entry, resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? source : null) },
    ],
  });
  const { output } = await build.generate({ format: 'es', codeSplitting: false });
  return output[0].code;
}
