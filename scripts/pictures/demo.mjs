/**
 * Watches the built-in demonstration, signs in for its agent, and takes pictures of both.
 * @param {import('puppeteer-core').Page} page
 * @param {(name: string, side?: 'Chat' | 'Browser') => Promise<void>} take
 */
export async function takeDemo(page, take) {
  /** @param {string} name */
  const button = (name) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  /** @param {string} words */
  const see = (words) => page.waitForFunction((text) => document.body.textContent?.includes(text), {}, words);
  // Other sessions ask for a sign-in too.
  await page.waitForSelector('.run-bar[data-state=waiting]');
  await page.locator('::-p-aria([name="Take over"][role="button"])').click();
  await page.waitForSelector('::-p-aria([name="Done"][role="button"])');
  await take('demo-takeover', 'Browser');
  const canvas = await page.waitForSelector('>>> canvas');
  await canvas?.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => {
    const address = document.querySelector('.window')?.shadowRoot?.querySelector('.address input');
    return address instanceof HTMLInputElement && address.value.endsWith('/checkout');
  });
  await button('Done');
  await see('is placed, and you are signed out');
  await page.waitForSelector('.run-bar[data-state=idle]');
  await page.locator('#tab-actions').click();
  await page.mouse.move(0, 0);
  await take('demo', 'Chat');
}
