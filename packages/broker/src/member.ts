import { randomBytes } from 'node:crypto';
import {
  createPeer,
  formatFrame,
  type JSONRPCPacket,
  type Peer,
  type PeerOptions,
  parseFrame,
  RpcError,
} from '@btcp/protocol';
import type { Principal } from './access.js';
import { createRateLimit, type Limits } from './limits.js';
import type { Link } from './link.js';
import type { Session } from './session.js';

/** 128 bits that nobody can guess. */
export function mintSecret(): string {
  return randomBytes(16).toString('base64url');
}

/** One page or agent. It outlives its link for a while, so that it can come back to what it was doing. */
export class Member {
  readonly id: string = mintSecret();
  readonly resumeToken: string = mintSecret();
  readonly principal: Principal;
  readonly peer: Peer;
  readonly since: number = Date.now();
  clientType: 'browser' | 'agent' | undefined;
  metadata: unknown;
  session: Session | undefined;
  link: Link | undefined;
  /** Said goodbye: will not come back. */
  isLeaving = false;
  /** The number of the last message that came by POST. */
  lastSequence = 0;
  readonly #limits: Limits;
  readonly #mayReceive: () => boolean;
  #backlog: JSONRPCPacket[] = [];
  #farewell: NodeJS.Timeout | undefined;

  constructor(
    principal: Principal,
    link: Link,
    limits: Limits,
    handle: (member: Member, ...call: Parameters<PeerOptions['handle']>) => unknown,
  ) {
    this.principal = principal;
    this.link = link;
    this.#limits = limits;
    this.#mayReceive = createRateLimit(limits.messagesPerSecond);
    this.peer = createPeer({
      send: (message) => this.#send(message),
      handle: (...call) => handle(this, ...call),
      idPrefix: 'call-',
    });
  }

  /** Set while the member may still come back. */
  get farewell(): NodeJS.Timeout | undefined {
    return this.#farewell;
  }

  set farewell(timer: NodeJS.Timeout | undefined) {
    this.#farewell = timer;
    if (this.session?.page === this) this.session.tellChange();
  }

  /** Takes one frame; says why when it cannot. */
  receive(text: string): 'BUSY' | 'MALFORMED' | undefined {
    if (!this.#mayReceive()) return 'BUSY';
    try {
      this.peer.receive(parseFrame(text, this.#limits.messageSize));
      return undefined;
    } catch (thrown) {
      this.#send({ jsonrpc: '2.0', error: RpcError.from(thrown).toJSON(), id: null });
      return 'MALFORMED';
    }
  }

  /** Goes on over another link; `calls` are those of ours that the member still knows of. */
  resume(link: Link, calls: readonly unknown[]): void {
    clearTimeout(this.farewell);
    this.farewell = undefined;
    const unsent = this.#backlog.splice(0);
    const kept = unsent.flat().map((message) => ('id' in message ? message.id : undefined));
    this.link = link;
    this.peer.failRequests(new RpcError('CONNECTION_LOST', 'the call or its answer was lost'), [...calls, ...kept]);
    for (const message of unsent) this.#send(message);
  }

  #send(message: JSONRPCPacket): void {
    const text = formatFrame(message, this.#limits.messageSize);
    if (this.link) this.link.send(text);
    else if (this.#backlog.length < this.#limits.callsAtOnce) this.#backlog.push(message);
    else throw new RpcError('BUSY', 'too much waits for this member to come back');
  }
}
