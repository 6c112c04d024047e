import type { Picker } from '@btcp/protocol';
import { LiveClient, type PageServer, poll, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

const CONTROLS = `<style>body { margin: 0; background: #eee } body > * { position: absolute; left: 20px }</style>
<select aria-label="Fruit" style="top:20px" onchange="report('select ' + value)"><option>Apple<option>Cherry</select>
<input type="date" style="top:60px" onchange="report('date ' + value)">
<input type="time" style="top:100px" onchange="report('time ' + value)">
<input type="color" style="top:140px" onchange="report('color ' + value)">
<input list="words" style="top:180px" onchange="report('datalist ' + value)">
<datalist id="words"><option value="one"><option value="two"></datalist>
<input type="file" style="top:220px" onchange="report('file ' + files[0].name)">
<a href="#" style="top:260px; cursor:url(/cursor.png) 2 2, crosshair; width:60px">link</a>
<textarea style="top:290px; width:100px; height:30px">words to copy</textarea>
<script>
  // Each report is different, since only a title that changes is noticed.
  const reported = [Math.random()];
  const report = (text) => top.postMessage((reported.push(text), reported.join(', ')), '*');
</script>`;

const frame = (attributes: string, style: string) =>
  `<iframe ${attributes} style="position:absolute; width:300px; height:340px; border:5px solid; padding:2px; ${style}"></iframe>`;

// Where the content of each frame begins in the tab, and how large a pixel of it is there.
const PLACES = {
  'of another origin': { x: 107, y: 57, scale: 1 },
  'in a frame of another origin': { x: 500 + 7 + 40 + 7, y: 50 + 7 + 30 + 7, scale: 1 },
  'that is scaled': { x: 900 + 3.5, y: 50 + 3.5, scale: 0.5 },
  'without an origin': { x: 907, y: 307, scale: 1 },
} as const;

let host: LiveHost;
let pages: PageServer;
let client: LiveClient;
beforeAll(async () => {
  host = await startLiveHost();
  pages = await servePages({
    '/': (_request, response) => {
      const elsewhere = pages.origin.replace('127.0.0.1', 'localhost');
      response.setHeader('content-type', 'text/html').end(`<title>Outer</title>
        <p style="position:absolute; top:650px; left:10px">Plain <select><option>Outer</select></p>
        ${frame(`src="${elsewhere}/controls"`, 'left:100px; top:50px')}
        ${frame(`src="${elsewhere}/nested"`, 'left:500px; top:50px; width:380px; height:400px')}
        ${frame(`src="${elsewhere}/controls"`, 'left:900px; top:50px; transform:scale(.5); transform-origin:0 0')}
        ${frame(`sandbox="allow-scripts" srcdoc="${CONTROLS.replaceAll('"', '&quot;')}"`, 'left:900px; top:300px')}
        <script>addEventListener('message', ({ data }) => { document.title = data })</script>`);
    },
    '/controls': CONTROLS,
    '/nested': (_request, response) =>
      response.setHeader('content-type', 'text/html').end(`<style>body { margin: 0; height: 2000px }</style>
        ${frame(`src="${pages.origin}/controls"`, 'left:40px; top:130px')}<script>scrollTo(0, 100)</script>`),
  });
  await host.post('/browser/open', { sessionId: 'frames', url: pages.origin });
  await refsOfFruit();
  client = await LiveClient.live(`${host.stream}?sessionId=frames`);
  await client.take();
});
afterAll(async () => {
  await client.close();
  await host.close();
  await pages.close();
});
beforeEach(() => client.forget());

// The frames are ready once the agent reads what is in them.
const refsOfFruit = (): Promise<string[]> =>
  poll(async () => {
    const { body } = await host.post('/browser/snapshot', { sessionId: 'frames' });
    const fruit = body.refs?.filter(({ name }: { name: string }) => name === 'Fruit');
    return fruit?.length === 4 ? fruit.map(({ ref }: { ref: string }) => ref) : undefined;
  });
const titled = (title: string) => client.next('tabs', ({ tabs }) => tabs.some((tab) => tab.title.endsWith(title)));
const opened = async (): Promise<Picker> => {
  const { picker } = await client.next('picker', (message) => message.picker !== null);
  if (!picker) throw new Error('unreachable');
  return picker;
};

test.each(Object.entries(PLACES))(
  'what pictures do not show is reported for a frame %s',
  async (_, { x, y, scale }) => {
    const at = (left: number, top: number) => [x + left * scale, y + top * scale] as const;
    const answers = [
      ['select', 30, { indexes: [1] }],
      ['date', 70, { value: '2024-02-03' }],
      ['time', 110, { value: '12:34' }],
      ['color', 150, { value: '#ff0000' }],
      ['datalist', 190, { value: 'two' }],
    ] as const;
    for (const [kind, top, answer] of answers) {
      client.forget();
      client.click(...at(30, top));
      const picker = await opened();
      expect(picker.kind).toBe(kind);
      const [left, above] = at(20, top - 10);
      expect(Math.abs(picker.rectangle.x - left)).toBeLessThan(2);
      expect(Math.abs(picker.rectangle.y - above)).toBeLessThan(2);
      client.send({ type: 'answer_picker', id: picker.id, ...answer });
      await client.next('picker', (message) => message.picker === null);
    }
    client.click(...at(40, 230));
    const { chooser } = await client.next('file_chooser', (message) => message.chooser !== null);
    const file = { name: 'a.txt', type: 'text/plain', data: btoa('a') };
    client.send({ type: 'answer_file_chooser', id: chooser?.id ?? '', files: [file] });
    await titled('select Cherry, date 2024-02-03, time 12:34, color #ff0000, datalist two, file a.txt');
    client.send({ type: 'input_mouse', eventType: 'mouseMoved', x: at(30, 0)[0], y: at(0, 268)[1] });
    await client.next('cursor', ({ cursor }) => cursor.endsWith('crosshair'));
    client.click(...at(40, 305));
    client.key('a', { code: 'KeyA', modifiers: 2 });
    client.send({ type: 'get_selection' });
    expect(await client.next('selection')).toEqual({ type: 'selection', text: 'words to copy' });
  },
);

test('the cursor is reported again when the pointer comes back from another frame', async () => {
  const { x, y } = PLACES['of another origin'];
  const move = (to: { x: number; y: number }) => client.send({ type: 'input_mouse', eventType: 'mouseMoved', ...to });
  for (let round = 0; round < 2; round++) {
    client.forget();
    move({ x: x + 30, y: y + 268 });
    await client.next('cursor', ({ cursor }) => cursor.endsWith('crosshair'));
    client.forget();
    move({ x: 20, y: 500 });
    const { cursor } = await client.next('cursor', (message) => !message.cursor.endsWith('crosshair'));
    expect(cursor).not.toBe('');
  }
});

test('a picker closes when the person goes on in another frame, and with its frame', async () => {
  const { x, y } = PLACES['of another origin'];
  client.click(x + 30, y + 30);
  await opened();
  client.forget();
  const nested = PLACES['in a frame of another origin'];
  client.click(nested.x + 30, nested.y + 30);
  const second = await opened();
  expect(second.rectangle.x).toBeGreaterThan(nested.x);
  client.click(x + 50, y + 305);
  await client.next('picker', ({ picker }) => picker === null);
  client.forget();
  client.click(x + 30, y + 30);
  await opened();
  client.send({ type: 'navigate', action: 'reload' });
  await client.next('picker', ({ picker }) => picker === null);
});

test('an element of a foreign frame is located in the tab', async () => {
  await client.giveBack();
  const { x, y } = PLACES['in a frame of another origin'];
  const rectangles = [];
  // After the last test the page is loaded again.
  for (const ref of await refsOfFruit()) {
    client.send({ type: 'locate', ref });
    rectangles.push((await client.next('located', (message) => message.ref === ref)).rectangle);
  }
  expect(rectangles).toHaveLength(4);
  expect(rectangles).toContainEqual(expect.objectContaining({ x: x + 20, y: y + 20 }));
  client.send({ type: 'locate', ref: '@f99e1' });
  expect(await client.next('located', ({ ref }) => ref === '@f99e1')).toMatchObject({ rectangle: null });
});
