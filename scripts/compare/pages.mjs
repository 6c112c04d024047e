// The pages that all contenders meet, served on loopback.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PAGES } from '../../packages/chrome/bench/pages.mjs';

/** What a click sets off, each in a line that says "done" where it had said "waiting". */
const LATE_EFFECTS = {
  'at once': 'done()',
  'in a microtask': 'Promise.resolve().then(done)',
  'in the next frame': 'requestAnimationFrame(done)',
  'by a timer of 20 ms': 'setTimeout(done, 20)',
  'by a timer of 50 ms': 'setTimeout(done, 50)',
  'by a timer of 150 ms': 'setTimeout(done, 150)',
  'by a timer of 400 ms': 'setTimeout(done, 400)',
  'by a request of 30 ms': `fetch('/slow/30').then(done)`,
  'by a request of 150 ms': `fetch('/slow/150').then(done)`,
  'by a request of 600 ms': `fetch('/slow/600').then(done)`,
  'by a request after another': `fetch('/slow/100').then(() => fetch('/slow/100')).then(done)`,
  'by a new page': `location.href = '/done'`,
  'by a slow new page': `location.href = '/slow-done'`,
  'by a new route': `history.pushState({}, '', '/route'); fetch('/slow/60').then(done)`,
};

export const EFFECTS = Object.keys(LATE_EFFECTS);

/** @param {string} script */
function effectPage(script) {
  return `<!doctype html><title>Effect</title><button id="act">Act</button><p id="state">waiting</p>
    <script>const done = () => { state.textContent = 'it is done' }; act.onclick = () => { ${script} }</script>`;
}

const CATALOGUE = `<!doctype html><title>Coffee</title>
  <header><a href="/">Home</a> <a href="/beans">Beans</a> <a href="/help">Help</a> <a href="/cart">Cart</a></header>
  <main><h1>Fresh beans</h1>
  <form><label>Search <input name="q"></label> <button>Find</button></form>
  <p role="status" id="count"></p><ul id="results"></ul><p role="status" id="cart">The cart is empty</p></main>
  <script>
    const beans = Array.from({ length: 40 }, (_, n) => ({ name: (n % 2 ? 'Dark' : 'Light') + ' roast ' + n, price: 8 + n }));
    const item = ({ name, price }) => '<li><h2>' + name + '</h2><p>From a farm in the hills, roasted last week. $' + price
      + '</p><button aria-label="Add ' + name + '">Add</button></li>';
    const show = (words) => {
      const found = beans.filter(({ name }) => name.includes(words));
      results.innerHTML = found.map(item).join('');
      count.textContent = found.length + ' kinds of beans';
    };
    show('');
    document.forms[0].onsubmit = (event) => {
      event.preventDefault();
      fetch('/slow/120').then(() => show(document.forms[0].q.value));
    };
    results.onclick = ({ target }) => {
      if (target.matches('button')) fetch('/slow/80').then(() => { cart.textContent = target.ariaLabel.slice(4) + ' is in the cart' });
    };
  </script>`;

const ORDER = `<!doctype html><title>Order</title><main><h1>Order</h1>
  <form><label>Name <input id="name"></label>
  <button id="send">Send</button></form><p id="sent"></p></main>
  <script>
    document.forms[0].onsubmit = (event) => {
      event.preventDefault();
      fetch('/slow/80').then(() => {
        sent.innerHTML = '<a id="invoice" download="invoice.csv">Invoice</a>';
        invoice.href = 'data:text/csv,' + encodeURIComponent(document.getElementById('name').value);
      });
    };
  </script>`;

/** The page of 1.4k elements, on which a click on a button changes a line. */
const SHOP = `${PAGES['/medium']}<p role="status" id="sold">Nothing is sold</p>
  <script>
    let count = 0;
    document.querySelector('main').onclick = ({ target }) => {
      if (target.matches('button')) sold.textContent = ++count + ' sold';
    };
  </script>`;

const TRAPS = `<!doctype html><title>Traps</title><style>#cover { position: fixed; inset: 0 0 auto 0; height: 60px; background: #0003 }</style>
  <button style="position: absolute; top: 10px">Covered</button><div id="cover">A banner</div>
  <main style="margin-top: 100px"><button disabled>Disabled</button>
  <label>Fixed <input readonly value="as it was"></label><button id="gone">Gone</button>
  <button onclick="gone.remove()">Remove</button></main>`;

/**
 * @param {string} site the built docs, as pages of the world outside
 */
export async function servePages(site) {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const slow = /^\/slow\/(\d+)$/.exec(pathname);
    if (slow) {
      await pause(Number(slow[1]));
      response.end('{}');
      return;
    }
    if (pathname === '/slow-done') await pause(600);
    const page = pageOf(pathname, searchParams.get('effect') ?? '', site);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': typeOf(pathname) });
    response.end(page ?? '<!doctype html><title>Nothing</title><h1>There is nothing here</h1>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/**
 * @param {string} path
 * @param {string} effect
 * @param {string} site
 */
function pageOf(path, effect, site) {
  /** @type {Record<string, string>} */
  const pages = {
    ...PAGES,
    '/effect': effectPage(/** @type {Record<string, string>} */ (LATE_EFFECTS)[effect] ?? ''),
    '/done': '<!doctype html><title>Done</title><p>it is done</p>',
    '/slow-done': '<!doctype html><title>Done</title><p>it is done</p>',
    '/coffee': CATALOGUE,
    '/order': ORDER,
    '/shop': SHOP,
    '/traps': TRAPS,
  };
  const file = join(site, normalize(path));
  return pages[path] ?? (existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined);
}

/** @param {string} path */
function typeOf(path) {
  if (path.endsWith('.css')) return 'text/css';
  return path.endsWith('.js') ? 'text/javascript' : 'text/html';
}
