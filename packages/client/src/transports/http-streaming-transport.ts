import { formatFrame, isObject, type JSONRPCPacket, RpcError, type Welcome } from '@btcp/protocol';
import type { Transport, TransportOptions } from '../contract/transport.js';
import { receiveFrame } from './frame.js';
import { createOutbox, refusedBy } from './outbox.js';
import { readEvents } from './read-events.js';

interface Greeting extends Partial<Welcome> {
  clientId?: string;
}

/** Receives server-sent events and POSTs each message; after a lost connection both sides resume by message numbers. */
export function httpStreamingTransport(): Transport {
  let base: string;
  let options: TransportOptions;
  // Whatever belongs to an earlier stream is ignored.
  let stream: AbortController | undefined;
  // Closed on purpose: messages sent before, such as the goodbye, still go out.
  let closing: AbortController | undefined;
  let identity: Greeting = {};
  let lastEventId = 0;
  let deliver: Parameters<Transport['onMessage']>[0];
  let onEnd: Parameters<NonNullable<Transport['onClose']>>[0];

  const outbox = createOutbox({
    stream: () => stream ?? closing,
    post,
    onLost(own) {
      closing = undefined;
      lose(own);
    },
  });

  function openStream(signal: AbortSignal): Promise<Response> {
    // The public server expects an id from the client; ours ignores it.
    const query = new URLSearchParams({
      sessionId: crypto.getRandomValues(new Uint32Array(4)).join('-'),
      clientType: options.clientType,
      version: '1.0',
    });
    const { resumeToken } = identity;
    const resume = resumeToken && { 'btcp-resume': resumeToken, 'last-event-id': `${lastEventId}` };
    return fetch(`${base}/events?${query}`, { headers: headers({ ...resume }), signal, cache: 'no-store' });
  }

  function read(body: ReadableStream<Uint8Array>, own: AbortController): Promise<Greeting> {
    return new Promise((resolve, reject) => {
      const take = (message: JSONRPCPacket) => {
        if ('method' in message && message.method === 'connected' && isObject(message.params)) {
          greet(message.params);
          resolve(message.params);
        }
        deliver(message);
      };
      const pump = async () => {
        for await (const { id, data } of readEvents(body)) {
          if (stream !== own) return;
          lastEventId = id;
          receiveFrame(data, options.maxMessageSize, take, send);
        }
      };
      pump()
        .catch(() => {})
        .finally(() => {
          reject(new RpcError('CONNECTION_LOST', 'the stream ended'));
          lose(own);
        });
    });
  }

  function greet(greeting: Greeting): void {
    if (!greeting.resumed) outbox.reset();
    identity = { ...identity, ...greeting };
    void outbox.flush();
  }

  async function send(message: JSONRPCPacket): Promise<void> {
    return outbox.send(formatFrame(message, options.maxMessageSize));
  }

  function post(body: string, sequence: number): Promise<Response> {
    const { clientId = '', sessionId = '', version } = identity;
    // Ids are secrets and not in URLs, unless the public server needs them there.
    const query = version ? '' : `?${new URLSearchParams({ sessionId, clientId })}`;
    const own = version ? { 'btcp-client': clientId, 'btcp-sequence': `${sequence}` } : {};
    return fetch(`${base}/message${query}`, {
      method: 'POST',
      headers: headers({ 'content-type': 'application/json', ...own }),
      body,
    });
  }

  function headers(own: Record<string, string>): Record<string, string> {
    const { token } = options;
    return token ? { ...own, authorization: `Bearer ${token}` } : own;
  }

  function lose(own: AbortController): void {
    if (stream !== own) return;
    stream = undefined;
    onEnd({ reason: 'the stream ended', code: 1006 });
  }

  return {
    isDurable: true,
    get isConnected() {
      return stream !== undefined;
    },
    async connect(url, given) {
      options = given;
      base = url.replace(/^ws/, 'http').replace(/\/$/, '');
      const own = new AbortController();
      stream = own;
      closing = undefined;
      try {
        let response = await openStream(own.signal);
        if (response.status === 404) {
          // The public server has its endpoints at the root.
          base = base.replace(/\/btcp$/, '');
          response = await openStream(own.signal);
        }
        if (!response.ok || !response.body) throw refusedBy(response);
        return await read(response.body, own);
      } catch (thrown) {
        if (stream === own) stream = undefined;
        throw RpcError.from(thrown, 'CONNECTION_LOST');
      }
    },
    async disconnect() {
      stream?.abort();
      closing = stream;
      stream = undefined;
    },
    send,
    onMessage(handler) {
      deliver = handler;
    },
    onClose(handler) {
      onEnd = handler;
    },
  };
}
