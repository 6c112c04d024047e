import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { spliceFrames } from '../../src/reading/snapshot/splice-frames.ts';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

test('frames of the same origin are read in place, at any depth', async () => {
  await using page = await chrome.open(
    `<p>Outside</p><iframe title="One" srcdoc="<button>In one</button><iframe title='Two' srcdoc='<button>In two</button>'></iframe>"></iframe>`,
  );
  await page.page.waitForFunction(() =>
    document
      .querySelector('iframe')
      ?.contentDocument?.querySelector('iframe')
      ?.contentDocument?.querySelector('button'),
  );
  const { tree, frames } = await snapshotOf(page, { header: false });
  expect(tree).toBe(
    '- text: Outside\n- iframe "One" [ref=e1]\n  - button "In one" [ref=e2]\n  - iframe "Two" [ref=e3]\n    - button "In two" [ref=e4]',
  );
  expect(frames).toEqual([]);
});

test('frames of other origins are named, and their snapshots can be put in their place', async () => {
  await using inner = await servePages({ '/': '<button>Inside</button>' });
  await using page = await chrome.open(`<main><iframe title="Ad" src="${inner.origin}/"></iframe><p>After</p></main>`);
  const { tree, frames } = await snapshotOf(page, { header: false });
  expect(tree).toBe('- main\n  - iframe "Ad" [ref=e1]\n  - text: After');
  expect(frames).toEqual(['e1']);
  expect(spliceFrames(tree, new Map([['e1', '- button "Inside" [ref=f2e1]']]))).toBe(
    '- main\n  - iframe "Ad" [ref=e1]\n    - button "Inside" [ref=f2e1]\n  - text: After',
  );
});

test('each frame can have refs of its own', async () => {
  await using page = await chrome.open('<button>Inside</button>');
  await page.agent.evaluate((agent) => agent.continueRefs('f2'));
  expect((await snapshotOf(page, { header: false })).tree).toBe('- button "Inside" [ref=f2e1]');
  expect((await snapshotOf(page, { header: false, selector: '@f2e1' })).tree).toBe('- button "Inside" [ref=f2e1]');
  const late = await page.agent.evaluate((agent) => agent.continueRefs('f3'));
  expect(late.ok).toBe(false);
});
