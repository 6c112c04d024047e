import { expect, test } from 'vitest';
import { failureOf, inspectIn, snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

test('an element keeps its ref through later snapshots and changes around it', async () => {
  await using page = await chrome.open('<button id="a">A</button><button id="b">B</button>');
  await snapshotOf(page);
  await page.page.evaluate(() => {
    document.querySelector('#a')?.insertAdjacentHTML('beforebegin', '<button>New</button>');
    document.querySelector('#b')?.replaceChildren('Renamed');
    document.body.append(document.querySelector('#a') ?? '');
  });
  expect((await snapshotOf(page, { header: false })).tree).toBe(
    '- button "New" @e3\n- button "Renamed" @e2\n- button "A" @e1',
  );
});

test.each(['@e1', 'e1', 'ref=e1', '[ref=e1]', ' @e1 '])('%s names the element', async (spelling) => {
  await using page = await chrome.open('<button>A</button>');
  await snapshotOf(page);
  expect(await inspectIn(page, spelling)).toMatchObject({ role: 'button', name: 'A' });
});

test('a removed element is stale and is said to have been what it was', async () => {
  await using page = await chrome.open('<button>Save</button>');
  await snapshotOf(page);
  await page.page.evaluate(() => document.querySelector('button')?.remove());
  expect(await failureOf(page, '@e1')).toEqual({
    code: 'stale_ref',
    message: 'e1 was button "Save", which has left the page.',
    hint: 'Take a new snapshot and use a ref from it.',
  });
});

test('the error for a stale ref shows what the page has drawn in its place', async () => {
  await using page = await chrome.open('<p>One</p><button>Save</button><button>Close</button>');
  await snapshotOf(page);
  await page.page.evaluate(() => {
    document.body.innerHTML = '<p>Two</p><button>Save</button><button>Close</button>';
  });
  expect(await failureOf(page, '@e1')).toEqual({
    code: 'stale_ref',
    message: 'e1 was button "Save", which has left the page. Now there is button "Save" (@e3).',
    hint: 'Use its new ref, if it is the one you mean.',
  });
  expect(await inspectIn(page, '@e3')).toMatchObject({ role: 'button', name: 'Save' });
});

test('an equal element in the same place inherits the ref', async () => {
  await using page = await chrome.open('<button>Save</button>');
  await snapshotOf(page);
  const old = await page.page.evaluateHandle(() => {
    const [button = document.body] = document.querySelectorAll('button');
    button.replaceWith(button.cloneNode(true));
    return button;
  });
  expect((await snapshotOf(page, { header: false })).tree).toBe('- button "Save" @e1');
  // The element that was replaced is another one when it comes back.
  await old.evaluate((button) => document.body.append(button));
  expect((await snapshotOf(page, { header: false })).tree).toBe('- button "Save" @e1\n- button "Save" @e2');
});

test('an element that comes back has its ref again', async () => {
  await using page = await chrome.open('<button>Save</button>');
  await snapshotOf(page);
  const parked = await page.page.evaluateHandle(() => {
    const place = document.createElement('div');
    place.append(...document.querySelectorAll('button'));
    return place;
  });
  expect((await failureOf(page, '@e1'))?.code).toBe('stale_ref');
  await parked.evaluate((place) => document.body.append(...place.children));
  expect((await inspectIn(page, '@e1')).name).toBe('Save');
});

test('an element of a frame that has moved on is stale', async () => {
  await using page = await chrome.open('<iframe srcdoc="<button>Old</button>"></iframe>');
  await page.page.waitForFunction(() => document.querySelector('iframe')?.contentDocument?.querySelector('button'));
  expect((await snapshotOf(page, { header: false })).tree).toContain('button "Old" @e2');
  await page.page.evaluate(() => document.querySelector('iframe')?.setAttribute('srcdoc', '<button>New</button>'));
  await page.page.waitForFunction(
    () => document.querySelector('iframe')?.contentDocument?.querySelector('button')?.textContent === 'New',
  );
  expect((await failureOf(page, '@e2'))?.code).toBe('stale_ref');
});

test('a ref that was never given is not found', async () => {
  await using page = await chrome.open('<button>A</button>');
  expect(await failureOf(page, '@e7')).toMatchObject({
    code: 'not_found',
    message: 'There is no ref e7 on this page.',
  });
});
