import { fileURLToPath } from 'node:url';
import { bundleModule, buttonOf, type PageServer, servePages } from '@btcp/test-support';
import type { Client } from '@modelcontextprotocol/client';
import type { Browser, Frame, Page } from 'puppeteer-core';
import type { ShownApp } from './host-page.ts';

export const APP_TYPE = 'text/html;profile=mcp-app';
export const WITH_APPS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } } };

const LOOK = `<style>
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fff, #212121); color: light-dark(#171717, #fafafa); }
  #chat, header { max-width: 700px; margin: 16px auto; padding: 0 16px; }
  header p:first-child { background: light-dark(#f3f3f3, #303030); width: fit-content; margin: 0 0 16px auto; padding: 8px 14px; border-radius: 16px; }
  iframe { width: 100%; height: 60px; border: 0; display: block; margin-bottom: 12px; }
  [data-mode=fullscreen] header { display: none; }
  [data-mode=fullscreen] iframe { position: fixed; inset: 0; height: 100% !important; }
</style>`;

const HOST_PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Chat</title>${LOOK}<header><p>What did I order in October?</p><p>I open the shop and look at your orders.</p></header>
<div id="chat"></div><script type="module" src="/host.js"></script>`;

// As the specification demands: of another origin, with the policy that the resource asks for, and relaying everything else.
const SANDBOX = `<!doctype html><style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0; display: block }</style><body><script>
  const inner = document.createElement('iframe');
  addEventListener('message', ({ source, data }) => {
    if (source === inner.contentWindow) parent.postMessage(data, '*');
    else if (data.method === 'ui/notifications/sandbox-resource-ready') {
      inner.sandbox = data.params.sandbox ?? 'allow-scripts';
      inner.srcdoc = data.params.html;
      document.body.append(inner);
    } else inner.contentWindow.postMessage(data, '*');
  });
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;

function policyOf({ connectDomains = [] }: ShownApp['csp']): string {
  const connect = connectDomains.length > 0 ? connectDomains.join(' ') : "'none'";
  return `default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src ${connect}; frame-src 'none'; object-src 'none'; base-uri 'self'`;
}

/** Two servers, because the sandbox must have an origin of its own. */
export async function serveChat(): Promise<{ page: PageServer; sandbox: PageServer }> {
  const script = await bundleModule(fileURLToPath(new URL('host-page.ts', import.meta.url)), 'browser');
  const page = await servePages({
    '/': HOST_PAGE,
    '/host.js': (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(script),
  });
  const sandbox = await servePages({
    '/': (request, response) => {
      const csp = new URL(request.url ?? '/', 'http://localhost').searchParams.get('csp') ?? '{}';
      const policy = policyOf(JSON.parse(csp));
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(SANDBOX);
    },
  });
  return { page, sandbox };
}

/** A chat in a real browser, which shows the live view of the client's server. */
export class Chat implements AsyncDisposable {
  readonly page: Page;
  /** The tools that the page in the chat has called. */
  readonly calls: string[] = [];
  readonly #client: Client;
  readonly #sandbox: string;

  private constructor(page: Page, client: Client, sandbox: string) {
    this.page = page;
    this.#client = client;
    this.#sandbox = sandbox;
  }

  static async open(
    browser: Browser,
    client: Client,
    { page: { origin }, sandbox }: Awaited<ReturnType<typeof serveChat>>,
  ): Promise<Chat> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const chat = new Chat(page, client, sandbox.origin);
    const { tools } = await client.listTools();
    await page.exposeFunction('callServer', async (params: Parameters<Client['callTool']>[0]) => {
      const ui = tools.find(({ name }) => name === params.name)?._meta?.ui as { visibility?: string[] } | undefined;
      if (!(ui?.visibility ?? ['app']).includes('app')) throw new Error(`${params.name} is not for pages.`);
      chat.calls.push(params.name);
      return client.callTool(params);
    });
    await page.goto(origin);
    return chat;
  }

  /** Shows the page as the host of a tool call does; resolves with its frame. */
  async show(change: { csp?: ShownApp['csp']; context?: ShownApp['context'] } = {}): Promise<Frame> {
    const { contents } = await this.#client.readResource({ uri: 'ui://btcp/live-view' });
    const [content] = contents;
    if (!content || !('text' in content)) throw new Error('The page has no text.');
    const { csp } = (content._meta?.ui ?? {}) as { csp: ShownApp['csp'] };
    const before = new Set(this.page.frames());
    const app = { html: content.text, csp, sandbox: this.#sandbox, context: { theme: 'light' as const }, ...change };
    await this.page.evaluate((app) => window.showApp(app), app);
    return this.page.waitForFrame((each) => !before.has(each) && Boolean(each.parentFrame()?.parentFrame()));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.page.browserContext().close();
  }
}

/** Waits until a person can read the words in the window, or in the place for a note. */
export async function reads(frame: Frame, words: string): Promise<void> {
  await frame.waitForFunction(
    (words) => {
      const parts = document.querySelector('#view')?.shadowRoot?.querySelectorAll('*:not(:has(*))') ?? [];
      return [...parts, ...document.querySelectorAll('#note')].some(
        (part) => part.checkVisibility() && part.textContent?.includes(words),
      );
    },
    {},
    words,
  );
}

/** Waits for the first picture, and for whatever stands over it to be gone. */
export async function showsPicture(frame: Frame): Promise<void> {
  await frame.waitForFunction(() => {
    const status = document.querySelector('#view')?.shadowRoot?.querySelector('.status');
    return status instanceof HTMLElement && status.hidden;
  });
}

/** Presses a button of the window. */
export async function press(frame: Frame, name: string): Promise<void> {
  await buttonOf(frame, name).click();
}

/** Clicks on the picture, at shares of its width and height. */
export async function clickPicture(chat: Chat, frame: Frame, across: number, down: number): Promise<void> {
  const canvas = await frame.waitForSelector('>>> canvas');
  const box = await canvas?.boundingBox();
  if (!box) throw new Error('There is no picture.');
  await chat.page.mouse.click(box.x + box.width * across, box.y + box.height * down);
}
