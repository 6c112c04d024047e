import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { insertFrames } from '../../src/reading/snapshot/insert-frames.ts';
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
    '- Outside\n- iframe "One" @e1\n  - button "In one" @e2\n  - iframe "Two" @e3\n    - button "In two" @e4',
  );
  expect(frames).toEqual([]);
});

test('frames of other origins are named, and their snapshots can be put in their place', async () => {
  await using inner = await servePages({ '/': '<button>Inside</button>' });
  await using page = await chrome.open(`<main><iframe title="Ad" src="${inner.origin}/"></iframe><p>After</p></main>`);
  const snapshot = await snapshotOf(page, { header: false });
  expect(snapshot.tree).toBe('- main\n  - iframe "Ad" @e1\n  - After');
  expect(snapshot.frames).toEqual(['e1']);
  expect(snapshot.slots).toEqual([{ ref: '@e1', line: 1, depth: 1 }]);
  const inside = {
    tree: '- button "Inside" @f2e1',
    refs: { '@f2e1': { role: 'button', name: 'Inside', line: 0 } },
  };
  expect(insertFrames(snapshot, new Map([['@e1', inside]]))).toEqual({
    tree: '- main\n  - iframe "Ad" @e1\n    - button "Inside" @f2e1\n  - After',
    refs: {
      '@e1': { role: 'iframe', name: 'Ad', line: 1 },
      '@f2e1': { role: 'button', name: 'Inside', line: 2 },
    },
  });
});

test('each frame can have refs of its own', async () => {
  await using page = await chrome.open('<button>Inside</button>');
  await page.call({ action: 'nameRefs', prefix: 'f2' });
  expect((await snapshotOf(page, { header: false })).tree).toBe('- button "Inside" @f2e1');
  expect((await snapshotOf(page, { header: false, selector: '@f2e1' })).tree).toBe('- button "Inside" @f2e1');
  const late = await page.call({ action: 'nameRefs', prefix: 'f3' });
  expect(late.ok).toBe(false);
});
