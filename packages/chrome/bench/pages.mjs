// Pages to measure with, and a server for them on loopback.
import { createServer } from 'node:http';

const FORM = `<!doctype html><title>Form</title><h1>Form</h1>
  <label>Name <input id="name"></label> <label>Email <input id="email"></label>
  <button id="count" onclick="this.textContent = ++this.count || (this.count = 1)">0</button>`;

/**
 * @param {number} count
 * @param {(index: number) => string} make
 */
function times(count, make) {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

/**
 * About twelve elements and two controls a card.
 * @param {number} count
 */
function cards(count) {
  /** @param {number} index */
  const card = (
    index,
  ) => `<article><div><h3>Item ${index}</h3><span>new</span></div><div><p>Some words about <b>item ${index}</b> that a reader may want.</p>
    <div><span>Price</span><span>$${index}</span></div></div><div><a href="#${index}">Details ${index}</a><button>Buy</button></div></article>`;
  /** @param {number} first */
  const section = (first) =>
    `<section aria-label="Group ${first}">${times(20, (index) => card(first + index))}</section>`;
  return `<!doctype html><title>Cards</title><main>${times(count / 20, (index) => section(index * 20))}</main>`;
}

/** @type {Record<string, string>} */
export const PAGES = { '/form': FORM, '/medium': cards(120), '/large': cards(1000) };

export async function servePages() {
  const server = createServer((request, response) => {
    const page = PAGES[request.url ?? ''];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
