import { expect, test } from 'vitest';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

const headerOf = (tree: string) => tree.split('\n').filter((line) => line.startsWith('covered by:'));

test('a modal dialog covers the page, and the rest, which cannot be used, is left out', async () => {
  await using page =
    await chrome.open(`<h1>Behind</h1><dialog aria-label="Cookies"><p>May we?</p><button>Yes</button></dialog>
    <script>document.querySelector('dialog').showModal()</script>`);
  const { tree } = await snapshotOf(page);
  expect(headerOf(tree)).toEqual(['covered by: dialog "Cookies" [modal] @e1']);
  expect(tree.split('\n').slice(3)).toEqual([
    '- dialog "Cookies" [modal] @e1',
    '  - May we?',
    '  - button "Yes" [focused] @e2',
    '[The page behind the dialog cannot be used and is left out.]',
  ]);
});

test('a dialog by role is named, and the page stays readable', async () => {
  await using page = await chrome.open(
    '<h1>Behind</h1><div role="dialog" aria-label="Sign in" aria-modal="true"><button>Go</button></div>',
  );
  const { tree } = await snapshotOf(page);
  expect(headerOf(tree)).toEqual(['covered by: dialog "Sign in" [modal] @e1']);
  expect(tree).toContain('- heading "Behind"');
});

test('an overlay without any role is found by where it lies', async () => {
  await using page = await chrome.open(
    '<main><h1>Behind</h1></main><div style="position:fixed;inset:0;background:white"><div>Please wait</div></div>',
  );
  expect(headerOf((await snapshotOf(page)).tree)).toEqual(['covered by: overlay @e1']);
});

test.each([
  ['a hidden dialog', '<div role="dialog" style="display:none">x</div>'],
  ['a closed dialog', '<dialog>x</dialog>'],
  ['a dialog off the screen', '<div role="dialog" style="position:absolute;left:-9999px">x</div>'],
  ['an application in a fixed box', `<div style="position:fixed;inset:0">${'<p>Part</p>'.repeat(30)}</div>`],
  ['a fixed bar', '<header style="position:fixed;top:0;left:0;right:0;height:60px">Bar</header>'],
])('%s covers nothing', async (_what, html) => {
  await using page = await chrome.open(`<main><h1>Page</h1></main>${html}`);
  expect(headerOf((await snapshotOf(page)).tree)).toEqual([]);
});

test.each([
  ['stands among the other parts of the page', '', []],
  ['lies over it', 'position: absolute; top: 9px', ['covered by: dialog "Settings" @e1']],
])('a dialog that is not modal and %s is reported as what it is', async (_, style, header) => {
  await using page = await chrome.open(
    `<p>Text</p><div role="dialog" aria-label="Settings" style="${style}">Close</div>`,
  );
  expect(headerOf((await snapshotOf(page)).tree)).toEqual(header);
});
