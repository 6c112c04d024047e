import type { RecordedAction } from '../contract/types.js';
import { codeSteps, type Dialect, literal, type Place } from './code-steps.js';
import { isByPerson } from './record-drive.js';

function locator({ selector, frames, byRole }: Place): string {
  const inside = frames.map((frame) => `.frameLocator(${literal(frame)})`).join('');
  if (!byRole) return `page${inside}.locator(${literal(selector)})`;
  return `page${inside}.getByRole('${byRole.role}', { name: ${literal(byRole.name)}, exact: true })`;
}

function playwrightDialect(placed: (url: string) => string): Dialect {
  return {
    navigate: (url) => `await page.goto(${literal(url)});`,
    click: (place, { button, count }) => {
      const options = [button !== 'left' && `button: '${button}'`, count > 1 && `clickCount: ${count}`].filter(Boolean);
      return `await ${locator(place)}.click(${options.length > 0 ? `{ ${options.join(', ')} }` : ''});`;
    },
    type: (place, text) => `await ${locator(place)}.pressSequentially(${literal(text)});`,
    fill: (place, value) => `await ${locator(place)}.fill(${literal(value)});`,
    select: (place, value) => `await ${locator(place)}.selectOption(${literal(value)});`,
    hover: (place) => `await ${locator(place)}.hover();`,
    press: (key) => `await page.keyboard.press(${literal(key)});`,
    waitForSelector: (place) => `await expect(${locator(place)}).toBeVisible();`,
    waitForText: (text) => `await expect(page.getByText(${literal(text)}).first()).toBeVisible();`,
    history: (where) => `await page.${{ back: 'goBack', forward: 'goForward', reload: 'reload' }[where]}();`,
    resize: (width, height) => `await page.setViewportSize({ width: ${width}, height: ${height} });`,
    leading: (step, url) => `${step}\nawait page.waitForURL(${placed(url)});`,
    holds: (place, value) => `await expect(${locator(place)}).toHaveValue(${literal(value)});`,
    evaluate: (script) => `await page.evaluate(${literal(script)});`,
  };
}

export function playwrightTest(title: string, actions: readonly RecordedAction[]): string {
  let helper = '';
  const placed = (url: string) => {
    helper = AT;
    return `at(${literal(url.replace(/[?#].*$/s, ''))})`;
  };
  const steps = codeSteps(actions, playwrightDialect(placed)).flatMap((step) => step.split('\n'));
  const last = actions.findLast((action) => action.success && action.url !== '' && !isByPerson(action));
  if (last) steps.push(`await expect(page).toHaveURL(${placed(last.url)});`);
  return `import { expect, test } from '@playwright/test';
${helper}
test(${literal(title)}, async ({ page }) => {
${steps.map((line) => `  ${line}`).join('\n')}
});
`;
}

const AT = `
/** Queries and fragments differ from day to day. */
const at = (place: string) => (url: URL) => url.href.split(/[?#]/)[0] === place;
`;
