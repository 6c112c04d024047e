import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Inspection, Snapshot, SnapshotOptions } from '@btcp/protocol';
import { type AgentPage, openAgentPage, startChrome } from '@btcp/test-support';
import type { PageAgent } from 'btcp-browser-agent';
import type { Browser, JSHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';

/** One Chrome for the tests of a file, and short ways to ask the agent in it. */
export function useChrome() {
  let browser: Browser | undefined;
  let blank: AgentPage | undefined;
  beforeAll(async () => {
    browser = await startChrome();
    blank = await openAgentPage(browser, '');
  });
  afterAll(() => browser?.close());

  const open = (html: string): Promise<AgentPage> => {
    if (!browser) throw new Error('Chrome has not started.');
    return openAgentPage(browser, html);
  };
  return {
    open,
    /** The lines of one snapshot of this HTML, without the header. */
    async read(html: string, options: SnapshotOptions = {}): Promise<string> {
      await using page = await open(html);
      return (await snapshotOf(page, { header: false, ...options })).tree;
    },
    /** What the agent says of the element with the id `it`; the page is shared, because such tests are many. */
    async inspect(html: string): Promise<Inspection> {
      if (!blank) throw new Error('Chrome has not started.');
      await blank.page.setContent(html);
      return inspectIn(blank, '#it');
    },
  };
}

export async function snapshotOf(
  { agent }: Pick<AgentPage, 'agent'>,
  options: SnapshotOptions = {},
): Promise<Snapshot> {
  const answer = await agent.evaluate((reader, given) => reader.snapshot(given), options);
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

export async function inspectIn({ agent }: AgentPage, selector: string): Promise<Inspection> {
  const answer = await agent.evaluate((reader, given) => reader.inspect(given), selector);
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

export async function failureOf({ agent }: AgentPage, selector: string) {
  const answer = await agent.evaluate((reader, given) => reader.inspect(given), selector);
  return answer.ok ? undefined : answer.error;
}

/** A fresh agent in whatever document the page shows now. */
export async function agentIn(page: Page): Promise<JSHandle<PageAgent>> {
  const source = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');
  return (await page.evaluateHandle(source)) as JSHandle<PageAgent>;
}
