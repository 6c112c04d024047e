import { startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

const COLORS = `<label id="label">Color <select id="color" oninput="document.title += 'i'" onchange="document.title += 'c'">
  <option value="r">Red</option><option value="g">Green</option><option value="b" label="Deep blue">B</option><option disabled>None</option></select></label>`;

describe('select', () => {
  test('by value, label, index, and through the label', async () => {
    await using opened = await openBrowserAgent(browser, COLORS);
    const selected = await opened.agent.evaluate(async (agent) => {
      const selected: unknown[] = [];
      for (const choice of ['g', 'deep blue', 0, { index: 1 }, { label: 'Red' }, { value: 'b' }]) {
        selected.push((await agent.select('#color', choice)).selected);
      }
      selected.push((await agent.select('#label', 'Green')).selected, (await agent.fill('#color', 'Red')).value);
      return selected;
    });
    expect(selected).toEqual([['Green'], ['Deep blue'], ['Red'], ['Green'], ['Red'], ['Deep blue'], ['Green'], 'r']);
    expect(await opened.page.title()).toBe('ic'.repeat(8));
  });

  test('choosing what is chosen already fires no event in the page', async () => {
    await using opened = await openBrowserAgent(browser, COLORS);
    expect(await opened.agent.evaluate((agent) => agent.select('#color', 'Red'))).toMatchObject({ selected: ['Red'] });
    expect(await opened.page.title()).toBe('');
  });

  test('several options of a multiple list replace the old choice', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<select multiple><option selected>A<option>B<option>C</select>',
    );
    const results = await opened.agent.evaluate(async (agent) => [
      (await agent.select('select', ['B', 'C'])).selected,
      (await agent.select('select', [])).selected,
    ]);
    expect(results).toEqual([['B', 'C'], []]);
  });

  test('an unknown option lists the options; a disabled one, too many, and other elements are refused', async () => {
    await using opened = await openBrowserAgent(browser, `${COLORS}<div role="listbox">Custom</div>`);
    expect(await opened.failureOf((agent) => agent.select('#color', 'Purple'))).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining(
        'combobox "Color" has no option "Purple". Its options are "Red" (value "r"), "Green" (value "g"), "Deep blue"',
      ),
      hint: 'Choose one of its options, by value or label.',
    });
    expect((await opened.failureOf((agent) => agent.select('#color', 'None'))).code).toBe('not_actionable');
    expect((await opened.failureOf((agent) => agent.select('#color', ['r', 'g']))).code).toBe('invalid_input');
    expect((await opened.failureOf((agent) => agent.select('[role=listbox]', 'x'))).hint).toContain('click the option');
    expect(await opened.page.$eval('#color', (list) => (list as HTMLSelectElement).value)).toBe('r');
  });

  test('a page that changes the choice is quoted', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<select onchange="selectedIndex = 0"><option>A<option>B</select>',
    );
    expect(await opened.agent.evaluate((agent) => agent.select('select', 'B'))).toMatchObject({
      selected: ['A'],
      note: 'The page changed the choice.',
    });
  });
});

