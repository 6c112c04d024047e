import type { RecordedAction } from '../api/types.js';
import { codeSteps, type Dialect, literal } from './code-steps.js';

const at = (selector: string) => `page.locator(${literal(selector)})`;

const PLAYWRIGHT: Dialect = {
  navigate: (url) => `await page.goto(${literal(url)});`,
  click: (selector, { button, count }) => {
    const options = [button !== 'left' && `button: '${button}'`, count > 1 && `clickCount: ${count}`].filter(Boolean);
    return `await ${at(selector)}.click(${options.length > 0 ? `{ ${options.join(', ')} }` : ''});`;
  },
  type: (selector, text) => `await ${at(selector)}.pressSequentially(${literal(text)});`,
  fill: (selector, value) => `await ${at(selector)}.fill(${literal(value)});`,
  select: (selector, value) => `await ${at(selector)}.selectOption(${literal(value)});`,
  hover: (selector) => `await ${at(selector)}.hover();`,
  press: (key) => `await page.keyboard.press(${literal(key)});`,
  waitForSelector: (selector) => `await expect(${at(selector)}).toBeVisible();`,
  waitForText: (text) => `await expect(page.getByText(${literal(text)}).first()).toBeVisible();`,
  history: (where) => `await page.${{ back: 'goBack', forward: 'goForward', reload: 'reload' }[where]}();`,
  resize: (width, height) => `await page.setViewportSize({ width: ${width}, height: ${height} });`,
  leading: (step, url) => `${step}\nawait page.waitForURL(${literal(url)});`,
  evaluate: (script) => `await page.evaluate(${literal(script)});`,
};

/** The recording as a test of Playwright. */
export function playwrightTest(title: string, actions: readonly RecordedAction[]): string {
  const steps = codeSteps(actions, PLAYWRIGHT).flatMap((step) => step.split('\n'));
  const last = actions.findLast(({ success, url }) => success && url !== '');
  return `import { expect, test } from '@playwright/test';

test(${literal(title)}, async ({ page }) => {
${steps.map((line) => `  ${line}`).join('\n')}
${last ? `  await expect(page).toHaveURL(${literal(last.url)});\n` : ''}});
`;
}
