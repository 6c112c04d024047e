import { within } from '@btcp/protocol';

const MAX_HELD_MS = 1_000;

/**
 * Returns a stream of events with its first event, or without one after a second.
 *
 * Proxies written in Go (Caddy, Traefik) close a request's body as soon as its answer begins. If they have not read
 * the end of the body by then, they drop the rest of the answer and report a complete one.
 */
export async function beginWithFirstEvent(response: Response): Promise<Response> {
  const { body, headers } = response;
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const reader = body.getReader();
  let next: ReturnType<typeof reader.read> | undefined = reader.read();
  await within<unknown>(
    next.catch(() => {}),
    MAX_HELD_MS,
    () => undefined,
  );
  const events = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await (next ?? reader.read());
      next = undefined;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(events, response);
}
