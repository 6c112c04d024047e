import { servePages } from '@btcp/test-support';
import { serveScriptedModel } from 'example-model/scripted-model';
import { expect, test } from 'vitest';
import { freePort } from './deploy/proxies.ts';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { openWorkspace, type WorkspacePage } from './workspace-page.ts';

const HALF = 'position:absolute;left:0;width:100%;height:50%;box-sizing:border-box;font-size:40px';

// A shop that shows its orders to who signs in: the field is the upper half of its page, the button the lower.
function shop() {
  return servePages({
    '/': '<title>Shop</title><h1>Shop</h1><a id="orders" href="/orders">Orders</a><script>console.warn("two offers")</script>',
    '/orders': `<title>Sign in</title><form action="/hello"><input name="who" aria-label="Name" style="${HALF};top:0"><button style="${HALF};top:50%">Sign in</button></form>`,
    '/hello': (request, response) => {
      const who = new URL(request.url ?? '', 'http://shop').searchParams.get('who');
      response.setHeader('content-type', 'text/html');
      response.end(`<title>Orders</title><h1>Hello ${who}</h1>`);
    },
  });
}

// What would run if words became HTML.
const HARMFUL = '<img src="x" onerror="alert(1)"> [more](javascript:alert(1))';

async function chooseModel({ page, button }: WorkspacePage, address: string) {
  await button('Connect a model');
  await page.locator('dialog select').fill('other');
  // Nobody serves the discard port.
  await page.locator('dialog [name=baseUrl]').fill('http://127.0.0.1:9/v1');
  await page.locator('dialog [name=model]').fill('scripted');
  await button('Test');
  await page.waitForSelector('dialog .problem ::-p-text(No model answers at http://127.0.0.1:9)');
  await page.locator('dialog [name=baseUrl]').fill(address);
  await button('Save');
  await page.waitForSelector('dialog', { hidden: true });
}

async function say({ page }: WorkspacePage, words: string) {
  await page.locator('textarea').fill(words);
  await page.keyboard.press('Enter');
}

async function createAgent({ page }: WorkspacePage, name: string) {
  await page.locator('#agent-name').fill(name);
  await page.keyboard.press('Enter');
  await page.waitForSelector('textarea');
}

// Which part of the picture is framed while a person points at something, from top to bottom.
async function shareOfPicture({ page }: WorkspacePage, selector: string) {
  const canvas = await page.waitForSelector('>>> canvas');
  await page.locator(selector).hover();
  const frame = await page.waitForSelector('.highlight');
  const [picture, framed] = await Promise.all([canvas?.boundingBox(), frame?.boundingBox()]);
  if (!picture || !framed) throw new Error('Nothing is framed.');
  const share = (length: number) => Math.round((length / picture.height) * 10) / 10;
  return { top: share(framed.y - picture.y), height: share(framed.height) };
}

async function end(server: RunningServer) {
  await server.stop();
}

test('a person starts, gives a task, signs in for the agent through the picture, and takes the recording along', async () => {
  using home = new TestHome();
  await using site = await shop();
  const model = await serveScriptedModel([
    [['browser_navigate', { url: site.origin }]],
    [['browser_click', { selector: '#orders' }]],
    [['browser_request_user', { message: 'Please sign in to the shop.', purpose: 'login' }]],
    [['browser_get_text', {}]],
    [['browser_screenshot', {}]],
    (messages) => `You are **signed in**: ${/Hello \w+/.exec(JSON.stringify(messages))?.[0]} ${HARMFUL}`,
  ]);
  const server = await serve(home);
  try {
    await using workspace = await openWorkspace(server);
    const { page, see, button, text, problems } = workspace;
    await see('Give an agent a browser');
    expect(page.url()).toBe(`${server.url}/`);
    await see('No model is set');
    await chooseModel(workspace, model.baseURL);
    await createAgent(workspace, 'Shopping');
    await see('What should the agent do?');
    await say(workspace, 'Show me my orders');

    await see('Waiting for you');
    await see('Please sign in to the shop.');
    const ways = '::-p-aria([name="Take over"][role="button"])';
    await page.waitForSelector(ways);
    expect(await page.$$(ways)).toHaveLength(1);
    await button('Take over');
    await page.waitForSelector('::-p-aria([name="Done"][role="button"])');
    await workspace.clickPicture(0.5, 0.25);
    await page.keyboard.type('Ada');
    await workspace.clickPicture(0.5, 0.75);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.window')].some((host) =>
        host.shadowRoot?.querySelector<HTMLInputElement>('.address input')?.value.includes('/hello?who=Ada'),
      ),
    );
    await button('Done');
    await see('signed in: Hello Ada');
    // The run has ended.
    await page.waitForSelector('>>> .who ::-p-text(No one is driving)');

    expect(await page.$$eval('.markdown strong', (all) => all.map((each) => each.textContent))).toEqual(['signed in']);
    expect(await text()).toContain(HARMFUL);
    expect(await page.$$('.markdown :is(a, img)')).toEqual([]);
    const lines = await page.$$eval('.tool-line', (all) => all.map((each) => each.textContent ?? ''));
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain('link "Orders"');
    expect(lines[1]).toContain('/orders');
    await page.waitForFunction(() => [...document.images].some((image) => image.naturalWidth > 0));
    await page.waitForFunction(() => /\d+ in · \d+ out/.test(document.body.textContent));

    await page.locator('#tab-console').click();
    await see('two offers');
    await page.locator('#tab-network').click();
    await see(`${site.origin}/orders`);
    await page.locator('#tab-snapshot').click();
    await see('heading "Hello Ada"');
    await page.locator('#tab-actions').click();
    await see('4 actions');
    await see('2 clicks, typed into 1 field');
    const { name, text: script } = await workspace.download('Playwright');
    expect(name).toBe('recording.spec.ts');
    expect(script).toContain(site.origin);
    expect(script).toContain('page.goto(');
    expect(problems).toEqual([]);
  } finally {
    await model.close();
    await end(server);
  }
});

