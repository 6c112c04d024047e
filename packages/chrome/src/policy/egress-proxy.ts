import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { offeredProtocols, TLS_HANDSHAKE } from './certificates/client-hello.js';
import { bridgeSecurely, secureErrorText } from './certificates/secure-bridge.js';
import type { ConnectionFailure } from './connection-failure.js';
import { type Dialled, Refused } from './dial.js';
import { SCHEME_PORTS } from './host-pattern.js';
import { LocalVisits } from './local-visits.js';
import { isOwnUser } from './own-user.js';
import { answerConnected, answerFailed, firstBytes, readDestination } from './socks.js';
import type { WayOut } from './way-out.js';

const ERROR_TEXTS: Record<string, string> = {
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'net::ERR_NAME_NOT_RESOLVED',
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ETIMEDOUT: 'net::ERR_CONNECTION_TIMED_OUT',
};

const MAX_FAILURES = 1_000;

interface Pair {
  target: string;
  near: Socket;
  far: Socket;
  dialled: Dialled;
}

/**
 * The way out for pages: every connection of the browser is asked for here by name, looked up once, judged by the
 * address, and made to that very address. It speaks SOCKS5, which no web page can be made to speak. Other programs of
 * this machine gain nothing by it: they can make the same connections themselves, and where it adds a password or a
 * certificate, only those of the same user are served.
 */
export class EgressProxy {
  readonly visits = new LocalVisits();
  readonly #way: WayOut;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #failures = new Map<string, ConnectionFailure>();
  // Where a client certificate was sent and an answer came.
  readonly #accepted = new Set<string>();

  private constructor(way: WayOut) {
    this.#way = way;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      this.#keep(socket);
      this.#serve(socket).catch(() => socket.destroy());
    });
  }

  static async start(way: WayOut): Promise<EgressProxy> {
    const proxy = new EgressProxy(way);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get chromeArguments(): string[] {
    const { proxyServer, proxyBypassList } = this.contextOptions;
    return [
      `--proxy-server=${proxyServer}`,
      `--proxy-bypass-list=${proxyBypassList.join(';')}`,
      // Whatever does not ask the proxy finds no address: prefetched names, for one.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.*, EXCLUDE [::1]',
      // For headless shells, and for Chrome.
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
      ...(this.#way.certificates ? [this.#way.certificates.own.chromeArgument] : []),
    ];
  }

  get contextOptions(): { proxyServer: string; proxyBypassList: string[] } {
    const { port } = this.#server.address() as AddressInfo;
    // Chrome's own exceptions are dropped: this machine and link-local addresses.
    return { proxyServer: `socks5://127.0.0.1:${port}`, proxyBypassList: ['<-loopback>'] };
  }

  /** What happened to the last connection that was wanted for this address, if it was not made. */
  failureOf(url: string): ConnectionFailure | undefined {
    if (!URL.canParse(url)) return undefined;
    const { protocol, hostname, port } = new URL(url);
    const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    return this.#failures.get(`${host}:${port || SCHEME_PORTS[protocol]}`);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(near: Socket): Promise<void> {
    // Chrome sends no password, so ask the system whose program it is.
    const { upstream, certificates } = this.#way;
    if ((upstream?.hasPassword || certificates) && !(await isOwnUser(near)))
      throw new Error('This is not our browser.');
    const { host, port } = await readDestination(near);
    const target = `${host}:${port}`;
    const gone = new AbortController();
    // Readable before an answer means closed.
    const hangUp = () => gone.abort();
    near.once('readable', hangUp).once('close', hangUp);
    let dialled: Dialled;
    try {
      dialled = await this.#way.dialer.dial(host, port, this.visits, gone.signal);
    } catch (thrown) {
      if (gone.signal.aborted) throw thrown;
      this.#note(target, failure(thrown));
      answerFailed(near);
      return;
    }
    const far = dialled.socket;
    this.#keep(far);
    if (gone.signal.aborted) {
      far.destroy();
      near.destroy();
      return;
    }
    near.off('readable', hangUp);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    answerConnected(near);
    await this.#join(host, port, { target, near, far, dialled });
  }

  async #join(host: string, port: number, pair: Pair): Promise<void> {
    const { target, near, far, dialled } = pair;
    const certificate = this.#way.certificates?.for(host, port);
    if (this.#way.policy.needsScheme || certificate) {
      const first = await firstBytes(near);
      const isSecure = first[0] === TLS_HANDSHAKE;
      const refusal = dialled.refusal(isSecure);
      if (refusal) {
        this.#note(target, failure(new Refused(refusal)));
        near.destroy();
        return;
      }
      if (certificate && isSecure) return this.#joinSecurely(host, pair, first, certificate);
      far.write(first);
    }
    // Chrome connects in advance, so an unused connection is no success.
    this.#failures.delete(target);
    this.#pass(pair);
  }

  // The browser cannot be given the client certificate, so TLS ends here and begins again.
  async #joinSecurely(host: string, pair: Pair, first: Buffer, certificate: SecureContext): Promise<void> {
    const { certificates, ignoresTlsErrors } = this.#way;
    if (!certificates) return;
    const { target, near, far } = pair;
    try {
      const protocols = await offeredProtocols(near, first);
      const bridge = await bridgeSecurely({
        near,
        far,
        host,
        protocols,
        certificate,
        own: certificates.own,
        ignoresTlsErrors,
        isAccepted: () => this.#accepted.has(target),
        onAnswer: () => {
          this.#accepted.add(target);
          this.#failures.delete(target);
        },
        onFailure: (thrown, isAboutCertificate) =>
          this.#note(target, { ...failure(thrown), ...(isAboutCertificate ? { isAboutCertificate } : {}) }),
      });
      for (const socket of [bridge.near, bridge.far]) this.#keep(socket);
      this.#pass({ ...pair, ...bridge });
    } catch {
      near.destroy();
    }
  }

  #pass({ near, far, dialled }: Pair): void {
    near.on('data', () => {
      if (dialled.isStillAllowed()) return;
      near.destroy();
      far.destroy();
    });
    near.pipe(far);
    far.pipe(near);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #note(target: string, what: ConnectionFailure): void {
    this.#failures.delete(target);
    this.#failures.set(target, what);
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest);
  }
}

function failure(thrown: unknown): ConnectionFailure {
  const ofSocket = ERROR_TEXTS[(thrown as NodeJS.ErrnoException).code ?? ''];
  const errorText = ofSocket ?? secureErrorText(thrown) ?? 'net::ERR_ADDRESS_UNREACHABLE';
  return thrown instanceof Refused ? { refusal: thrown.refusal, errorText } : { errorText };
}
