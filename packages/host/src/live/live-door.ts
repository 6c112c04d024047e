import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { BtcpError, LIVE_CLOSE_CODES, LIVE_SUBPROTOCOL } from '@btcp/protocol';
import type { Conversation } from '@btcp/tools';
import { type WebSocket, WebSocketServer } from 'ws';
import { type AccessOptions, isByCookie, refusalOf, sameToken, tokenOf } from '../access-guard.js';
import type { Sessions } from '../proxy/sessions.js';
import type { Dialect, Wire } from './dialect.js';
import { liveDialect } from './live-dialect.js';
import type { LiveLinks } from './live-links.js';
import { plainDialect } from './plain-dialect.js';
import { RateLimit } from './rate-limit.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import { createWire, keepAlive } from './socket-wire.js';
import { Viewer } from './viewer.js';
import { parseViewerMessage } from './viewer-message.js';

/** Whose live view is served, to whom, and how much a viewer may send. */
export interface LiveDoorOptions {
  sessions: Sessions;
  access: AccessOptions;
  links: LiveLinks;
  /** How many messages a viewer may send per second. */
  messagesPerSecond?: number | undefined;
}

/** Who comes in, and to what. */
interface Admission {
  role: 'view' | 'control';
  session: string | undefined;
  link?: string;
}

const PATH = '/browser/stream';
const DEFAULT_RATE = 500;
/** Room for files that a person chooses. */
const MAX_PAYLOAD = 24 * 1024 * 1024;

/** Lets viewers in by WebSocket at `/browser/stream`. */
export function createLiveDoor({ sessions, access, links, messagesPerSecond = DEFAULT_RATE }: LiveDoorOptions) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    // Pictures are compressed already, and compressing them again would cost more than it saves.
    perMessageDeflate: false,
    handleProtocols: (offered) =>
      offered.has(LIVE_SUBPROTOCOL) ? LIVE_SUBPROTOCOL : ([...offered].find(isBearer) ?? false),
  });
  const viewers = new Map<string, { socket: WebSocket; link: string | undefined }>();
  links.onRevoked = (link) => {
    for (const entry of viewers.values()) {
      if (entry.link === link) entry.socket.close(LIVE_CLOSE_CODES.revoked, 'The link was revoked.');
    }
  };

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = '', query] = (request.url ?? '').split('?');
    if (path !== PATH) return false;
    socket.on('error', () => {});
    const parameters = new URLSearchParams(query);
    const admission = admit(request, parameters.get('sessionId') ?? undefined);
    if (admission instanceof BtcpError) refuseUpgrade(socket, admission);
    else server.handleUpgrade(request, socket, head, (webSocket) => enter(webSocket, admission, parameters));
    return true;
  }

  function admit({ headers }: IncomingMessage, asked: string | undefined): Admission | BtcpError {
    const refusal = refusalOf({ host: headers.host ?? '', origin: headers.origin }, access);
    if (refusal) return refusal;
    const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim());
    const token = tokenOf(headers.authorization, protocols);
    if (access.token === null || sameToken(token, access.token)) return { role: 'control', session: asked };
    // A link in hand is what its bearer came by: the cookie of the same browser must not make more of it.
    if (token === '' && headers.origin !== undefined && isByCookie(headers.cookie, access.token)) {
      return { role: 'control', session: asked };
    }
    const grant = links.check(token);
    if (!grant || (asked !== undefined && asked !== grant.session)) {
      return new BtcpError('unauthorized', 'The request carries no token for this session.', {
        hint: 'Ask for a link to this session, or send the token of the server.',
      });
    }
    return { role: grant.role, session: grant.session, link: grant.id };
  }

  function enter(socket: WebSocket, admission: Admission, query: URLSearchParams): void {
    socket.on('error', () => {});
    const wire = createWire(socket);
    try {
      const { conversation, session } = sessions.watched(admission.session);
      const live = conversation.current?.live;
      if (!live) throw notShown(conversation);
      const dialect = socket.protocol === LIVE_SUBPROTOCOL ? liveDialect(wire) : plainDialect(wire, live);
      const { role, link } = admission;
      const id = returningId(query.get('viewer'), role) ?? randomUUID();
      const onClosed = () => socket.close(LIVE_CLOSE_CODES.browserClosed, 'The browser was closed.');
      const name = query.get('name')?.slice(0, 80);
      const viewer = new Viewer({ id, name, role, session, conversation, live, dialect, onClosed });
      connect(socket, viewer, dialect, link);
      viewer.start({
        maxFps: Number(query.get('maxFps')) || 0,
        pacing: query.get('pacing') === 'ack' ? 'ack' : 'push',
      });
    } catch (thrown) {
      turnAway(socket, wire, BtcpError.from(thrown));
    }
  }

  function connect(socket: WebSocket, viewer: Viewer, dialect: Dialect, link: string | undefined): void {
    const entry = { socket, link };
    viewers.set(viewer.id, entry);
    const rate = new RateLimit(messagesPerSecond);
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(1003, 'text only');
      if (!rate.take()) return socket.close(1008, 'too many messages');
      try {
        viewer.receive(parseViewerMessage(String(data)));
      } catch (thrown) {
        dialect.error(BtcpError.from(thrown));
      }
    });
    const stopPings = keepAlive(socket);
    socket.on('close', () => {
      stopPings();
      if (viewers.get(viewer.id) === entry) viewers.delete(viewer.id);
      viewer.stop();
    });
  }

  /** The id under which a driver was here before, unless it is in use. */
  function returningId(id: string | null, role: Admission['role']): string | undefined {
    return id && role === 'control' && /^[\w-]{36}$/.test(id) && !viewers.has(id) ? id : undefined;
  }

  async function close(): Promise<void> {
    for (const { socket } of viewers.values()) socket.close(1001, 'The server is shutting down.');
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  return {
    handleUpgrade,
    close,
    /** How many watch now. */
    get viewerCount() {
      return viewers.size;
    },
  };
}

function turnAway(socket: WebSocket, wire: Wire, error: BtcpError): void {
  const isLive = socket.protocol === LIVE_SUBPROTOCOL;
  wire.json(isLive ? { type: 'error', error } : { type: 'error', message: error.message, code: error.code });
  if (isLive) wire.json({ type: 'closed', reason: error.message });
  socket.close(LIVE_CLOSE_CODES.noBrowser, error.message.slice(0, 120));
}

function notShown({ current }: Conversation): BtcpError {
  if (current)
    return new BtcpError('unsupported', 'The browser of this session cannot be watched.', {
      hint: 'A page that a person has connected is open in their own browser.',
    });
  return new BtcpError('browser_unavailable', 'The session has no open browser.', { hint: 'Open a page first.' });
}

function isBearer(protocol: string): boolean {
  return protocol.startsWith('bearer.');
}
