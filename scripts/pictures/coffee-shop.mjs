// A small shop for the pictures: orders are shown to who signs in, and each has an invoice to download.
import { createServer } from 'node:http';

const STYLE = `
  * { box-sizing: border-box; margin: 0 }
  body { background: #f6f2ec; color: #2b211a; font: 16px/1.55 Inter, system-ui, sans-serif }
  header { display: flex; gap: 32px; align-items: center; padding: 20px 72px; background: #fffdf9; border-bottom: 1px solid #e9e1d6 }
  header b { flex: 1; font-size: 20px; letter-spacing: -.02em }
  a { color: #8a4b1f; text-decoration: none }
  main { width: 900px; margin: 56px auto }
  h1 { font-size: 40px; letter-spacing: -.03em; line-height: 1.15; margin-bottom: 12px }
  p { color: #6f6258 }
  .beans { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; margin-top: 36px }
  .beans div, form, table { background: #fffdf9; border: 1px solid #e9e1d6; border-radius: 14px }
  .beans div { padding: 20px }
  .beans i { display: block; height: 96px; margin-bottom: 14px; border-radius: 9px; background: linear-gradient(135deg, var(--from), var(--to)) }
  form { display: grid; gap: 12px; width: 420px; margin: 24px auto; padding: 32px }
  label { display: grid; gap: 4px; font-size: 14px; font-weight: 600 }
  input { height: 44px; padding: 0 14px; border: 1px solid #cfc3b5; border-radius: 9px; font: inherit }
  button { height: 46px; border: 0; border-radius: 9px; background: #2b211a; color: #fff; font: inherit; font-weight: 600 }
  table { width: 100%; margin-top: 28px; border-spacing: 0 }
  th, td { padding: 15px 22px; border-bottom: 1px solid #e9e1d6; text-align: start }
  tr:last-child td { border: 0 }
  th { color: #6f6258; font-size: 14px; font-weight: 500 }
  @media (max-width: 900px) {
    header { gap: 20px; padding: 18px 20px; font-size: 15px }
    header b { font-size: 17px }
    main { width: auto; margin: 28px 20px }
    form { width: auto; padding: 20px }
  }`;

const ORDERS = [
  ['1057', '21 October', 'Nyeri, 2 × 250 g', '€ 24.90'],
  ['1042', '3 October', 'Huila, 1 kg', '€ 36.20'],
  ['1011', '12 September', 'House blend, 500 g', '€ 15.50'],
];

/** @type {Record<string, () => string>} */
const PAGES = {
  '/': () =>
    page(
      'Harbour Coffee',
      `<h1>Roasted on Tuesday,<br>at your door on Thursday.</h1><p>Three beans this month. Free delivery from € 30.</p>
       <div class="beans">
         <div><i style="--from:#b5623a;--to:#e2a06b"></i><b>Nyeri</b><p>Blackcurrant, bright</p></div>
         <div><i style="--from:#5d3a24;--to:#a8693d"></i><b>Huila</b><p>Caramel, round</p></div>
         <div><i style="--from:#2f3b36;--to:#73897a"></i><b>House blend</b><p>Cocoa, for milk</p></div>
       </div><script>console.info('Offers of October are loaded');</script>`,
    ),
  '/sign-in': () =>
    page(
      'Sign in',
      `<form action="/orders"><h1 style="font-size:26px">Sign in</h1>
         <label>Email <input name="email" value="ada@example.com"></label>
         <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
    ),
  '/orders': () =>
    page(
      'Your orders',
      `<h1>Your orders</h1><p>Everything that you have ordered this year.</p><table>
         <tr><th>Order<th>Date<th>What<th>Total<th></tr>
         ${ORDERS.map(([id, ...cells]) => `<tr><td>${[id, ...cells].join('<td>')}<td><a href="/invoice-${id}.csv" download>Invoice</a></tr>`).join('')}
       </table><script>
         for (const link of document.querySelectorAll('[download]')) link.onclick = () => {
           console.info('Invoice ' + link.href.match(/\\d+(?=.csv)/) + ' is made');
           console.warn('The session ends in 30 minutes');
           fetch('/api/offers?of=november');
           fetch('/api/stock?bean=nyeri');
         };</script>`,
    ),
};

/** @param {string} title @param {string} main */
function page(title, main) {
  return `<!doctype html><html lang="en"><title>${title}</title><style>${STYLE}</style>
    <header><b>Harbour Coffee</b><a href="/">Beans</a><a id="orders" href="/sign-in">Your orders</a><a href="/">Help</a></header>
    <main>${main}</main></html>`;
}

/** @param {number} port */
export async function serveCoffeeShop(port) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    if (pathname.endsWith('.csv')) {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' });
      return response.end(`order,date,what,total\n${ORDERS[0]?.join(',')}\n`);
    }
    if (pathname.startsWith('/api/')) {
      response.writeHead(pathname === '/api/stock' ? 503 : 200, { 'content-type': 'application/json' });
      return response.end('{ "offers": [] }');
    }
    const made = PAGES[pathname];
    response.writeHead(made ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    return response.end(made?.() ?? '');
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  return {
    url: `http://harbour-coffee.localhost:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
