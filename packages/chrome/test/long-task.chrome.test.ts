import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { servePages } from '@btcp/test-support';
import { afterAll, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const BOOKS = Array.from({ length: 40 }, (_, index) => ({
  id: index,
  title: `${index % 2 ? 'Garden' : 'Kitchen'} book ${index}`,
  language: index % 3 ? 'English' : 'German',
  note: '',
}));

const page = (title: string, body: string) => `<!doctype html><title>${title}</title><nav><a href="/">Home</a>
  <a href="/books">Books</a> <a href="/help">Help</a></nav><main><h1>${title}</h1>${body}</main>`;

const html = (make: (request: IncomingMessage) => string): RequestListener => {
  return (request, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(make(request));
};
const parameters = ({ url = '' }: IncomingMessage) => new URL(url, 'http://localhost').searchParams;

// A form that is sent as the query of the next address, which keeps the server short.
const site = await servePages({
  '/': page(
    'Sign in',
    `<form action="/welcome"><label>Email <input name="email" type="email" required></label>
     <label>Password <input name="password" type="password" required></label><button>Sign in</button></form>`,
  ),
  '/welcome': (request, response) =>
    response.writeHead(303, { location: parameters(request).get('password') === 'swordfish-1' ? '/books' : '/' }).end(),
  '/books': html((request) => {
    const words = parameters(request).get('q') ?? '';
    const language = parameters(request).get('language') ?? '';
    const found = BOOKS.filter((book) => book.title.includes(words) && book.language.includes(language));
    return page(
      'Books',
      `<form><label>Search <input name="q" type="search" value="${words}"></label>
       <label>Language <select name="language" onchange="this.form.submit()"><option value="">All</option>
       ${['English', 'German'].map((name) => `<option${name === language ? ' selected' : ''}>${name}</option>`).join('')}
       </select></label></form><p role="status">${found.length} books</p>
       <ul>${found.map(({ id, title }) => `<li><a href="/book?id=${id}">${title}</a></li>`).join('')}</ul>`,
    );
  }),
  '/book': html((request) => {
    const book = BOOKS[Number(parameters(request).get('id'))];
    const note = parameters(request).get('note');
    if (book && note !== null) book.note = note;
    return page(
      book?.title ?? 'No book',
      `<form><input type="hidden" name="id" value="${book?.id}"><label>Note <textarea name="note">${book?.note}</textarea></label>
       <label><input type="checkbox" name="gift"> It is a gift</label><button>Save</button></form>
       <label>Cover <input type="file" onchange="cover.textContent = this.files[0].name"></label> <output id="cover"></output>
       <button onclick="if (confirm('Lend ${book?.title}?')) this.replaceWith('Lent until Friday')">Lend</button>
       <a href="/receipt?id=${book?.id}">Receipt</a>`,
    );
  }),
  '/receipt': (_, response) =>
    response.setHeader('content-disposition', 'attachment; filename="receipt.csv"').end('book,until\n7,Friday\n'),
});
const folder = mkdtempSync(join(tmpdir(), 'btcp-task-'));
writeFileSync(join(folder, 'cover.png'), 'a picture');
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const { call } = freshBrowser(
  { uploadDirectories: [folder] },
  { secrets: { books: { value: 'swordfish-1', origin: site.origin } } },
);

test('a task of twelve steps needs at most one snapshot for each new page', async () => {
  const calls: { name: string; bytes: number }[] = [];
  const documents = new Set<string>();
  const step = async (name: string, input: object = {}) => {
    const result = await call(name, input);
    calls.push({ name, bytes: Buffer.byteLength(result.text) });
    documents.add(new URL(result.page?.url ?? 'about:blank').pathname);
    return result;
  };
  // The ref of what a result, and nothing before it, shows under this name.
  const ref = ({ text }: { text: string }, line: RegExp) => {
    const found = text.split('\n').find((each) => line.test(each));
    return `@${/@(\w+)/.exec(found?.slice(found.search(line)) ?? '')?.[1]}`;
  };

  // Signing in.
  await step('browser_navigate', { url: site.origin });
  const form = await step('browser_snapshot');
  await step('browser_type', { selector: ref(form, /textbox "Email"/), text: 'ada@example.com' });
  await step('browser_type', { selector: ref(form, /textbox "Password"/), text: 'secret:books', submit: true });
  // Searching and filtering.
  const books = await step('browser_snapshot');
  const searched = await step('browser_type', {
    selector: ref(books, /searchbox "Search"/),
    text: 'Garden',
    submit: true,
  });
  expect(searched.page?.url).toContain('q=Garden');
  const filtered = await step('browser_select', { selector: 'select', values: ['German'] });
  expect(filtered.page?.url).toContain('language=German');
  // Opening what was found.
  const opened = await step('browser_click', { selector: 'a[href="/book?id=9"]' });
  expect(opened.page).toMatchObject({ title: 'Garden book 9' });
  // Editing a form.
  const book = await step('browser_snapshot');
  await step('browser_fill', { selector: ref(book, /textbox "Note"/), value: 'For Grace' });
  await step('browser_click', { selector: ref(book, /checkbox "It is a gift"/) });
  const saved = await step('browser_click', { selector: ref(book, /button "Save"/) });
  expect(saved.page?.url).toContain('note=For+Grace');
  // Uploading.
  const uploaded = await step('browser_upload', {
    selector: 'input[type=file]',
    paths: [join(folder, 'cover.png')],
  });
  expect(uploaded.text).toContain('cover.png');
  // Confirming a dialog.
  const asked = await step('browser_click', { selector: 'main > button' });
  expect(asked.text).toContain('Dialog opened (confirm): "Lend Garden book 9?"');
  await step('browser_dialog', { accept: true });
  await step('browser_wait_for', { text: 'Lent until Friday' });
  // Downloading.
  const received = await step('browser_navigate', { url: `${site.origin}/receipt?id=9` });
  const { download } = received.data as { download: { path: string } };
  expect(readFileSync(download.path, 'utf8')).toBe('book,until\n7,Friday\n');

  expect(BOOKS[9]?.note).toBe('For Grace');
  const snapshots = calls.filter(({ name }) => name === 'browser_snapshot');
  expect(snapshots.length).toBeLessThanOrEqual(documents.size);
  expect(calls.length).toBeLessThanOrEqual(17);
  const bytes = calls.reduce((sum, each) => sum + each.bytes, 0);
  expect(bytes, JSON.stringify(calls)).toBeLessThan(8_000);
});
