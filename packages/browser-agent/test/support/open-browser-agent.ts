import { createRequire } from 'node:module';
import type { ErrorData } from '@btcp/protocol';
import type { BrowserAgent } from 'btcp-browser-agent';
import type { Browser, JSHandle, Page } from 'puppeteer-core';
import { rolldown } from 'rolldown';

type Call<Given extends unknown[]> = (agent: BrowserAgent, ...given: Given) => Promise<unknown>;

export interface OpenedAgent extends AsyncDisposable {
  page: Page;
  /** A BrowserAgent that runs in the page and drives it. */
  agent: JSHandle<BrowserAgent>;
  /** How a call failed; an error of the test when it did not. */
  failureOf<Given extends unknown[]>(call: Call<Given>, ...given: Given): Promise<ErrorData>;
}

let bundled: Promise<string> | undefined;

/** The package as a script whose completion value is its exports. */
export function bundlePackage(): Promise<string> {
  bundled ??= bundleOnce();
  return bundled;
}

async function bundleOnce(): Promise<string> {
  const input = createRequire(import.meta.url).resolve('btcp-browser-agent');
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', name: 'btcp', codeSplitting: false });
  await bundle.close();
  return `(() => { ${output[0].code}; return btcp; })()`;
}

/** A page with this HTML, or at this URL, and a BrowserAgent in it. */
export async function openBrowserAgent(browser: Browser, content: string | URL): Promise<OpenedAgent> {
  const page = await browser.newPage();
  if (typeof content === 'string') await page.setContent(content);
  else await page.goto(content.href);
  return { ...(await agentIn(page)), [Symbol.asyncDispose]: () => page.close() };
}

/** A BrowserAgent in a page that is already open. */
export async function agentIn(page: Page): Promise<Omit<OpenedAgent, keyof AsyncDisposable>> {
  const source = `new (${await bundlePackage()}).BrowserAgent()`;
  const agent = (await page.evaluateHandle(source)) as JSHandle<BrowserAgent>;
  return {
    page,
    agent,
    failureOf: (call, ...given) =>
      agent.evaluate(
        async (agent, text, given): Promise<ErrorData> => {
          // biome-ignore lint/security/noGlobalEval: the function comes from the test itself.
          const call: Call<unknown[]> = globalThis.eval(`(${text})`);
          const outcome = await call(agent, ...given).then(
            (value) => ({ value }),
            (error: { toJSON(): ErrorData }) => ({ error: error.toJSON() }),
          );
          if ('error' in outcome) return outcome.error;
          throw new Error(`It did not fail: ${JSON.stringify(outcome.value)}`);
        },
        call.toString(),
        given,
      ),
  };
}