describe('check and uncheck', () => {
  test('change what is not so yet, once', async () => {
    await using opened = await openBrowserAgent(browser, `<input type="checkbox" onclick="document.title += 'x'">`);
    const states = await opened.agent.evaluate(async (agent) => [
      (await agent.check('input')).checked,
      (await agent.check('input')).checked,
      (await agent.uncheck('input')).checked,
      (await agent.uncheck('input')).checked,
    ]);
    expect(states).toEqual([true, true, false, false]);
    expect(await opened.page.title()).toBe('xx');
  });

  test('take radios, switches, mixed boxes, labels and hidden boxes with a label', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<input type="radio" name="n" id="r1" checked><input type="radio" name="n" id="r2">
       <div role="switch" aria-checked="false" tabindex="0" id="s" onclick="ariaChecked = ariaChecked !== 'true'">Wifi</div>
       <input type="checkbox" id="m"><script>m.indeterminate = true</script>
       <label id="l"><input type="checkbox">Label</label>
       <input type="checkbox" id="h" style="display:none"><label for="h">Hidden</label>`,
    );
    const states = await opened.agent.evaluate(async (agent) => {
      const states: unknown[] = [];
      for (const id of ['r2', 's', 'm', 'l', 'h']) states.push((await agent.check(`#${id}`)).checked);
      return [...states, document.querySelector<HTMLInputElement>('#r1')?.checked, (await agent.uncheck('#s')).checked];
    });
    expect(states).toEqual([true, true, true, true, true, false, false]);
  });

  test('refuse what cannot be: a checked radio, a button, a box that the page keeps', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<input type="radio" checked><button>Go</button><input type="checkbox" onclick="event.preventDefault()">',
    );
    expect((await opened.failureOf((agent) => agent.uncheck('[type=radio]'))).hint).toBe(
      'Check another radio of its group.',
    );
    expect((await opened.failureOf((agent) => agent.check('button'))).message).toContain('cannot be checked');
    expect((await opened.failureOf((agent) => agent.check('[type=checkbox]'))).message).toContain(
      'the page kept it unchecked',
    );
  });
});

describe('upload', () => {
  test('gives files with content, also to a hidden input behind a label', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<label id="l">Files <input type="file" multiple hidden></label><script>
         document.querySelector('input').addEventListener('change', async (event) => {
           document.title = (await Promise.all([...event.target.files].map(async (file) => file.name + ':' + file.type + ':' + await file.text()))).join('|');
         })</script>`,
    );
    const result = await opened.agent.evaluate((agent) =>
      agent.upload('#l', [
        { name: 'a.txt', mimeType: 'text/plain', text: 'höi' },
        { name: 'b.bin', base64: btoa('bytes') },
      ]),
    );
    expect(result).toMatchObject({
      files: [
        { name: 'a.txt', size: 4 },
        { name: 'b.bin', size: 5 },
      ],
    });
    await opened.page.waitForFunction(() => document.title !== '');
    expect(await opened.page.title()).toBe('a.txt:text/plain:höi|b.bin::bytes');
  });

  test('drops files on a drop zone', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<div id="zone" ondragover="event.preventDefault()" ondrop="event.preventDefault(); document.title = event.dataTransfer.files[0].name">Drop here</div>`,
    );
    await opened.agent.evaluate((agent) => agent.upload('#zone', [{ name: 'a.txt', text: 'x' }]));
    expect(await opened.page.title()).toBe('a.txt');
  });

  test('refuses several files for one, broken content, disabled inputs and things that take none', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<input type="file" id="a"><input type="file" id="b" disabled><p>Text</p>',
    );
    const two = [
      { name: 'a', text: '' },
      { name: 'b', text: '' },
    ];
    expect((await opened.failureOf((agent, two) => agent.upload('#a', two), two)).code).toBe('invalid_input');
    expect((await opened.failureOf((agent) => agent.upload('#a', [{ name: 'x', base64: '%%%' }]))).message).toContain(
      'not valid base64',
    );
    expect((await opened.failureOf((agent) => agent.upload('#b', [{ name: 'x' }]))).message).toContain('disabled');
    expect((await opened.failureOf((agent) => agent.upload('p', [{ name: 'x' }]))).message).toContain('takes no files');
  });
});

