import type { FleetGateway } from '@btcp/fleet';
import { sleep } from '@btcp/protocol';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import { type Forwarder, forwardedHeaders } from './forward.js';

const LOOK_AGAIN_MS = 300;
const KEEP_ALIVE_MS = 15_000;
const INACTIVE = `data: ${JSON.stringify({ type: 'browser_active', active: false })}\n\n`;

/** One stream of events for a reader, from whichever worker has the session. It takes no slot. */
export function relayEvents(
  context: Context,
  session: string,
  { gateway, forwarder, claims }: { gateway: FleetGateway; forwarder: Forwarder; claims: string | undefined },
): Response {
  context.header('content-type', 'text/event-stream');
  context.header('cache-control', 'no-cache');
  const { pathname, search } = new URL(context.req.url);
  const headers = forwardedHeaders(context.req.raw.headers);
  return stream(context, async (output) => {
    const ending = new AbortController();
    output.onAbort(() => ending.abort());
    let isTold = false;
    let last = headers['last-event-id'];
    let writtenAt = performance.now();
    const write = async (text: string | Uint8Array) => {
      await output.write(text);
      writtenAt = performance.now();
    };
    while (!output.aborted) {
      const placed = gateway.known(session);
      const asked = {
        method: 'GET',
        path: pathname + search,
        headers: { ...headers, ...(last === undefined ? {} : { 'last-event-id': last }) },
        body: undefined,
        claims,
        signal: ending.signal,
      };
      const upstream = placed && (await forwarder.open(placed, asked).catch(() => undefined));
      if (upstream && 'headers' in upstream && upstream.statusCode === 200) {
        isTold = false;
        try {
          for await (const chunk of upstream) {
            last = lastIdIn(chunk) ?? last;
            await write(chunk);
          }
        } catch {
          // The worker is gone; the next one goes on.
        }
        await write('\n\n');
      }
      if (!isTold && !gateway.known(session)) {
        await write(INACTIVE);
        isTold = true;
      }
      if (performance.now() - writtenAt > KEEP_ALIVE_MS) await write(': still here\n\n');
      await sleep(LOOK_AGAIN_MS);
    }
  });
}

function lastIdIn(chunk: Buffer): string | undefined {
  return [...chunk.toString('utf8').matchAll(/^id: ?(\d+)$/gm)].at(-1)?.[1];
}
