import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { CDP_CHANNEL, type CdpCommand } from '@btcp/chrome/cdp-channel';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;
let askForSlow = () => {};
const slowIsAskedFor = new Promise<void>((resolve) => {
  askForSlow = resolve;
});

const FORM = `<title>Form</title>
  <label>Name <input id="name" value="Ada"></label>
  <label>Secret <input id="secret" type="password"></label>
  <label>Short <input id="short" maxlength="3"></label>
  <label>Fixed <input id="fixed" readonly value="kept"></label>
  <label>Off <input id="off" disabled value="kept"></label>
  <label>Born <input id="born" type="date"></label>
  <textarea id="notes" aria-label="Notes"></textarea>
  <label>Colour <select id="colour"><option value="r">Red</option><option value="g">Green</option></select></label>
  <label><input type="checkbox" id="agree"> I agree</label>
  <button id="go" onclick="log.textContent += 'go '">Go</button>
  <button disabled id="never">Never</button>
  <pre id="log"></pre>
  <script>
    for (const type of ['keydown', 'keyup', 'input', 'change', 'dblclick', 'contextmenu']) {
      addEventListener(type, (event) => {
        if (event.isTrusted) log.textContent += type + (event.key ? ':' + event.key : '') + ' ';
      }, true);
    }
  </script>`;

