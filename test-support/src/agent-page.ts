import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PageScript, ScriptAction, ScriptAnswer, ScriptCommand, ScriptReply } from 'btcp-browser-agent';
import type { Browser, JSHandle, Page } from 'puppeteer-core';

const source = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');

export interface AgentPage extends AsyncDisposable {
  page: Page;
  /** The injected script, as an engine reaches it. */
  script: JSHandle<PageScript>;
  call<Action extends ScriptAction>(command: ScriptCommand<Action>): Promise<ScriptReply<ScriptAnswer<Action>>>;
}

/** A page with this HTML and the built page script in it. */
export async function openAgentPage(browser: Browser, html: string): Promise<AgentPage> {
  const page = await browser.newPage();
  await page.setContent(html);
  const script = (await page.evaluateHandle(source)) as JSHandle<PageScript>;
  return {
    page,
    script,
    call: async (command) =>
      JSON.parse(await script.evaluate((each, given) => each.call(given as ScriptCommand), command)),
    [Symbol.asyncDispose]: () => page.close(),
  };
}
