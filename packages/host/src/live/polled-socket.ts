import { EventEmitter } from 'node:events';
import { LIVE_SUBPROTOCOL } from '@btcp/protocol';
import type { LiveSocket } from './socket-writer.js';

/** What has come for a viewer since it last asked. */
export interface PolledNews {
  /** Messages of `btcp.live.v1`, each a JSON text. */
  messages: string[];
  /** A frame of `btcp.live.v1` in base64: its header, and the JPEG. */
  frame?: string;
  /** The stream has ended, for the reasons for which a WebSocket is closed. */
  closed?: { code: number; reason: string };
}

// A viewer that has not asked for so long is gone.
const MAX_SILENCE_MS = 10_000;
// Below the time that clients of MCP give a call.
const MAX_WAIT_MS = 20_000;

/** A stream that the viewer fetches piece by piece. The next frame is encoded when this one was fetched. */
export class PolledSocket extends EventEmitter<LiveSocketEvents> implements LiveSocket {
  readonly protocol = LIVE_SUBPROTOCOL;
  #messages: string[] = [];
  #frame: { bytes: Uint8Array; sent: () => void } | undefined;
  #closed: PolledNews['closed'];
  #size = 0;
  #silence: NodeJS.Timeout | undefined;
  #answer: (() => void) | undefined;
  #takers = 0;

  constructor() {
    super();
    this.#countSilence();
  }

  get bufferedAmount(): number {
    return this.#size;
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /** Resolves with the next news, or without any when there are none for a while; a later call ends an earlier one. */
  async take(signal: AbortSignal): Promise<PolledNews> {
    this.#answer?.();
    this.#takers++;
    clearTimeout(this.#silence);
    if (!this.#hasNews) await this.#news(signal);
    this.#takers--;
    this.#countSilence();
    return signal.aborted ? { messages: [] } : this.#takeNews();
  }

  send(data: string | Uint8Array, sent: () => void): void {
    if (this.#closed) return;
    if (typeof data === 'string') {
      this.#messages.push(data);
      this.#size += data.length;
      sent();
    } else this.#frame = { bytes: data, sent };
    this.#answer?.();
  }

  close(code = 1000, reason: string | Buffer = ''): void {
    if (this.#closed) return;
    this.#closed = { code, reason: String(reason) };
    clearTimeout(this.#silence);
    this.#answer?.();
    // As a WebSocket does: the side that closes it is not called back at once.
    setImmediate(() => this.emit('close'));
  }

  terminate(): void {
    this.close(1006);
  }

  /** A client that asks is alive. */
  ping(): void {
    this.emit('pong');
  }

  get #hasNews(): boolean {
    return this.#messages.length > 0 || this.#frame !== undefined || this.#closed !== undefined;
  }

  async #news(signal: AbortSignal): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let answer = () => {};
    await new Promise<void>((resolve) => {
      answer = resolve;
      this.#answer = answer;
      timer = setTimeout(resolve, MAX_WAIT_MS);
      signal.addEventListener('abort', answer, { once: true });
    });
    clearTimeout(timer);
    signal.removeEventListener('abort', answer);
    if (this.#answer === answer) this.#answer = undefined;
  }

  #takeNews(): PolledNews {
    const messages = this.#messages;
    const frame = this.#frame;
    this.#messages = [];
    this.#frame = undefined;
    this.#size = 0;
    frame?.sent();
    return {
      messages,
      ...(frame ? { frame: Buffer.from(frame.bytes).toString('base64') } : {}),
      ...(this.#closed ? { closed: this.#closed } : {}),
    };
  }

  #countSilence(): void {
    clearTimeout(this.#silence);
    if (this.#takers === 0 && !this.#closed) this.#silence = setTimeout(() => this.terminate(), MAX_SILENCE_MS);
  }
}

interface LiveSocketEvents {
  message: [data: string, isBinary: boolean];
  close: [];
  error: [];
  pong: [];
}
