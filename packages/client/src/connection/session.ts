import {
  isObject,
  type JSONRPCResponse,
  MAX_FRAME_SIZE,
  METHOD_NOT_FOUND,
  type Peer,
  PROTOCOL_VERSION,
  RpcError,
  type Welcome,
} from '@btcp/protocol';
import type { BTCPClientOptions } from '../contract/client-options.js';
import type { Transport } from '../contract/transport.js';
import { withDeadline } from '../timing/with-deadline.js';

const CONNECT_TIMEOUT_MS = 10_000;

export type Answer = JSONRPCResponse | JSONRPCResponse[];

export interface Session {
  connect(signal: AbortSignal): Promise<string>;
  hold(answer: Answer): void;
  abandon(error: RpcError): void;
  leave(): void;
}

export function createSession(
  { serverUrl, auth, clientType = 'browser', metadata = {}, maxMessageSize = MAX_FRAME_SIZE }: BTCPClientOptions,
  transport: Transport,
  peer: Peer,
): Session {
  let known: Partial<Welcome> = {};
  let held: Answer[] = [];

  async function sayHello(greeting: unknown): Promise<Partial<Welcome>> {
    // A server that greets without a version does not have the method `hello`.
    if (isObject(greeting) && (greeting.resumed || !greeting.version)) return greeting;
    const { sessionId, resumeToken } = known;
    const calls = [...peer.answering(), ...held.flat().map(({ id }) => id)];
    const resume = resumeToken && { sessionId, resumeToken, calls };
    const params = { clientType, version: PROTOCOL_VERSION, metadata, ...resume };
    const hello = peer.request('hello', params, { id: 'hello', timeout: CONNECT_TIMEOUT_MS });
    return Object(await hello.catch(({ code }) => code === METHOD_NOT_FOUND || hello));
  }

  function abandon(error: RpcError): void {
    held = [];
    peer.failRequests(error);
    peer.abandon(error);
  }

  return {
    async connect(signal) {
      const token = await (typeof auth?.token === 'function' ? auth.token() : auth?.token);
      signal.throwIfAborted();
      const url = new URL(serverUrl);
      if (url.pathname === '/') url.pathname = '/btcp';
      const connecting = () => transport.connect(url.href, { token, clientType, maxMessageSize });
      const welcome = await sayHello(await withDeadline(CONNECT_TIMEOUT_MS, connecting));
      if (!welcome.resumed) abandon(new RpcError('CONNECTION_LOST', 'not resumed'));
      known = { ...known, ...welcome };
      for (const answer of held.splice(0)) transport.send(answer).catch(() => {});
      return known.sessionId ?? '';
    },
    hold: (answer) => held.push(answer),
    abandon,
    leave() {
      if (transport.isConnected) transport.send({ jsonrpc: '2.0', method: 'session/leave' }).catch(() => {});
      known = {};
    },
  };
}
