import { expect, test } from 'vitest';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();
const SEEDS = 15;
const ROUNDS = 20;

test.each([
  ['that distinguishes its things by ids only', true],
  ['that has no ids', false],
])('a page %s is rebuilt again and again: no ref moves to another thing', async (_what, hasIds) => {
  await using page = await chrome.open('<div id="app"></div>');
  const { moved, kept, given } = await page.script.evaluate(
    async (reader, withIds, seeds, rounds) => {
      interface Thing {
        id: number;
        name: string;
        isDone: boolean;
      }
      // What each element stands for; the page script does not see this.
      let thingOf = new WeakMap<Element, string>();
      const things: Thing[] = [];
      let selected: Thing | undefined;
      let nextId = 1;
      let state = 1;
      const random = (below: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * below);
      };
      const isAlone = ({ name }: Thing) => things.filter((each) => each.name === name).length === 1;
      const freshName = () => (withIds ? `Thing ${random(4)}` : `Thing ${nextId}`);

      const build = () => {
        const app = document.querySelector('#app');
        if (!app) return;
        const key = ({ id }: Thing) => (withIds ? ` data-id="${id}"` : '');
        const item = (thing: Thing) =>
          `<li${key(thing)}><input type="checkbox"${thing.isDone ? ' checked' : ''}><span>${thing.name}</span><button>Delete</button></li>`;
        const pane = selected
          ? `<section${key(selected)}><h2>Details</h2><button>Copy</button><p>${selected.name}</p><button>Archive</button></section>`
          : '';
        app.innerHTML = `<h1>Things</h1><input aria-label="New"><button>Add</button><ul>${things.map(item).join('')}</ul>${pane}<p>${things.length} things</p>`;
        const name = (elements: Iterable<Element>, prefix: string) => {
          for (const [index, element] of [...elements].entries()) thingOf.set(element, `${prefix}.${index}`);
        };
        name(app.querySelectorAll(':scope > input, :scope > button'), 'page');
        things.forEach((thing, index) => {
          const row = app.querySelectorAll('li')[index];
          if (row) name(row.querySelectorAll('input, button'), `item ${thing.id}`);
        });
        name(app.querySelectorAll('section button'), `pane ${selected?.id}`);
      };

      const change = () => {
        const at = random(things.length);
        const thing = things[at];
        switch (thing ? random(8) : 0) {
          case 0:
          case 1: {
            const twin = thing && random(3) === 0 ? thing.name : freshName();
            things.splice(random(things.length + 1), 0, { id: nextId++, name: twin, isDone: false });
            break;
          }
          case 2:
            things.splice(at, 1);
            if (selected === thing) selected = undefined;
            break;
          case 3:
            if (thing) thing.isDone = !thing.isDone;
            break;
          case 4:
            if (thing && !withIds) nextId++;
            if (thing) thing.name = freshName();
            break;
          case 5: {
            const other = things[random(things.length)];
            if (thing && other) [thing.name, other.name] = [other.name, thing.name];
            break;
          }
          case 6:
            things.push(...things.splice(at, 1));
            break;
          default:
            // Without ids, nothing distinguishes the panes of two things with one name.
            if (thing && (withIds || isAlone(thing))) selected = thing;
        }
      };

      const moved: string[] = [];
      let kept = 0;
      let given = 0;
      for (let seed = 1; seed <= seeds; seed++) {
        state = seed * 7919;
        things.length = 0;
        selected = undefined;
        thingOf = new WeakMap();
        const meant = new Map<string, string>();
        for (let round = 0; round < rounds; round++) {
          for (let times = withIds ? random(4) : 1; times > 0; times--) change();
          if (selected && !withIds && !isAlone(selected)) selected = undefined;
          build();
          await null;
          for (const [ref, thing] of meant) {
            try {
              const now = thingOf.get(reader.element(ref));
              if (now !== thing) moved.push(`seed ${seed}, round ${round}: ${ref} was ${thing} and is ${now}`);
              kept++;
            } catch {
              meant.delete(ref);
            }
          }
          const { refs } = reader.run({ action: 'snapshot' }) as { refs: Record<string, unknown> };
          for (const ref of Object.keys(refs)) {
            const thing = thingOf.get(reader.element(ref));
            if (thing === undefined) continue;
            const before = meant.get(ref);
            if (before !== undefined && before !== thing)
              moved.push(`seed ${seed}, round ${round}: ${ref} is ${thing}`);
            if (before === undefined) given++;
            meant.set(ref, thing);
          }
        }
      }
      return { moved, kept, given };
    },
    hasIds,
    SEEDS,
    ROUNDS,
  );
  expect(moved).toEqual([]);
  // Things are recognised, and not all renamed.
  expect(given).toBeGreaterThan(SEEDS * 5);
  expect(kept).toBeGreaterThan(given / 4);
});

test('a page that is rebuilt keeps the refs of what is certainly the same', async () => {
  const html = `<h1>Notes</h1><input aria-label="New"><ul><li>One <button>Delete</button></li><li>Two <button>Delete</button></li></ul>`;
  await using page = await chrome.open(html);
  const read = async () => (await snapshotOf(page, { header: false })).tree;
  const build = (content: string) =>
    page.page.evaluate((given) => {
      document.body.innerHTML = given;
    }, content);
  const first = await read();
  await build(html);
  expect(await read()).toBe(first);
  await build(html.replace('<li>One <button>Delete</button></li>', ''));
  expect(await read()).toContain('listitem: Two\n  - button "Delete" @e3');
  await build(html.replace('Two', 'Three'));
  const now = await read();
  expect(now).toContain('textbox "New" @e1');
  expect(now).not.toContain('@e2');
  expect(now).not.toContain('@e3');
});

test('rivals, other attributes and other text next to it make a thing another one', async () => {
  const cases: [before: string, after: string][] = [
    ['<button>Go</button><button>Go</button>', '<button>Go</button>'],
    ['<button>Go</button>', '<button>Go</button><button>Go</button>'],
    ['<button data-id="1">Go</button>', '<button data-id="2">Go</button>'],
    ['<p>Mail of Ada</p><button>Reply</button>', '<p>Mail of Bob</p><button>Reply</button>'],
    ['<button>Reply</button><p>Mail of Ada</p>', '<button>Reply</button><p>Mail of Bob</p>'],
    ['<ul><li>A <a href="/a">Open</a></li></ul>', '<ul><li>A <a href="/b">Open</a></li></ul>'],
    ['<button>Save</button>', '<button>Save all</button>'],
    ['<a href="/">Save</a>', '<button>Save</button>'],
  ];
  for (const [before, after] of cases) {
    await using page = await chrome.open(before);
    const { refs: old } = await snapshotOf(page);
    await page.page.evaluate((given) => {
      document.body.innerHTML = given;
    }, after);
    const { refs } = await snapshotOf(page);
    expect([after, Object.keys(refs).filter((ref) => ref in old)]).toEqual([after, []]);
  }
});

test('a ref finds its heir without a snapshot in between', async () => {
  await using page = await chrome.open('<main><p>One</p><button>Save</button></main>');
  await snapshotOf(page);
  await page.page.evaluate(() => {
    document.body.innerHTML = '<main><p>One</p><button title="New">Save</button></main>';
  });
  const reply = await page.call({ action: 'getAttribute', selector: '@e1', attribute: 'title' });
  expect(reply).toMatchObject({ ok: true, value: { value: 'New' } });
});
