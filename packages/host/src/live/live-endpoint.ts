import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RateLimit } from '@btcp/access';
import { BtcpError, LIVE_CLOSE_CODES, LIVE_SUBPROTOCOL, PLAIN_SUBPROTOCOL } from '@btcp/protocol';
import type { Conversation, LiveBrowser } from '@btcp/tools';
import { WebSocketServer } from 'ws';
import type { AccessOptions } from '../access/access-guard.js';
import { type Admission, admitViewer } from '../access/admit-viewer.js';
import type { LiveLinks } from '../access/live-links.js';
import type { Sessions } from '../sessions/sessions.js';
import { callAt } from './call-at.js';
import { FileParts } from './file-parts.js';
import { LiveCounts } from './live-counts.js';
import { liveProtocol } from './live-protocol.js';
import { plainProtocol } from './plain-protocol.js';
import { chosenProtocol, refuseUpgrade, refuseViewer } from './refuse-upgrade.js';
import { closeSocket, createSocketWriter, keepAlive, type LiveSocket } from './socket-writer.js';
import { Viewer } from './viewer.js';
import { type ViewerConnection, ViewerConnections } from './viewer-connections.js';
import { parseViewerMessage } from './viewer-message.js';
import type { SocketWriter, ViewerProtocol } from './viewer-protocol.js';

/** Whose live view is served, to whom, and how much a viewer may send. */
export interface LiveEndpointOptions {
  sessions: Sessions;
  access: AccessOptions;
  links: LiveLinks;
  messagesPerSecond?: number | undefined;
  /** Counted here; several endpoints may share one. */
  counts?: LiveCounts | undefined;
}

const PATH = '/browser/stream';
const DEFAULT_RATE = 500;
const BURST_SECONDS = 2;
// Room for a million characters of any language, and for a part of a file.
const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;

