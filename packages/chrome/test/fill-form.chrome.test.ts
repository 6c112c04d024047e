import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;
beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Form</title><form>
      <label>Name <input name="name"></label><label>Born <input type="date" name="born"></label>
      <label><input type="checkbox" name="news"> News</label>
      <label><input type="radio" name="size" value="s" checked> Small</label>
      <label><input type="radio" name="size" value="l"> Large</label>
      <select name="colour"><option>Red</option><option>Blue</option></select>
      <input name="fixed" disabled></form>
      <script>oninput = () => { document.title = new URLSearchParams(new FormData(document.forms[0])).toString() }</script>`,
    '/checked': `<title>Checked</title>${'<p>So long that what changed in it is shorter</p>'.repeat(20)}
      <label>A <input name="a" oninput="this.ariaInvalid = true"></label><label>B <input name="b"></label>`,
    '/again': `<title>Again</title><main></main><script>
      const values = { a: '', b: '' };
      const draw = () => { document.querySelector('main').innerHTML = '<h1>Form</h1>' + Object.entries(values)
        .map(([name, value]) => '<label>' + name.toUpperCase() + ' <input name=' + name + ' value="' + value + '"></label>').join('') };
      onchange = ({ target }) => { values[target.name] = target.value; setTimeout(draw) };
      draw();</script>`,
    '/alarming': `<title>Alarming</title><input name="first"><input name="second">
      <script>onchange = ({ target }) => console.error(target.name + ' is wrong')</script>`,
  });
});
afterAll(() => pages.close());

test('browser_fill_form fills fields of every kind', async () => {
  await call('browser_navigate', { url: pages.origin });
  const { data, text, page, effects } = await call('browser_fill_form', {
    fields: [
      { selector: '[name=name]', value: 'Ada' },
      { selector: '[name=born]', value: '1815-12-10' },
      { selector: '[name=news]', value: 'true' },
      { selector: '[value=l]', value: 'true' },
      { selector: '[name=colour]', value: 'Blue' },
    ],
  });
  expect(page?.title).toBe('name=Ada&born=1815-12-10&news=on&size=l&colour=Blue');
  expect(data).toMatchObject({ failed: [], filled: [{ value: 'Ada' }, {}, { checked: true }, { checked: true }, {}] });
  expect(text).toContain('Filled 5 fields.');
  expect(text).toContain('- checkbox "News"');
  expect(effects).toEqual((data as { effects: unknown }).effects);
});

test('browser_fill_form reports which fields were filled and which were not', async () => {
  await call('browser_navigate', { url: pages.origin });
  const { data, text, page } = await call('browser_fill_form', {
    fields: [
      { selector: '[name=fixed]', value: 'x' },
      { selector: '[name=nam]', value: 'x' },
      { selector: '[name=news]', value: 'maybe' },
      { selector: '[name=name]', value: 'Ada' },
    ],
  });
  expect(page?.title).toContain('name=Ada');
  expect(data).toMatchObject({
    filled: [{ selector: '[name=name]' }],
    failed: [{ selector: '[name=fixed]' }, { selector: '[name=nam]' }, { selector: '[name=news]' }],
  });
  expect(text).toContain('Filled 1 of 4 fields.');
  expect(text).toContain("FAILED [name=nam]: Selector '[name=nam]' not found");
  expect(text).toContain('Nearest: textbox "Name"');
  expect(text).toContain('takes true or false, not "maybe"');
});

test('browser_fill_form reports what each of the fields has set off', async () => {
  await call('browser_navigate', { url: `${pages.origin}/alarming` });
  const { text, effects } = await call('browser_fill_form', {
    fields: [
      { selector: '[name=first]', value: 'one' },
      { selector: '[name=second]', value: 'two' },
    ],
  });
  expect(effects?.consoleErrors).toEqual(['first is wrong', 'second is wrong']);
  expect(text).toContain('Console error: first is wrong\nConsole error: second is wrong');
});

test('browser_fill_form keeps the refs of a page that is redrawn after each field', async () => {
  await call('browser_navigate', { url: `${pages.origin}/again` });
  await call('browser_snapshot');
  const { text } = await call('browser_fill_form', {
    fields: [
      { selector: '[name=a]', value: 'one' },
      { selector: '[name=b]', value: 'two' },
    ],
  });
  expect(text).not.toContain('heading "Form"');
  expect(text).toMatch(/textbox "A" @e1: one\n.*textbox "B" @e2: two/);
});

test('a field that holds what it was given is reported once, and news of it too', async () => {
  await call('browser_navigate', { url: `${pages.origin}/checked` });
  await call('browser_snapshot');
  const filled = await call('browser_fill', { selector: '[name=b]', value: 'two' });
  expect(filled.text.match(/two/g)).toHaveLength(1);
  const wrong = await call('browser_fill', { selector: '[name=a]', value: 'one' });
  expect(wrong.text).toMatch(/~ textbox "A" \[invalid\] @e\d+: one/);
  const both = await call('browser_fill_form', {
    fields: [
      { selector: '[name=b]', value: 'three' },
      { selector: '[name=a]', value: 'four' },
    ],
  });
  expect(both.text).toMatch(/Filled 2 fields\.\n- textbox "B" @e\d+: three\n- textbox "A" @e\d+: four\n.*Page:/);
});

test('browser_fill_form that fills nothing fails', async () => {
  await call('browser_navigate', { url: pages.origin });
  await expect(call('browser_fill_form', { fields: [{ selector: '#none', value: 'x' }] })).rejects.toMatchObject({
    code: 'not_found',
  });
});
