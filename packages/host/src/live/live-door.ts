import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { BtcpError, LIVE_CLOSE_CODES, LIVE_SUBPROTOCOL } from '@btcp/protocol';
import type { Conversation } from '@btcp/tools';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AccessOptions } from '../access/access-guard.js';
import { type Admission, admitViewer } from '../access/admit-viewer.js';
import type { LiveLinks } from '../access/live-links.js';
import type { Sessions } from '../proxy/sessions.js';
import { callAt } from './call-at.js';
import type { Dialect, Wire } from './dialect.js';
import { type Guest, Guests } from './guests.js';
import { liveDialect } from './live-dialect.js';
import { plainDialect } from './plain-dialect.js';
import { RateLimit } from './rate-limit.js';
import { refuseViewer } from './refuse-upgrade.js';
import { closeSocket, createWire, keepAlive } from './socket-wire.js';
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

const PATH = '/browser/stream';
const DEFAULT_RATE = 500;
/** Room for files that a person chooses. */
const MAX_PAYLOAD = 24 * 1024 * 1024;

/** Lets viewers in by WebSocket at `/browser/stream`, for as long as what they came by is good. */
export function createLiveDoor({ sessions, access, links, messagesPerSecond = DEFAULT_RATE }: LiveDoorOptions) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PAYLOAD,
    // Pictures are compressed already, and compressing them again would cost more than it saves.
    perMessageDeflate: false,
    handleProtocols: (offered) =>
      offered.has(LIVE_SUBPROTOCOL) ? LIVE_SUBPROTOCOL : ([...offered].find(isBearer) ?? false),
  });
  const guests = new Guests();
  links.onRevoked = (id) => {
    for (const guest of guests.all) {
      if (guest.admission.link?.id === id) guests.showOut(guest, LIVE_CLOSE_CODES.revoked, linkEnded('was revoked'));
    }
  };
  const stopFollowing = sessions.subscribe(() => {
    for (const guest of guests.all) {
      const refusal = refusalToWatch(sessions, guest.admission.session);
      if (refusal) guests.showOut(guest, LIVE_CLOSE_CODES.ownerChanged, refusal);
    }
  });

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = '', query] = (request.url ?? '').split('?');
    if (path !== PATH) return false;
    socket.on('error', () => {});
    const parameters = new URLSearchParams(query);
    admitViewer(request, parameters, { access, links }).then(
      (admission) =>
        server.handleUpgrade(request, socket, head, (webSocket) => enter(webSocket, admission, parameters)),
      (thrown) => refuseViewer(request, socket, head, BtcpError.from(thrown)),
    );
    return true;
  }

  function enter(socket: WebSocket, admission: Admission, query: URLSearchParams): void {
    socket.on('error', () => {});
    const wire = createWire(socket);
    try {
      const { conversation, session } = sessions.watched(admission.session);
      const live = conversation.current?.live;
      if (!live) throw notShown(conversation);
      const dialect = socket.protocol === LIVE_SUBPROTOCOL ? liveDialect(wire) : plainDialect(wire, live);
      const { role } = admission;
      const { id, pass } = guests.nameFor(role === 'control' ? query.get('pass') : null);
      const onClosed = () => socket.close(LIVE_CLOSE_CODES.browserClosed, 'The browser was closed.');
      const name = query.get('name')?.slice(0, 80);
      const viewer = new Viewer({ id, pass, name, role, session, conversation, live, dialect, onClosed });
      connect({ socket, viewer, admission }, dialect);
      viewer.start({
        maxFps: Number(query.get('maxFps')) || 0,
        pacing: query.get('pacing') === 'ack' ? 'ack' : 'push',
      });
    } catch (thrown) {
      turnAway(socket, wire, BtcpError.from(thrown));
    }
  }

  function connect(guest: Guest, dialect: Dialect): void {
    const { socket, viewer, admission } = guest;
    guests.add(guest);
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
    const ends = [keepAlive(socket)];
    if (admission.link) {
      const expire = () => guests.showOut(guest, LIVE_CLOSE_CODES.expired, linkEnded('has run out'));
      ends.push(callAt(admission.link.expires, expire));
    }
    socket.on('close', () => {
      for (const end of ends) end();
    });
  }

  async function close(): Promise<void> {
    stopFollowing();
    for (const { socket } of guests.all) socket.close(1001, 'The server is shutting down.');
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  return {
    handleUpgrade,
    close,
    /** How many watch now. */
    get viewerCount() {
      return guests.all.length;
    },
  };
}

function turnAway(socket: WebSocket, wire: Wire, error: BtcpError): void {
  const isLive = socket.protocol === LIVE_SUBPROTOCOL;
  wire.json(isLive ? { type: 'error', error } : { type: 'error', message: error.message, code: error.code });
  if (isLive) wire.json({ type: 'closed', reason: error.message });
  closeSocket(socket, LIVE_CLOSE_CODES.noBrowser, error.message);
}

function refusalToWatch(sessions: Sessions, session: string | undefined): BtcpError | undefined {
  try {
    sessions.watched(session);
    return undefined;
  } catch (thrown) {
    return BtcpError.from(thrown);
  }
}

function linkEnded(how: 'was revoked' | 'has run out'): BtcpError {
  return new BtcpError('unauthorized', `The link ${how}.`, { hint: 'Ask for another one.' });
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
