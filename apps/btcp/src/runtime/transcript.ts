import { randomUUID } from 'node:crypto';
import type { BtcpError } from '@btcp/tools';
import type { SessionCall } from '../agents/agent-browsers.js';
import type { TokenUsage } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
import { begunPart, donePart, failedPart } from '../recording/call-part.js';
import { type KeptMessage, type KeptPart, type MessageTable, shownMessage } from '../store/messages.js';

interface TranscriptOptions {
  agent: string;
  session: string;
  messages: MessageTable;
  hub: SessionHub;
}

const WRITE_MS = 300;

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
    this.#set(position, begunPart(call, name, input));
    this.#publish();
  }

  end(call: string, outcome: SessionCall | { error: unknown }): void {
    const begun = this.#calls.get(call);
    const part = begun && this.#message.parts[begun.position];
    if (!begun || part?.type !== 'tool') return;
    this.#calls.delete(call);
    const duration = Date.now() - begun.started;
    const ended =
      'result' in outcome
        ? { ...donePart(part.name, begun.input, outcome.result, outcome.pictures), output: outcome.result.text }
        : failedPart(outcome.error);
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