beforeAll(async () => {
  pages = await servePages({
    '/form': FORM,
    '/changing': `<title>Changing</title><input id="phone" value="1"><textarea id="notes"></textarea><button id="other">Other</button>
      <pre id="log"></pre><script>
      onchange = ({ target }) => {
        log.textContent += target.id + ' ' + target.value + ' ';
        if (target.id === 'phone') target.value = target.value.replace(/^(...)/, '$1-');
      };
    </script>`,
    '/adding': `<title>Adding</title><input id="new" aria-label="New"><ul id="all"></ul><script>
      document.querySelector('#new').onkeydown = ({ key, target }) => {
        if (key !== 'Enter') return;
        all.innerHTML += '<li>' + target.value;
        target.value = '';
      };
    </script>`,
    '/behind': `<title>Behind</title><div><select id="native" style="display:none"><option value="s">Small</option><option value="l">Large</option></select>
      <span role="combobox" tabindex="0" aria-expanded="false" aria-label="Size" id="widget">Small</span></div>
      <div hidden><select id="gone"><option>A</option><option>B</option></select></div>
      <script>native.onchange = () => { widget.textContent = native.selectedOptions[0].label }</script>`,
    '/plan': `<title>Plan</title><div style="height:2000px"></div><img usemap="#plan" width="100" height="100" alt="Plan" src="data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==">
      <map name="plan"><area shape="rect" coords="10,10,30,30" href="#hall" alt="Hall"><area shape="circle" coords="70,70,20" href="#roof" alt="Roof">
      <area shape="poly" coords="50,0,99,0,99,40" href="#door" alt="Door"></map>`,
    '/composing': `<title>Composing</title><textarea id="notes"></textarea><script>
      const log = [];
      for (const type of ['keydown', 'compositionstart', 'compositionend', 'input']) {
        notes.addEventListener(type, (event) => {
          log.push((event.inputType ?? type) + ':' + (event.key ?? event.data));
        });
      }
    </script>`,
    '/next': '<title>Next</title><h1>Arrived</h1>',
    '/data': (_, response) => setTimeout(() => response.end('fetched'), 300),
    '/effects': `<title>Effects</title><h1>Effects</h1><p id="out">before</p>${'<p>More text that stays as it is.</p>'.repeat(3)}
      <ul>${Array.from({ length: 30 }, (_, i) => `<li><a href="#${i}">Item ${i} of the list</a></li>`).join('')}</ul>
      <button id="sync" onclick="out.textContent = 'sync done'">Sync</button>
      <button id="timer" onclick="requestAnimationFrame(() => { out.textContent = 'frame done' })">Frame</button>
      <button id="fetch" onclick="fetch('/data').then((r) => r.text()).then((text) => { out.textContent = text })">Fetch</button>
      <button id="alert" onclick="alert('really')">Alert</button>
      <button id="tab" onclick="window.open('/next')">Tab</button>
      <button id="nothing">Nothing</button>
      <a id="link" href="/next">Next page</a>
      <a id="route" href="#part" onclick="out.textContent = 'routed'">Route</a>`,
    '/covered': `<button id="below" style="position:absolute;top:10px;left:10px">Below</button>
      <div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#0008">Accept?</div>`,
    '/leaving': `<title>Leaving</title><select aria-label="Go" onchange="location = '/next'"><option>One</option><option>Two</option></select>
      <input aria-label="Type" oninput="location = '/next'">`,
    '/chain': '<title>Chain</title><script>setTimeout(() => { location = "/next" }, 300)</script>',
    '/alerting': '<title>Alerting</title><script>fetch("/once-slow-is-asked-for").then(() => alert("old"))</script>',
    '/once-slow-is-asked-for': (_, response) => void slowIsAskedFor.then(() => response.end()),
    // Never answered: the old page stays until its dialog is closed.
    '/slow': () => askForSlow(),
    '/late': `<title>Late</title><script>
      setTimeout(() => { document.body.innerHTML = '<button onclick="document.title = 1">Here</button>' }, 300);
    </script>`,
    '/long': `<title>Long</title><div style="height:5000px">Top</div>
      <button onclick="document.title = 'clicked'">Bottom</button>`,
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });
const log = async () => ((await call('browser_get_text', { selector: '#log' })).data as { text: string }).text;

describe('REQ-BT-008: browser_click', () => {
  test('clicks with trusted events, by CSS selector, by selector ref and by ref', async () => {
    await open('/form');
    await call('browser_click', { selector: '#go' });
    const { data } = await call('browser_snapshot');
    const [ref] =
      Object.entries((data as { refs: Record<string, { name: string }> }).refs).find(([, { name }]) => name === 'Go') ??
      [];
    await call('browser_click', { selector: ref });
    await call('browser_click', { ref });
    expect(await log()).toMatch(/go go go/);
  });

  test('double clicks, right clicks, and holds keys', async () => {
    await open('/form');
    await call('browser_click', { selector: '#go', clickCount: 2 });
    await call('browser_click', { selector: '#go', button: 'right' });
    expect(await log()).toMatch(/go go dblclick contextmenu/);
  });

  test('scrolls to what is out of view', async () => {
    await open('/long');
    expect((await call('browser_click', { selector: 'button' })).page).toMatchObject({ title: 'clicked' });
  });

  test('waits for an element that is to appear, when asked', async () => {
    await open('/next');
    await expect(call('browser_click', { selector: 'button' })).rejects.toMatchObject({ code: 'not_found' });
    await call('browser_evaluate', {
      script: `setTimeout(() => { document.body.innerHTML = '<button onclick="document.title = 1">Here</button>' }, 300); 0`,
    });
    expect((await call('browser_click', { selector: 'button', wait: true })).page).toMatchObject({ title: '1' });
  });

  test.each([
    ['/form', '#never', 'not_actionable', 'button "Never" is disabled'],
    ['/covered', '#below', 'not_actionable', 'dialog "Cookies"'],
    ['/form', '#missing', 'not_found', '#missing'],
    ['/form', '<<', 'invalid_selector', '<<'],
    ['/form', '@e99', 'not_found', 'e99'],
  ])('on %s %s is %s and names the obstacle', async (path, selector, code, message) => {
    await open(path);
    await expect(call('browser_click', { selector })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });
});

describe('what an action has set off', () => {
  test.each([
    ['#sync', 'sync done'],
    ['#timer', 'frame done'],
    ['#fetch', 'fetched'],
  ])('%s is reported as changed lines', async (selector, after) => {
    await open('/effects');
    await call('browser_snapshot');
    const { text } = await call('browser_click', { selector });
    expect(text).toMatch(new RegExp(`^[~+] .*${after}`, 'm'));
  });

  test('a new page, a route and a new tab are reported', async () => {
    await open('/effects');
    expect((await call('browser_click', { selector: '#route' })).data).toMatchObject({
      effects: { navigated: `${pages.origin}/effects#part` },
    });
    const tab = await call('browser_click', { selector: '#tab' });
    expect(tab.data).toMatchObject({ effects: { openedTabs: [{ id: 't2' }] } });
    const link = await call('browser_click', { selector: '#link' });
    expect(link.data).toMatchObject({ effects: { navigated: `${pages.origin}/next` } });
    expect(link.page).toMatchObject({ title: 'Next', loading: false });
  });

  test('a dialog is reported at once', async () => {
    await open('/effects');
    const { text, page } = await call('browser_click', { selector: '#alert' });
    expect(text).toContain('Dialog opened (alert): "really".');
    expect(page).toMatchObject({ dialog: { message: 'really' } });
    await call('browser_dialog', { accept: true });
    expect((await call('browser_click', { selector: '#sync' })).text).toContain('Clicked button "Sync"');
  });

  test('nothing is reported as nothing', async () => {
    await open('/effects');
    expect((await call('browser_click', { selector: '#nothing' })).text).toMatch(/Page unchanged after \d+ ms\./);
  });
});

describe('REQ-BT-009: browser_type', () => {
  test('types with real keys, behind what the field holds', async () => {
    await open('/form');
    const { data, text } = await call('browser_type', { selector: '#name', text: ' L' });
    expect(data).toMatchObject({ acted: { element: 'textbox "Name"', value: 'Ada L' } });
    expect(text).toContain('Typed into textbox "Name" @e1, which now holds "Ada L".');
    expect(await log()).toContain('keydown:  input keyup:  keydown:L input keyup:L');
  });

  test('replaces with clear, and submits with Enter', async () => {
    await open('/form');
    const { data } = await call('browser_type', { selector: '#name', text: 'Grace', clear: true, submit: true });
    expect(data).toMatchObject({ acted: { value: 'Grace' } });
    expect(await log()).toContain('keydown:Enter');
  });

  test('says what the field holds after Enter, which the page may have cleared', async () => {
    await open('/adding');
    const { data, text } = await call('browser_type', { selector: '#new', text: 'Jam', submit: true });
    expect(data).toMatchObject({ acted: { value: '' } });
    expect(text).toContain('Typed into textbox "New" @e1, which now holds "".');
    expect((await call('browser_get_text', { selector: '#all' })).text).toContain('Jam');
  });

  test('sends the change that leaving the field would, once, and reads what the page made of it', async () => {
    await open('/changing');
    const { data, text } = await call('browser_type', { selector: '#phone', text: '5551234', clear: true });
    expect(data).toMatchObject({ acted: { value: '555-1234' } });
    expect(text).toContain('which now holds "555-1234"');
    await call('browser_click', { selector: '#other' });
    expect((await call('browser_get_text', { selector: '#log' })).text).toMatch(/phone 5551234\s*$/m);
    await call('browser_type', { selector: '#notes', text: 'x', submit: false });
    await call('browser_press', { key: 'Tab' });
    expect((await call('browser_evaluate', { script: 'log.textContent' })).data).toMatchObject({
      value: JSON.stringify('phone 5551234 notes x '),
    });
  });

  test.each(['é ñ ß', '漢字 かな', '👩‍👩‍👧 🎉', '~!@#$%^&*()_+{}|:"<>?[]\\;\',./`-='])('types %s', async (text) => {
    await open('/form');
    const { data } = await call('browser_type', { selector: '#notes', text });
    expect(data).toMatchObject({ acted: { value: text } });
  });

  test('composes what an input method writes, and inserts what no key types', async () => {
    await open('/composing');
    await call('browser_type', { selector: '#notes', text: 'a漢字é한' });
    expect((await call('browser_evaluate', { script: 'log.join(" ")' })).data).toMatchObject({
      value: JSON.stringify(
        [
          'keydown:a insertText:a',
          'compositionstart: insertCompositionText:漢 insertCompositionText:漢字 insertCompositionText:漢字 compositionend:漢字',
          'insertText:é',
          'compositionstart: insertCompositionText:한 insertCompositionText:한 compositionend:한',
        ].join(' '),
      ),
    });
  });

  test('writes lines into a text area', async () => {
    await open('/form');
    expect((await call('browser_type', { selector: '#notes', text: 'one\ntwo' })).data).toMatchObject({
      acted: { value: 'one\ntwo' },
    });
  });

  test('a secret is masked, and a field that cuts is reported', async () => {
    await open('/form');
    const secret = await call('browser_type', { selector: '#secret', text: 'hunter2' });
    expect(JSON.stringify(secret)).not.toContain('hunter2');
    expect(secret.data).toMatchObject({ acted: { value: '•••' } });
    expect((await call('browser_type', { selector: '#short', text: '12345' })).data).toMatchObject({
      acted: { value: '123', note: expect.stringContaining('changed or rejected the typed text') },
    });
  });

  test.each([
    ['#fixed', 'read-only'],
    ['#off', 'disabled'],
    ['#go', 'button "Go"'],
  ])('into %s is refused, and the value is kept', async (selector, message) => {
    await open('/form');
    await expect(call('browser_type', { selector, text: 'x', clear: true })).rejects.toMatchObject({
      code: 'not_actionable',
      message: expect.stringContaining(message),
    });
  });

  test('into an element that is missing is not_found and names it', async () => {
    await open('/form');
    await expect(call('browser_type', { selector: '#missing', text: 'x' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining("Selector '#missing' not found"),
    });
  });
});

describe('other actions', () => {
  test.each(['#native', '#widget'])('browser_select sets the native list behind a widget by %s', async (selector) => {
    await open('/behind');
    const { data } = await call('browser_select', { selector, values: ['Large'] });
    expect(data).toMatchObject({
      acted: { selected: ['Large'], note: expect.stringContaining('behind the widget') },
    });
    expect((await call('browser_snapshot')).text).toMatch(/combobox "Size" \[expanded=false\] @e\d: Large\nPage/);
  });

  test('browser_select sets no list of a part that is hidden', async () => {
    await open('/behind');
    await expect(call('browser_select', { selector: '#gone', values: ['B'] })).rejects.toMatchObject({
      code: 'not_actionable',
    });
  });

  test.each(['Hall', 'Roof', 'Door'])('browser_click reaches the area %s of an image map', async (name) => {
    await open('/plan');
    const { data } = await call('browser_find', { name });
    const [match] = (data as { matches: { ref: string }[] }).matches;
    expect((await call('browser_click', { selector: match?.ref })).page?.url).toBe(
      `${pages.origin}/plan#${name.toLowerCase()}`,
    );
  });

  test('browser_hover opens what appears on hovering, and reports it', async () => {
    const menu =
      '<button onmouseenter="this.nextSibling.hidden = false">Menu</button><nav hidden><a href="/">Prices</a></nav>';
    await call('browser_navigate', { url: `data:text/html,${encodeURIComponent(menu)}` });
    await call('browser_snapshot');
    const { text } = await call('browser_hover', { selector: 'button' });
    expect(text).toContain('Hovered over button "Menu"');
    expect(text).toContain('link "Prices" @');
  });

  test('browser_fill sets text and dates, browser_select chooses by value or label', async () => {
    await open('/form');
    expect((await call('browser_fill', { selector: '#name', value: 'Linus' })).data).toMatchObject({
      acted: { value: 'Linus' },
    });
    expect((await call('browser_fill', { selector: '#born', value: '2001-02-03' })).data).toMatchObject({
      acted: { value: '2001-02-03' },
    });
    expect((await call('browser_select', { selector: '#colour', values: ['Green'] })).data).toMatchObject({
      acted: { selected: ['Green'] },
    });
    await expect(call('browser_select', { selector: '#colour', values: ['Blue'] })).rejects.toMatchObject({
      message: expect.stringContaining('Blue'),
    });
    await expect(call('browser_fill', { selector: '#born', value: 'tomorrow' })).rejects.toMatchObject({
      hint: expect.stringContaining('2'),
    });
  });

  test('browser_press moves the focus, selects all and toggles', async () => {
    await open('/form');
    await call('browser_click', { selector: '#name' });
    await call('browser_press', { key: 'Control+a' });
    await call('browser_press', { key: 'X' });
    expect((await call('browser_evaluate', { script: 'document.getElementById("name").value' })).data).toMatchObject({
      value: '"X"',
    });
    await call('browser_press', { key: 'Tab' });
    expect((await call('browser_evaluate', { script: 'document.activeElement.id' })).data).toMatchObject({
      value: '"secret"',
    });
    await call('browser_press', { key: 'Space', selector: '#agree' });
    expect((await call('browser_evaluate', { script: 'agree.checked' })).data).toMatchObject({ value: 'true' });
    await expect(call('browser_press', { key: 'Hyper+q' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('browser_scroll reports how far it really moved', async () => {
    await open('/long');
    expect((await call('browser_scroll', { direction: 'down', amount: 300 })).data).toMatchObject({
      moved: { x: 0, y: 300 },
    });
    expect((await call('browser_scroll', { direction: 'left' })).data).toMatchObject({ moved: { x: 0, y: 0 } });
  });

  test('browser_get_text, browser_get_attribute and browser_is_visible', async () => {
    await open('/effects');
    expect((await call('browser_get_text', { selector: '#out' })).data).toEqual({ text: 'before' });
    expect((await call('browser_get_attribute', { selector: '#link', attribute: 'href' })).data).toEqual({
      value: '/next',
    });
    expect((await call('browser_get_attribute', { selector: '#link', attribute: 'none' })).data).toEqual({
      value: null,
    });
    expect((await call('browser_is_visible', { selector: '#link' })).data).toEqual({ visible: true });
    expect((await call('browser_is_visible', { selector: '#missing' })).data).toEqual({ visible: false });
  });
});

describe('pages that go while something is done', () => {
  test('browser_select and browser_fill that lead to another page are done, and say where it went', async () => {
    for (let round = 0; round < 5; round++) {
      await open('/leaving');
      const chosen = await call('browser_select', { selector: 'select', values: ['Two'] });
      expect(chosen.data).toMatchObject({ effects: { navigated: `${pages.origin}/next` } });
      await open('/leaving');
      const filled = await call('browser_fill', { selector: 'input', value: 'x' });
      expect(filled.data).toMatchObject({ effects: { navigated: `${pages.origin}/next` } });
    }
  });

  test('browser_wait_for goes on in the next page', async () => {
    await open('/chain');
    expect((await call('browser_wait_for', { text: 'Arrived' })).page).toMatchObject({ title: 'Next' });
  });

  test('a dialog of the old page is not taken for the arrival of the new one', async () => {
    await open('/alerting');
    await expect(open('/slow')).rejects.toMatchObject({ code: 'dialog_open' });
  });

  test('actions are quick in a second tab when the first is gone', async () => {
    await open('/effects');
    await call('browser_tabs', { action: 'new', url: `${pages.origin}/effects` });
    await call('browser_tabs', { action: 'close', tab: 't1' });
    const { effects } = (await call('browser_click', { selector: '#nothing' })).data as { effects: { waited: number } };
    expect(effects.waited).toBeGreaterThan(0);
    expect((await call('browser_tabs')).data).toMatchObject({ tabs: [{ id: 't2', active: true }] });
  });

  test('a script that takes too long is ended, so that the next call works', async () => {
    await open('/form');
    await expect(call('browser_evaluate', { script: 'for (;;);', timeout: '300ms' })).rejects.toMatchObject({
      code: 'timeout',
    });
    expect((await call('browser_snapshot')).text).toContain('button "Go"');
  });
});

describe('REQ-BT-013: browser_wait_for', () => {
  test.each([
    [{ selector: 'button' }],
    [{ text: 'Here' }],
    [{ function: 'document.querySelector("button")' }],
    [{ selector: 'button', text: 'Here', url: '/late' }],
  ])('%j comes true', async (conditions) => {
    await open('/late');
    expect((await call('browser_wait_for', conditions)).data).toEqual({ elapsed: expect.any(Number) });
  });

  test.each(['browser_wait_for', 'browser_wait_for_selector'])(
    '%s shows what has come since the last snapshot',
    async (tool) => {
      await open('/next');
      await call('browser_snapshot');
      // The timer starts after the snapshot, so that the button is never in it.
      await call('browser_evaluate', {
        script: `setTimeout(() => { document.body.innerHTML = '<button>Here</button>' }, 100); 0`,
      });
      const { text, data } = await call(tool, { selector: 'button' });
      const [, ref] = /button "Here" @(e\d+)/.exec(text) ?? [];
      expect(data).toMatchObject({ changes: expect.stringContaining(`@${ref}`) });
      await call('browser_click', { selector: `@${ref}` });
    },
  );

  test.each([
    [{ selector: '#nowhere' }, '#nowhere'],
    [{ text: 'nowhere' }, 'nowhere'],
    [{ function: 'window.nope' }, 'window.nope'],
    [{ url: '/elsewhere' }, '/elsewhere'],
  ])('%j is a timeout that says what was found', async (conditions, message) => {
    await open('/form');
    await expect(call('browser_wait_for', { ...conditions, timeout: '300ms' })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining(message),
    });
  });
});

describe('REQ-BT-002: browser_evaluate', () => {
  test('reports the title that the script has left, whatever else is called so', async () => {
    await open('/next');
    const script = `document.body.insertAdjacentHTML('beforeend', '<img name="title">')`;
    for (const title of ['before the page is read', 'after it was read']) {
      const set = `document.querySelector('title').textContent = '${title}'; ${script}`;
      expect((await call('browser_evaluate', { script: set })).page).toMatchObject({ title });
      expect(await call('browser_snapshot')).toMatchObject({ page: { title }, data: { title } });
    }
  });

  test.each([
    ['1 + 1', '2'],
    ['"text"', '"text"'],
    ['({ a: [1, { b: null }] })', '{"a":[1,{"b":null}]}'],
    ['const a = 20; a + 1', '21'],
    ['await new Promise((done) => setTimeout(done, 20, "late"))', '"late"'],
    ['Promise.resolve([1])', '[1]'],
    ['undefined', 'undefined'],
    ['NaN', 'NaN'],
    ['12n', '12n'],
    ['new Map([["a", 1]])', "Map(1) {'a' => 1}"],
    ['document.querySelector("#go")', expect.stringContaining('<button id="go"')],
    ['const loop = {}; loop.self = loop; loop', '{self: [Circular]}'],
    ['() => 1', '1'],
    ['(async () => document.title);', '"Form"'],
    ['// the title\nfunction title() { return document.title }', '"Form"'],
    ['function two() { return 2 } two() + 1', '3'],
    ['(() => 2)()', '2'],
    ['() => () => 1', 'The value is a function. Call it in the script to get a result.'],
    ['const later = () => 1; later', 'The value is a function. Call it in the script to get a result.'],
    ['document.querySelector', 'The value is a function named querySelector. Call it in the script to get a result.'],
    ['class Point {}; Point', 'The value is a class named Point. Call it in the script to get a result.'],
  ])('%s is %s', async (script, value) => {
    await open('/form');
    expect((await call('browser_evaluate', { script })).data).toEqual({ value, file: null });
  });

  test('a throw is script_failed with its message and line', async () => {
    await expect(call('browser_evaluate', { script: '1;\nfoo.bar' })).rejects.toMatchObject({
      code: 'script_failed',
      message: expect.stringContaining('ReferenceError: foo is not defined at line 2'),
    });
    await expect(call('browser_evaluate', { script: 'if (' })).rejects.toMatchObject({
      message: expect.stringContaining('SyntaxError'),
    });
    await expect(call('browser_evaluate', { script: 'throw "text"' })).rejects.toMatchObject({
      message: expect.stringContaining('text'),
    });
  });

  test('a promise can be left alone, and one that never resolves is a timeout', async () => {
    expect((await call('browser_evaluate', { script: 'Promise.resolve(1)', await: false })).text).toContain('Promise');
    await expect(call('browser_evaluate', { script: 'new Promise(() => {})', timeout: '300ms' })).rejects.toMatchObject(
      { code: 'timeout' },
    );
  });

  test('over 4,096 bytes go to a file', async () => {
    const { data } = await call('browser_evaluate', { script: '"x".repeat(20_000)' });
    expect(data).toMatchObject({ file: expect.stringMatching(/value\.json$/), value: expect.stringContaining('…') });
    await vi.waitFor(() => expect(JSON.stringify(data).length).toBeLessThan(4_096));
  });
});

describe('REQ-BT-003: browser_screenshot', () => {
  /** Width and height stand at fixed places of a PNG. */
  const sizeOf = (png: Buffer) => ({
    type: png.toString('latin1', 1, 4),
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
  });

  test('has the screen, an element or the full page in a file, and a picture for the model', async () => {
    await open('/long');
    const screen = await call('browser_screenshot');
    const { file } = screen.data as { file: string };
    expect(screen.text).toContain(`Screenshot taken (saved as ${file})`);
    expect(sizeOf(readFileSync(file))).toEqual({ type: 'PNG', width: 1280, height: 720 });
    expect(sizeOf(Buffer.from(screen.images?.[0]?.data ?? '', 'base64'))).toEqual({
      type: 'PNG',
      width: 1280,
      height: 720,
    });

    const button = await call('browser_screenshot', { selector: 'button' });
    const { width, height } = sizeOf(readFileSync((button.data as { file: string }).file));
    expect(width).toBeLessThan(200);
    expect(height).toBeLessThan(60);

    const page = await call('browser_screenshot', { fullPage: true });
    expect(sizeOf(readFileSync((page.data as { file: string }).file)).height).toBeGreaterThan(5000);
    const shown = sizeOf(Buffer.from(page.images?.[0]?.data ?? '', 'base64'));
    expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(1568);
  });

  test('of an element that is not there is an error', async () => {
    await expect(call('browser_screenshot', { selector: '#missing' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('a click takes six commands to Chrome, three of them of the mouse', async () => {
  await open('/form');
  await call('browser_snapshot');
  const methods: string[] = [];
  const onCommand = (command: unknown) => methods.push((command as CdpCommand).method);
  subscribe(CDP_CHANNEL, onCommand);
  await call('browser_click', { selector: '#go' });
  unsubscribe(CDP_CHANNEL, onCommand);
  expect(methods.filter((method) => method === 'Input.dispatchMouseEvent')).toHaveLength(3);
  expect(methods).toHaveLength(6);
});
