import { type PageServer, servePages } from '@btcp/test-support';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

// A todo list that rebuilds everything after every action, as small pages do.
const TODOS = `<!doctype html><title>Todos</title><div id="app"></div><script>
  const todos = [{ text: 'Buy milk', done: false }, { text: 'Call Ada', done: false }, { text: 'Water plants', done: true }];
  function add(event) {
    event.preventDefault();
    todos.push({ text: event.target.elements.text.value, done: false });
    render();
  }
  function toggle(index) { todos[index].done = !todos[index].done; render(); }
  function remove(index) { todos.splice(index, 1); render(); }
  function render() {
    app.innerHTML = '<h1>Todos</h1><form onsubmit="add(event)"><input name="text" placeholder="What needs to be done?"><button>Add</button></form><ul>' +
      todos.map((todo, index) => '<li><input type="checkbox" data-index="' + index + '"' + (todo.done ? ' checked' : '') + '><span>' + todo.text +
        '</span><button data-index="' + index + '">Delete</button></li>').join('') +
      '</ul><p>' + todos.filter(({ done }) => !done).length + ' items left</p>';
  }
  app.addEventListener('change', ({ target }) => { if (target.type === 'checkbox') toggle(Number(target.dataset.index)); });
  app.addEventListener('click', ({ target }) => { if (target.textContent === 'Delete') remove(Number(target.dataset.index)); });
  render();
</script>`;

beforeAll(async () => {
  const controls = '<button>Go</button><button>Stop</button>';
  pages = await servePages({ '/': TODOS, '/a': controls, '/b': controls });
});
afterAll(() => pages.close());

const refIn = (text: string, line: RegExp) => `@${line.exec(text)?.[1]}`;

test('a list that is rebuilt keeps its refs, and an action on it costs few tokens', async () => {
  const results: string[] = [];
  const step = async (name: string, input: object) => {
    const { text } = await call(name, input);
    results.push(text);
    return text;
  };
  await step('browser_navigate', { url: pages.origin });
  const page = await step('browser_snapshot', {});
  const field = refIn(page, /textbox.* @(\w+)/);
  const milk = refIn(page, /checkbox.* @(\w+)\n.*Buy milk/);
  const firstDelete = refIn(page, /Buy milk\n.*button "Delete" @(\w+)/);
  const plants = refIn(page, /checkbox.* @(\w+)\n.*Water plants/);
  const before = results.length;
  await step('browser_click', { selector: milk });
  await step('browser_type', { selector: field, text: 'Read a book', submit: true });
  await step('browser_click', { selector: plants });
  await step('browser_click', { selector: firstDelete });
  await step('browser_click', { selector: plants });
  await step('browser_type', { selector: field, text: 'Sleep', submit: true });
  await step('browser_click', { selector: plants });
  await step('browser_click', { selector: plants });
  expect(results.at(-1)).toMatch(new RegExp(`^~ checkbox \\[checked\\].* ${plants}$`, 'm'));
  const last = await step('browser_snapshot', {});
  expect(last).toMatch(new RegExp(`checkbox \\[checked\\].* ${plants}\\n.*Water plants`));
  expect(last).not.toContain('Buy milk');
  const actions = results.slice(before, -1).map((text) => countTokens(text));
  expect(actions.reduce((sum, each) => sum + each, 0) / actions.length).toBeLessThan(130);
  expect(results.reduce((sum, text) => sum + countTokens(text), 0)).toBeLessThan(5_000);
  const stale = await call('browser_click', { selector: firstDelete }).catch((error) => error);
  expect(stale).toMatchObject({ code: 'stale_ref', message: expect.stringContaining('was button "Delete"') });
});

test('numbers begin again in every document, and a ref of an older document is refused', async () => {
  const old = new Set<string>();
  for (const path of ['/a', '/b', '/a']) {
    await call('browser_navigate', { url: `${pages.origin}${path}` });
    for (const selector of old) {
      const refused = await call('browser_click', { selector }).catch((error) => error);
      expect([selector, refused.code]).toEqual([selector, 'stale_ref']);
    }
    const { data } = await call('browser_snapshot');
    const refs = Object.keys((data as { refs: object }).refs);
    expect(refs.map((ref) => ref.replace(/^@[a-z]*/, ''))).toEqual(['1', '2']);
    for (const ref of refs) {
      expect(old).not.toContain(ref);
      expect((await call('browser_get_text', { selector: ref })).text).toMatch(/Go|Stop/);
    }
    for (const selector of old) {
      const refused = await call('browser_get_text', { selector }).catch((error) => error);
      expect([selector, refused.code]).toEqual([selector, 'stale_ref']);
    }
    for (const ref of refs) old.add(ref);
  }
});
