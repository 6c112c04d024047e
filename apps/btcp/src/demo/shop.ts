import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostScope } from '@btcp/chrome';
import { invoiceOf, PAGES } from './shop-pages.js';
import { type Visitor, Visitors } from './shop-visitors.js';

const LOOPBACK = '127.0.0.1';
// Names below localhost are this machine without a look-up.
const NAME = 'harbour-coffee.localhost';
const MAX_FORM_BYTES = 10_000;
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** The shop of the demonstration: a server of its own on loopback, which listens from the first demonstration on. */
export class DemoShop implements HostScope {
  readonly of = 'the shop of the demonstration';
  readonly hint = 'Create an agent of your own to open other pages.';
  readonly #visitors = new Visitors();
  readonly #onListen: (port: number) => void;
  #server: Server | undefined;
  #opening: Promise<string> | undefined;

  /** `onListen` closes the port to all other browsers. */
  constructor(onListen: (port: number) => void) {
    this.#onListen = onListen;
  }

  /** The only host that the browser of the demonstration may reach; none before it listens. */
  get allow(): string[] {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address ? [`${NAME}:${address.port}`] : [];
  }

  open(): Promise<string> {
    this.#opening ??= this.#listen().catch((thrown) => {
      this.#opening = undefined;
      throw thrown;
    });
    return this.#opening;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  async #listen(): Promise<string> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, LOOPBACK, resolve));
    this.#onListen((server.address() as AddressInfo).port);
    this.#server = server;
    return `http://${this.allow[0]}`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A name that leads here must not make this a page of another site.
    if (!this.allow.includes(request.headers.host ?? '')) return send(response, { status: 421 });
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const visitor = this.#visitors.of(request.headers.cookie);
    const answer =
      request.method === 'POST'
        ? ordered(pathname, await formOf(request), visitor)
        : request.method === 'GET'
          ? shown(pathname, visitor)
          : { status: 405 };
    send(response, { ...answer, headers: { ...answer.headers, 'set-cookie': visitor.cookie } });
  }
}

function shown(path: string, visitor: Visitor): Answer {
  if (path === '/') return page(PAGES.beans(visitor));
  if (path === '/cart') return page(PAGES.cart(visitor));
  if (path === '/sign-in') return page(PAGES.signIn(visitor));
  if (path === '/signed-out') return page(PAGES.signedOut(visitor));
  if (path === '/checkout') return visitor.name === undefined ? goTo('/sign-in') : page(PAGES.checkout(visitor));
  const order = visitor.orders.find(({ number }) => path.includes(String(number)));
  if (order && path === `/orders/${order.number}`) return page(PAGES.order(visitor, order));
  if (order && path === `/invoices/${order.number}.csv`) {
    return {
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="invoice-${order.number}.csv"`,
      },
      body: invoiceOf(order),
    };
  }
  return page(PAGES.nothing(visitor), 404);
}

function ordered(path: string, form: URLSearchParams, visitor: Visitor): Answer {
  switch (path) {
    case '/cart':
      visitor.add(form.get('bean') ?? '');
      return goTo('/');
    case '/sign-in':
      return visitor.signIn(form.get('name') ?? '', form.get('password') ?? '')
        ? goTo('/checkout')
        : page(PAGES.signIn(visitor, 'Enter a name and a password.'), 401);
    case '/order': {
      if (visitor.name === undefined || visitor.cart.length === 0) return goTo('/checkout');
      const order = visitor.order();
      return order ? goTo(`/orders/${order.number}`) : page(PAGES.tillFailed(visitor), 503);
    }
    case '/sign-out':
      visitor.signOut();
      return goTo('/signed-out');
    default:
      return page(PAGES.nothing(visitor), 404);
  }
}

function page(body: string, status = 200): Answer {
  return { status, headers: PAGE_HEADERS, body };
}

function goTo(location: string): Answer {
  return { status: 303, headers: { location } };
}

function send(response: ServerResponse, { status, headers = {}, body = '' }: Answer): void {
  response.writeHead(status, headers).end(body);
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) throw new Error('The form is too long.');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
