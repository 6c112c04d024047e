// Takes the pictures of the workspace in docs/images/workspace: each main view, wide and narrow, light and dark.
// `node scripts/take-pictures.mjs [folder]` after a build. Everything in them is on loopback and follows a script.
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { serveScriptedModel } from 'example-model/scripted-model';
import { rolldown } from 'rolldown';
import { finishSession, startSessions } from './pictures/all-sessions.mjs';
import { serveCoffeeShop } from './pictures/coffee-shop.mjs';
import { takeDemo } from './pictures/demo.mjs';
import { openWorkspace, ROOT } from './pictures/workspace.mjs';

const folder = process.argv[2] ?? `${ROOT}docs/images/workspace`;
const SHOP_PORT = 8181;
const PLANNER_PORT = 8182;
const SIZES = [
  { name: 'wide', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', viewport: { width: 390, height: 844, deviceScaleFactor: 1.5 } },
];
const QUALITY = 80;

mkdirSync(folder, { recursive: true });
const shop = await serveCoffeeShop(SHOP_PORT);
const planner = await servePlanner();
/** @type {Parameters<typeof serveScriptedModel>[0]} */
const turns = [
  // To the test of the settings.
  'Yes.',
  [['browser_navigate', { url: shop.url }]],
  [['browser_click', { selector: '#orders' }]],
  [
    [
      'browser_request_user',
      { message: 'Please sign in to Harbour Coffee. I go on with your orders then.', purpose: 'login' },
    ],
  ],
  [['browser_get_text', {}]],
  [['browser_click', { selector: 'a[href="/invoice-1057.csv"]' }]],
  [['browser_screenshot', {}]],
  `There were **two orders in October**, € 61.10 together:

| Order | Date | What | Total |
| --- | --- | --- | --- |
| 1057 | 21 October | Nyeri, 2 × 250 g | € 24.90 |
| 1042 | 3 October | Huila, 1 kg | € 36.20 |

I have downloaded the invoice of the last one. Shall I get the other as well?`,
];
const model = await serveScriptedModel(turns, () => {}, {
  prompt_tokens: 1840,
  completion_tokens: 61,
  total_tokens: 1901,
});
const { url, token, btcp, chrome, close } = await openWorkspace('--allow-origin', planner.origin);

try {
  const page = await chrome.newPage();
  page.setDefaultTimeout(30_000);
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(`${url}/#token=${token}`);
  await page.evaluate(() => {
    // Where they are installed: nicer than what a server without a screen falls back to.
    document.documentElement.style.setProperty('--font', 'Inter, system-ui, sans-serif');
    document.documentElement.style.setProperty('--mono', '"JetBrains Mono", ui-monospace, monospace');
  });
  await drive(page);
} finally {
  await close();
  await model.close();
  shop.close();
  planner.close();
}

/** @param {import('puppeteer-core').Page} page */
async function drive(page) {
  const devtools = await page.createCDPSession();
  /** @param {string} name */
  const button = (name) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  /** @param {string} words */
  const see = (words) => page.waitForFunction((text) => document.body.textContent?.includes(text), {}, words);
  /**
   * Where there is room for one side only, `side` is seen.
   * @param {string} name
   * @param {'Chat' | 'Browser' | 'Calls' | 'Page'} [side]
   */
  async function take(name, side) {
    for (const size of SIZES) {
      await page.setViewport(size.viewport);
      // By itself: a viewport that says so would load the page again, and close what is open in it.
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: size.name === 'narrow' });
      if (side && size.name === 'narrow') await button(side);
      for (const theme of ['light', 'dark']) {
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: theme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
        await pictureHasFollowed();
        const file = join(folder, `${name}-${size.name}-${theme}.webp`);
        await page.screenshot({ path: /** @type {`${string}.webp`} */ (file), type: 'webp', quality: QUALITY });
        console.log(file);
      }
    }
    await page.setViewport({ width: 1440, height: 900 });
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await pictureHasFollowed();
  }

  // The live picture follows the size of its window.
  const pictureHasFollowed = () => new Promise((resolve) => setTimeout(resolve, 700));

  await see('Give an agent a browser');
  // Where this is installed is nobody's business.
  await page.evaluate((own) => {
    for (const text of document.querySelectorAll('pre')) {
      text.textContent = text.textContent?.replaceAll(own, '/path/to/btcp/') ?? '';
    }
  }, ROOT);
  await take('first-start');
  await page.locator('#agent-name').fill('Research');
  await page.keyboard.press('Enter');
  await see('Works without a model, too');
  await take('without-a-model', 'Chat');

  await button('Connect a model');
  await page.locator('dialog select').fill('other');
  await page.locator('dialog [name=model]').fill('scripted-model');
  // Nobody listens there.
  await page.locator('dialog [name=baseUrl]').fill('http://127.0.0.1:11435/v1');
  await button('Test');
  await page.waitForSelector('dialog .problem');
  await take('settings-error');
  await page.locator('dialog [name=baseUrl]').fill(model.baseURL);
  await button('Test');
  await page.waitForSelector('dialog .success');
  await take('settings');
  await button('Save');
  await page.waitForSelector('dialog', { hidden: true });
  await renameShown(page, 'Trains to Porto in May');
  await button('New session of Research');
  await page.waitForFunction(() => document.querySelectorAll('[aria-keyshortcuts]').length === 2);
  await renameShown(page, 'Opening hours of the city library');
  await button('New agent');
  await page.locator('#agent-name').fill('Shopping');
  await page.keyboard.press('Enter');
  await see('What should the agent do?');

  await page
    .locator('textarea')
    .fill('What did I order at Harbour Coffee in October? Ask me when a password is needed.');
  await page.keyboard.press('Enter');
  await see('Waiting for you');
  await button('Take over');
  await page.waitForSelector('::-p-aria([name="Done"][role="button"])');
  await take('takeover', 'Browser');
  await clickPicture(page, 0.5, 0.497);
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.window')].some((host) => {
      const address = host.shadowRoot?.querySelector('.address input');
      return address instanceof HTMLInputElement && address.value.includes('/orders');
    }),
  );
  await button('Done');
  await see('Shall I get the other as well?');
  await page.mouse.move(0, 0);
  await take('conversation', 'Chat');
  for (const panel of ['console', 'network', 'snapshot', 'files']) {
    await page.locator(`#tab-${panel}`).click();
    await see(
      { console: 'session ends', network: '/api/stock', snapshot: 'Huila', files: 'invoice-1057.csv' }[panel] ?? '',
    );
    await take(panel, 'Browser');
  }
  await page.locator('#tab-states').click();
  for (const name of ['signed in', 'empty basket']) {
    await page.locator('.state-form input').fill(name);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`::-p-aria(Restore ${name})`);
  }
  await take('states', 'Browser');
  await page.locator('#tab-tools').click();
  await page.locator('.tools-panel select').fill('browser_find');
  await page.locator('.tools-panel [name=text]').fill('Invoice');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.result pre');
  await take('tools', 'Browser');
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForSelector('.palette');
  await take('commands');
  await page.keyboard.press('Escape');

  const tab = await chrome.newPage();
  await tab.goto(`${planner.origin}/#${encodeURIComponent(`${btcp} ${token}`)}`);
  await page.bringToFront();
  await button('Planner');
  await see('Tuesday 14:00');
  await page.locator('.page-form [name=text]').fill('Lunch with Ada');
  await page.locator('.page-form [name=day]').fill('Wednesday');
  await page.locator('.page-form [name=time]').fill('12:30');
  await button('Call');
  await see('4 events this week');
  await page.locator('.page-form select').fill('browser_fill');
  await page.locator('::-p-aria(Use e1 in the form)').click();
  await page.locator('.page-form [name=value]').fill('Friday 16:00, call the library');
  await button('Call');
  await page.waitForFunction(() => document.querySelectorAll('.tool[data-state=done]').length === 2);
  await page.locator('.page-form select').fill('browser_click');
  await page.locator('::-p-aria(Use e2 in the form)').click();
  await button('Call');
  await page.waitForFunction(() => document.querySelectorAll('.tool[data-state=done]').length === 3);
  await page.locator('.tool:last-child .tool-line').click();
  await page.waitForFunction(() => document.querySelector('.snapshot')?.textContent?.includes('call the library'));
  await page.mouse.move(0, 0);
  await take('connected-page', 'Calls');

  const answered = await startSessions({ url, token }, shop.url.replace(/\/$/, ''));
  await page.locator('.sidebar [data-row]').click();
  await page.waitForFunction(() => document.querySelectorAll('.session-card img').length >= 4);
  await page.waitForSelector('.session-card[data-state=waiting] img');
  await take('all-sessions');
  await page.locator('.session-card[data-state=waiting] .session-open').click();
  await page.waitForSelector('>>> canvas');
  await page.locator('::-p-aria([name="Take over"][role="button"])').click();
  await page.waitForSelector('::-p-aria([name="Done"][role="button"])');
  await take('session-from-elsewhere', 'Browser');
  await button('Done');
  await answered();
  await finishSession({ url, token });
  await page.waitForSelector('.step-picture img');
  await page.focus('.player input');
  await page.keyboard.press('Home');
  for (const _ of ['to the snapshot', 'to the click']) await page.keyboard.press('ArrowRight');
  await page.locator('#step-tab-snapshot').click();
  await page.waitForSelector('.difference [data-kind=added]');
  await take('timeline', 'Browser');

  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.locator('.palette input').fill('Watch a demo');
  await page.keyboard.press('Enter');
  await takeDemo(page, take);
}

