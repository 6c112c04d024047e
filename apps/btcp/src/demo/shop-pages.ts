import { counted } from '@btcp/protocol';
import { BEANS, type Bean, inEuros } from './shop-beans.js';
import type { Order, Visitor } from './shop-visitors.js';

const STYLE = `
  * { box-sizing: border-box; margin: 0 }
  body { min-height: 100vh; background: #f7f2ea; color: #2a1f18; font: 17px/1.55 Inter, system-ui, sans-serif }
  header { display: flex; flex-wrap: wrap; gap: 10px 28px; align-items: center; padding: 18px clamp(18px, 5vw, 64px); background: #fffdf8; border-bottom: 1px solid #e8dfd1 }
  header a:first-child { flex: 1; color: #2a1f18; font-size: 20px; font-weight: 700; letter-spacing: -.02em }
  a { color: #8a3f14; text-decoration: none }
  a:hover { text-decoration: underline }
  main { max-width: 960px; margin: 0 auto; padding: clamp(28px, 6vw, 64px) clamp(18px, 5vw, 32px) }
  h1 { margin-bottom: 12px; font-size: clamp(28px, 5vw, 42px); line-height: 1.15; letter-spacing: -.03em }
  h2 { font-size: 19px }
  p { color: #685a4e }
  .beans { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 20px; margin-top: 36px }
  .card { padding: 22px; background: #fffdf8; border: 1px solid #e8dfd1; border-radius: 16px; box-shadow: 0 1px 2px #2a1f180d }
  .beans .card { display: grid; gap: 6px }
  .beans svg { width: 100%; height: 150px; margin-bottom: 8px; border-radius: 10px; background: #f7f2ea }
  .price { display: flex; justify-content: space-between; align-items: center; margin-top: 10px; color: #2a1f18; font-weight: 600 }
  .narrow { max-width: 440px; margin: 0 auto }
  form.card, .stack { display: grid; gap: 14px }
  label { display: grid; gap: 5px; font-size: 15px; font-weight: 600 }
  input { height: 46px; padding: 0 14px; border: 1px solid #b7a793; border-radius: 10px; background: #fff; font: inherit }
  button, .button { display: inline-grid; place-items: center; height: 46px; padding: 0 20px; border: 0; border-radius: 10px; background: #2a1f18; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
  header button { height: 36px; padding: 0 14px; background: #f0e7da; color: #2a1f18; font-size: 15px }
  .beans button { height: 40px; padding: 0 16px; font-size: 15px }
  dl { display: grid; grid-template-columns: 1fr auto; gap: 8px 16px }
  dd { font-weight: 600; text-align: end }
  .note { padding: 12px 16px; background: #f0e7da; border-radius: 10px; font-size: 15px }
  .bad { background: #fbe3dc; color: #7c2a12 }
  .good { color: #22603f; font-weight: 600 }`;

