import type { RecordedAction } from '../api/types.js';
import { codeSteps, type Dialect, literal } from './code-steps.js';

const at = (selector: string) => `page.locator(${literal(selector)})`;

const PUPPETEER: Dialect = {
  navigate: (url) => `await page.goto(${literal(url)});`,
  click: (selector, { button, count }) => `await ${at(selector)}.click({ button: '${button}', count: ${count} });`,
  type: (selector, text) => `await page.type(${literal(selector)}, ${literal(text)});`,
  fill: (selector, value) => `await ${at(selector)}.fill(${literal(value)});`,
  select: (selector, value) =>
    `await page.$eval(${literal(selector)}, (list, choice) => { const option = [...list.options].find(({ value, label }) => value === choice || label === choice); list.value = option.value; list.dispatchEvent(new Event('input', { bubbles: true })); list.dispatchEvent(new Event('change', { bubbles: true })); }, ${literal(value)});`,
  hover: (selector) => `await ${at(selector)}.hover();`,
  press: (key) => `await press(page, ${literal(key)});`,
  waitForSelector: (selector) => `await page.waitForSelector(${literal(selector)});`,
  waitForText: (text) =>
    `await page.waitForFunction((text) => document.body.innerText.includes(text), {}, ${literal(text)});`,
  history: (where) => `await page.${{ back: 'goBack', forward: 'goForward', reload: 'reload' }[where]}();`,
  resize: (width, height) => `await page.setViewport({ width: ${width}, height: ${height} });`,
  leading: (step) =>
    `{\n  const arrival = page.waitForNavigation();\n  ${step.replaceAll('\n', '\n  ')}\n  await arrival;\n}`,
  evaluate: (script) => `await page.evaluate(${literal(script)});`,
};

/** The recording as a script of Puppeteer. */
export function puppeteerScript(title: string, actions: readonly RecordedAction[]): string {
  const steps = codeSteps(actions, PUPPETEER).flatMap((step) => step.split('\n'));
  const presses = steps.some((line) => line.includes('press(page'));
  return `// ${title.replaceAll(/\s+/g, ' ')}
import puppeteer from 'puppeteer';

const browser = await puppeteer.launch();
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 720 });
${steps.map((line) => `  ${line}`).join('\n')}
} finally {
  await browser.close();
}
${presses ? PRESS : ''}`;
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
