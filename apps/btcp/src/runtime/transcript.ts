import type { BtcpError } from '@btcp/tools';
import type { SessionCall } from '../agents/agent-browsers.js';
import type { TokenUsage } from '../contract/types.js';
import { begunPart, donePart, failedPart } from '../recording/call-part.js';
import type { KeptMessage, KeptPart, MessagePlace, MessageTable } from '../store/messages.js';

interface TranscriptOptions extends MessagePlace {
  id: string;
  messages: MessageTable;
}

const WRITE_MS = 300;

export class Transcript {
  readonly #options: TranscriptOptions;
  readonly #message: KeptMessage;
  readonly #calls = new Map<string, { position: number; started: number; input: unknown }>();
  #isAdded = false;
  #writtenAt = 0;
  #unsent = '';
  #isSending = false;
  #last: Promise<void> = Promise.resolve();
  #problem: { thrown: unknown } | undefined;

  constructor(options: TranscriptOptions) {
    this.#options = options;
    this.#message = { id: options.id, role: 'agent', created: Date.now(), parts: [] };
  }

  addText(text: string): void {
    if (text === '') return;
    const last = this.#message.parts.at(-1);
    if (last?.type !== 'text') {
      this.#set(this.#message.parts.length, { type: 'text', text }).catch((thrown) => this.#fail(thrown));
      return;
    }
    last.text += text;
    this.#unsent += text;
    if (!this.#isSending) this.#send().catch((thrown) => this.#fail(thrown));
    if (Date.now() - this.#writtenAt > WRITE_MS) this.writeText().catch((thrown) => this.#fail(thrown));
  }

  async writeText(): Promise<void> {
    const position = this.#message.parts.length - 1;
    const last = this.#message.parts[position];
    this.#writtenAt = Date.now();
    if (last?.type !== 'text') return;
    const part = { ...last };
    const sent = this.#send();
    const { messages } = this.#options;
    const kept = this.#inTurn(() => messages.keepPart(this.#options, this.#message.id, position, part));
    await Promise.all([sent, kept]);
  }

  async begin(call: string, name: string, input: unknown): Promise<void> {
    const written = this.writeText();
    const position = this.#message.parts.length;
    this.#calls.set(call, { position, started: Date.now(), input });
    await Promise.all([written, this.#set(position, begunPart(call, name, input))]);
    this.#throwProblem();
  }

  async end(call: string, outcome: SessionCall | { error: unknown }): Promise<void> {
    const begun = this.#calls.get(call);
    const part = begun && this.#message.parts[begun.position];
    if (!begun || part?.type !== 'tool') return;
    this.#calls.delete(call);
    const duration = Date.now() - begun.started;
    const ended =
      'result' in outcome
        ? { ...donePart(part.name, begun.input, outcome.result, outcome.pictures), output: outcome.result.text }
        : failedPart(outcome.error);
    await this.#set(begun.position, { ...part, ...ended, duration });
    this.#throwProblem();
  }

  async close(reason: BtcpError): Promise<void> {
    for (const call of [...this.#calls.keys()]) await this.end(call, { error: reason });
    await this.writeText();
    this.#throwProblem();
  }

  async setUsage(usage: TokenUsage): Promise<void> {
    this.#message.usage = usage;
    if (!this.#isAdded) return;
    const { messages } = this.#options;
    const message = this.#copy();
    await this.#inTurn(() => messages.update(this.#options, message));
  }

  #set(position: number, part: KeptPart): Promise<void> {
    const { messages } = this.#options;
    this.#message.parts[position] = part;
    const message = this.#copy();
    const isAdded = this.#isAdded;
    this.#isAdded = true;
    return this.#inTurn(() =>
      isAdded ? messages.setPart(this.#options, message, position) : messages.add(this.#options, message),
    );
  }

  // Shows what is not shown yet; while that is under way, more text gathers.
  async #send(): Promise<void> {
    const text = this.#unsent;
    const last = this.#message.parts.at(-1);
    if (text === '' || last?.type !== 'text') return;
    this.#unsent = '';
    const at = last.text.length - text.length;
    this.#isSending = true;
    const { messages } = this.#options;
    try {
      await this.#inTurn(() => messages.addText(this.#options, this.#message.id, at, text));
    } finally {
      this.#isSending = false;
    }
    if (this.#unsent !== '') await this.#send();
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    const done = this.#last.then(write);
    this.#last = done.catch(() => {});
    return done;
  }

  // As it is now: it goes on while this is being written.
  #copy(): KeptMessage {
    return { ...this.#message, parts: this.#message.parts.map((part) => ({ ...part })) };
  }

  #fail(thrown: unknown): void {
    this.#problem ??= { thrown };
  }

  // Text is written while the model goes on; what failed there ends the run at its next call.
  #throwProblem(): void {
    const problem = this.#problem;
    this.#problem = undefined;
    if (problem) throw problem.thrown;
  }
}
