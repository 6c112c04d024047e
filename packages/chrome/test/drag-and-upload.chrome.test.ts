import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const allowed = mkdtempSync(join(tmpdir(), 'btcp-upload-'));
const secret = mkdtempSync(join(tmpdir(), 'btcp-secret-'));
writeFileSync(join(allowed, 'a.txt'), 'first');
writeFileSync(join(allowed, 'b.txt'), 'second');
writeFileSync(join(secret, 'key.txt'), 'secret');
symlinkSync(join(secret, 'key.txt'), join(allowed, 'link.txt'));

const { call } = freshBrowser({ uploadDirectories: [allowed] });
let pages: PageServer;

const BOX = 'style="width:100px;height:60px;border:1px solid;margin:20px"';

beforeAll(async () => {
  pages = await servePages({
    '/native': `<title>Native</title><div id="card" tabindex="0" draggable="true" ${BOX}>Card</div><div id="bin" tabindex="0" role="group" aria-label="Bin" ${BOX}></div>
      <div id="wall" ${BOX}>Wall</div><pre id="log"></pre><script>
      const note = (event) => { log.textContent += event.type + (event.isTrusted ? '' : '!') + ' ' };
      card.ondragstart = (event) => { event.dataTransfer.setData('text/plain', 'card-1'); note(event) };
      card.ondragend = note;
      bin.ondragover = (event) => event.preventDefault();
      bin.ondrop = (event) => { event.preventDefault(); note(event); bin.textContent = 'Got ' + event.dataTransfer.getData('text/plain') };
      wall.ondrop = note;
    </script>`,
    '/mouse': `<title>Mouse</title><div id="card" tabindex="0" ${BOX}>Card</div><div id="bin" tabindex="0" ${BOX}>Bin</div><script>
      let held = false, moves = 0;
      card.onpointerdown = () => { held = true };
      onpointermove = (event) => { if (held && event.isTrusted) moves++ };
      onpointerup = (event) => {
        const under = document.elementFromPoint(event.clientX, event.clientY);
        if (held && under === bin && moves > 3) bin.textContent = 'Got it';
        held = false;
      };
    </script>`,
    '/sortable': `<title>Sortable</title><ul id="list" style="width:200px">
      ${['One', 'Two', 'Three'].map((name) => `<li id="${name}" draggable="true" style="height:40px">${name}</li>`).join('')}</ul><script>
      let held;
      list.ondragstart = ({ target }) => { held = target };
      list.ondragover = (event) => {
        event.preventDefault();
        const item = event.target.closest('li');
        if (!item || item === held) return;
        const { top, height } = item.getBoundingClientRect();
        item[event.clientY < top + height / 2 ? 'before' : 'after'](held);
      };
    </script>`,
    '/framed': (request, response) => {
      const path = request.url?.split('?')[1];
      const inner = `${pages.origin.replace('127.0.0.1', 'localhost')}${path}`;
      response
        .setHeader('content-type', 'text/html')
        .end(`<title>Framed</title><p>Around</p><iframe src="${inner}" style="width:600px;height:500px"></iframe>`);
    },
    '/far': `<title>Far</title><div id="card" draggable="true" ${BOX}>Card</div><div style="height:5000px"></div><div id="bin" ${BOX}>Bin</div>`,
    '/upload': `<title>Upload</title><label>One <input id="one" type="file"></label>
      <label for="many">Many</label><input id="many" type="file" multiple style="display:none">
      <div id="zone" ${BOX} ondragover="event.preventDefault()" ondrop="event.preventDefault(); zone.textContent = event.dataTransfer.files[0].name">Drop here</div>
      <button id="choose" onclick="many.click()">Choose files</button><button id="other">Other</button><input id="off" type="file" disabled>
      <pre id="log"></pre><script>
      onchange = async ({ target, isTrusted }) => {
        const texts = await Promise.all([...target.files].map(async (file) => file.name + '=' + await file.text()));
        log.textContent = target.id + ' ' + isTrusted + ' ' + texts.join(' ');
      };
    </script>`,
  });
});
afterAll(async () => {
  await pages.close();
  await Promise.all([allowed, secret].map((folder) => rm(folder, { recursive: true })));
});

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });
const textOf = async (selector: string) =>
  ((await call('browser_get_text', { selector })).data as { text: string }).text.trim();
const file = (name: string) => join(allowed, name);