/** Serves the live view by WebSocket at `/browser/stream`, to each viewer for as long as their link is valid. */
export class LiveEndpoint {
  readonly #options: LiveEndpointOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    // A chunk holds thousands of small messages: others get their turn between them.
    allowSynchronousEvents: false,
    maxPayload: MAX_PAYLOAD_BYTES,
    // Frames are compressed already.
    perMessageDeflate: false,
    handleProtocols: chosenProtocol,
  });
  readonly #connections = new ViewerConnections();
  readonly #counts: LiveCounts;
  readonly #unsubscribe: (() => void)[];

  constructor(options: LiveEndpointOptions) {
    this.#options = options;
    this.#counts = options.counts ?? new LiveCounts();
    const { sessions, access, links } = options;
    this.#unsubscribe = [
      sessions.subscribe(() => this.#onOwnerChanged()),
      links.onRevoked((id) => this.#onLinkRevoked(id)),
    ];
    if (access.signIns) this.#unsubscribe.push(access.signIns.subscribe(() => this.#onSignedOut()));
  }

  get viewerCount(): number {
    return this.#connections.all.length;
  }

  /** For the `upgrade` event of a Node server; false leaves the socket of another path untouched. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const [path = '', query] = (request.url ?? '').split('?');
    if (path !== PATH) return false;
    socket.on('error', () => {});
    const parameters = new URLSearchParams(query);
    admitViewer(request, parameters, this.#options).then(
      (admission) =>
        offersTokenOnly(request)
          ? refuseUpgrade(socket, tokenOnly())
          : this.#server.handleUpgrade(request, socket, head, (webSocket) =>
              this.connect(webSocket, admission, parameters),
            ),
      (thrown) => refuseViewer(request, socket, head, BtcpError.from(thrown)),
    );
    return true;
  }

  /** Serves a viewer who was admitted, on a WebSocket or what stands in for one. */
  connect(socket: LiveSocket, admission: Admission, query: URLSearchParams): void {
    socket.on('error', () => {});
    const writer = createSocketWriter(socket);
    try {
      const { conversation, session } = this.#options.sessions.watched(admission.session);
      const live = liveOf(conversation);
      const protocol = socket.protocol === LIVE_SUBPROTOCOL ? liveProtocol(writer) : plainProtocol(writer, live);
      const { role } = admission;
      const { id, pass } = this.#connections.identify(role === 'control' ? query.get('pass') : null);
      const onClosed = () => socket.close(LIVE_CLOSE_CODES.browserClosed, 'The browser was closed.');
      const name = query.get('name')?.slice(0, 80);
      const counts = this.#counts;
      const viewer = new Viewer({ id, pass, name, role, session, conversation, live, protocol, counts, onClosed });
      this.#listen({ socket, viewer, admission }, protocol);
      viewer.start({
        maxFps: Number(query.get('maxFps')) || 0,
        pacing: query.get('pacing') === 'ack' ? 'ack' : 'push',
      });
    } catch (thrown) {
      turnAway(socket, writer, BtcpError.from(thrown));
    }
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const { socket } of this.#connections.all) socket.close(1001, 'The server is shutting down.');
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #listen(connection: ViewerConnection, protocol: ViewerProtocol): void {
    const { socket, viewer, admission } = connection;
    this.#connections.add(connection);
    const rate = new RateLimit(this.#options.messagesPerSecond ?? DEFAULT_RATE, BURST_SECONDS);
    const parts = new FileParts();
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(1003, 'text only');
      if (!rate.take()) return socket.close(1008, 'too many messages');
      try {
        const message = parts.join(parseViewerMessage(String(data)));
        if (message) viewer.receive(message);
      } catch (thrown) {
        protocol.error(BtcpError.from(thrown));
      }
    });
    socket.on('close', keepAlive(socket));
    if (!admission.link) return;
    const expire = () => this.#connections.dismiss(connection, LIVE_CLOSE_CODES.expired, linkEnded('has expired'));
    socket.on('close', callAt(admission.link.expires, expire));
  }

  #onLinkRevoked(id: string): void {
    for (const connection of this.#connections.all) {
      if (connection.admission.link?.id === id)
        this.#connections.dismiss(connection, LIVE_CLOSE_CODES.revoked, linkEnded('was revoked'));
    }
  }

  #onSignedOut(): void {
    for (const connection of this.#connections.all) {
      const { signIn } = connection.admission;
      if (signIn !== undefined && this.#options.access.signIns?.hasEnded(signIn))
        this.#connections.dismiss(connection, LIVE_CLOSE_CODES.revoked, signedOut());
    }
  }

  #onOwnerChanged(): void {
    for (const connection of this.#connections.all) {
      const refusal = refusalToWatch(this.#options.sessions, connection.admission.session);
      if (refusal) this.#connections.dismiss(connection, LIVE_CLOSE_CODES.ownerChanged, refusal);
    }
  }
}

// A browser wants one of its protocols chosen, and there is none to choose.
function offersTokenOnly({ headers }: IncomingMessage): boolean {
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  return offered.length > 0 && offered.every((name) => name.startsWith('bearer.'));
}

function tokenOnly(): BtcpError {
  return new BtcpError('invalid_input', 'The token is the only subprotocol that was offered.', {
    hint: `Offer ${LIVE_SUBPROTOCOL} or ${PLAIN_SUBPROTOCOL} as well, or send the token as "Authorization: Bearer TOKEN".`,
  });
}

function turnAway(socket: LiveSocket, writer: SocketWriter, error: BtcpError): void {
  const isLive = socket.protocol === LIVE_SUBPROTOCOL;
  writer.json(isLive ? { type: 'error', error } : { type: 'error', message: error.message, code: error.code });
  if (isLive) writer.json({ type: 'closed', reason: error.message });
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

function signedOut(): BtcpError {
  return new BtcpError('unauthorized', 'The person has signed out.', { hint: 'Sign in again.' });
}

function linkEnded(how: 'was revoked' | 'has expired'): BtcpError {
  return new BtcpError('unauthorized', `The link ${how}.`, { hint: 'Ask for another one.' });
}

/** Returns the live view of a conversation's browser, or rejects with the reason why there is none. */
export function liveOf({ current }: Conversation): LiveBrowser {
  if (current?.live) return current.live;
  if (current)
    throw new BtcpError('unsupported', 'The browser of this session cannot be watched.', {
      hint: 'A page that a person has connected is open in their own browser.',
    });
  throw new BtcpError('browser_unavailable', 'The session has no open browser.', { hint: 'Open a page first.' });
}
