import type { Transport } from '../clients/transport.js';

const MAX_KEPT_EVENTS = 1000;

interface StoredEvent {
  id: number;
  text: string;
}

export interface EventStreamTransport extends Transport {
  open(lastEventId: number): ReadableStream<Uint8Array> | undefined;
}

/** Events are numbered and kept for a while, so that a reader can resume. */
export function createEventStreamTransport(backlog: number, onEnd: () => void): EventStreamTransport {
  const encoder = new TextEncoder();
  const kept: StoredEvent[] = [];
  let keptSize = 0;
  let count = 0;
  let reader: ReadableStreamDefaultController<Uint8Array> | undefined;

  function write(text: string): void {
    if (!reader) return;
    reader.enqueue(encoder.encode(text));
    if ((reader.desiredSize ?? 0) <= 0) cut();
  }

  function cut(): void {
    const current = reader;
    reader = undefined;
    end(current);
    if (current) onEnd();
  }

  function keep(event: StoredEvent): void {
    kept.push(event);
    keptSize += event.text.length;
    while (kept.length > MAX_KEPT_EVENTS || keptSize > backlog) keptSize -= kept.shift()?.text.length ?? keptSize;
  }

  return {
    send(text) {
      count += 1;
      keep({ id: count, text });
      write(format({ id: count, text }));
    },
    close: cut,
    beat: () => write(': keepalive\n\n'),
    open(lastEventId) {
      if (lastEventId > count || lastEventId < count - kept.length) return undefined;
      const missed = kept.filter(({ id }) => id > lastEventId);
      end(reader);
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            own = controller;
            reader = controller;
            for (const event of missed) controller.enqueue(encoder.encode(format(event)));
          },
          cancel() {
            // A reader that resumed has a new stream by the time the old one is found dead.
            if (reader !== own) return;
            reader = undefined;
            onEnd();
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: backlog }),
      );
    },
  };
}

function end(reader: ReadableStreamDefaultController<Uint8Array> | undefined): void {
  try {
    reader?.close();
  } catch {
    // Already ended by its reader.
  }
}

function format({ id, text }: StoredEvent): string {
  return `id: ${id}\ndata: ${text}\n\n`;
}
