import { type PageServer, servePages } from '@btcp/test-support';

/** A shop of three pages: find a thing, put it into the basket, order it. */
export function serveShop(): Promise<PageServer> {
  return servePages({
    '/': `<title>Shop</title><h1>Shop</h1>
      <form action="/results"><label>Search <input name="q"></label><button>Find</button></form>`,
    '/results': `<title>Results</title><h1>Results for <span id="q"></span></h1>
      <ul><li>Red lamp <a href="/order?thing=red+lamp">Order red lamp</a></li>
      <li>Blue lamp <a href="/order?thing=blue+lamp">Order blue lamp</a></li></ul>
      <script>q.textContent = new URLSearchParams(location.search).get('q')</script>`,
    '/order': `<title>Order</title><h1>Order</h1><p id="state">Not ordered yet</p><label>Name <input id="name"></label>
      <button onclick="state.textContent = 'Ordered: ' + new URLSearchParams(location.search).get('thing') + ' for ' + document.querySelector('#name').value">Place order</button>`,
    '/long': `<title>Long</title><h1>Long</h1>${Array.from({ length: 400 }, (_, i) => `<h2>Chapter ${i}</h2><p>Some text about number ${i}, which is not like the others: ${i * 7919}.</p>`).join('')}`,
  });
}
