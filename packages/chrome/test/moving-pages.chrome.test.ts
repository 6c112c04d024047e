import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

const FILLER = Array.from({ length: 30 }, (_, index) => `<p>Paragraph ${index} that stays as it is.</p>`).join('');

beforeAll(async () => {
  pages = await servePages({
    '/cards': `<title>Cards</title><style>.card { width: 200px } .quick { display: none; height: 60px } .card:hover .quick { display: block }</style>
      <div class="card"><div class="quick"><button onclick="out.textContent += 'quick '">Quick view</button></div>
      <button id="add" style="height: 30px" onclick="out.textContent += 'add '">Add</button></div><p id="out"></p>`,
    '/fleeing': `<title>Fleeing</title><button id="wall" style="position: fixed; top: 0; left: 0; width: 300px; height: 300px" onmousedown="out.textContent += 'wall '">Wall</button>
      <button id="shy" style="position: fixed; top: 50px; left: 50px" onmousemove="this.style.left = 50 + (moves++ % 2) * 100 + 'px'">Shy</button>
      <p id="out" style="position: fixed; bottom: 0"></p><script>let moves = 1</script>`,
    '/again': `<title>Again</title><div id="place"><input aria-label="Name"></div><script>
      place.oninput = ({ target }) => {
        const fresh = target.cloneNode();
        fresh.value = target.value;
        place.replaceChildren(fresh);
        fresh.focus();
        fresh.setSelectionRange(99, 99);
      };
    </script>`,
    '/gone': `<title>Gone</title><div id="place"><input aria-label="Name" oninput="if (value === 'ok') place.textContent = 'Welcome'"></div>`,
    '/codes': `<title>Codes</title><div id="codes">${'<input maxlength="1">'.repeat(4)}</div>
      <input id="phone" aria-label="Phone"><script>
      codes.oninput = ({ target }) => target.nextElementSibling?.focus();
      phone.oninput = () => { phone.value = phone.value.replace(/[^0-9]/g, '').replace(/^(.{3})(.+)/, '($1) $2') };
    </script>`,
    '/late': `<title>Late</title>${FILLER}<button id="tip" onmouseenter="setTimeout(() => note.textContent = 'A tooltip', 250)">Help</button><p id="note"></p>
      <input id="city" role="combobox" aria-expanded="false" aria-label="City" oninput="setTimeout(suggest, 200)"><ul id="list" role="listbox"></ul><script>
      const suggest = async () => { list.innerHTML = '<li role="option">' + await (await fetch('/city')).text() + '</li>' };
    </script>`,
    '/city': (_, response) => setTimeout(() => response.end('Lisbon'), 100),
    '/menu': `<title>Menu</title><style>#menu { position: fixed; top: 0; transition: opacity 200ms } .leaving { opacity: 0 }</style>
      <main id="rest">${FILLER}<button id="open" onclick="menu.hidden = false; rest.setAttribute('aria-hidden', 'true')">Menu</button><p id="out">none</p></main>
      <div id="menu" role="menu" hidden><button role="menuitem" onclick="choose()">Profile</button></div><script>
      const choose = () => {
        out.textContent = 'profile';
        rest.removeAttribute('aria-hidden');
        menu.className = 'leaving';
        menu.ontransitionend = () => menu.remove();
      };
    </script>`,
    '/endless': `<title>Endless</title><h1>Endless</h1><ul id="list"></ul><div id="end" style="height: 10px"></div><script>
      let count = 0;
      const more = async () => {
        const text = await (await fetch('/more')).text();
        for (let i = 0; i < 10; i++) list.insertAdjacentHTML('beforeend', '<li style="height: 100px">' + text + ' ' + count++ + '</li>');
      };
      more().then(() => new IntersectionObserver(([end]) => end.isIntersecting && more()).observe(end));
    </script>`,
    '/more': (_, response) => setTimeout(() => response.end('Entry'), 100),
    '/pane': `<title>Pane</title><div id="grid" role="grid" aria-label="Rows" style="height: 200px"><div style="height: 190px; overflow: auto"><div style="height: 1000px">Rows</div></div></div>`,
    '/blocked': `<title>Blocked</title><body style="pointer-events: none"><button id="behind">Behind</button>
      <div role="menu" aria-label="Account" style="pointer-events: auto"><button role="menuitem">Sign out</button></div>`,
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });
const textOf = async (selector: string) =>
  ((await call('browser_get_text', { selector })).data as { text: string }).text;

describe('REQ-BT-008: browser_click', () => {
  test('follows an element that moves when the pointer comes, and hits nothing else on the way', async () => {
    await open('/cards');
    const { text } = await call('browser_click', { selector: '#add' });
    expect(text).toContain('Clicked button "Add"');
    expect(await textOf('#out')).toBe('add');
  });

  test('clicks on nothing at all where an element does not hold still', async () => {
    await open('/fleeing');
    await expect(call('browser_click', { selector: '#shy' })).rejects.toMatchObject({
      code: 'not_actionable',
      message: expect.stringContaining('button "Wall"'),
      hint: expect.stringContaining('Nothing was clicked'),
    });
    expect(await textOf('#out')).toBe('');
  });

  test('names the menu for which the page keeps the pointer from all the rest', async () => {
    await open('/blocked');
    await expect(call('browser_click', { selector: '#behind' })).rejects.toMatchObject({
      message: expect.stringMatching(/button "Behind" cannot be used while menu "Account" \(@e\d+\) is open/),
    });
  });
});

describe('REQ-BT-009: browser_type', () => {
  test('goes on in a field that is redrawn with every key', async () => {
    await open('/again');
    const { data } = await call('browser_type', { selector: 'input', text: 'Ada' });
    expect(data).toMatchObject({ acted: { value: 'Ada', note: expect.stringContaining('this is the new one') } });
  });

  test('has done its work when the field leaves at the end of it', async () => {
    await open('/gone');
    const { text } = await call('browser_type', { selector: 'input', text: 'ok' });
    expect(text).toContain('The field left the page while this was typed.');
  });

  test('says where the rest of a text went, and that a page formats it', async () => {
    await open('/codes');
    expect((await call('browser_type', { selector: '#codes > :first-child', text: '1234' })).text).toMatch(
      /now holds "1"\.\nThe page moved the rest into the fields up to textbox \(@e\d+\)/,
    );
    expect((await call('browser_type', { selector: '#phone', text: '555123' })).text).toContain(
      'now holds "(555) 123".\nThe page reformatted the text.',
    );
  });

  test('shows the suggestions that a field of them fetches after a pause', async () => {
    await open('/late');
    await call('browser_snapshot');
    expect((await call('browser_type', { selector: '#city', text: 'Li' })).text).toContain('option "Lisbon"');
  });
});

test('browser_hover shows a tooltip that takes its time', async () => {
  await open('/late');
  await call('browser_snapshot');
  expect((await call('browser_hover', { selector: '#tip' })).text).toContain('+ A tooltip');
});

test('a menu that hid the rest of the page and fades away leaves only what it changed to be reported', async () => {
  await open('/menu');
  await call('browser_snapshot');
  expect((await call('browser_click', { selector: '#open' })).text).toContain('menuitem "Profile"');
  const { text } = await call('browser_click', { selector: '[role=menuitem]' });
  expect(text).toContain('[page as before, except:]');
  expect(text).toContain('~ profile');
  expect(text).not.toMatch(/Paragraph 1 |[+] .*menu/);
});

describe('browser_scroll', () => {
  test('reports what the page has loaded at its end, and that there is more to go', async () => {
    await open('/endless');
    await call('browser_wait_for', { text: 'Entry 9' });
    await call('browser_snapshot');
    const { data, text } = await call('browser_scroll', { direction: 'down', amount: 2_000 });
    expect(text).toContain('Entry 19');
    expect((data as { remaining: { down: number } }).remaining.down).toBeGreaterThan(500);
  });

  test('moves the pane inside of what it is asked to scroll', async () => {
    await open('/pane');
    const { data } = await call('browser_scroll', { selector: '#grid', direction: 'down', amount: 100 });
    expect(data).toMatchObject({ moved: { x: 0, y: 100 } });
  });
});

test('browser_find leaves the last snapshot to be compared with', async () => {
  await open('/late');
  await call('browser_snapshot');
  await call('browser_find', { text: 'paragraph 7' });
  expect((await call('browser_snapshot', { diff: true })).data).toMatchObject({ isDiff: true });
});
