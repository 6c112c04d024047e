import { decodeFrame, type Frame, LIVE_SUBPROTOCOL, type LiveMessage, type ViewerMessage } from '@btcp/protocol';
import { WebSocket } from 'ws';

// A slow machine passes a file of 50 MB on for half a minute.
const PATIENCE_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: plain clients read messages of every shape
type Message = any;

/** A viewer as a program: it keeps all that it hears, and waits for what a test expects. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #waiting = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        const frame = decodeFrame(new Uint8Array(data).buffer);
        if (frame) this.frames.push(frame);
      } else this.messages.push(JSON.parse(String(data)));
      for (const check of this.#waiting) check();
    });
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
    );
  }

  /** Speaks `btcp.live.v1`. */
  static live(address: string, token?: string, headers: Record<string, string> = {}): Promise<LiveClient> {
    return LiveClient.#open(address, [LIVE_SUBPROTOCOL, ...(token ? [`bearer.${token}`] : [])], headers);
  }

  /** Speaks plain JSON, as clients of agent-browser's stream do. */
  static plain(address: string, headers: Record<string, string> = {}): Promise<LiveClient> {
    return LiveClient.#open(address, [], headers);
  }

  static async #open(address: string, protocols: string[], headers: Record<string, string> = {}): Promise<LiveClient> {
    const socket = new WebSocket(address, protocols, { headers });
    const client = new LiveClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('unexpected-response', (_request, response) => reject(new Error(`HTTP ${response.statusCode}`)));
      socket.once('error', reject);
    });
    return client;
  }

  send(message: ViewerMessage | Record<string, unknown>): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The first message of this type that fits, among those that are kept. */
  async next<Type extends LiveMessage['type']>(
    type: Type,
    fits: (message: Extract<LiveMessage, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<LiveMessage, { type: Type }>> {
    return this.until(() => this.messages.find((message) => message.type === type && fits(message)));
  }

  /** Waits until there is a value. */
  until<T>(look: () => T | undefined | false): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const heard = JSON.stringify(this.messages.filter(({ type }) => type !== 'heartbeat').slice(-3)).slice(
          0,
          1_500,
        );
        reject(new Error(`Never heard it: ${look}. Heard ${heard}, ${this.frames.length} frames.`));
      }, PATIENCE_MS);
      const check = () => {
        const found = look();
        if (!found) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  forget(): void {
    this.messages.length = 0;
    this.frames.length = 0;
  }

  async take(isPrivate = false): Promise<void> {
    const { viewer } = await this.next('hello');
    this.send({ type: 'take_control', isPrivate });
    await this.next('control', ({ control: { holder } }) => holder.kind === 'viewer' && holder.viewer === viewer);
  }

  /** Waits until the agent has control again: a reason of before may be that of an earlier drive. */
  async giveBack(choice: { outcome?: 'done' | 'declined'; note?: string } = {}): Promise<void> {
    const known = this.messages.length;
    this.send({ type: 'give_control', ...choice });
    const isBack = ({ type, control }: Message) => type === 'control' && control.holder.kind === 'agent';
    await this.until(() => this.messages.slice(known).some(isBack));
  }

  click(x: number, y: number, button = 'left', clickCount = 1): void {
    const event = { type: 'input_mouse', x, y, button, clickCount };
    this.send({ ...event, eventType: 'mouseMoved', button: 'none' });
    this.send({ ...event, eventType: 'mousePressed' });
    this.send({ ...event, eventType: 'mouseReleased' });
  }

  key(key: string, more: Record<string, unknown> = {}): void {
    this.send({ type: 'input_keyboard', eventType: 'keyDown', key, ...more });
    this.send({ type: 'input_keyboard', eventType: 'keyUp', key, text: null, ...more });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}
