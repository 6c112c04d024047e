import type { Frame, Locator, Page } from 'puppeteer-core';

/**
 * A button by its name. While a person asks for it, a page can put another button of that name in its place, as the
 * live page does when a request arrives: then that one is pressed. By default puppeteer keeps the first one that it
 * found and waits until that is in view.
 */
export function buttonOf(page: Page | Frame, name: string): Locator<Element> {
  return page.locator(`::-p-aria([name="${name}"][role="button"])`).setEnsureElementIsInTheViewport(false);
}
