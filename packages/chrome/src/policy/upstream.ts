import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { BtcpError } from '@btcp/protocol';
import { type HostPattern, parseHostPattern } from './host-pattern.js';

export class Upstream {
  readonly #proxy: URL;
  readonly #exceptions: HostPattern[];

  private constructor(proxy: URL, exceptions: HostPattern[]) {
    this.#proxy = proxy;
    this.#exceptions = exceptions;
  }

  /** A proxy that was asked for must not be left out silently. */
  static at(address: string, environment: NodeJS.ProcessEnv = process.env): Upstream {
    const given = Upstream.fromEnvironment({ ...environment, https_proxy: address });
    if (given) return given;
    throw new BtcpError('invalid_input', 'The proxy is not an http or https address.', {
      hint: 'Give an address such as http://name:password@proxy.example.com:3128.',
    });
  }

  static fromEnvironment(environment: NodeJS.ProcessEnv = process.env): Upstream | undefined {
    const read = (name: string) => environment[name.toLowerCase()] || environment[name];
    const text = read('HTTPS_PROXY') ?? read('HTTP_PROXY') ?? read('ALL_PROXY');
    if (!text) return undefined;
    const address = text.includes('://') ? text : `http://${text}`;
    if (!URL.canParse(address) || !/^https?:/.test(address)) return undefined;
    const exceptions = (read('NO_PROXY') ?? '').split(',').flatMap((entry) => exceptionsOf(entry.trim()));
    return new Upstream(new URL(address), exceptions);
  }

  get hasPassword(): boolean {
    return this.#proxy.password !== '';
  }

  serves(host: string, port: number): boolean {
    return !this.#exceptions.some((pattern) => pattern.matches({ host, port }));
  }

  connect(host: string, port: number, signal: AbortSignal): Promise<Socket> {
    const { protocol, hostname, port: proxyPort, username, password } = this.#proxy;
    const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    return new Promise((resolve, reject) => {
      const request = (protocol === 'https:' ? requestHttps : requestHttp)({
        host: hostname.replace(/^\[(.*)\]$/, '$1'),
        port: proxyPort || (protocol === 'https:' ? 443 : 80),
        method: 'CONNECT',
        path: target,
        agent: false,
        signal,
        headers: {
          host: target,
          ...(username ? { 'proxy-authorization': `Basic ${credentials.toString('base64')}` } : {}),
        },
      });
      request.once('connect', ({ statusCode }, socket: Socket, head: Buffer) => {
        if (statusCode !== 200) {
          socket.destroy();
          reject(new Error(`The proxy ${hostname} answered ${statusCode} to a connection to ${target}.`));
          return;
        }
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      });
      request.once('response', (response) => {
        response.destroy();
        reject(new Error(`The proxy ${hostname} answered ${response.statusCode} to a connection to ${target}.`));
      });
      request.once('error', reject);
      request.end();
    });
  }
}

function exceptionsOf(entry: string): HostPattern[] {
  const name = entry.replace(/^\*?\./, '');
  if (name === '') return [];
  try {
    const isName = !isIP(name.split('/')[0] ?? '') && name !== '*' && !name.startsWith('[');
    return [name, ...(isName ? [`*.${name}`] : [])].map(parseHostPattern);
  } catch {
    return [];
  }
}
