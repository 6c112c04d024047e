import { formatFrame, isObject, type JSONRPCPacket, RpcError, type Welcome } from '@btcp/protocol';
import type { Transport, TransportOptions } from '../contract/transport.js';
import { receiveFrame } from './frame.js';
import { readEvents } from './read-events.js';

interface Outgoing {
  text: string;
  resolve(): void;
  reject(error: RpcError): void;
}

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
  let sequence = 0;
  const outgoing: Outgoing[] = [];
  // A POST that hangs in an old stream blocks nothing.
  let posting: AbortController | undefined;
  let deliver: Parameters<Transport['onMessage']>[0];
  let onEnd: Parameters<NonNullable<Transport['onClose']>>[0];

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
    if (!greeting.resumed) {
      sequence = 0;
      for (const { reject } of outgoing.splice(0)) reject(new RpcError('CONNECTION_LOST', 'not sent'));
    }
    identity = { ...identity, ...greeting };
    void post();
  }

  function send(message: JSONRPCPacket): Promise<void> {
    return new Promise((resolve, reject) => {
      outgoing.push({ text: formatFrame(message, options.maxMessageSize), resolve, reject });
      void post();
    });
  }

  async function post(): Promise<void> {
    const own = stream ?? closing;
    const [next] = outgoing;
    if (!own || !next || posting === own) return;
    posting = own;
    try {
      const response = await postOne(next.text);
      if (outgoing[0] === next) {
        outgoing.shift();
        sequence += 1;
      }
      if (response.ok) next.resolve();
      else next.reject(refusedBy(response));
    } catch {
      // It may have arrived: it is sent again with the same number when the session is resumed.
      own.abort();
      closing = undefined;
      lose(own);
    }
    if (posting === own) posting = undefined;
    await post();
  }

  function postOne(body: string): Promise<Response> {
    const { clientId = '', sessionId = '', version } = identity;
    // Ids are secrets and not in URLs, unless the public server needs them there.
    const query = version ? '' : `?${new URLSearchParams({ sessionId, clientId })}`;
    const own = version ? { 'btcp-client': clientId, 'btcp-sequence': `${sequence + 1}` } : {};
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

function refusedBy({ status, url }: Response): RpcError {
  return new RpcError(status === 401 || status === 403 ? 'UNAUTHORIZED' : 'CONNECTION_LOST', `${url} ${status}`);
}
