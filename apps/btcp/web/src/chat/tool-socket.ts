import type { ViewerSocket } from '@btcp/viewer';
import type { HostLink, ToolAnswer } from './host-link.ts';

interface News {
  viewer: string;
  messages: string[];
  frame?: string;
  closed?: { code: number; reason: string };
}

// More pictures than that per second are work for the chat and nothing for the person.
const MIN_POLL_MS = 80;
// Below the silence after which the server takes the viewer for gone.
const SLOW_POLL_MS = 5_000;
const LOST = 1006;

/** The stream by calls of tools, for a sandbox that allows no WebSocket. */
export class ToolSocket implements ViewerSocket {
  binaryType: BinaryType = 'arraybuffer';
  readyState: number = WebSocket.CONNECTING;
  onopen: ViewerSocket['onopen'] = null;
  onmessage: ViewerSocket['onmessage'] = null;
  onclose: ViewerSocket['onclose'] = null;
  isSlow = false;
  readonly #host: HostLink;
  #viewer: string | undefined;
  #outbox: string[] = [];
  #isSending = false;

  constructor(host: HostLink, begin: { name: string; pass?: string }) {
    this.#host = host;
    void this.#run(begin);
  }

  send(text: string): void {
    const message = JSON.parse(text) as { type: string; eventType?: string };
    // A viewer that asks for the next picture has drawn the last one.
    if (message.type === 'ack') return;
    this.#outbox.push(message.type === 'config' ? JSON.stringify({ ...message, pacing: 'push' }) : text);
    void this.#flush();
  }

  close(): void {
    if (this.#isOver) return;
    this.readyState = WebSocket.CLOSED;
    const last = { viewer: this.#viewer, messages: this.#outbox, isLast: true };
    if (this.#viewer !== undefined) this.#host.callTool('live_view_send', last).catch(() => {});
  }

  get #isOver(): boolean {
    return this.readyState === WebSocket.CLOSED;
  }

  async #run(begin: object): Promise<void> {
    try {
      this.#receive(await this.#poll(begin));
      while (!this.#isOver) {
        const next = new Promise((resolve) => setTimeout(resolve, this.isSlow ? SLOW_POLL_MS : MIN_POLL_MS));
        this.#receive(await this.#poll({ viewer: this.#viewer }));
        await next;
      }
    } catch (thrown) {
      this.#end(LOST, thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  async #poll(input: object): Promise<News> {
    return contentOf(await this.#host.callTool('live_view_poll', input)) as unknown as News;
  }

  #receive({ viewer, messages, frame, closed }: News): void {
    if (this.#isOver) return;
    this.#viewer = viewer;
    if (this.readyState === WebSocket.CONNECTING) {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event('open'));
    }
    for (const data of messages) if (!this.#isOver) this.onmessage?.(new MessageEvent('message', { data }));
    if (frame !== undefined && !this.#isOver) this.onmessage?.(new MessageEvent('message', { data: bytesOf(frame) }));
    if (closed) this.#end(closed.code, closed.reason);
    void this.#flush();
  }

  // One call at a time, so that the order stays; what comes meanwhile goes together.
  async #flush(): Promise<void> {
    if (this.#isSending || this.#viewer === undefined || this.#outbox.length === 0 || this.#isOver) return;
    this.#isSending = true;
    const messages = withoutOvertaken(this.#outbox);
    this.#outbox = [];
    try {
      contentOf(await this.#host.callTool('live_view_send', { viewer: this.#viewer, messages }));
    } catch (thrown) {
      this.#end(LOST, thrown instanceof Error ? thrown.message : String(thrown));
    }
    this.#isSending = false;
    void this.#flush();
  }

  #end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent('close', { code, reason }));
  }
}

/** What a tool answered; rejects with its message where it failed. */
export function contentOf({ structuredContent, isError, content }: ToolAnswer): Record<string, unknown> {
  if (structuredContent && !isError) return structuredContent;
  throw new Error(content?.find(({ type }) => type === 'text')?.text ?? 'The call failed.');
}

// A pointer that moved on is only where it is now.
function withoutOvertaken(messages: readonly string[]): string[] {
  return messages.filter((text, index) => !(isMove(text) && isMove(messages[index + 1])));
}

function isMove(text: string | undefined): boolean {
  return text?.includes('"eventType":"mouseMoved"') ?? false;
}

function bytesOf(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
}
