import { ChromeEngine } from '@btcp/chrome';
import { type PageServer, servePages } from '@btcp/test-support';
import { Conversations, callableTools, callTool } from '@btcp/tools';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

// What a page can ask Chrome for that Chrome asks a person about, in a window that a headless one shows nobody.
const REQUESTS: Record<string, string> = {
  'the screen': 'navigator.mediaDevices.getDisplayMedia({ video: true })',
  'a new passkey': `navigator.credentials.create({ publicKey: {
    challenge: new Uint8Array(32), rp: { name: 'Shop' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    user: { id: new Uint8Array(8), name: 'ada', displayName: 'Ada' } } })`,
  'a passkey': `navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32), rpId: 'localhost' } })`,
  'a digital identity': `navigator.credentials.get({
    digital: { requests: [{ protocol: 'openid4vp-v1-unsigned', data: {} }] } })`,
  'a USB device': 'navigator.usb.requestDevice({ filters: [] })',
  'another program': `location.assign('zoommtg://join')`,
  'another program, in a frame': `document.body.append(Object.assign(document.createElement('iframe'), { src: 'slack://open' }))`,
  'another program, by a redirect': `location.assign('/redirect')`,
  'the pointer': 'document.body.requestPointerLock()',
};

// A small page with "Hello invoice" on it.
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 50 200 Td (Hello invoice) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`;

let pages: PageServer;
let origin: string;
const conversations = new Conversations(new ChromeEngine());
const tools = callableTools({});

function call(name: string, input: unknown = {}) {
  const { signal } = new AbortController();
  return callTool({ tools, name, input, conversation: conversations.get('one'), signal });
}
const open = (path: string) => call('browser_navigate', { url: `${origin}${path}` });
const evaluate = async (script: string) => (await call('browser_evaluate', { script, await: true })).data;

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Home</title><body><button id="ask">Ask</button><button id="next">Next</button><input id="field">
      <script>
        const requests = { ${Object.entries(REQUESTS)
          .map(([name, request]) => `${JSON.stringify(name)}: () => ${request}`)
          .join(',')} };
        let clicks = 0;
        ask.onclick = async () => requests[decodeURIComponent(location.hash.slice(1))]().catch(() => {});
        next.onclick = () => { next.textContent = 'Next ' + ++clicks; };
      </script>`,
    '/redirect': (_, response) => response.writeHead(302, { location: 'zoommtg://join' }).end(),
    '/links': `<title>Links</title><a id="mail" href="mailto:ada@shop.example">Mail</a>
      <a id="call" href="tel:+123" target="_blank">Call</a><a id="tab" href="/front" target="_blank">Tab</a>
      <a id="alert" href="/alert" target="_blank">Alert</a>`,
    '/alert': '<title>Alert</title><script>alert("stop")</script>',
    '/front': '<title>In front</title>',
    '/invoice.pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF),
  });
  // Passkeys belong to names, not to numbers.
  origin = pages.origin.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await conversations.closeAll();
  await pages.close();
});

describe('where Chrome would ask a person', () => {
  test.each(Object.keys(REQUESTS))('a page that asks for %s holds back no click and no key', async (name) => {
    await open('/front');
    await open(`/#${encodeURIComponent(name)}`);
    await call('browser_click', { selector: '#ask' });
    await call('browser_click', { selector: '#next' });
    await call('browser_type', { selector: '#field', text: 'still here' });
    expect(await evaluate('[next.textContent, field.value]')).toMatchObject({ value: '["Next 1","still here"]' });
  });

  test('ways to sign in that show themselves in a window of Chrome are not offered', async () => {
    await open('/front');
    expect(await evaluate(`['IdentityCredential' in window, 'DigitalCredential' in window]`)).toMatchObject({
      value: '[false,false]',
    });
  });

  test.each([
    ['#mail', 'mailto:ada@shop.example'],
    ['#call', 'tel:+123'],
  ])('what %s leads to is not opened, which is said', async (selector, url) => {
    await open('/links');
    expect((await call('browser_click', { selector })).data).toMatchObject({
      effects: { failedRequests: [{ url, failure: expect.stringContaining('for another program') }] },
    });
  });
});

describe('what only a window of Chrome would show', () => {
  test('a PDF is a file', async () => {
    await open('/front');
    expect((await open('/invoice.pdf')).data).toMatchObject({ download: { name: 'invoice.pdf', size: PDF.length } });
  });

  test('Escape ends full screen', async () => {
    await open('/links');
    // Only the tab in front may fill the screen.
    await call('browser_tabs', { action: 'select', tab: 't1' });
    await evaluate('document.documentElement.requestFullscreen()');
    await call('browser_press', { key: 'Escape' });
    await vi.waitFor(async () => expect(await evaluate('document.fullscreenElement')).toMatchObject({ value: 'null' }));
  });

  test('a tab that another one stands before goes on painting', async () => {
    await open('/links');
    expect((await call('browser_click', { selector: '#tab' })).data).toMatchObject({
      effects: { openedTabs: [{ id: 't2' }] },
    });
    await vi.waitFor(async () => expect((await call('browser_tabs')).text).toContain('In front'));
    const painted = 'new Promise((done) => requestAnimationFrame(() => done(document.visibilityState)))';
    expect(await evaluate(painted)).toMatchObject({ value: '"visible"' });
  });

  test('a tab that begins with a dialog holds up no other', async () => {
    await open('/links');
    await call('browser_click', { selector: '#alert' });
    expect((await call('browser_snapshot')).text).toContain('link "Alert"');
    expect((await call('browser_tabs')).text).toContain('/alert');
  });
});
