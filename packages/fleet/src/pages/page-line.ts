import {
  createPeer,
  type JSONRPCPacket,
  type Peer,
  type PeerOptions,
  type RequestOptions,
  RpcError,
} from '@btcp/protocol';
import type { Bus } from '../nats/bus.js';
import { seal, unseal } from '../sealing/sealed.js';
import { Parcels, partsOf } from './parcels.js';

export interface PageLineOptions {
  bus: Pick<Bus, 'publish' | 'subscribe' | 'onLoss'>;
  key: Buffer;
  id: string;
  handle: PeerOptions['handle'];
}

interface Letter {
  from: string;
  // Grows with every message, so that nobody can send one again.
  count: number;
  packet: JSONRPCPacket;
}

const SUBJECT = 'btcp.pages';
// NATS does not answer: whether a request was received is not known.
const CUT = 'the connection between the servers was lost';

export class PageLine {
  readonly #options: PageLineOptions;
  readonly #peers = new Map<string, Peer>();
  readonly #counts = new Map<string, number>();
  readonly #parcels = new Parcels();
  #sent = 0;

  constructor(options: PageLineOptions) {
    this.#options = options;
    const { bus, id } = options;
    bus.subscribe(`${SUBJECT}.${id}`, (part) => this.#receive(part));
    bus.onLoss(() => {
      for (const peer of this.#peers.values()) peer.failRequests(new RpcError('CONNECTION_LOST', CUT));
    });
  }

  request(server: string, method: string, params: unknown, options?: RequestOptions): Promise<unknown> {
    return this.#peer(server).request(method, params, options);
  }

  drop(server: string, reason: string): void {
    this.#peers.get(server)?.failRequests(new RpcError('CONNECTION_LOST', reason));
    this.#peers.delete(server);
  }

  #peer(server: string): Peer {
    const known = this.#peers.get(server);
    if (known) return known;
    const peer = createPeer({ send: (packet) => this.#send(server, packet), handle: this.#options.handle });
    this.#peers.set(server, peer);
    return peer;
  }

  #send(server: string, packet: JSONRPCPacket): void {
    const { bus, key, id } = this.#options;
    const letter: Letter = { from: id, count: ++this.#sent, packet };
    const sealed = seal(key, [server], Buffer.from(JSON.stringify(letter)));
    for (const part of partsOf(sealed)) bus.publish(`${SUBJECT}.${server}`, part);
  }

  #receive(part: Uint8Array): void {
    const letter = this.#open(part);
    if (!letter || letter.count <= (this.#counts.get(letter.from) ?? 0)) return;
    this.#counts.set(letter.from, letter.count);
    this.#peer(letter.from).receive(letter.packet);
  }

  // Undefined for what no server of this fleet has sent here.
  #open(part: Uint8Array): Letter | undefined {
    const { key, id } = this.#options;
    try {
      const sealed = this.#parcels.take(part);
      return sealed && JSON.parse(unseal(key, [id], sealed).toString());
    } catch {
      return undefined;
    }
  }
}
