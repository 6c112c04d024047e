import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Inspection, SnapshotOptions } from '@btcp/protocol';
import { type AgentPage, openAgentPage, startChrome } from '@btcp/test-support';
import type { DocumentSnapshot, PageScript } from 'btcp-browser-agent';
import type { Browser, JSHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';

/** One Chrome for the tests of a file, and short ways to ask the page script in it. */
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
    /** What the page script says of the element with the id `it`; the page is shared, because such tests are many. */
    async inspect(html: string): Promise<Inspection> {
      if (!blank) throw new Error('Chrome has not started.');
      await blank.page.setContent(html);
      return inspectIn(blank, '#it');
    },
  };
}

export async function snapshotOf(
  { script }: Pick<AgentPage, 'script'>,
  options: SnapshotOptions = {},
): Promise<DocumentSnapshot> {
  return script.evaluate((reader, given) => reader.run({ action: 'snapshot', ...given }), options);
}

export async function inspectIn({ call }: AgentPage, selector: string): Promise<Inspection> {
  const reply = await call({ action: 'inspect', selector });
  if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
  return reply.value;
}

export async function failureOf({ call }: AgentPage, selector: string) {
  const reply = await call({ action: 'inspect', selector });
  return reply.ok ? undefined : reply.error;
}

/** A fresh page script in whatever document the page shows now. */
export async function scriptIn(page: Page): Promise<JSHandle<PageScript>> {
  const source = readFileSync(createRequire(import.meta.url).resolve('btcp-browser-agent/injected.js'), 'utf8');
  return (await page.evaluateHandle(source)) as JSHandle<PageScript>;
}
