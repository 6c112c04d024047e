import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { type AccessOptions, type BrowserStatus, refuseUpgrade } from '@btcp/host';
import type { ControlState, ErrorData } from '@btcp/protocol';
import { type BrowserState, BtcpError, type SessionEvent, type ToolResult } from '@btcp/tools';
import type { ServerAddress } from '../client/server-client.js';
import { admitViewer } from './admit-viewer.js';
import { type AgentHost, UNTOUCHED } from './agent-host.js';
import { followEvents } from './follow-events.js';

/** An agent's browser behind another server of BTCP. */
export class RemoteHost implements AgentHost {
  readonly #address: () => Promise<ServerAddress>;
  readonly #access: AccessOptions;
  readonly #controls = new Map<string, ControlState>();

  /** `access` is that of this server: viewers come in here. */
  constructor(address: () => Promise<ServerAddress>, access: AccessOptions) {
    this.#address = address;
    this.#access = access;
  }

  get isActive(): boolean {
    return false;
  }

  async call(session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult> {
    const path = `/sessions/${encodeURIComponent(session)}/tools/${encodeURIComponent(name)}`;
    const { success: _, ...result } = await this.#ask<ToolResult & { success: true }>(path, { signal, body: input });
    return result;
  }

  status(): Promise<BrowserStatus> {
    return this.#ask<BrowserStatus>('/browser/status');
  }

  async transfer(from: string, to: string): Promise<void> {
    await this.#ask('/browser/ownership/transfer', { body: { sessionId: from, to } });
  }

  control(session: string): ControlState {
    return this.#controls.get(session) ?? UNTOUCHED;
  }

  subscribe(session: string, listener: (event: SessionEvent) => void): () => void {
    return followEvents(this.#address, session, (event) => {
      if (event.type === 'control') this.#controls.set(session, event.control);
      listener(event);
    });
  }

  /** Bytes go to and fro as they are, so that who reads slowly slows the sender down and nothing piles up here. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): void {
    admitViewer(request, this.#access);
    this.#address().then(
      ({ url, token }) => {
        const target = new URL(`/browser/stream?${query}`, url);
        const { host: _host, origin: _origin, cookie: _cookie, authorization: _, ...headers } = request.headers;
        // What lets viewers in here is no business of the other server.
        const protocols = headers['sec-websocket-protocol']?.split(',').filter((name) => !/^\s*bearer\./.test(name));
        if (protocols) headers['sec-websocket-protocol'] = protocols.join(',');
        if (protocols?.length === 0) delete headers['sec-websocket-protocol'];
        const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
        const upstream = send(target, { headers: { ...headers, ...authorization(token) } });
        upstream.on('upgrade', (response, there, first) => {
          socket.write(headOf(response));
          if (first.length > 0) socket.write(first);
          if (head.length > 0) there.write(head);
          there.on('error', () => socket.destroy());
          socket.on('close', () => there.destroy());
          there.on('close', () => socket.destroy());
          there.pipe(socket).pipe(there);
        });
        upstream.on('response', (response) => {
          socket.write(headOf(response));
          response.pipe(socket);
        });
        upstream.on('error', (cause) => refuseUpgrade(socket, away(url, cause)));
        upstream.end();
      },
      (thrown) => refuseUpgrade(socket, BtcpError.from(thrown)),
    );
  }

  makeLink(): string {
    throw new BtcpError('unsupported', 'Links lead to browsers that run in this server only.', {
      hint: 'Ask the host of this agent for a link.',
    });
  }

  async saveState(): Promise<BrowserState> {
    throw noStates();
  }

  async restoreState(): Promise<void> {
    throw noStates();
  }

  async close(): Promise<void> {}

  async #ask<T>(path: string, { body, signal }: { body?: unknown; signal?: AbortSignal } = {}): Promise<T> {
    const { url, token } = await this.#address();
    const response = await fetch(new URL(path, url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...authorization(token) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }).catch((cause) => {
      throw away(url, cause);
    });
    const answer = (await response.json().catch(() => ({}))) as T & { error?: ErrorData };
    if (answer.error) throw BtcpError.fromJSON(answer.error);
    if (!response.ok) throw away(url, new Error(`it answered with status ${response.status}`));
    return answer;
  }
}

function authorization(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function away(url: string, cause: Error): BtcpError {
  return new BtcpError('browser_unavailable', `The agent's host at ${url} is away: ${cause.message}.`, {
    hint: 'Start it there, and call again.',
    cause,
  });
}

function noStates(): BtcpError {
  return new BtcpError('unsupported', 'States are kept of browsers that run in this server only.', {
    hint: 'Use an agent whose host is local.',
  });
}
