import type { Pool, PoolClient } from 'pg';
import type { WorkspaceChange } from '../../events/session-hub.js';

interface NotificationsOptions {
  onSession(agent: string, session: string): void;
  onChange(change: WorkspaceChange): void;
  // What was reported meanwhile is not known.
  onReconnect(): void;
}

type News = { change: WorkspaceChange } | { agent: string; session: string };

export const CHANNEL = 'btcp';
const RECONNECT_MS = 500;
// A connection that is cut without a word is noticed by this.
const CHECK_MS = 5_000;

/** What other servers wrote. A notification only says where to look, so a lost one loses nothing. */
export class Notifications {
  readonly #pool: Pool;
  readonly #options: NotificationsOptions;
  #client: PoolClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(pool: Pool, options: NotificationsOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async start(): Promise<void> {
    const client = await this.#pool.connect();
    if (this.#isStopped) {
      client.release(true);
      return;
    }
    client.on('notification', ({ payload }) => this.#hear(JSON.parse(payload ?? '{}')));
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      client.release(true);
      if (this.#client === client) this.#reconnectLater();
    };
    client.once('error', lose);
    client.once('end', lose);
    this.#client = client;
    this.#check(client, lose);
    await client.query(`LISTEN ${CHANNEL}`);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    client
      ?.removeAllListeners('end')
      .removeAllListeners('error')
      .on('error', () => {});
    client?.release(true);
  }

  #hear(news: News): void {
    if ('change' in news) this.#options.onChange(news.change);
    else this.#options.onSession(news.agent, news.session);
  }

  #check(client: PoolClient, lose: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(() => this.#client === client && this.#check(client, lose), lose);
    }, CHECK_MS).unref();
  }

  #reconnectLater(): void {
    this.#client = undefined;
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.start().then(
        () => this.#options.onReconnect(),
        () => this.#reconnectLater(),
      );
    }, RECONNECT_MS).unref();
  }
}
