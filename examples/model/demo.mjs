// What `--demo` runs against: a small shop, and a "model" that knows how to buy a lamp there.
import { createServer } from 'node:http';
import { refOf, serveScriptedModel } from './scripted-model.mjs';

/** Starts both on loopback. The agent gets a task and a model, as it would get a real one. */
export async function startDemo() {
  const shop = await serveShop();
  const model = await serveScriptedModel([
    [['browser_navigate', { url: shop.origin }]],
    [['browser_snapshot', {}]],
    (messages) => [['browser_type', { selector: refOf(messages, 'textbox "Search"'), text: 'lamp', submit: true }]],
    [['browser_snapshot', {}]],
    (messages) => [['browser_click', { selector: refOf(messages, 'link "Order blue lamp"') }]],
    [['browser_snapshot', {}]],
    (messages) => [['browser_click', { selector: refOf(messages, 'button "Place order"') }]],
    [['browser_get_text', { selector: '#state' }]],
    (messages) => `The shop says: ${/Ordered: .*/.exec(String(messages.at(-1)?.content))}`,
  ]);
  return {
    baseURL: model.baseURL,
    apiKey: 'none',
    model: 'scripted',
    task: `Order a blue lamp at ${shop.origin}`,
    close: () => Promise.all([shop.close(), model.close()]),
  };
}

/** @type {Record<string, string>} */
const PAGES = {
  '/': `<title>Shop</title><h1>Shop</h1>
    <form action="/results"><label>Search <input name="q"></label> <button>Find</button></form>`,
  '/results': `<title>Results</title><h1>Results</h1>
    <ul><li>Red lamp <a href="/order?thing=red+lamp">Order red lamp</a></li>
    <li>Blue lamp <a href="/order?thing=blue+lamp">Order blue lamp</a></li></ul>`,
  '/order': `<title>Order</title><h1>Order</h1><p id="state">Nothing was ordered yet.</p>
    <button onclick="state.textContent = 'Ordered: ' + new URLSearchParams(location.search).get('thing') + '.'">Place order</button>`,
};

async function serveShop() {
  const server = createServer((request, response) => {
    const page = PAGES[new URL(request.url ?? '/', 'http://localhost').pathname];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? 'Not found');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
