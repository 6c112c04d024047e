import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

const closed = (host: string, html: string) =>
  `<script>document.querySelector('${host}').attachShadow({ mode: 'closed' }).innerHTML = \`${html}\`</script>`;
const SAVE = '<button onclick="document.title = \'saved\'">Save</button><label>Name <input></label>';

beforeAll(async () => {
  pages = await servePages({
    '/custom': `<title>Custom</title><x-card></x-card>${closed('x-card', SAVE)}`,
    '/plain': `<title>Plain</title><p>Text</p><div id="host"></div>${closed('#host', SAVE)}`,
    '/unslotted': `<title>Unslotted</title><div id="host"><p>Not shown</p></div>${closed('#host', SAVE)}`,
    '/built-in': `<title>Built-in</title><section id="host"><p>Light</p></section>${closed('#host', `<slot></slot>${SAVE}`)}`,
    '/late': `<title>Late</title><p id="host">Light</p><script>
      onclick = () => {
        const root = document.querySelector('#host').attachShadow({ mode: 'closed' });
        root.innerHTML = '<slot></slot><button>Later</button>';
        root.lastChild.addEventListener('click', (event) => { document.title = 'late'; event.stopPropagation(); });
      };
    </script>`,
    '/nested': `<title>Nested</title><x-outer></x-outer><script>
      const outer = document.querySelector('x-outer').attachShadow({ mode: 'closed' });
      outer.innerHTML = '<x-inner></x-inner>';
      outer.firstChild.attachShadow({ mode: 'closed' }).innerHTML = \`${SAVE}\`;
    </script>`,
    '/slotted': `<title>Slotted</title><x-card><button>Light</button></x-card>
      ${closed('x-card', '<h2>Heading</h2><slot></slot>')}`,
    '/listeners': `<title>Listeners</title><main><div id="open">Open the menu</div><p>Only text</p>
      <section><p>Words</p><button>Real</button></section></main>
      <script>
        document.querySelector('#open').addEventListener('click', () => { document.title = 'opened' });
        for (const each of ['section', 'main', 'body']) document.querySelector(each).addEventListener('click', () => {});
      </script>`,
    '/nested-listeners': `<title>Mails</title>
      <div id="mail">Invoice <span id="reply">Reply</span> <span id="forward">Forward</span> <a id="star">Star</a> <a href="#more">More</a></div>
      <script>
        document.addEventListener('click', () => {});
        for (const { id } of document.querySelectorAll('[id]')) {
          document.getElementById(id).addEventListener('click', (event) => {
            document.title = id;
            event.stopPropagation();
          });
        }
      </script>`,
    '/keeping': `<title>Keeping</title><div onclick="event.stopPropagation()"><p>We use cookies.</p><span id="edit">Milk</span></div>
      <script>document.querySelector('#edit').addEventListener('dblclick', () => { document.title = 'editing' })</script>`,
    '/root': `<title>Root</title><div id="root"><p>Words</p><div style="cursor:pointer">Open</div></div>
      <script>
        const root = document.querySelector('#root');
        for (const type of Object.keys(Object.getPrototypeOf(HTMLElement.prototype)).concat(Object.keys(HTMLElement.prototype))) {
          if (type.startsWith('on')) root.addEventListener(type.slice(2), () => {});
        }
      </script>`,
  });
});
afterAll(() => pages.close());

const open = (path: string) => call('browser_navigate', { url: new URL(path, pages.origin).href });
const refIn = (text: string, name: string) =>
  new RegExp(`"${name}"[^\\n]*@(\\w+)`).exec(text)?.[1] ?? `no ${name} in ${text}`;

describe('closed shadow roots', () => {
  test.each(['/custom', '/plain', '/unslotted', '/built-in', '/nested'])(
    'on %s are read, clicked and typed into by ref',
    async (path) => {
      await open(path);
      const { text } = await call('browser_snapshot');
      expect((await call('browser_click', { selector: refIn(text, 'Save') })).page).toMatchObject({ title: 'saved' });
      expect((await call('browser_type', { selector: refIn(text, 'Name'), text: 'Ada' })).data).toMatchObject({
        acted: { value: 'Ada' },
      });
      expect((await call('browser_snapshot')).text).toContain('Ada');
    },
  );

  test('are found by a CSS selector without a snapshot', async () => {
    await open('/custom');
    expect((await call('browser_click', { selector: 'button' })).page).toMatchObject({ title: 'saved' });
  });

  test('show what is slotted into them in its place, and nothing that is not', async () => {
    await open('/slotted');
    expect((await call('browser_snapshot')).text).toMatch(/heading "Heading".*\n.*button "Light"/);
    await open('/built-in');
    expect((await call('browser_snapshot')).text).toMatch(/- Light\n.*button "Save"/);
    await open('/unslotted');
    expect((await call('browser_snapshot')).text).not.toContain('Not shown');
  });

  test('that come later around the children of a built-in element are found by the listeners in them', async () => {
    await open('/late');
    expect((await call('browser_snapshot')).text).not.toContain('Later');
    await call('browser_click', { selector: 'html' });
    const { text } = await call('browser_snapshot');
    expect((await call('browser_click', { selector: refIn(text, 'Later') })).page).toMatchObject({ title: 'late' });
  });
});

describe('listeners', () => {
  test('for a double click make an element clickable, and one that only keeps clicks to itself does not', async () => {
    await open('/keeping');
    const { text } = await call('browser_snapshot');
    expect(text).toContain('- We use cookies.\n- clickable "Milk" @');
    expect(text.match(/clickable/g)).toHaveLength(1);
    const twice = { selector: refIn(text, 'Milk'), clickCount: 2 };
    expect((await call('browser_click', twice)).page).toMatchObject({ title: 'editing' });
  });

  test('alone make an element clickable, but not the parts of the page around it', async () => {
    await open('/listeners');
    const { text } = await call('browser_snapshot');
    expect(text.match(/clickable/g)).toHaveLength(1);
    expect((await call('browser_click', { selector: refIn(text, 'Open the menu') })).page).toMatchObject({
      title: 'opened',
    });
  });

  test('inside one another have a ref each, and browser_find finds the innermost', async () => {
    await open('/nested-listeners');
    const { text } = await call('browser_snapshot');
    const [, mail] = /clickable @(\w+)\n/.exec(text) ?? [];
    expect((await call('browser_click', { selector: mail })).page).toMatchObject({ title: 'mail' });
    for (const name of ['Reply', 'Forward', 'Star']) {
      const { data } = await call('browser_find', { text: name });
      expect(data).toMatchObject({ matches: [{ ref: `@${refIn(text, name)}` }], more: 0 });
      expect((await call('browser_click', { selector: refIn(text, name) })).page).toMatchObject({
        title: name.toLowerCase(),
      });
    }
  });

  test('of the root of an application make it no click target', async () => {
    await open('/root');
    expect((await call('browser_snapshot')).text).toMatch(/^- Words\n- clickable "Open" @\w+$/m);
  });
});
