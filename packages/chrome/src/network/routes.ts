import { BtcpError, counted, MASK, sleep } from '@btcp/protocol';
import type { OriginHeaders, RouteCommand, RouteInfo, RouteRule } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { matcherOf } from './url-glob.js';

type Paused = Protocol.Fetch.RequestPausedEvent;

const MAX_RULES = 100;
const MAX_BODY = 10_000_000;

const REASONS: Record<NonNullable<RouteRule['reason']>, Protocol.Network.ErrorReason> = {
  failed: 'Failed',
  aborted: 'Aborted',
  timedout: 'TimedOut',
  accessdenied: 'AccessDenied',
  connectionclosed: 'ConnectionClosed',
  connectionreset: 'ConnectionReset',
  connectionrefused: 'ConnectionRefused',
  connectionaborted: 'ConnectionAborted',
  connectionfailed: 'ConnectionFailed',
  namenotresolved: 'NameNotResolved',
  internetdisconnected: 'InternetDisconnected',
  addressunreachable: 'AddressUnreachable',
};

interface Rule extends RouteInfo {
  matches(url: string): boolean;
}

/** An answer that replaces the network; undefined leaves the request alone. */
export type Replay = (request: Protocol.Network.Request) => Replayed | 'fail' | undefined;

export interface Replayed {
  status: number;
  headers: readonly { name: string; value: string }[];
  body: Buffer;
}

/** A person drives, or pages are loaded again for a person who is about to drive in private. */
export type RoutesPause = 'driven' | 'entering';

/** Answers, changes and ends requests of one session before they reach the network. */
export class Routes {
  readonly #sessions = new Set<CDPSession>();
  readonly #headers = new Map<string, Readonly<Record<string, string>>>();
  #rules: Rule[] = [];
  #replay: Replay | undefined;
  readonly #pauses = new Set<RoutesPause>();
  /** Called when a page gets an answer that did not come from its server, so that the page is not taken for clean. */
  onAnswered: (requestId: string | undefined) => void = () => {};

