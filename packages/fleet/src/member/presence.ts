import type { Bus } from '../nats/bus.js';

/** Reports that a gateway is there, as long as it is. */
export class Presence {
  readonly #bus: Bus;
  readonly #id: string;
  readonly #version: string;
  #timer: NodeJS.Timeout | undefined;
  #revision = 0;

  constructor(bus: Bus, id: string, version: string) {
    this.#bus = bus;
    this.#id = id;
    this.#version = version;
  }

  async join(): Promise<void> {
    await this.#write();
    // Before anybody is served: links and sign-ins count by the clock of NATS.
    await this.#bus.gateways.readTime(this.#id);
    this.#timer = setInterval(() => void this.#write().catch(() => {}), this.#bus.leaseTtl / 3);
  }

  async leave(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#bus.isUp) await this.#bus.gateways.remove(this.#id, this.#revision).catch(() => {});
  }

  async #write(): Promise<void> {
    this.#revision = await this.#bus.gateways.put(this.#id, { version: this.#version });
  }
}