/** @param {import('puppeteer-core').Page} page @param {string} title */
async function renameShown(page, title) {
  await page.focus('[aria-current=page]');
  await page.keyboard.press('F2');
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`::-p-aria([name="${title}"][role="button"])`);
}

/** @param {import('puppeteer-core').Page} page @param {number} across @param {number} down */
async function clickPicture(page, across, down) {
  const canvas = await page.waitForSelector('>>> canvas');
  const box = await canvas?.boundingBox();
  if (box) await page.mouse.click(box.x + box.width * across, box.y + box.height * down);
}

/** A page of a person's own that connects itself. */
async function servePlanner() {
  const bundle = await rolldown({ cwd: ROOT, input: 'scripts/pictures/planner.js', platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const html =
    '<!doctype html><html lang="en"><title>Planner</title><body><script type="module" src="/planner.js"></script></body></html>';
  const pages = createServer((request, response) => {
    const isScript = request.url === '/planner.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
    response.end(isScript ? output[0].code : html);
  });
  await new Promise((resolve) => pages.listen(PLANNER_PORT, '127.0.0.1', () => resolve(undefined)));
  return {
    origin: `http://127.0.0.1:${PLANNER_PORT}`,
    close() {
      pages.closeAllConnections();
      pages.close();
    },
  };
}