  get names(): string[] {
    const count = this.#rules.length;
    return [
      ...(count > 0 ? [counted(count, 'route')] : []),
      ...(this.#replay ? ['requests replayed'] : []),
      ...[...this.#headers.keys()].map((origin) => `headers for ${origin}`),
    ];
  }

  /** A person who drives sees what servers send. */
  setPaused(isPaused: boolean, why: RoutesPause): void {
    if (isPaused) this.#pauses.add(why);
    else this.#pauses.delete(why);
  }

  get #isPaused(): boolean {
    return this.#pauses.size > 0;
  }

  async follow(cdp: CDPSession): Promise<void> {
    this.#sessions.add(cdp);
    cdp.on('Fetch.requestPaused', (paused) => {
      this.#handle(cdp, paused).catch(() => {});
    });
    if (this.#isOn) await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }

  async run(command: RouteCommand): Promise<RouteInfo[]> {
    if (command.action === 'add') {
      if (this.#rules.length >= MAX_RULES) throw tooMany();
      if ((command.rule.body?.length ?? 0) > MAX_BODY) throw tooLong();
      const { pattern } = command.rule;
      this.#rules.unshift({ ...command.rule, used: 0, matches: matcherOf(pattern) });
    }
    if (command.action === 'remove') {
      const { pattern } = command;
      const kept = pattern === undefined ? [] : this.#rules.filter((rule) => rule.pattern !== pattern);
      if (pattern !== undefined && kept.length === this.#rules.length) throw noSuchRoute(pattern, this.#rules);
      this.#rules = kept;
    }
    await this.#update();
    return this.#rules.map(({ matches: _, ...rule }) => rule);
  }

  async setHeaders({ origin, headers }: OriginHeaders): Promise<void> {
    if (Object.keys(headers).length === 0) this.#headers.delete(origin);
    else this.#headers.set(origin, headers);
    await this.#update();
  }

  async setReplay(replay: Replay | undefined): Promise<void> {
    this.#replay = replay;
    await this.#update();
  }

  get #isOn(): boolean {
    return this.#rules.length > 0 || this.#headers.size > 0 || this.#replay !== undefined;
  }

  async #update(): Promise<void> {
    const isOn = this.#isOn;
    for (const cdp of this.#sessions) if (cdp.detached) this.#sessions.delete(cdp);
    const sent = [...this.#sessions].map((cdp) =>
      isOn ? cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }) : cdp.send('Fetch.disable'),
    );
    await Promise.allSettled(sent);
  }

  async #handle(cdp: CDPSession, paused: Paused): Promise<void> {
    const { requestId, request } = paused;
    const rule = this.#isPaused ? undefined : this.#take(request);
    if (rule) return this.#follow(cdp, paused, rule);
    const replayed = this.#isPaused ? undefined : this.#replay?.(request);
    if (replayed === 'fail') {
      await cdp.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' });
      return;
    }
    if (replayed) {
      this.onAnswered(paused.networkId);
      const { status, headers, body } = replayed;
      await fulfil(cdp, requestId, status, [...headers], body);
      return;
    }
    const headers = this.#withOwnHeaders(request);
    await cdp.send('Fetch.continueRequest', { requestId, ...(headers ? { headers } : {}) });
  }

  #take({ url, method }: Protocol.Network.Request): Rule | undefined {
    const rule = this.#rules.find(
      (each) =>
        (each.times === undefined || each.used < each.times) &&
        (each.method === undefined || each.method === method) &&
        each.matches(url),
    );
    if (rule) rule.used++;
    return rule;
  }

  async #follow(cdp: CDPSession, { requestId, request, networkId }: Paused, rule: Rule): Promise<void> {
    if (rule.delay) await sleep(rule.delay);
    switch (rule.action) {
      case 'block':
        await cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
        return;
      case 'fail':
        await cdp.send('Fetch.failRequest', { requestId, errorReason: REASONS[rule.reason ?? 'failed'] });
        return;
      case 'mock': {
        this.onAnswered(networkId);
        const headers = Object.entries({ 'content-type': 'text/plain; charset=utf-8', ...lowerCase(rule.headers) });
        await fulfil(cdp, requestId, rule.status ?? 200, headers.map(named), Buffer.from(rule.body ?? ''));
        return;
      }
      case 'delay':
      case 'rewrite': {
        if (rule.action === 'rewrite') this.onAnswered(networkId);
        const own = Object.fromEntries((this.#withOwnHeaders(request) ?? []).map(({ name, value }) => [name, value]));
        const changed = Object.entries({ ...lowerCase(request.headers), ...own, ...lowerCase(rule.headers) });
        const isChanged = rule.headers !== undefined || Object.keys(own).length > 0;
        await cdp.send('Fetch.continueRequest', {
          requestId,
          ...(rule.url === undefined ? {} : { url: rule.url }),
          ...(isChanged ? { headers: changed.filter(([, value]) => value !== '').map(named) } : {}),
          ...(rule.action === 'rewrite' && rule.body !== undefined
            ? { postData: Buffer.from(rule.body).toString('base64') }
            : {}),
        });
      }
    }
  }

  // Chrome keeps added headers when a request is redirected, so other origins are rid of them.
  #withOwnHeaders({ url, headers }: Protocol.Network.Request): { name: string; value: string }[] | undefined {
    if (this.#headers.size === 0) return undefined;
    const origin = URL.canParse(url) ? new URL(url).origin : '';
    const own = lowerCase(this.#headers.get(origin));
    const sent = Object.entries(lowerCase(headers));
    const foreign = new Set(
      [...this.#headers].flatMap(([other, added]) =>
        other === origin ? [] : Object.entries(lowerCase(added)).map(([name, value]) => `${name}:${value}`),
      ),
    );
    const clean = sent.filter(([name, value]) => !foreign.has(`${name}:${value}`));
    if (clean.length === sent.length && Object.keys(own).length === 0) return undefined;
    return Object.entries({ ...Object.fromEntries(clean), ...own }).map(named);
  }
}

async function fulfil(
  cdp: CDPSession,
  requestId: string,
  responseCode: number,
  responseHeaders: { name: string; value: string }[],
  body: Buffer,
): Promise<void> {
  await cdp.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body: body.toString('base64') });
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function named([name, value]: [string, string]): { name: string; value: string } {
  return { name, value };
}

/** Headers that carry credentials are for servers only. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, CREDENTIALS.test(name) ? MASK : value]),
  );
}

const CREDENTIALS =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-auth-token|x-csrf-token|x-xsrf-token)$/i;

function noSuchRoute(pattern: string, rules: readonly RouteRule[]): BtcpError {
  const patterns = rules.map((rule) => JSON.stringify(rule.pattern));
  return new BtcpError('not_found', `There is no route ${JSON.stringify(pattern)}.`, {
    hint: patterns.length > 0 ? `The routes are ${patterns.join(', ')}.` : 'There are no routes.',
  });
}

function tooMany(): BtcpError {
  return new BtcpError('invalid_input', `There are ${MAX_RULES} routes already.`, {
    hint: 'Remove some with browser_unroute.',
  });
}

function tooLong(): BtcpError {
  return new BtcpError('invalid_input', `The body has more than ${MAX_BODY} characters.`, { hint: 'Make it shorter.' });
}
