import type { SessionEvent } from '@btcp/tools';
import type { ServerAddress } from '../client/server-client.js';

const RETRY_MS = 2_000;

/** The events of a session on another server, from now on; a lost connection is taken up where it broke. */
export function followEvents(
  address: () => Promise<ServerAddress>,
  session: string,
  listener: (event: SessionEvent) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let last = '';

  async function follow(): Promise<void> {
    const { url, token } = await address();
    const response = await fetch(new URL(`/sessions/${encodeURIComponent(session)}/events`, url), {
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(last === '' ? {} : { 'last-event-id': last }),
      },
      signal,
    });
    if (!response.ok || !response.body) return;
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) tell(event);
    }
  }

  function tell(event: string): void {
    last = /^id: ?(.*)$/m.exec(event)?.[1] ?? last;
    const data = /^data: ?(.*)$/m.exec(event)?.[1];
    if (data !== undefined && !signal.aborted) listener(JSON.parse(data));
  }

  async function keepFollowing(): Promise<void> {
    while (!signal.aborted) {
      await follow().catch(() => {});
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  void keepFollowing();
  return () => controller.abort();
}
