import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PageAgent } from 'btcp-browser-agent';
import type { Browser, JSHandle, Page } from 'puppeteer-core';

const source = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');

export interface AgentPage extends AsyncDisposable {
  page: Page;
  /** The injected agent, as Chrome would call it. */
  agent: JSHandle<PageAgent>;
}

/** A page with this HTML and the built agent script in it. */
export async function openAgentPage(browser: Browser, html: string): Promise<AgentPage> {
  const page = await browser.newPage();
  await page.setContent(html);
  const agent = (await page.evaluateHandle(source)) as JSHandle<PageAgent>;
  return { page, agent, [Symbol.asyncDispose]: () => page.close() };
}
