// How long a driver may take to listen.
const START_MS = 20_000;

/** A session of WebDriver, whose commands concern one window at a time: they wait for each other. */
export class WebDriver {
  readonly #address: string;
  // The one that is always there.
  #firstWindow = '';
  #last: Promise<unknown> = Promise.resolve();

  private constructor(address: string) {
    this.#address = address;
  }

  static async open(origin: string, capabilities: object): Promise<WebDriver> {
    await untilReady(origin);
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = (await request('POST', `${origin}/session`, body)) as { sessionId: string };
    const driver = new WebDriver(`${origin}/session/${sessionId}`);
    driver.#firstWindow = String(await request('GET', `${driver.#address}/window`));
    await driver.command('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 });
    return driver;
  }

  /** In the window that is named, or in the first. */
  command(method: string, path: string, body?: object, window = this.#firstWindow): Promise<unknown> {
    const done = this.#last.then(async () => {
      await request('POST', `${this.#address}/window`, { handle: window });
      return request(method, this.#address + path, body);
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  async close(): Promise<void> {
    await this.command('DELETE', '').catch(() => undefined);
  }
}

async function untilReady(origin: string): Promise<void> {
  for (const end = Date.now() + START_MS; ; ) {
    const isReady = await request('GET', `${origin}/status`).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > end) throw new Error(`No WebDriver at ${origin}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function request(method: string, address: string, body?: object): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (!answer.ok) throw new Error(`${method} ${new URL(address).pathname}: ${value?.error} ${value?.message}`);
  return value;
}
