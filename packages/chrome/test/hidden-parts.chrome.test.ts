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
      expect((await call('browser_snapshot', { diff: true })).text).toContain('Ada');
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
  test('alone make an element clickable, but not the parts of the page around it', async () => {
    await open('/listeners');
    const { text } = await call('browser_snapshot');
    expect(text.match(/clickable/g)).toHaveLength(1);
    expect((await call('browser_click', { selector: refIn(text, 'Open the menu') })).page).toMatchObject({
      title: 'opened',
    });
  });
});
