import { expect, test } from 'vitest';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();
const MUTATIONS = 1_000;
const BETWEEN_SNAPSHOTS = 10;

test('through 1,000 random changes of the page, a ref hits the element it was given for or says that it is stale', async () => {
  await using page = await chrome.open('<main><section><button>0</button></section></main>');
  let seed = 7;
  // What each ref stood for, by a mark that the element carries in its own text.
  const given = new Map<string, string>();
  let stale = 0;
  let alive = 0;
  for (let round = 0; round < MUTATIONS / BETWEEN_SNAPSHOTS; round++) {
    seed = await page.page.evaluate(mutate, seed, round, BETWEEN_SNAPSHOTS);
    const { refs } = await snapshotOf(page, { maxSize: 1e9 });
    for (const [ref, { role, name }] of Object.entries(refs)) {
      if (role !== 'button') continue;
      expect(given.get(ref) ?? name).toBe(name);
      given.set(ref, name);
    }
    const checks = await page.script.evaluate(
      async (script, entries) => {
        const names = new Set([...document.querySelectorAll('button')].map(({ textContent }) => textContent));
        return Promise.all(
          entries.map(async ([ref, name]) => {
            const reply = JSON.parse(await script.call({ action: 'inspect', selector: ref }));
            return { name, isThere: names.has(name), found: reply.ok ? reply.value.name : reply.error.code };
          }),
        );
      },
      [...given],
    );
    expect(checks.filter(({ name, isThere, found }) => found !== (isThere ? name : 'stale_ref'))).toEqual([]);
    for (const { isThere } of checks) {
      if (isThere) alive++;
      else stale++;
    }
  }
  expect(alive).toBeGreaterThan(MUTATIONS);
  expect(stale).toBeGreaterThan(MUTATIONS);
});

// Adds, removes, moves, copies and wraps buttons. Every button ever made has a text of its own.
function mutate(seed: number, round: number, times: number): number {
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const pick = (selector: string): Element | undefined => {
    const found = [...document.querySelectorAll(selector)];
    return found[random(found.length)];
  };
  for (let step = 0; step < times; step++) {
    const button = document.createElement('button');
    button.append(`${round}-${step}`);
    const place = pick('section') ?? document.querySelector('main');
    switch (random(7)) {
      case 0:
      case 1:
      case 2:
        place?.insertBefore(button, place.childNodes[random(place.childNodes.length)] ?? null);
        break;
      case 3:
        pick('button')?.remove();
        break;
      case 4: {
        const moved = pick('button');
        if (moved) place?.append(moved);
        break;
      }
      case 5: {
        const wrapper = document.createElement('section');
        const inner = pick('button');
        inner?.replaceWith(wrapper);
        wrapper.append(inner ?? '', button);
        break;
      }
      default:
        pick('button')?.replaceWith(button);
    }
  }
  return state;
}
