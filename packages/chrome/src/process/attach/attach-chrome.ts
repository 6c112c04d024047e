import { within } from '@btcp/protocol';
import type { Browser } from 'puppeteer-core';
import { connectTo } from '../../cdp/connect-to.js';
import type { BrowserAddress } from './browser-address.js';
import { endpointOf } from './endpoint.js';
import { Unreachable, unreachable } from './unreachable.js';
import { WebSocketTransport } from './web-socket-transport.js';

// A person may be asked whether they allow it.
const CONNECT_TIMEOUT_MS = 45_000;

export async function attachChrome(address: BrowserAddress, closing: AbortSignal): Promise<Browser> {
  const late = new AbortController();
  const signal = AbortSignal.any([closing, late.signal]);
  try {
    return await within(connect(address, signal), CONNECT_TIMEOUT_MS, () => {
      throw new Unreachable('it did not answer. If it asks whether to allow remote debugging, allow it');
    });
  } catch (thrown) {
    late.abort(thrown);
    throw unreachable(address, thrown);
  }
}

async function connect(address: BrowserAddress, signal: AbortSignal): Promise<Browser> {
  const transport = await WebSocketTransport.open(await endpointOf(address), signal);
  const giveUp = () => transport.close();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await connectTo(transport);
  } catch {
    transport.close();
    throw new Unreachable('the server there does not speak the Chrome DevTools Protocol');
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
