// biome-ignore lint/suspicious/noExplicitAny: events are of every shape
type Event = any;

/** Reads server-sent events, and waits for those that a test expects. */
export class EventReader {
  readonly events: Event[] = [];
  readonly #abort = new AbortController();
  #check = () => {};

  static async open(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(url, { headers, signal: reader.#abort.signal });
    if (!response.body) throw new Error(`No events at ${url}: ${response.status}`);
    void reader.#read(response.body).catch(() => {});
    return reader;
  }

  next(type: string, fits: (event: Event) => boolean = () => true): Promise<Event> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No ${type} in ${JSON.stringify(this.events)}`)), 60_000);
      this.#check = () => {
        const found = this.events.find((event) => event.type === type && fits(event));
        if (!found) return;
        clearTimeout(timer);
        resolve(found);
      };
      this.#check();
    });
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      const parts = (rest + new TextDecoder().decode(chunk)).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const data = part.split('\n').find((line) => line.startsWith('data: '));
        if (data) this.events.push(JSON.parse(data.slice('data: '.length)));
      }
      this.#check();
    }
  }
}
