import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

// Reports by its title what was done to it.
const PAGE = `<!doctype html><title>Home</title>
<style>body { margin: 0 } body > * { position: absolute; left: 20px } </style>
<div id="pad" style="top:20px; width:200px; height:100px; background:#ccc"></div>
<textarea id="field" style="top:140px; width:300px; height:40px"></textarea>
<select id="select" aria-label="Fruit" style="top:200px" onchange="document.title = 'select ' + value">
  <option>Apple<optgroup label="Red"><option>Cherry<option disabled>Plum</optgroup></select>
<input id="date" type="date" min="2024-01-01" style="top:240px" onchange="document.title = 'date ' + value">
<input id="color" type="color" style="top:280px" oninput="document.title = 'color ' + value">
<input id="list" list="words" style="top:320px" onchange="document.title = 'list ' + value">
<datalist id="words"><option value="one"><option value="two"></datalist>
<input id="file" type="file" accept="text/plain" multiple style="top:360px"
  onchange="document.title = 'files ' + [...files].map((file) => file.name + ' ' + file.size)">
<button id="ask" style="top:400px" onclick="document.title = 'prompt ' + prompt('Name?', 'Ada')">Ask</button>
<a id="next" href="/next" style="top:440px">next</a>
<a id="popup" href="/next" target="_blank" style="top:470px">popup</a>
<a id="download" href="/file" style="top:500px">download</a>
<div id="cargo" draggable="true" style="top:540px; width:60px; height:40px; background:#acf"
  ondragstart="event.dataTransfer.setData('text/plain', 'cargo'); document.title = 'dragging'"></div>
<div id="hold" style="top:540px; left:200px; width:100px; height:40px; background:#fca" ondragover="event.preventDefault(); document.title = 'over'"
  ondrop="event.preventDefault(); document.title = 'dropped ' + event.dataTransfer.getData('text/plain')"></div>
<button id="where" style="top:600px">Where?</button>
<button id="notify" style="top:630px" onclick="Notification.requestPermission().then((state) => { document.title = state })">Notify</button>
<input id="code" maxlength="1" style="top:660px" onpaste="event.preventDefault(); document.title = 'code ' + event.clipboardData.getData('text')"
  oncopy="event.preventDefault(); event.clipboardData.setData('text/plain', 'of the page')">
<script>
  where.onclick = () => navigator.geolocation.getCurrentPosition(
    ({ coords }) => { document.title = 'at ' + coords.latitude + ', ' + coords.longitude },
    ({ message }) => { document.title = message },
  );
  // As pages do that were refused and want to go on when they no longer are.
  navigator.permissions.query({ name: 'geolocation' }).then((status) => {
    status.onchange = () => { if (status.state === 'granted') where.click() };
    where.status = status;
  });
  const pad = document.querySelector('#pad');
  const heard = [];
  const report = (text) => { heard.push(text); document.title = heard.join(' ') };
  pad.addEventListener('mousedown', (e) => report('down' + e.button + '@' + e.clientX + ',' + e.clientY));
  pad.addEventListener('mouseup', (e) => report('up' + e.button));
  pad.addEventListener('dblclick', () => report('double'));
  pad.addEventListener('wheel', (e) => report('wheel' + e.deltaY));
  pad.addEventListener('mousemove', (e) => { if (e.buttons) report('drag' + e.buttons) });
  pad.addEventListener('touchstart', (e) => report('touch' + e.touches.length));
  addEventListener('touchend', () => report('untouch'));
  field.addEventListener('compositionend', (e) => { field.dataset.composed = e.data });
</script>`;

let host: LiveHost;
let pages: PageServer;
let count = 0;
let session: string;
let client: LiveClient;

