import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { buffer, text } from 'node:stream/consumers';
import { urlToHttpOptions } from 'node:url';
import { BtcpError, type ErrorData, SAVE_AS_HEADER } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import { commandLine } from '../system/own-command.js';
import { VERSION } from '../system/version.js';
import { NoServerError } from '../verbs/no-server-error.js';
import type { VerbServer } from '../verbs/run-line.js';

export interface ServerAddress {
  url: string;
  token: string | null;
}

export interface ServerRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Called with the request, and with the one that is sent after it where a connection was closed. */
  onSent?(request: ClientRequest): void;
}

// Shorter than servers keep idle connections, so that no request meets a closing one.
const LINES = { keepAlive: true, timeout: 3_000 };
const CONNECT_MS = 10_000;
/** Servers list the sessions of commands by it. */
export const COMMAND_AGENT = `btcp-cli/${VERSION}`;
const HTTP_AGENTS = { 'http:': new HttpAgent(LINES), 'https:': new HttpsAgent(LINES) };

interface Base {
  isSecure: boolean;
  /** The path before every path of the server. */
  prefix: string;
  options: ReturnType<typeof urlToHttpOptions>;
}
const BASES = new Map<string, Base>();
const MAX_BASES = 1_000;
const IS_ENCODED = /^\/[\x21-\x7e]*$/;

/** No time limit: a call may wait for a person, and `fetch` would give up. */
export function requestServer(server: ServerAddress, path: string, asked: ServerRequest): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal, onSent } = asked;
  return new Promise((resolve, reject) => {
    const { isSecure, prefix, options } = baseOf(server.url);
    const request = (isSecure ? httpsRequest : httpRequest)({
      ...options,
      path: IS_ENCODED.test(path) ? prefix + path : pathOf(addressAt(server, path)),
      method,
      agent: HTTP_AGENTS[isSecure ? 'https:' : 'http:'],
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'user-agent': COMMAND_AGENT,
        ...authorization(server),
        ...headers,
      },
    });
    if (signal) endWith(request, signal);
    onSent?.(request);
    request.on('response', resolve).on('error', (cause: NodeJS.ErrnoException) => {
      // A proxy may close an idle connection at this moment; only a read can be sent again.
      const isClosed = cause.code === 'ECONNRESET' || cause.code === 'EPIPE';
      if (request.reusedSocket && isClosed && method === 'GET' && !signal?.aborted)
        requestServer(server, path, asked).then(resolve, reject);
      else reject(cause);
    });
    request.on('socket', (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(() => request.destroy(new Error('it does not answer')), CONNECT_MS);
      socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    });
    const isWritten = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    request.end(isWritten ? body : JSON.stringify(body));
  });
}

// Node's own option for signals takes several times as long.
function endWith(request: ClientRequest, signal: AbortSignal): void {
  const abort = () => {
    request.destroy(new Error('The request was cancelled.', { cause: signal.reason }));
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  request.once('close', () => signal.removeEventListener('abort', abort));
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}

// A gateway asks the same few servers in every call.
function baseOf(url: string): Base {
  const known = BASES.get(url);
  if (known) return known;
  const address = new URL(url);
  const base = {
    isSecure: address.protocol === 'https:',
    prefix: address.pathname.replace(/\/$/, ''),
    options: urlToHttpOptions(address),
  };
  if (BASES.size >= MAX_BASES) BASES.clear();
  BASES.set(url, base);
  return base;
}

export async function readAnswer<T>(response: IncomingMessage): Promise<(T & { error?: ErrorData }) | undefined> {
  const body = await text(response);
  return body === '' ? undefined : JSON.parse(body);
}

export function addressAt({ url }: ServerAddress, path: string): URL {
  return new URL(path.replace(/^\//, ''), url.endsWith('/') ? url : `${url}/`);
}

const wrongAddress = () => `Start one with ${commandLine('serve')}, or correct --url or BTCP_URL.`;

export async function askServer<T>(server: ServerAddress, path: string, asked: ServerRequest): Promise<T> {
  const response = await requestServer(server, path, asked).catch((cause) => {
    throw new NoServerError(`No server answers at ${server.url}.`, {
      hint: wrongAddress(),
      cause,
    });
  });
  const answer = await readAnswer<T>(response).catch((cause) => {
    throw new NoServerError(`The server at ${server.url} is not a BTCP server.`, {
      hint: wrongAddress(),
      cause,
    });
  });
  if (answer?.error) throw BtcpError.fromJSON(answer.error);
  return answer as T;
}

export function saveAsHeader(path: string | undefined): Record<string, string> {
  return path === undefined ? {} : { [SAVE_AS_HEADER]: encodeURIComponent(path) };
}

export async function callRemoteTool(
  server: ServerAddress,
  session: string,
  name: string,
  input: unknown,
  { scope = '', saveAs }: { scope?: string; saveAs?: string | undefined } = {},
): Promise<ToolResult> {
  const path = `${scope}/sessions/${encodeURIComponent(session)}/tools/${encodeURIComponent(name)}`;
  const asked = { method: 'POST', headers: saveAsHeader(saveAs), body: input };
  const { text, data, page, images } = await askServer<ToolResult>(server, path, asked);
  return { text, data, page, ...(images ? { images } : {}) };
}

export function remoteCommands(server: ServerAddress): VerbServer {
  return {
    call: (session, tool, input, saveAs) => callRemoteTool(server, session, tool, input, { saveAs }),
    async readKept(session, file) {
      const name = encodeURIComponent(file.split(/[\\/]/).at(-1) ?? '');
      const response = await requestServer(server, `/sessions/${encodeURIComponent(session)}/files/${name}`, {});
      if (response.statusCode === 200) return new Uint8Array(await buffer(response));
      throw BtcpError.fromJSON((await readAnswer<{ error: ErrorData }>(response))?.error as ErrorData);
    },
  };
}

export async function isServing(server: ServerAddress): Promise<boolean> {
  try {
    const response = await fetch(addressAt(server, '/health'), { signal: AbortSignal.timeout(2_000) });
    return response.ok;
  } catch {
    return false;
  }
}

function authorization({ token }: ServerAddress): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
