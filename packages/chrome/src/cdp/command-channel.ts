import { channel } from 'node:diagnostics_channel';

/** A command to Chrome, without its parameters. */
export interface CdpCommand {
  method: string;
  /** Set by the observer of the command. */
  onAnswer?: (isError: boolean) => void;
}

/** The name of the `diagnostics_channel` on which every command to Chrome is published as a `CdpCommand`. */
export const CDP_CHANNEL = 'btcp:cdp';

const commands = channel(CDP_CHANNEL);
const METHOD = /^\{"method":"([\w.]+)"/;
const ID = /"id":(\d+)(?:,"sessionId":"[^"]*")?\}$/;
const MAX_TAIL = 200;
const ANSWER = /^\{"id":(\d+),("error")?/;
// Commands of a Chrome that hangs are never answered.
const MAX_WAITING = 1_000;

/** Publishes the commands of one pipe; costs nothing while nobody subscribes. */
export class CommandChannel {
  readonly #waiting = new Map<string, CdpCommand>();

  sent(message: string): void {
    if (!commands.hasSubscribers) return;
    const method = METHOD.exec(message.slice(0, MAX_TAIL))?.[1];
    const id = ID.exec(message.slice(-MAX_TAIL))?.[1];
    if (method === undefined || id === undefined) return;
    const command: CdpCommand = { method };
    commands.publish(command);
    if (command.onAnswer && this.#waiting.size < MAX_WAITING) this.#waiting.set(id, command);
  }

  received(message: string): void {
    if (this.#waiting.size === 0) return;
    const [, id = '', error] = ANSWER.exec(message.slice(0, MAX_TAIL)) ?? [];
    this.#waiting.get(id)?.onAnswer?.(error !== undefined);
    this.#waiting.delete(id);
  }
}
