import { reachableName, servedHosts } from './addresses.js';
import type { AppServerOptions } from './app-server-options.js';

type AddressOptions = Pick<AppServerOptions, 'host' | 'publicAddress' | 'closedPorts' | 'streamPort'>;

/** Where the server is reached: mostly unknown until it listens, so every check reads it at each request. */
export class ServerAddress {
  readonly hostNames = new Set<string>();
  readonly closedPorts: number[];
  readonly #options: AddressOptions;
  #url = '';

  constructor(options: AddressOptions) {
    this.#options = options;
    this.closedPorts = [...(options.closedPorts ?? [])];
  }

  get url(): string {
    return this.#url;
  }

  get publicUrl(): string {
    return this.#options.publicAddress?.url ?? this.#url;
  }

  get port(): string {
    return new URL(this.#url).port;
  }

  listensOn(port: number): void {
    const { host, publicAddress, streamPort } = this.#options;
    this.closedPorts.push(port, ...(streamPort === undefined ? [] : [streamPort]));
    for (const name of servedHosts(host, port, publicAddress !== undefined)) this.hostNames.add(name);
    this.#url = `http://${reachableName(host)}:${port}`;
  }
}
