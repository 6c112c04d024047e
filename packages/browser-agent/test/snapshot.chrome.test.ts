import { openAgentPage, startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

test('a snapshot is one line per node, in document order', async () => {
  await using opened = await openAgentPage(
    browser,
    `<title>Sign in</title><main><h1>Welcome</h1><p>Please sign in.</p>
     <label>Email <input type="email"></label><button>Go</button><p hidden>secret</p></main>`,
  );
  const answer = await opened.agent.evaluate((agent) => agent.snapshot());
  expect(answer).toMatchObject({ ok: true, value: { title: 'Sign in', truncated: false } });
  expect(answer.ok && answer.value.tree).toMatchInlineSnapshot(`
    "url: about:blank
    title: Sign in
    - main
      - heading "Welcome" [level=1]
      - text: Please sign in.
      - textbox "Email" [ref=e1]
      - button "Go" [ref=e2]"
  `);
});
