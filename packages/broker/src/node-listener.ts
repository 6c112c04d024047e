import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Broker } from './broker.js';

/**
 * Makes the broker a listener for a plain Node server; requests for other paths go to `otherwise`.
 * @example
 * const server = createServer(nodeListener(broker));
 * server.on('upgrade', (request, socket, head) => broker.handleUpgrade(request, socket, head) || socket.destroy());
 */
export function nodeListener(broker: Broker, otherwise: RequestListener = notFound): RequestListener {
  return (request, response) => {
    // An invalid request must not end the process.
    void Promise.resolve()
      .then(() => broker.fetch(toRequest(request)))
      .then((answer) => (answer ? write(answer, response) : otherwise(request, response)))
      .catch(() => response.destroy());
  };
}

function toRequest(request: IncomingMessage): Request {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, [value].flat().join(', '));
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
  });
}

async function write(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (!answer.body) return void response.end();
  response.flushHeaders();
  const body = Readable.fromWeb(Object(answer.body));
  response.on('close', () => body.destroy());
  body.on('error', () => response.destroy());
  body.pipe(response);
}

function notFound(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404).end();
}
