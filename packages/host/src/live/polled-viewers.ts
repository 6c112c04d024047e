import { randomBytes } from 'node:crypto';
import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import type { LiveEndpoint } from './live-endpoint.js';
import { type PolledNews, PolledSocket } from './polled-socket.js';

interface PolledViewer {
  session: string;
  socket: PolledSocket;
}

const pollInput = z.strictObject({
  viewer: z.string().max(100).optional(),
  pass: z.string().max(300).optional(),
  name: z.string().max(80).optional(),
});

const sendInput = z.strictObject({
  viewer: z.string().max(100),
  messages: z.array(z.string().max(4 * 1024 * 1024)).max(256),
  isLast: z.boolean().optional(),
});

// Each of them makes Chrome send pictures.
const MAX_VIEWERS = 8;
// So long an ended one can still ask why it has ended.
const FORGET_MS = 10_000;
const GONE = { code: 1001, reason: 'The viewer was away for too long.' };

/** Viewers without a WebSocket: they fetch the live view by calls, and send input by calls. */
export class PolledViewers {
  readonly #endpoint: LiveEndpoint;
  readonly #viewers = new Map<string, PolledViewer>();

  constructor(endpoint: LiveEndpoint) {
    this.#endpoint = endpoint;
  }

  /** Waits for what is new to a viewer of a session; without a viewer, begins one. */
  async poll(session: string, input: unknown, signal: AbortSignal): Promise<PolledNews & { viewer: string }> {
    const { viewer: known, pass, name } = read(pollInput, input, 'viewer, or pass and name for a new one');
    const viewer = known ?? this.#begin(session, pass, name);
    const socket = this.#find(session, viewer);
    if (!socket) return { viewer, messages: [], closed: GONE };
    const news = await socket.take(signal);
    if (news.closed) this.#viewers.delete(viewer);
    return { viewer, ...news };
  }

  /** Takes the messages of a viewer, in their order; false when it is gone. */
  send(session: string, input: unknown): boolean {
    const { viewer, messages, isLast } = read(sendInput, input, 'viewer, and messages as JSON texts');
    const socket = this.#find(session, viewer);
    for (const message of messages) if (socket && !socket.isClosed) socket.emit('message', message, false);
    if (isLast) socket?.close();
    return socket !== undefined && !socket.isClosed;
  }

  #begin(session: string, pass: string | undefined, name: string | undefined): string {
    const own = [...this.#viewers.values()].filter((each) => each.session === session);
    if (own.length >= MAX_VIEWERS) own[0]?.socket.close(GONE.code, 'Too many viewers without a WebSocket.');
    const viewer = randomBytes(18).toString('base64url');
    const socket = new PolledSocket();
    this.#viewers.set(viewer, { session, socket });
    socket.once('close', () => setTimeout(() => this.#viewers.delete(viewer), FORGET_MS).unref());
    const query = new URLSearchParams({ pacing: 'push', ...(pass ? { pass } : {}), ...(name ? { name } : {}) });
    this.#endpoint.connect(socket, { role: 'control', session }, query);
    return viewer;
  }

  #find(session: string, viewer: string): PolledSocket | undefined {
    const found = this.#viewers.get(viewer);
    return found?.session === session ? found.socket : undefined;
  }
}

function read<T>(schema: z.ZodType<T>, input: unknown, takes: string): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new BtcpError('invalid_input', 'Wrong arguments for the live view.', {
    hint: `It takes ${takes}.`,
  });
}
