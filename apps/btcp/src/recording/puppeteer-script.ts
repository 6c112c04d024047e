import type { RecordedAction } from '../contract/types.js';
import { codeSteps, type Dialect, literal, type Place } from './code-steps.js';

// Adds to `helpers` the functions that its steps call.
function puppeteerDialect(helpers: Set<string>): Dialect {
  const around = ({ frames }: Place) => {
    if (frames.length === 0) return 'page';
    helpers.add(FRAME);
    return `(await frame(page, ${frames.map(literal).join(', ')}))`;
  };
  const at = (place: Place) => `${around(place)}.locator(${literal(place.selector)})`;
  return {
    navigate: (url) => `await page.goto(${literal(url)});`,
    click: (place, { button, count }) => `await ${at(place)}.click({ button: '${button}', count: ${count} });`,
    type: (place, text) => `await ${around(place)}.type(${literal(place.selector)}, ${literal(text)});`,
    fill: (place, value) => `await ${at(place)}.fill(${literal(value)});`,
    select: (place, value) =>
      `await ${around(place)}.$eval(${literal(place.selector)}, (list, choice) => { const option = [...list.options].find(({ value, label }) => value === choice || label === choice); list.value = option.value; list.dispatchEvent(new Event('input', { bubbles: true })); list.dispatchEvent(new Event('change', { bubbles: true })); }, ${literal(value)});`,
    hover: (place) => `await ${at(place)}.hover();`,
    press: (key) => {
      helpers.add(PRESS);
      return `await press(page, ${literal(key)});`;
    },
    waitForSelector: (place) => `await ${around(place)}.waitForSelector(${literal(place.selector)});`,
    waitForText: (text) =>
      `await page.waitForFunction((text) => document.body.innerText.includes(text), {}, ${literal(text)});`,
    history: (where) => `await page.${{ back: 'goBack', forward: 'goForward', reload: 'reload' }[where]}();`,
    resize: (width, height) => `await page.setViewport({ width: ${width}, height: ${height} });`,
    leading: (step) =>
      `{\n  const arrival = page.waitForNavigation();\n  ${step.replaceAll('\n', '\n  ')}\n  await arrival;\n}`,
    evaluate: (script) => `await page.evaluate(${literal(script)});`,
  };
}

export function puppeteerScript(title: string, actions: readonly RecordedAction[]): string {
  const helpers = new Set<string>();
  const steps = codeSteps(actions, puppeteerDialect(helpers)).flatMap((step) => step.split('\n'));
  return `// ${title.replaceAll(/\s+/g, ' ')}
import puppeteer from 'puppeteer';

// Puppeteer does not find the frames of a page that Chrome has kept for going back.
const browser = await puppeteer.launch({ args: ['--disable-features=BackForwardCache'] });
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 720 });
${steps.map((line) => `  ${line}`).join('\n')}
} finally {
  await browser.close();
}
${[...helpers].join('')}`;
}

const PRESS = `
/** A key, or several with + between. */
async function press(page, chord) {
  const keys = chord.split(/(?<=.)\\+/);
  for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
  await page.keyboard.press(keys.at(-1));
  for (const key of keys.slice(0, -1).reverse()) await page.keyboard.up(key);
}
`;

const FRAME = `
/** The frame inside of iframes, the outermost first. */
async function frame(page, ...selectors) {
  let inner = page;
  for (const selector of selectors) inner = await (await inner.waitForSelector(selector)).contentFrame();
  return inner;
}
`;
