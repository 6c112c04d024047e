import { randomBytes } from 'node:crypto';
import { BEANS, type Bean } from './shop-beans.js';

export interface Order {
  number: number;
  bean: Bean;
  count: number;
  date: string;
}

const COOKIE = 'demo-shop';
const MAX_VISITORS = 100;
const MAX_IN_CART = 5;
const MAX_NAME = 60;
const FIRST_ORDER = 1058;

export class Visitor {
  readonly cookie: string;
  readonly cart: Bean[] = [];
  readonly orders: Order[] = [];
  name: string | undefined;
  #hasFailed = false;

  constructor(id: string) {
    this.cookie = `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Strict`;
  }

  add(id: string): void {
    const bean = BEANS.find((each) => each.id === id);
    if (bean && this.cart.length < MAX_IN_CART) this.cart.push(bean);
  }

  /** Any password will do: there is nothing to protect here. */
  signIn(name: string, password: string): boolean {
    if (name.trim() === '' || password === '') return false;
    this.name = name.trim().slice(0, MAX_NAME);
    this.#hasFailed = false;
    return true;
  }

  signOut(): void {
    this.name = undefined;
  }

  /** Undefined the first time after a sign-in: the till fails once, as tills do. */
  order(): Order | undefined {
    const [bean] = this.cart;
    if (!bean) return undefined;
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      return undefined;
    }
    const count = this.cart.length;
    const date = new Date().toISOString().slice(0, 10);
    const order = { number: FIRST_ORDER + this.orders.length, bean, count, date };
    this.orders.push(order);
    this.cart.length = 0;
    return order;
  }
}

export class Visitors {
  readonly #known = new Map<string, Visitor>();

  of(cookies = ''): Visitor {
    const id = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(cookies)?.[1];
    const known = id === undefined ? undefined : this.#known.get(id);
    return known ?? this.#welcome();
  }

  #welcome(): Visitor {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_VISITORS && oldest !== undefined) this.#known.delete(oldest);
    const id = randomBytes(12).toString('base64url');
    const visitor = new Visitor(id);
    this.#known.set(id, visitor);
    return visitor;
  }
}
