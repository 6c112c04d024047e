import {
  decodeFrame,
  type Frame,
  LIVE_CLOSE_CODES,
  LIVE_SUBPROTOCOL,
  type LiveMessage,
  type ViewerMessage,
} from '@btcp/protocol';

/** Where a viewer connects. */
export interface ConnectionOptions {
  /** `ws(s)://`, `http(s)://`, or relative to the page. */
  url: string;
  /** Sent as a subprotocol, which keeps it out of access logs. A function is called for each connection. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** Opens the stream where a WebSocket cannot, such as by calls of another protocol. Default: a WebSocket. */
  openSocket?: ((address: URL, protocols: string[]) => ViewerSocket) | undefined;
}

/** The part of a WebSocket that a viewer uses. */
export interface ViewerSocket {
  binaryType: BinaryType;
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string | ArrayBuffer>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

interface ConnectionEvents {
  onOpen(): void;
  onMessage(message: LiveMessage): void;
  onFrame(frame: Frame): void;
  onLost(reason: string): void;
  onEnd(reason: string): void;
}

export interface Connection {
  send(message: ViewerMessage): boolean;
  keepPass(pass: string): void;
  reopen(): void;
  close(): void;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

const EXPIRED = 'This link is no longer valid. Ask for another one.';

const ENDINGS = new Map<number, string>([
  [LIVE_CLOSE_CODES.noBrowser, 'No browser is open.'],
  [LIVE_CLOSE_CODES.browserClosed, 'The browser was closed.'],
  [LIVE_CLOSE_CODES.revoked, 'Your access was revoked.'],
  [LIVE_CLOSE_CODES.originRefused, 'Connection refused: this origin is not allowed.'],
  [LIVE_CLOSE_CODES.ownerChanged, 'The browser belongs to another session now.'],
]);

export function openConnection(options: ConnectionOptions, events: ConnectionEvents): Connection {
  const { openSocket = (address, protocols) => new WebSocket(address, protocols) } = options;
  let socket: ViewerSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // Null after another connection has taken it over.
  let pass: string | null | undefined;
  let usedToken: string | undefined;
  let spent: { token: string | undefined; reason: string } | undefined;
  let attempt = 0;

  async function open() {
    const own = ++attempt;
    try {
      const token = typeof options.token === 'function' ? await options.token() : options.token;
      if (own !== attempt) return;
      if (token && token === spent?.token) return events.onEnd(spent.reason);
      usedToken = token;
      listen(openSocket(addressOf(options.url, pass), protocolsOf(token)), own);
    } catch (thrown) {
      if (own === attempt) lost(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  function listen(opened: ViewerSocket, own: number) {
    socket = opened;
    opened.binaryType = 'arraybuffer';
    opened.onopen = () => {
      if (own === attempt) events.onOpen();
    };
    opened.onmessage = ({ data }) => {
      if (own !== attempt) return;
      // Not on open: a server that closes each connection at once must not be retried faster and faster.
      failures = 0;
      if (typeof data === 'string') return events.onMessage(JSON.parse(data));
      const frame = decodeFrame(data);
      if (frame) events.onFrame(frame);
    };
    opened.onclose = ({ code, reason }) => {
      if (own !== attempt) return;
      if (code === LIVE_CLOSE_CODES.expired || code === LIVE_CLOSE_CODES.ticketRefused)
        spent = { token: usedToken, reason: code === LIVE_CLOSE_CODES.expired ? EXPIRED : reason };
      if (code === LIVE_CLOSE_CODES.replaced) pass = null;
      const ending = ENDINGS.get(code);
      if (ending === undefined) lost(reason || 'The server is unreachable or refused the connection.');
      else if (code === LIVE_CLOSE_CODES.originRefused)
        events.onEnd(`${ending} Start the server with --allow-origin ${location.origin}.`);
      else events.onEnd(reason || ending);
    };
  }

  function lost(reason: string) {
    socket = undefined;
    // Random, so that the viewers of a restarted server do not return all at once.
    const delay = Math.min(FIRST_DELAY_MS * 2 ** failures++, MAX_DELAY_MS) * (0.5 + Math.random());
    clearTimeout(timer);
    timer = setTimeout(open, delay);
    events.onLost(reason);
  }

  function end() {
    attempt++;
    clearTimeout(timer);
    socket?.close();
    socket = undefined;
  }

  void open();
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    keepPass(given) {
      pass = given;
    },
    reopen() {
      end();
      void open();
    },
    close: end,
  };
}

function addressOf(url: string, pass: string | null | undefined): URL {
  const address = new URL(url, location.href);
  if (pass === null) address.searchParams.delete('pass');
  else if (pass !== undefined) address.searchParams.set('pass', pass);
  address.protocol = address.protocol.replace('http', 'ws');
  return address;
}

function protocolsOf(token: string | undefined): string[] {
  return token ? [LIVE_SUBPROTOCOL, `bearer.${encodeURIComponent(token)}`] : [LIVE_SUBPROTOCOL];
}
