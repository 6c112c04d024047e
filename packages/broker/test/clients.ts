import { type BTCPClient, type BTCPClientOptions, createClient, webSocketTransport } from '@btcp/client';
import type { RunningBroker } from '@btcp/test-support';
import { WebSocket } from 'ws';

export const TRANSPORTS = ['websocket', 'http-streaming'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** A client of this broker; `transport` decides how it connects. */
export function clientOf(
  running: RunningBroker,
  transport: TransportName,
  options: Partial<BTCPClientOptions> = {},
): BTCPClient {
  const isWebSocket = transport === 'websocket';
  return createClient({
    serverUrl: isWebSocket ? running.webSocket : running.http,
    reconnectInterval: 20,
    ...(isWebSocket ? { transport: webSocketTransport({ WebSocket }) } : {}),
    ...options,
  });
}

export function agentOf(running: RunningBroker, transport: TransportName, options: Partial<BTCPClientOptions> = {}) {
  return clientOf(running, transport, { clientType: 'agent', ...options });
}

let requests = 0;

/** The result of a request, or the error as the broker sent it. */
export async function ask(client: BTCPClient, method: string, params: unknown = {}): Promise<unknown> {
  requests += 1;
  const response = await client.send({ jsonrpc: '2.0', method, params, id: `ask-${requests}` });
  return 'error' in response ? response.error : response.result;
}

export function callTool(client: BTCPClient, name: string, input: unknown = {}, extra: object = {}): Promise<unknown> {
  return ask(client, 'tools/call', { name, arguments: input, ...extra });
}

/** Resolves when the client is notified of the event the next time. */
export function nextEvent(client: BTCPClient, event: 'connect' | 'disconnect'): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = client.on(event, (payload) => {
      stop();
      resolve(payload);
    });
  });
}

/** Resolves when the client receives a message of this method. */
export function nextMessage(client: BTCPClient, method: string): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = client.on('message', (message) => {
      if (!('method' in message) || message.method !== method) return;
      stop();
      resolve(message.params);
    });
  });
}
