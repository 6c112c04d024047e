import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model that says `Working`, and ends its answer when it is released. */
export class HeldModel {
  /** What it was asked, as text. */
  readonly asked: string[] = [];
  readonly #held = new Set<ServerResponse>();
  readonly #server: Server;
  isHolding = false;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += chunk;
      this.asked.push(text);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ content: 'Working' }));
      this.#held.add(response);
      response.once('close', () => this.#held.delete(response));
      if (!this.isHolding) this.release();
    });
  }

  static async start(): Promise<HeldModel> {
    const model = new HeldModel();
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  get environment(): NodeJS.ProcessEnv {
    const { port } = this.#server.address() as AddressInfo;
    return { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, MODEL: 'held', OPENAI_API_KEY: 'none' };
  }

  /** How many answers are under way. */
  get heldCount(): number {
    return this.#held.size;
  }

  release(): void {
    this.isHolding = false;
    for (const response of this.#held) {
      // It closes a moment later, and must not be ended twice.
      this.#held.delete(response);
      response.end(`${chunk({ content: ', done.' })}${chunk({}, 'stop')}data: [DONE]\n\n`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function chunk(delta: object, finish_reason: string | null = null): string {
  const data = { id: 'held', created: 0, model: 'held', choices: [{ index: 0, delta, finish_reason }] };
  return `data: ${JSON.stringify(data)}\n\n`;
}
