import type { NetworkEntry, ScriptContext } from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';
import { type ExplainFailure, failureText } from '../policy/connection-failure.js';
import type { BoundedLog } from './bounded-log.js';

const PREFIX = /^Error in connection establishment: |^WebSocket connection to '[^']*' failed: /;

/** Separate, because Chrome does not report WebSockets as requests. */
export function collectSockets(
  cdp: CDPSession,
  context: ScriptContext,
  log: BoundedLog<NetworkEntry>,
  explain: ExplainFailure,
): void {
  const open = new Map<string, Required<Pick<NetworkEntry, 'socket'>> & NetworkEntry>();
  cdp.on('Network.webSocketCreated', ({ requestId, url }) => {
    const socket = { state: 'connecting', sent: 0, received: 0 } as const;
    const entry = { ...context, url, method: 'GET', type: 'websocket', time: Date.now(), socket };
    open.set(requestId, entry);
    log.add(entry);
  });
  cdp.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, wallTime }) => {
    const entry = open.get(requestId);
    if (entry) entry.time = wallTime * 1_000;
  });
  cdp.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response: { status } }) => {
    const entry = open.get(requestId);
    if (!entry) return;
    Object.assign(entry, { status, source: 'network', responseTime: Math.round(Date.now() - entry.time) });
    if (status === 101) entry.socket.state = 'open';
  });
  cdp.on('Network.webSocketFrameSent', ({ requestId }) => {
    const entry = open.get(requestId);
    if (entry) entry.socket.sent++;
  });
  cdp.on('Network.webSocketFrameReceived', ({ requestId }) => {
    const entry = open.get(requestId);
    if (entry) entry.socket.received++;
  });
  cdp.on('Network.webSocketFrameError', ({ requestId, errorMessage }) => {
    const entry = open.get(requestId);
    if (entry) entry.failure = failureText(errorMessage.replace(PREFIX, ''), explain(entry.url));
  });
  cdp.on('Network.webSocketClosed', ({ requestId }) => {
    const entry = open.get(requestId);
    if (!entry) return;
    entry.duration = Math.round(Date.now() - entry.time);
    entry.socket.state = 'closed';
    open.delete(requestId);
  });
}