export const PAGES = {
  beans: (visitor: Visitor) =>
    page(
      visitor,
      'Harbour Coffee',
      `<h1>Roasted on Tuesday,<br>at your door on Thursday.</h1><p>Three beans this month, in bags of 250 g.</p>
       <div class="beans">${BEANS.map(card).join('')}</div>`,
    ),
  cart: (visitor: Visitor) =>
    page(
      visitor,
      'Your cart',
      `<div class="narrow stack"><h1>Your cart</h1>${
        visitor.cart.length === 0
          ? '<p>It is empty.</p><a href="/">See the beans</a>'
          : `<div class="card stack">${items(visitor.cart)}<a class="button" href="/checkout">Check out</a></div>`
      }</div>`,
    ),
  signIn: (visitor: Visitor, problem = '') =>
    page(
      visitor,
      'Sign in',
      `<div class="narrow stack"><h1>Sign in</h1>
       <form class="card" method="post" action="/sign-in">
         ${problem && `<p class="note bad" role="alert">${problem}</p>`}
         <label>Name <input name="name" autocomplete="off" required autofocus></label>
         <label>Password <input name="password" type="password" autocomplete="off" required></label>
         <button>Sign in</button></form>
       <p class="note">This shop is part of the demonstration: any name and any password will do.</p></div>`,
    ),
  checkout: (visitor: Visitor) =>
    page(
      visitor,
      'Check out',
      visitor.cart.length === 0
        ? '<div class="narrow stack"><h1>Check out</h1><p>Your cart is empty.</p><a href="/">See the beans</a></div>'
        : `<div class="narrow stack"><h1>Check out</h1><div class="card stack">${items(visitor.cart)}
           <p>Paid by invoice. Nothing is sold here.</p>
           <form method="post" action="/order" class="stack"><button>Place order</button></form></div></div>`,
    ),
  tillFailed: (visitor: Visitor) =>
    page(
      visitor,
      'The till did not answer',
      `<div class="narrow stack"><h1>The till did not answer</h1>
       <p class="note bad" role="alert">Error 503: your order was not placed. Your cart is kept.</p>
       <a class="button" href="/checkout">Back to check out</a></div>`,
    ),
  order: (visitor: Visitor, order: Order) =>
    page(
      visitor,
      `Order ${order.number}`,
      `<div class="narrow stack"><p class="good">Thank you, ${escaped(visitor.name ?? 'guest')}.</p>
       <h1>Order ${order.number} is placed</h1>
       <div class="card stack">${items(Array.from({ length: order.count }, () => order.bean))}
       <a class="button" href="/invoices/${order.number}.csv">Download the invoice</a></div></div>`,
    ),
  signedOut: (visitor: Visitor) =>
    page(
      visitor,
      'Signed out',
      '<div class="narrow stack"><h1>You are signed out</h1><p>See you on Tuesday.</p><a href="/">See the beans</a></div>',
    ),
  nothing: (visitor: Visitor) =>
    page(
      visitor,
      'Not found',
      '<div class="narrow stack"><h1>There is no such page</h1><a href="/">See the beans</a></div>',
    ),
};

export function invoiceOf({ number, date, bean, count }: Order): string {
  return `order,date,what,bags,total\n${number},${date},${bean.name} 250 g,${count},${(bean.price * count).toFixed(2)}\n`;
}

function page({ cart, name }: Visitor, title: string, main: string): string {
  const bags = counted(cart.length, 'bag');
  const who =
    name === undefined
      ? '<a href="/sign-in">Sign in</a>'
      : `<span>${escaped(name)}</span><form method="post" action="/sign-out"><button>Sign out</button></form>`;
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,"><title>${title}</title><style>${STYLE}</style>
    <header><a href="/">Harbour Coffee</a><a href="/cart">Cart, ${bags}</a>${who}</header><main>${main}</main></html>`;
}

function card(bean: Bean): string {
  const { id, name, taste, price, colours } = bean;
  return `<div class="card">${picture(colours)}<h2>${name}</h2><p>${taste}</p>
    <form class="price" method="post" action="/cart"><input type="hidden" name="bean" value="${id}"><span>${inEuros(price)}</span>
    <button aria-label="Add ${name} to the cart">Add to cart</button></form></div>`;
}

function picture([bag, label]: Bean['colours']): string {
  return `<svg viewBox="0 0 220 150" aria-hidden="true"><path d="M74 34h72l8 104a6 6 0 0 1-6 6H72a6 6 0 0 1-6-6z" fill="${bag}"/>
    <path d="M72 20h76v16H72z" fill="${bag}" opacity=".75"/><rect x="84" y="66" width="52" height="46" rx="8" fill="${label}"/>
    <ellipse cx="110" cy="89" rx="11" ry="15" transform="rotate(24 110 89)" fill="${bag}"/>
    <path d="M105 76c6 8 3 18 10 26" stroke="${label}" stroke-width="2.5" fill="none"/></svg>`;
}

function items(beans: readonly Bean[]): string {
  const [bean] = beans;
  if (!bean) return '';
  const total = beans.reduce((sum, { price }) => sum + price, 0);
  return `<dl>${beans.map(({ name, price }) => `<dt>${name}, 250 g</dt><dd>${inEuros(price)}</dd>`).join('')}
    <dt>Total</dt><dd>${inEuros(total)}</dd></dl>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