describe('browser_drag', () => {
  test('drops with the trusted drag events of HTML, and reports what changed', async () => {
    await open('/native');
    await call('browser_snapshot');
    const { text } = await call('browser_drag', { selector: '#card', to: '#bin' });
    expect(text).toContain('Dropped on group "Bin"');
    expect(text).toContain('Got card-1');
    expect(await textOf('#log')).toBe('dragstart drop dragend');
  });

  test('a place that takes nothing gets nothing, and that is reported', async () => {
    await open('/native');
    await expect(call('browser_drag', { selector: '#card', to: '#wall' })).rejects.toMatchObject({
      code: 'not_actionable',
      message: expect.stringContaining('does not accept'),
    });
    expect(await textOf('#log')).toBe('dragstart dragend');
    await call('browser_drag', { selector: '#card', to: '#bin' });
    expect(await textOf('#bin')).toBe('Got card-1');
  });

  test('moves the pointer step by step for pages that follow it', async () => {
    await open('/mouse');
    await call('browser_drag', { selector: '#card', to: '#bin' });
    expect(await textOf('#bin')).toBe('Got it');
  });

  test('drops before or after an item of a sortable list', async () => {
    await open('/sortable');
    const { text } = await call('browser_drag', { selector: '#Three', to: '#One', position: 'before' });
    expect(text).toContain('Dropped before listitem');
    expect(await textOf('#list')).toBe('Three\nOne\nTwo');
    await call('browser_drag', { selector: '#One', to: '#Two', position: 'after' });
    expect(await textOf('#list')).toBe('Three\nTwo\nOne');
  });

  test.each(['/native', '/mouse'])('works inside a frame of another origin on %s', async (path) => {
    await open(`/framed?${path}`);
    await vi.waitFor(async () => expect((await call('browser_snapshot')).text).toContain('@f1e2'));
    const { text } = await call('browser_drag', { selector: '@f1e1', to: '@f1e2' });
    expect(text).toContain('Got');
  });

  test('what cannot be on screen together is refused', async () => {
    await open('/far');
    await expect(call('browser_drag', { selector: '#card', to: '#bin' })).rejects.toMatchObject({
      code: 'not_actionable',
      hint: expect.stringContaining('browser_resize'),
    });
  });
});

describe('browser_upload', () => {
  test.each([
    ['the input', '#one', ['a.txt'], 'one true a.txt=first'],
    ['a label', 'label[for=many]', ['a.txt', 'b.txt'], 'many true a.txt=first b.txt=second'],
    ['a button that opens a file chooser', '#choose', ['b.txt'], 'many true b.txt=second'],
  ])('by %s gives the files to the page', async (_, selector, names, logged) => {
    await open('/upload');
    const { text, data } = await call('browser_upload', { selector, paths: names.map(file) });
    expect(text).toContain(`which now holds "${names.join(', ')}"`);
    expect((data as { effects: object }).effects).not.toHaveProperty('fileChooser');
    await call('browser_wait_for', { text: logged });
  });

  test.each([
    ['outside of the folders', () => join(secret, 'key.txt'), 'denied'],
    ['a link that leads out', () => file('link.txt'), 'denied'],
    ['a way out', () => join(allowed, '..', 'x', 'key.txt'), 'denied'],
    ['missing', () => file('none.txt'), 'invalid_input'],
    ['a folder', () => allowed, 'denied'],
  ])('%s is refused', async (_, path, code) => {
    await open('/upload');
    await expect(call('browser_upload', { selector: '#one', paths: [path()] })).rejects.toMatchObject({ code });
  });

  test('the refusal names the folders, and one of them is the session’s own', async () => {
    await open('/upload');
    const thrown = await call('browser_upload', { selector: '#one', paths: ['/etc/hostname'] }).catch((error) => error);
    expect(thrown).toMatchObject({ code: 'denied', hint: expect.stringContaining(allowed) });
    expect(thrown).toMatchObject({ hint: expect.stringContaining('--upload-dir') });
    const { data } = await call('browser_screenshot');
    const { file: picture } = data as { file: string };
    expect((await call('browser_upload', { selector: '#one', paths: [picture] })).text).toContain('screenshot.png');
  });

  test('drops files where the page takes them so', async () => {
    await open('/upload');
    const { data } = await call('browser_upload', { selector: '#zone', paths: [join(allowed, 'a.txt')] });
    expect(data).toMatchObject({ acted: { note: 'Dropped a.txt on it.' } });
    expect((await call('browser_get_text', { selector: '#zone' })).data).toMatchObject({ text: 'a.txt' });
  });

  test('too many files, a disabled input and a button without a chooser are reported', async () => {
    await open('/upload');
    await expect(
      call('browser_upload', { selector: '#one', paths: [file('a.txt'), file('b.txt')] }),
    ).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('one file') });
    await expect(call('browser_upload', { selector: '#off', paths: [file('a.txt')] })).rejects.toMatchObject({
      code: 'not_actionable',
    });
    await expect(call('browser_upload', { selector: '#other', paths: [file('a.txt')] })).rejects.toMatchObject({
      code: 'not_actionable',
      message: expect.stringContaining('opens no file chooser'),
    });
  });
});