test('a reload and a restart of the server in the middle of a run lose nothing', async () => {
  using home = new TestHome();
  await using site = await shop();
  const model = await serveScriptedModel([
    [['browser_navigate', { url: site.origin }]],
    [['browser_request_user', { message: 'Which order is it?' }]],
    'The order was found after the restart.',
  ]);
  const port = String(await freePort());
  let server = await serve(home, ['--port', port]);
  try {
    await using workspace = await openWorkspace(server);
    const { page, see, button, text } = workspace;
    await see('Give an agent a browser');
    await chooseModel(workspace, model.baseURL);
    await createAgent(workspace, 'Shopping');
    await say(workspace, 'Find my order');
    await see('Which order is it?');

    await page.reload();
    await see('Which order is it?');
    expect(await text()).toContain('Find my order');
    await page.waitForSelector('::-p-aria([name="Decline"][role="button"])');
    expect(await page.$$('.tool-line')).toHaveLength(2);

    server.process.kill('SIGKILL');
    await server.ended;
    await see('Reconnecting…');
    server = await serve(home, ['--port', port]);
    await see('The server that ran the agent ended.');
    expect(await text()).toContain('Find my order');
    await button('Resume');
    await see('The order was found after the restart.');
    expect(await page.$$('.tool-line')).toHaveLength(2);
  } finally {
    await model.close();
    await end(server);
  }
});

test('without a model everything works by hand, and the keyboard is enough', async () => {
  using home = new TestHome();
  await using site = await shop();
  const server = await serve(home);
  try {
    await using workspace = await openWorkspace(server, '/');
    const { page, see, text } = workspace;
    await see('Sign in');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await see('This token is not valid for this server.');
    await page.locator('[name=token]').fill(server.token ?? '');
    await page.keyboard.press('Enter');
    await see('Give an agent a browser');
    await page.keyboard.type('By hand');
    await page.keyboard.press('Enter');
    await see('Works without a model, too');

    const command = async (words: string) => {
      await page.keyboard.down('Control');
      await page.keyboard.press('k');
      await page.keyboard.up('Control');
      await page.waitForSelector('.palette');
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.palette', { hidden: true });
    };
    const callTool = async (name: string, fields: Record<string, string>) => {
      await page.locator('.tools-panel select').fill(name);
      await page.$$eval('.tools-panel details', (all) => all.map((each) => each.toggleAttribute('open', true)));
      for (const [field, value] of Object.entries(fields)) {
        await page.locator(`.tools-panel [name=${field}]`).fill(value);
      }
      await page.keyboard.press('Enter');
    };
    await command('show tools');
    await callTool('browser_navigate', { url: `${site.origin}/orders` });
    await see('"Sign in"');
    await callTool('browser_fill_form', { fields: JSON.stringify([{ selector: '[name=who]', value: 'Ada' }]) });
    await see('textbox "Name"');
    await callTool('browser_screenshot', { timeout: '60000' });
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.result img')?.naturalWidth === 1280);
    await callTool('browser_find', { text: 'No such words' });

    await command('show snapshot');
    await see('textbox "Name"');
    const shares = await shareOfPicture(workspace, '::-p-aria(Show e1 in the picture)');
    expect(shares).toEqual({ top: 0, height: 0.5 });

    await command('new session');
    await see('No browser is open');
    await page.focus('[aria-current=page]');
    await page.keyboard.press('F2');
    await page.keyboard.type('Second thoughts');
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-aria([name="Second thoughts"][role="button"])');
    await page.waitForFunction(() => document.activeElement?.matches('[aria-current=page]'));
    await page.keyboard.press('Delete');
    await see('Delete session?');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !document.body.textContent.includes('Second thoughts'));
    await page.goBack();
    await see('This session is gone');
    await command('new agent');
    await see('Create another agent');
    expect(await text()).toContain('By hand');
  } finally {
    await end(server);
  }
});
