import { randomUUID } from 'node:crypto';
import { withoutBoundary } from '@btcp/protocol';
import { BtcpError } from '@btcp/tools';
import type { SessionCall } from '../agents/agent-browsers.js';
import { callFacts } from '../contract/call-facts.js';
import type { TokenUsage } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
import { shownInput, summaryOf } from '../recording/describe-call.js';
import { type KeptMessage, type KeptPart, type MessageTable, shownMessage } from '../store/messages.js';

type ToolPart = Extract<KeptPart, { type: 'tool' }>;

interface TranscriptOptions {
  agent: string;
  session: string;
  messages: MessageTable;
  hub: SessionHub;
}

const WRITE_MS = 300;
// The length of a result as people see it; the model reads all of it.
const MAX_TEXT = 2_000;

export class Transcript {
  readonly #options: TranscriptOptions;
  readonly #message: KeptMessage = { id: randomUUID(), role: 'agent', created: Date.now(), parts: [] };
  readonly #calls = new Map<string, { position: number; started: number; input: unknown }>();
  #isAdded = false;
  #writtenAt = 0;

  constructor(options: TranscriptOptions) {
    this.#options = options;
  }

  /** Gives the answer its place, before a message that is sent meanwhile. */
  place(): void {
    if (this.#isAdded) return;
    const { agent, session, messages } = this.#options;
    messages.add(agent, session, this.#message);
    this.#isAdded = true;
    this.#publish();
  }

  addText(text: string): void {
    if (text === '') return;
    const last = this.#message.parts.at(-1);
    if (last?.type !== 'text') {
      this.#set(this.#message.parts.length, { type: 'text', text });
      this.#publish();
      return;
    }
    last.text += text;
    const { agent, session, hub } = this.#options;
    hub.publish(agent, session, { type: 'delta', message: this.#message.id, text });
    if (Date.now() - this.#writtenAt > WRITE_MS) this.writeText();
  }

  writeText(): void {
    const position = this.#message.parts.length - 1;
    const last = this.#message.parts[position];
    if (last?.type === 'text') this.#set(position, last);
    this.#writtenAt = Date.now();
  }

  begin(call: string, name: string, input: unknown): void {
    this.writeText();
    const position = this.#message.parts.length;
    this.#calls.set(call, { position, started: Date.now(), input });
    const shown = shownInput(name, input);
    this.#set(position, {
      type: 'tool',
      call,
      name,
      input: shown,
      state: 'running',
      summary: summaryOf(name, shown),
    });
    this.#publish();
  }

  end(call: string, outcome: SessionCall | { error: unknown }): void {
    const begun = this.#calls.get(call);
    const part = begun && this.#message.parts[begun.position];
    if (!begun || part?.type !== 'tool') return;
    this.#calls.delete(call);
    const duration = Date.now() - begun.started;
    const ended = 'result' in outcome ? done(part.name, begun.input, outcome) : failed(outcome.error);
    this.#set(begun.position, { ...part, ...ended, duration });
    this.#publish();
  }

  close(reason: BtcpError): void {
    for (const call of [...this.#calls.keys()]) this.end(call, { error: reason });
    this.writeText();
  }

  setUsage(usage: TokenUsage): void {
    this.#message.usage = usage;
    if (!this.#isAdded) return;
    this.#options.messages.update(this.#message);
    this.#publish();
  }

  #set(position: number, part: KeptPart): void {
    const { agent, session, messages } = this.#options;
    this.#message.parts[position] = part;
    if (!this.#isAdded) messages.add(agent, session, this.#message);
    else messages.setPart(this.#message.id, position, part);
    this.#isAdded = true;
  }

  #publish(): void {
    const { agent, session, hub } = this.#options;
    hub.publish(agent, session, { type: 'message', message: shownMessage(this.#message) });
  }
}

function done(name: string, input: unknown, { result, pictures }: SessionCall): Partial<ToolPart> {
  const shown = shownInput(name, input, result);
  const { page, text } = result;
  return {
    state: 'done',
    input: shown,
    summary: summaryOf(name, shown, result),
    text: plainText(text),
    output: text,
    ...(pictures.length > 0 ? { images: pictures } : {}),
    ...callFacts(result),
    ...(page ? { page: { url: page.url, title: page.title, status: page.status } } : {}),
  };
}

function failed(thrown: unknown): Partial<ToolPart> {
  // The AI SDK tools put the hint into the message, and the original error into `cause`.
  const cause = thrown instanceof BtcpError && thrown.cause instanceof BtcpError ? thrown.cause : thrown;
  const { code, message, hint } = BtcpError.from(cause);
  return { state: 'failed', error: { code, message: plainText(message), ...(hint === undefined ? {} : { hint }) } };
}

function plainText(text: string): string {
  const plain = withoutBoundary(text);
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
}
