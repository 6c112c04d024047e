import { randomBytes } from 'node:crypto';
import { RateLimit } from '@btcp/access';
import {
  createPeer,
  formatFrame,
  type JSONRPCPacket,
  type Peer,
  type PeerOptions,
  type RequestOptions,
  RpcError,
} from '@btcp/protocol';
import type { PageMember } from './connected-page.js';
import type { Limits } from './limits.js';
import type { Caller, Principal } from './principal.js';
import { OverloadedFrame, readFrame } from './read-frame.js';
import type { RegisteredPage } from './registered-page.js';
import type { Transport } from './transport.js';

export type ClientType = 'browser' | 'agent';

export interface ClientOptions {
  caller: Caller;
  transport: Transport;
  limits: Limits;
  handle: (client: Client, ...call: Parameters<PeerOptions['handle']>) => unknown;
}

const BURST_SECONDS = 10;

export function mintSecret(): string {
  return randomBytes(16).toString('base64url');
}

export class Client implements PageMember {
  readonly id: string = mintSecret();
  resumeToken: string = mintSecret();
  readonly principal: Principal;
  readonly origin: string | undefined;
  readonly peer: Peer;
  readonly since: number = Date.now();
  type: ClientType | undefined;
  metadata: unknown;
  // For an agent, the page that it has joined.
  page: RegisteredPage | undefined;
  transport: Transport | undefined;
  isLeaving = false;
  lastSequence = 0;
  batchedCalls = 0;
  readonly #limits: Limits;
  readonly #rate: RateLimit;
  #unsent: JSONRPCPacket[] = [];
  #resumeTimer: NodeJS.Timeout | undefined;

  constructor({ caller, transport, limits, handle }: ClientOptions) {
    this.principal = caller.principal;
    this.origin = caller.origin;
    this.transport = transport;
    this.#limits = limits;
    this.#rate = new RateLimit(limits.messagesPerSecond, BURST_SECONDS);
    this.peer = createPeer({
      send: (message) => this.#send(message),
      handle: (...call) => handle(this, ...call),
      idPrefix: 'call-',
    });
  }

  get owner(): string {
    return this.principal.owner;
  }

  request(method: string, params: unknown, options?: RequestOptions): Promise<unknown> {
    return this.peer.request(method, params, options);
  }

  get isAway(): boolean {
    return this.#resumeTimer !== undefined;
  }

  awaitReturn(resumeWindow: number, giveUp: () => void): void {
    this.#setResumeTimer(setTimeout(giveUp, resumeWindow).unref());
  }

  returned(): void {
    this.#setResumeTimer(undefined);
  }

  receive(text: string): 'BUSY' | 'MALFORMED' | undefined {
    if (!this.#rate.take()) return 'BUSY';
    try {
      this.peer.receive(readFrame(text, this.#limits.messageSize));
      return undefined;
    } catch (thrown) {
      // Nobody knows which request it would have answered.
      if (thrown instanceof OverloadedFrame)
        this.peer.failRequests(new RpcError('OUTPUT_TOO_LARGE', 'too many values, or too deep'));
      this.#send({ jsonrpc: '2.0', error: RpcError.from(thrown).toJSON(), id: null });
      return 'MALFORMED';
    }
  }

  resume(transport: Transport, calls: readonly unknown[]): void {
    this.returned();
    const unsent = this.#unsent.splice(0);
    const kept = unsent.flat().map((message) => ('id' in message ? message.id : undefined));
    this.transport = transport;
    this.peer.failRequests(new RpcError('CONNECTION_LOST', 'the call or its answer was lost'), [...calls, ...kept]);
    for (const message of unsent) this.#send(message);
  }

  end(reason: string): void {
    clearTimeout(this.#resumeTimer);
    const error = new RpcError('CONNECTION_LOST', reason);
    this.peer.failRequests(error);
    this.peer.abandon(error);
  }

  #setResumeTimer(timer: NodeJS.Timeout | undefined): void {
    clearTimeout(this.#resumeTimer);
    this.#resumeTimer = timer;
    if (this.page?.member === this) this.page.notifyChange();
  }

  #send(message: JSONRPCPacket): void {
    const text = formatFrame(message, this.#limits.messageSize);
    if (this.transport) this.transport.send(text);
    else if (this.#unsent.length < this.#limits.callsAtOnce) this.#unsent.push(message);
    else throw new RpcError('BUSY', 'too many messages wait for this client to reconnect');
  }
}