describe('drag', () => {
  test('moves data with the drag events of HTML', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<p id="card" draggable="true" ondragstart="event.dataTransfer.setData('text/plain', 'card')" ondragend="document.title += '|end'">Card</p>
       <div style="height:1500px"></div>
       <div id="lane" ondragover="event.preventDefault()" ondrop="document.title = event.dataTransfer.getData('text/plain') + (event.clientY > this.getBoundingClientRect().top)">Lane</div><p id="wall">Wall</p>`,
    );
    const result = await opened.agent.evaluate((agent) => agent.drag('#card', '#lane'));
    expect(result).toMatchObject({ target: expect.stringContaining('lane') });
    expect(await opened.page.title()).toBe('cardtrue|end');
    expect((await opened.failureOf((agent) => agent.drag('#card', '#wall'))).message).toContain('does not accept');
  });

  test('moves by pointer where the page does its own dragging', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<style>div { width: 80px; height: 40px } #to { position: absolute; left: 400px; top: 300px }</style>
       <div id="from">Knob</div><div id="to">Slot</div><script>
         let moves = 0, ticks = 0;
         setInterval(() => { ticks += moves > 0 }, 20);
         from.addEventListener('pointerdown', () => {
           addEventListener('pointermove', () => { moves++ });
           addEventListener('pointerup', (event) => { document.title = event.target.id + ' ' + (moves > 3) + ' ' + (ticks > 0) + ' ' + event.clientX }, { once: true });
         });</script>`,
    );
    await opened.agent.evaluate((agent) => agent.drag('#from', '#to'));
    expect(await opened.page.title()).toBe('to true true 440');
  });
});

describe('scroll', () => {
  test('the page moves by direction and amount, or by x and y, and reports what remains', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<div style="width:3000px;height:2720px">Tall</div><style>body { margin: 0 }</style>',
    );
    const results = await opened.agent.evaluate(async (agent) => [
      await agent.scroll({ direction: 'down', amount: 300 }),
      await agent.scroll({ x: 50, y: -100 }),
      await agent.scroll({ direction: 'left', amount: 999 }),
      await agent.scroll(),
      await agent.scroll({ direction: 'up', amount: 9999 }),
    ]);
    expect(results[0]).toMatchObject({ scrolled: 'page', moved: { x: 0, y: 300 }, remaining: { up: 300, left: 0 } });
    expect(results[1]).toMatchObject({ moved: { x: 50, y: -100 } });
    expect(results[2]).toMatchObject({ moved: { x: -50, y: 0 } });
    expect(results[3]?.moved.y).toBeGreaterThan(500);
    expect(results[4]?.remaining.up).toBe(0);
  });

  test('a container is scrolled by what is in it, and an app of panes by its largest pane', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<style>body { margin: 0; height: 100vh; overflow: hidden; display: flex } section { overflow: auto } section div { height: 3000px }</style>
       <section style="width:200px" aria-label="Side"><div><button>In</button></div></section><section style="flex:1" aria-label="Main"><div>Text</div></section>`,
    );
    const results = await opened.agent.evaluate(async (agent) => [
      await agent.scroll({ amount: 100 }),
      await agent.scroll({ selector: 'button', direction: 'down', amount: 70 }),
    ]);
    expect(results[0]).toMatchObject({ scrolled: 'region "Main"', moved: { y: 100 } });
    expect(results[1]).toMatchObject({ scrolled: 'region "Side"', moved: { y: 70 } });
  });

  test('an element is brought into view', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<div style="height:3000px"></div><button>Low</button><div style="height:900px"></div>',
    );
    const result = await opened.agent.evaluate((agent) => agent.scroll({ selector: 'button' }));
    expect(result.moved.y).toBeGreaterThan(2000);
    const top = await opened.page.$eval('button', (button) => button.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(720);
  });

  test('nothing moved is said, and a page that handles the wheel is left to it', async () => {
    await using opened = await openBrowserAgent(browser, '<p>Short</p>');
    expect(await opened.agent.evaluate((agent) => agent.scroll({ direction: 'down' }))).toMatchObject({
      moved: { x: 0, y: 0 },
      note: expect.stringContaining('Nothing moved'),
    });
    await opened.page.setContent(
      `<div style="height:3000px"></div><script>addEventListener('wheel', (event) => { event.preventDefault(); document.title = event.deltaY }, { passive: false })</script>`,
    );
    const again = await opened.agent.evaluate((agent) => agent.scroll({ amount: 200 }));
    expect(again).toMatchObject({ moved: { x: 0, y: 0 }, note: 'The page handles the wheel itself here.' });
    expect(await opened.page.title()).toBe('200');
    expect((await opened.failureOf((agent) => agent.scroll({ direction: 'sideways' as 'up' }))).code).toBe(
      'invalid_input',
    );
  });
});