beforeAll(async () => {
  host = await startLiveHost({ maxSessions: 50 });
  pages = await servePages({
    '/': PAGE,
    '/next': '<title>Next</title><h1>Next</h1>',
    '/file': (_request, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename="a.txt"' }).end('hello'),
  });
});
afterAll(async () => {
  await host.close();
  await pages.close();
});
beforeEach(async () => {
  session = `s${++count}`;
  await host.post('/browser/open', { sessionId: session, url: pages.origin });
  client = await LiveClient.live(`${host.stream}?sessionId=${session}`);
});
afterEach(async () => {
  await client.close();
  await host.delete(`/sessions/${session}`);
});

const titled = async (title: string | RegExp) => {
  const isIt = (text: string) => (typeof title === 'string' ? text === title : title.test(text));
  const { tabs } = await client.next('tabs', (message) => message.tabs.some((tab) => isIt(tab.title)));
  expect(tabs.map((tab) => tab.title).filter(isIt)).toHaveLength(1);
};
const fieldValue = async (id: string) =>
  (await host.post('/browser/evaluate', { sessionId: session, script: `document.getElementById('${id}').value` })).body
    .data;

describe('watching', () => {
  test('begins with who it is, who drives, the tabs, and then pictures as binary messages', async () => {
    await client.until(() => client.frames.length > 0);
    expect(client.messages.map(({ type }) => type).slice(0, 3)).toEqual(['hello', 'control', 'tabs']);
    expect(await client.next('hello')).toMatchObject({ role: 'control', session });
    expect(await client.next('control')).toMatchObject({ control: { holder: { kind: 'agent' }, request: null } });
    expect(await client.next('tabs')).toMatchObject({ watching: 't1', isFollowing: true });
    expect(await client.next('metadata')).toMatchObject({ tab: 't1', deviceWidth: 1280, deviceHeight: 720 });
    await host.post('/browser/fill', { sessionId: session, selector: '#field', value: 'another picture' });
    await client.until(() => client.frames.length > 1);
    expect(client.messages.filter(({ type }) => type === 'metadata')).toHaveLength(1);
    const [frame] = client.frames;
    expect(frame).toMatchObject({ tab: 1, isReplay: false });
    expect([...(frame?.image.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);
    expect(Math.abs(Date.now() - (frame?.captured ?? 0))).toBeLessThan(60_000);
  });

  test('a newcomer sees the last picture at once, marked as an older one', async () => {
    await client.until(() => client.frames.length > 0);
    const second = await LiveClient.live(`${host.stream}?sessionId=${session}`);
    await second.until(() => second.frames.length > 0);
    expect(second.frames[0]?.isReplay).toBe(true);
    await second.close();
  });

  test('goes along with the agent to another tab, or stays on one', async () => {
    await host.post('/browser/tabs', { sessionId: session, action: 'new' });
    await client.next('tabs', ({ watching }) => watching === 't2');
    client.send({ type: 'watch', tab: 't1' });
    await client.next('tabs', ({ watching, isFollowing }) => watching === 't1' && !isFollowing);
    await client.until(() => client.frames.at(-1)?.tab === 1);
    client.send({ type: 'follow_agent' });
    await client.next('tabs', ({ watching, isFollowing }) => watching === 't2' && isFollowing);
    client.send({ type: 'watch', tab: 't9' });
    expect(await client.next('error')).toMatchObject({ error: { code: 'not_found' } });
  });

  test('reports loading, history and downloads', async () => {
    await host.post('/browser/click', { sessionId: session, selector: '#next' });
    await client.next('loading', ({ loading }) => loading);
    await client.next('history', ({ url, canGoBack }) => url.endsWith('/next') && canGoBack);
    await host.post('/browser/back', { sessionId: session });
    await host.post('/browser/click', { sessionId: session, selector: '#download' });
    expect(await client.next('download', ({ download }) => download.state === 'completed')).toMatchObject({
      download: { name: 'a.txt', received: 5 },
    });
  });

  test('a low picture is smaller', async () => {
    // The first picture may be of a page that is not painted yet, and one in high quality may be under way.
    const painted = 12_000;
    await client.until(() => client.frames.some(({ image }) => image.length > painted));
    client.send({ type: 'config', quality: 'low' });
    await client.until(() => (client.frames.at(-1)?.image.length ?? painted) < painted / 2);
    expect(client.frames.length).toBeGreaterThan(1);
  });

  test('ends with a word when the browser is closed, and says so to whom comes later', async () => {
    await host.post('/browser/close', { sessionId: session });
    await client.next('closed');
    expect(await client.closed).toMatchObject({ code: 4410 });
    const late = await LiveClient.live(`${host.stream}?sessionId=${session}`);
    expect(await late.next('error')).toMatchObject({ error: { code: 'browser_unavailable' } });
    expect(await late.closed).toMatchObject({ code: 4404 });
  });
});

describe('driving', () => {
  test('needs control first', async () => {
    client.click(50, 50);
    expect(await client.next('error')).toMatchObject({ error: { code: 'denied', hint: 'Send take_control first.' } });
  });

  test('clicks at the spot, with each button, twice, with the wheel and by dragging', async () => {
    await client.take();
    client.click(50, 60);
    await titled('down0@50,60 up0');
    client.click(50, 60, 'right');
    await titled(/down2@50,60 up2$/);
    client.send({ type: 'input_mouse', eventType: 'mouseWheel', x: 50, y: 60, deltaX: 0, deltaY: 120 });
    await titled(/wheel120$/);
    client.send({ type: 'input_mouse', eventType: 'mousePressed', x: 50, y: 60, button: 'left', clickCount: 1 });
    client.send({ type: 'input_mouse', eventType: 'mouseMoved', x: 90, y: 60, button: 'left', buttons: 1 });
    client.send({ type: 'input_mouse', eventType: 'mouseReleased', x: 90, y: 60, button: 'left', clickCount: 1 });
    await titled(/drag1 up0$/);
    client.click(50, 60, 'left', 2);
    await titled(/double$/);
  });

  test('drags and drops what the page lets be dragged', async () => {
    await client.take();
    const at = { type: 'input_mouse', y: 560, button: 'left', clickCount: 1 };
    client.send({ ...at, eventType: 'mousePressed', x: 40 });
    for (const x of [60, 120, 200]) client.send({ ...at, eventType: 'mouseMoved', x });
    await titled(/dragging|over/);
    // A hand is never still.
    let moves = 0;
    const hand = setInterval(() => client.send({ ...at, eventType: 'mouseMoved', x: 210 + (moves++ % 20) }), 50);
    await titled('over').finally(() => clearInterval(hand));
    client.send({ ...at, eventType: 'mouseReleased', x: 220 });
    await titled('dropped cargo');
  });

  test('types keys, shortcuts, what no key types, by input method and by pasting, and copies', async () => {
    await client.take();
    client.click(40, 160);
    for (const key of ['H', 'i', 'Enter', 'x', 'Backspace', 'Dead', 'é']) client.key(key);
    client.send({ type: 'input_composition', eventType: 'update', text: 'に' });
    client.send({ type: 'input_composition', eventType: 'update', text: 'にほん' });
    client.send({ type: 'input_composition', eventType: 'commit', text: '日本' });
    client.send({ type: 'input_paste', text: ' pasted\r\ntext' });
    client.key('a', { code: 'KeyA', modifiers: 2 });
    client.send({ type: 'get_selection' });
    expect(await client.next('selection')).toEqual({ type: 'selection', text: 'Hi\né日本 pasted\ntext' });
    client.forget();
    client.send({ type: 'get_selection', cut: true });
    await client.next('selection');
    client.send({ type: 'give_control' });
    await client.next('control', ({ control }) => control.reason === 'given back');
    expect(await fieldValue('field')).toMatchObject({ value: '""' });
  });

  test('a page hears of what is pasted and copied, as one does that shares a code out over fields', async () => {
    await client.take();
    client.click(30, 670);
    client.send({ type: 'input_paste', text: '123456' });
    await titled('code 123456');
    client.send({ type: 'get_selection' });
    expect(await client.next('selection')).toEqual({ type: 'selection', text: 'of the page' });
  });

  test('two fingers do not zoom the page: a click still hits what is shown', async () => {
    await client.take();
    const touch = (eventType: string, ...across: number[]) =>
      client.send({
        type: 'input_touch',
        eventType,
        touchPoints: across.map((x, id) => ({ x, y: 300, id })),
      });
    touch('touchStart', 600);
    touch('touchStart', 600, 700);
    for (let step = 1; step <= 10; step++) touch('touchMove', 600 - 40 * step, 700 + 40 * step);
    touch('touchEnd');
    // Answered when the page has taken in all of it.
    client.send({ type: 'get_selection' });
    await client.next('selection');
    client.click(50, 60);
    await titled(/down0@50,60 up0/);
    await client.next('metadata');
    const scales = client.messages.flatMap(({ type, pageScaleFactor }) => (type === 'metadata' ? pageScaleFactor : []));
    expect(new Set(scales)).toEqual(new Set([1]));
  });

  test('what is too long is reported by its length, and an answer to a dialog that is gone is no mistake', async () => {
    await client.take();
    client.send({ type: 'answer_dialog', accept: true });
    client.send({ type: 'input_paste', text: 'x'.repeat(1_000_001) });
    expect(await client.next('error')).toMatchObject({
      error: { message: 'The text is longer than 1000000 characters.' },
    });
  });

  test('touches', async () => {
    await client.take();
    client.send({ type: 'input_touch', eventType: 'touchStart', touchPoints: [{ x: 50, y: 60, id: 1 }] });
    client.send({ type: 'input_touch', eventType: 'touchEnd', touchPoints: [] });
    await titled(/touch1 untouch/);
  });

  test('is shown the cursor under the pointer', async () => {
    await client.take();
    client.send({ type: 'input_mouse', eventType: 'mouseMoved', x: 40, y: 160 });
    expect(await client.next('cursor', ({ cursor }) => cursor === 'text')).toMatchObject({ cursor: 'text' });
  });

  test('the tab stays, however quickly viewers come, take control and leave', async () => {
    for (let round = 0; round < 5; round++) {
      const visitor = await LiveClient.live(`${host.stream}?sessionId=${session}`);
      await visitor.take();
      await visitor.until(() => visitor.frames.length > 0);
      visitor.send({ type: 'give_control' });
      await visitor.close();
    }
    await client.next('control', ({ control }) => control.holder.kind === 'agent' && control.epoch >= 10);
    expect((await host.post('/browser/snapshot', { sessionId: session })).body.page.title).toBe('Home');
  });

  test('of two viewers one drives, and one with a link to watch never does', async () => {
    await client.take();
    const second = await LiveClient.live(`${host.stream}?sessionId=${session}`);
    second.send({ type: 'take_control' });
    expect(await second.next('error')).toMatchObject({ error: { code: 'control_held_by_user' } });
    client.send({ type: 'give_control' });
    await second.next('control', ({ control }) => control.reason === 'given back');
    await second.take();
    await second.close();
  });

  test('goes to addresses, back and forward, opens and closes tabs', async () => {
    await client.take();
    client.send({ type: 'navigate', action: 'to', url: `${pages.origin}/next` });
    await titled('Next');
    client.forget();
    client.send({ type: 'navigate', action: 'back' });
    await titled('Home');
    client.send({ type: 'navigate', action: 'to', url: 'file:///etc/passwd' });
    expect(await client.next('error')).toMatchObject({ error: { code: 'denied' } });
    client.send({ type: 'new_tab', url: `${pages.origin}/next` });
    await client.next('tabs', ({ tabs, watching }) => tabs.length === 2 && watching === 't2');
    client.forget();
    client.send({ type: 'close_tab', tab: 't2' });
    await client.next('tabs', ({ tabs, watching }) => tabs.length === 1 && watching === 't1');
    // A person who closes the last one still has a page to go on from.
    client.send({ type: 'close_tab', tab: 't1' });
    await client.next(
      'tabs',
      ({ tabs, watching }) => tabs.length === 1 && watching === tabs[0]?.id && watching !== 't1',
    );
    client.send({ type: 'navigate', action: 'to', url: `${pages.origin}/next` });
    await titled('Next');
  });
});

test('a drop-down of a page that was busy when the person took over is reported', async () => {
  const script = 'setTimeout(() => { for (const end = Date.now() + 1500; Date.now() < end; ); })';
  await host.post('/browser/evaluate', { sessionId: session, script });
  await client.take();
  client.click(40, 210);
  await client.next('picker', ({ picker }) => picker?.label === 'Fruit');
  expect(client.messages.filter(({ type }) => type === 'error')).toEqual([]);
});

describe('what pictures do not show', () => {
  beforeEach(() => client.take());

  test('a drop-down is reported with its options, and set by the answer', async () => {
    client.click(40, 210);
    const { picker } = await client.next('picker', (message) => message.picker !== null);
    expect(picker).toMatchObject({
      kind: 'select',
      label: 'Fruit',
      value: 'Apple',
      options: [
        { index: 0, label: 'Apple', selected: true, disabled: false },
        { index: 1, label: 'Cherry', group: 'Red', selected: false },
        { index: 2, label: 'Plum', disabled: true },
      ],
    });
    expect(picker?.rectangle).toMatchObject({ x: 20, y: 200 });
    client.send({ type: 'answer_picker', id: picker?.id ?? '', indexes: [1] });
    await titled('select Cherry');
  });

  test.each([
    ['date', 250, '2024-02-03', { min: '2024-01-01' }],
    ['color', 290, '#ff0000', {}],
    ['datalist', 330, 'two', { options: [{ label: 'one' }, { label: 'two' }] }],
  ] as const)('a %s is picked by the viewer', async (kind, y, value, more) => {
    client.click(30, y);
    const { picker } = await client.next('picker', (message) => message.picker !== null);
    expect(picker).toMatchObject({ kind, ...more });
    client.send({ type: 'answer_picker', id: picker?.id ?? '', value });
    await titled(`${kind === 'datalist' ? 'list' : kind} ${value}`);
    await client.next('picker', (message) => message.picker === null);
  });

  test('a dialog is reported and answered', async () => {
    client.click(30, 410);
    const { dialog } = await client.next('dialog', (message) => message.dialog !== null);
    expect(dialog).toEqual({ type: 'prompt', message: 'Name?', defaultText: 'Ada' });
    client.send({ type: 'answer_dialog', accept: true, text: 'Grace' });
    await titled('prompt Grace');
  });

  test('files are chosen at the viewer', async () => {
    client.click(40, 370);
    const { chooser } = await client.next('file_chooser', (message) => message.chooser !== null);
    expect(chooser).toMatchObject({ multiple: true, accept: 'text/plain' });
    const files = ['a.txt', '../b.txt'].map((name) => ({ name, type: 'text/plain', data: btoa('abc') }));
    const id = chooser?.id ?? '';
    client.send({ type: 'answer_file_chooser', id, files, isPart: true });
    client.send({ type: 'answer_file_chooser', id, files });
    await titled('files a.txt 6,.._b.txt 6');
  });

  test('what needs leave is given to the origin of the page, and taken back', async () => {
    expect(await client.next('permissions')).toMatchObject({ origin: pages.origin, granted: [] });
    const position = { latitude: 52.5, longitude: 13.25, accuracy: 10 };
    client.send({ type: 'set_permission', origin: pages.origin, name: 'geolocation', granted: true, position });
    await titled('at 52.5, 13.25');
    client.send({ type: 'set_permission', origin: pages.origin, name: 'notifications', granted: true });
    await client.next('permissions', ({ granted }) => granted.join() === 'geolocation,notifications');
    client.click(30, 640);
    await titled('granted');
    client.send({ type: 'set_permission', origin: pages.origin, name: 'notifications', granted: false });
    await client.next('permissions', ({ granted }) => granted.join() === 'geolocation');
    client.click(30, 640);
    await titled('denied');
    client.send({ type: 'set_permission', origin: 'http://elsewhere.test', name: 'notifications', granted: true });
    expect(await client.next('error')).toMatchObject({ error: { code: 'not_actionable' } });
    client.send({ type: 'new_tab' });
    await client.next('tabs', ({ watching }) => watching === 't2');
    client.send({ type: 'set_permission', origin: pages.origin, name: 'notifications', granted: true });
    expect(await client.next('error')).toMatchObject({ error: { code: 'not_actionable' } });
  });

  test('a tab that the page opens is reported', async () => {
    client.click(30, 480);
    const { tabs } = await client.next('tabs', (message) => message.tabs.length === 2);
    expect(tabs.map(({ id }) => id)).toEqual(['t1', 't2']);
  });
});
