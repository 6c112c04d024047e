import { isId, isNotification, isRequest, isResponse } from './guards.js';
import type { JSONRPCId, JSONRPCNotification, JSONRPCPacket, JSONRPCRequest, JSONRPCResponse } from './messages.js';
import { onTimeoutOrAbort } from './on-timeout-or-abort.js';
import { RpcError } from './rpc-error.js';

/** A request that a peer received. */
export interface IncomingCall {
  id?: JSONRPCId;
  signal: AbortSignal;
}

/** How a peer sends and answers. */
export interface PeerOptions {
  send(message: JSONRPCPacket): void | Promise<void>;
  handle(method: string, params: Record<string, unknown>, call: IncomingCall): unknown;
  /** Reports errors that belong to no request: late answers, failed sends, malformed responses. */
  onProblem?(error: RpcError): void;
  idPrefix?: string;
  maxBatch?: number;
}

/** The time limit and cancellation of a request. */
export interface RequestOptions {
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  id?: JSONRPCId | undefined;
}

/** One end of a JSON-RPC 2.0 connection. */
export interface Peer {
  request(method: string, params: unknown, options?: RequestOptions): Promise<unknown>;
  sendRequest(request: JSONRPCRequest, options?: RequestOptions): Promise<JSONRPCResponse>;
  notify(method: string, params: unknown): void;
  receive(packet: unknown): void;
  answering(): JSONRPCId[];
  failRequests(error: RpcError, except?: readonly unknown[]): void;
  abandon(error: RpcError): void;
}

/** Handles ids, answers, batches, timeouts and cancellation over any transport. */
export function createPeer({ send, handle, onProblem = () => {}, idPrefix, maxBatch = 100 }: PeerOptions): Peer {
  const waiting = new Map<JSONRPCId, (outcome: JSONRPCResponse | RpcError) => void>();
  const working = new Map<JSONRPCId, AbortController>();
  let count = 0;

  function sendRequest(request: JSONRPCRequest, { timeout, signal }: RequestOptions = {}): Promise<JSONRPCResponse> {
    return new Promise((resolve, reject) => {
      const id = request.id ?? nextId();
      if (waiting.has(id)) throw new RpcError('INVALID_REQUEST', 'duplicate id');
      const stop = onTimeoutOrAbort(timeout || undefined, signal, (reason) => {
        const error = RpcError.from(reason, 'CANCELLED');
        settle(error);
        notify('notifications/cancelled', { requestId: id, reason: error.message });
      });
      const settle = (outcome: JSONRPCResponse | RpcError) => {
        waiting.delete(id);
        stop();
        if (outcome instanceof RpcError) reject(outcome);
        else resolve(outcome);
      };
      waiting.set(id, settle);
      transmit({ ...request, id }, settle);
    });
  }

  async function request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    const response = await sendRequest({ jsonrpc: '2.0', method, params, id: options.id ?? null }, options);
    if ('error' in response) throw new RpcError(response.error);
    return response.result;
  }

  function notify(method: string, params: unknown): void {
    transmit({ jsonrpc: '2.0', method, params });
  }

  function receive(packet: unknown): void {
    if (!Array.isArray(packet)) void receiveOne(packet).then((response) => response && reply(response));
    else if (packet.length === 0 || packet.length > maxBatch) reply(refusal(null));
    else
      void Promise.all(packet.map(receiveOne)).then((answers) => {
        const responses = answers.filter((response) => response !== undefined);
        if (responses.length > 0) reply(responses);
      });
  }

  async function receiveOne(message: unknown): Promise<JSONRPCResponse | undefined> {
    if (isRequest(message)) return answer(message);
    if (isNotification(message)) return void onNotification(message);
    if (isResponse(message)) {
      const settle = waiting.get(message.id);
      if (settle) settle(message);
      else onProblem(new RpcError('error' in message ? message.error : 'INVALID_REQUEST', 'unknown id'));
      return undefined;
    }
    const { method, result, error, id }: Record<string, unknown> = Object(message);
    if (method !== undefined || (result ?? error) === undefined) return refusal(isId(id) ? id : null);
    // Answering a malformed answer could go on forever.
    onProblem(new RpcError('INVALID_REQUEST'));
    return undefined;
  }

  function onNotification({ method, params }: JSONRPCNotification): void {
    const named = paramsOf(params);
    if (method === 'notifications/cancelled' && isId(named.requestId))
      working.get(named.requestId)?.abort(new RpcError('CANCELLED'));
    else void run(method, named, { signal: new AbortController().signal });
  }

  async function answer({ id, method, params }: JSONRPCRequest): Promise<JSONRPCResponse | undefined> {
    if (working.has(id)) return refusal(id, 'duplicate id');
    const controller = new AbortController();
    working.set(id, controller);
    const response = await run(method, paramsOf(params), { id, signal: controller.signal });
    // The call was abandoned, and its id may belong to another call by now.
    if (working.get(id) !== controller) return undefined;
    working.delete(id);
    return response;
  }

  async function run(method: string, params: Record<string, unknown>, call: IncomingCall): Promise<JSONRPCResponse> {
    const { id = null } = call;
    try {
      return { jsonrpc: '2.0', result: (await handle(method, params, call)) ?? null, id };
    } catch (thrown) {
      return failure(id, RpcError.from(thrown));
    }
  }

  // An answer that is too large or not JSON would leave the caller waiting.
  function reply(response: JSONRPCResponse | JSONRPCResponse[]): void {
    transmit(response, (error) =>
      transmit(Array.isArray(response) ? response.map(({ id }) => failure(id, error)) : failure(response.id, error)),
    );
  }

  function transmit(message: JSONRPCPacket, onFailure: (error: RpcError) => void = onProblem): void {
    Promise.resolve(message)
      .then(send)
      .catch((thrown) => onFailure(RpcError.from(thrown, 'CONNECTION_LOST')));
  }

  function nextId(): JSONRPCId {
    count++;
    const id = idPrefix ? idPrefix + count : count;
    return waiting.has(id) ? nextId() : id;
  }

  return {
    request,
    sendRequest,
    notify,
    receive,
    answering: () => [...working.keys()],
    failRequests(error, except = []) {
      for (const [id, settle] of [...waiting]) if (!except.includes(id)) settle(error);
    },
    abandon(error) {
      for (const controller of working.values()) controller.abort(error);
      working.clear();
    },
  };
}

function failure(id: JSONRPCId, error: RpcError): JSONRPCResponse {
  return { jsonrpc: '2.0', error: error.toJSON(), id };
}

function refusal(id: JSONRPCId, reason?: string): JSONRPCResponse {
  return failure(id, new RpcError('INVALID_REQUEST', reason));
}

function paramsOf(params: unknown): Record<string, unknown> {
  return { ...Object(params) };
}
