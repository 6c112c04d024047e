import { isId, isNotification, isRequest, isResponse } from './guards.js';
import type { JSONRPCId, JSONRPCNotification, JSONRPCPacket, JSONRPCRequest, JSONRPCResponse } from './messages.js';
import { onTimeoutOrAbort } from './on-timeout-or-abort.js';
import { RpcError } from './rpc-error.js';

/** One call from the other side. */
export interface IncomingCall {
  /** Absent for a notification. */
  id?: JSONRPCId;
  /** Aborted when the caller cancels or the conversation ends; the handler then stops and rejects. */
  signal: AbortSignal;
}

/** How a peer sends, and who answers what it is asked. */
export interface PeerOptions {
  send(message: JSONRPCPacket): void | Promise<void>;
  /** Answers a request with what it returns or throws; for a notification both are dropped. */
  handle(method: string, params: Record<string, unknown>, call: IncomingCall): unknown;
  /** What went wrong with nobody to tell it to: late answers, failed sends, malformed responses. */
  onProblem?(error: RpcError): void;
  /** Comes before the number in the ids of our requests. */
  idPrefix?: string;
  maxBatch?: number;
}

/** How long to wait for an answer, and what cancels it. */
export interface RequestOptions {
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  id?: JSONRPCId | undefined;
}

/** One end of a JSON-RPC 2.0 conversation. */
export interface Peer {
  /** Resolves with the result, or throws the error that the other side sent. */
  request(method: string, params: unknown, options?: RequestOptions): Promise<unknown>;
  /** Sends a request and resolves with the whole response; an id of `null` is replaced by one of ours. */
  sendRequest(request: JSONRPCRequest, options?: RequestOptions): Promise<JSONRPCResponse>;
  notify(method: string, params: unknown): void;
  /** Takes what the other side sent, as parsed JSON; whatever it is, this does not throw. */
  receive(packet: unknown): void;
  /** Ids of the calls that are being answered. */
  answering(): JSONRPCId[];
  /** Fails the requests that wait for an answer, except those that may still get one. */
  failRequests(error: RpcError, except?: readonly unknown[]): void;
  /** Stops answering: the calls that still run are aborted and their results dropped. */
  abandon(error: RpcError): void;
}

/** Ids, answers, batches, timeouts and cancellation over any way to send. */
export function createPeer({ send, handle, onProblem = () => {}, idPrefix, maxBatch = 100 }: PeerOptions): Peer {
  /** Our requests that wait: each is settled once, by an answer or by the error that stands for one. */
  const waiting = new Map<JSONRPCId, (outcome: JSONRPCResponse | RpcError) => void>();
  /** Their requests that we work on. */
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
    if (!Array.isArray(packet)) void receiveOne(packet).then((owed) => owed && reply(owed));
    else if (packet.length === 0 || packet.length > maxBatch) reply(refusal(null));
    else
      void Promise.all(packet.map(receiveOne)).then((answers) => {
        const owed = answers.filter((answer) => answer !== undefined);
        if (owed.length > 0) reply(owed);
      });
  }

  async function receiveOne(message: unknown): Promise<JSONRPCResponse | undefined> {
    if (isRequest(message)) return answer(message);
    if (isNotification(message)) return void notice(message);
    if (isResponse(message)) {
      const settle = waiting.get(message.id);
      if (settle) settle(message);
      else onProblem(new RpcError('error' in message ? message.error : 'INVALID_REQUEST', 'unknown id'));
      return undefined;
    }
    const { method, result, error, id }: Record<string, unknown> = Object(message);
    if (method !== undefined || (result ?? error) === undefined) return refusal(isId(id) ? id : null);
    // Answering a broken answer would start an endless exchange.
    onProblem(new RpcError('INVALID_REQUEST'));
    return undefined;
  }

  function notice({ method, params }: JSONRPCNotification): void {
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
    // Abandoned meanwhile: the id may by now belong to somebody else's call.
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

  /** An answer that cannot be sent, because it is too large or has no JSON, is replaced by the error that says so. */
  function reply(owed: JSONRPCResponse | JSONRPCResponse[]): void {
    transmit(owed, (error) =>
      transmit(Array.isArray(owed) ? owed.map(({ id }) => failure(id, error)) : failure(owed.id, error)),
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

/** Positional parameters keep their places as keys. */
function paramsOf(params: unknown): Record<string, unknown> {
  return { ...Object(params) };
}
