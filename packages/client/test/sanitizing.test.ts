import { createClient } from '@btcp/client';
import { afterEach, expect, test } from 'vitest';

const page: { DOMPurify?: unknown; trustedTypes?: unknown } = Object(globalThis);

afterEach(() => {
  delete page.DOMPurify;
  delete page.trustedTypes;
});

const marked = (text: string) => `clean(${text})`;
const input = { html: '<b>', note: 'n', deep: { list: ['x', 1, null] } };
const tool = { name: 'insert', description: 'Inserts markup', handler: (params: unknown) => params };

async function seenBy(sanitize: boolean | string[], sanitizer?: (text: string) => string) {
  const client = createClient({ serverUrl: 'http://localhost', ...(sanitizer ? { sanitizer } : {}) });
  client.registerTool({ ...tool, sanitize });
  return (await client.callTool('insert', input)).structuredContent;
}

test('every string is cleaned, at any depth, before the handler sees it', async () => {
  expect(await seenBy(true, marked)).toEqual({
    html: 'clean(<b>)',
    note: 'clean(n)',
    deep: { list: ['clean(x)', 1, null] },
  });
});

test('or those of the fields that are named', async () => {
  expect(await seenBy(['html'], marked)).toEqual({ ...input, html: 'clean(<b>)' });
});

test('the page’s DOMPurify does it, or else its default Trusted Types policy', async () => {
  page.trustedTypes = { defaultPolicy: { createHTML: (text: string) => `policy(${text})` } };
  expect(await seenBy(['html'])).toEqual({ ...input, html: 'policy(<b>)' });
  page.DOMPurify = { sanitize: marked };
  expect(await seenBy(['html'])).toEqual({ ...input, html: 'clean(<b>)' });
});

test('without any of them the tool is refused', () => {
  const client = createClient({ serverUrl: 'http://localhost' });
  expect(() => client.registerTool({ ...tool, sanitize: true })).toThrow('sanitize needs DOMPurify');
});
